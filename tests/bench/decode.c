/*
 * decode - P9: a page of 6 MB checked, parsed item by item, extracted and released, compared with
 * one cJSON tree on malloc. Prints both and their ratio.
 */
#include "basket/row.h"
#include "bench/driver.h"
#include "bench/verdict.h"
#include "lib/cleanup.h"
#include "wire/basket.h"
#include "wire/json_scan.h"

#include <cjson/cJSON.h>
#include <malloc.h>
#include <stdio.h>

enum { ITEMS = 5200, RUNS = 15, PIECE = 16384 };

static void
make_page(struct buf *out)
{
	buf_addz(out, "{\"items\":[");
	for (int i = 0; i < ITEMS; i++) {
		buf_addf(out,
		    "%s{\"id\":\"basket-%08x-7a4d-4c93-8e16-%012x\",\"created\":\"2026-11-20T10:24:%02d."
		    "000Z\",\"customerDetails\":{\"email\":\"mara.%d@example.com\",\"firstName\":\"Mara\","
		    "\"lastName\":\"Ellison\"},\"orderItems\":[{\"name\":\"Winback Digital Monthly\","
		    "\"path\":\"/offers/Winback 2026/digital-monthly\",\"products\":[{\"path\":\"/products/"
		    "digital-all-access\",\"productCode\":\"NL-DIG-ALL\"}]}],\"customFields\":{"
		    "\"checkoutKind\":\"new\",\"billingCountry\":\"GB\",\"delivery\":{\"street\":\"1 Lantern "
		    "Row\",\"days\":[\"Saturday\",\"Sunday\"]}},\"tracking\":{\"offers\":[\"/offers/Winback "
		    "2026/digital-monthly\"],\"campaign\":\"/offers/Winback 2026\",\"tag\":\"/tags/uk/"
		    "direct\"},\"identities\":[{\"sub\":\"auth|9c1f%020x\",\"iss\":\"https://login."
		    "northlight.example/\",\"service\":\"svc\",\"type\":\"external-id\"}],\"entry\":\"https://"
		    "www.northlight.example/winback?utm_source=mail&utm_campaign=nov-winback\",\"completed\":"
		    "false,\"recoveryLink\":\"https://shop.northlight.example/checkout/resume?basket=%08x&"
		    "key=%048x\"}",
		    i ? "," : "", i, i, i % 60, i, i, i, i);
	}
	buf_addz(out, "],\"queryMore\":\"more\"}");
}

/* Copies the texts that both readers extract from an item. */
static void
copy_texts(struct arena *rows, const struct str *texts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		arena_str(rows, texts[i]);
}

/* Checks, extracts and releases; sets *worst to the slowest item's time. `fill`: builds whole
 * rows, as the console stores them with their search data, instead of only the texts. */
static double
read_by_spans(struct str page, bool fill, double *worst, size_t *grown)
{
	auto_arena rows = { 0 }, item = { 0 };
	CLEANUP(json_scan_free) struct json_scan s;
	struct err err;
	struct basket b;
	struct basket_row row;
	malloc_trim(0); /* memory left by the other reader must not be counted here */
	double began = now_ms();
	json_scan_init(&s, &json_scan_client_rules);
	json_scan_reserve(&s, page.n); /* as announced by Content-Length */
	for (size_t i = 0; i < page.n; i += PIECE)
		json_scan_push(&s, str_sub(page, i, PIECE), &err);
	json_scan_end(&s, &err);
	for (size_t i = 0; i < s.items.n; i++) {
		double one = now_ms();
		basket_read_in_place(&b, &item, json_scan_item(&s, i), s.items.v[i].flags, &err);
		const struct str texts[] = { b.id, b.created_text, b.entry_url, b.link, b.email,
			b.first_name, b.last_name };
		if (fill)
			basket_row_fill(&row, &rows, NULL, &b);
		else
			copy_texts(&rows, texts, sizeof(texts) / sizeof(*texts));
		arena_reset(&item);
		if (now_ms() - one > *worst)
			*worst = now_ms() - one;
	}
	*grown = s.body.cap + rows.used;
	return now_ms() - began;
}

static struct str
text_of(const cJSON *object, const char *name)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(object, name);
	return cJSON_IsString(v) ? str_of(v->valuestring) : STR_NONE;
}

/* Extracts the same texts from one tree of the whole page. */
static double
read_by_tree(struct str page, size_t *grown)
{
	malloc_trim(0);
	size_t before = mallinfo2().uordblks;
	double began = now_ms();
	cJSON_InitHooks(NULL);
	cJSON *tree = cJSON_ParseWithLength(page.p, page.n);
	const cJSON *item;
	auto_arena rows = { 0 };
	cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(tree, "items")) {
		const cJSON *person = cJSON_GetObjectItemCaseSensitive(item, "customerDetails");
		const struct str texts[] = { text_of(item, "id"), text_of(item, "created"),
			text_of(item, "entry"), text_of(item, "recoveryLink"),
			text_of(person, "email"), text_of(person, "firstName"),
			text_of(person, "lastName") };
		copy_texts(&rows, texts, sizeof(texts) / sizeof(*texts));
	}
	*grown = mallinfo2().uordblks - before;
	cJSON_Delete(tree);
	return now_ms() - began;
}

int
main(void)
{
	auto_buf page = { 0 };
	double ours[RUNS], rows[RUNS], theirs[RUNS], worst = 0;
	size_t ours_grew = 0, theirs_grew = 0, rows_grew = 0;
	make_page(&page);
	for (int i = 0; i < RUNS; i++) {
		ours[i] = read_by_spans(buf_str(&page), false, &worst, &ours_grew);
		rows[i] = read_by_spans(buf_str(&page), true, &worst, &rows_grew);
		theirs[i] = read_by_tree(buf_str(&page), &theirs_grew);
	}
	double a = median(ours, RUNS), b = median(theirs, RUNS);
	verdict("P9", a / b, "<=", 0.30, "",
	    "a page of %.1f MB, %d baskets, checked, extracted, released in %.1f ms, of a cJSON "
	    "tree's %.1f ms",
	    (double)page.n / 1e6, ITEMS, a, b);
	printf("    with whole rows, folded for filters: %.1f ms; the slowest item %.2f ms\n",
	    median(rows, RUNS), worst);
	verdict("P9", (double)rows_grew / (double)page.n, "<=", 2.5, "",
	    "memory, of the body's bytes; the tree %.2f", (double)theirs_grew / (double)page.n);
	return 0;
}
