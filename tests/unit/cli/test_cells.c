/* One value per cell: all items, amounts as numbers; and the console's export equals the output
 * of get. */
#include "lib/hostile.h"
#include "lib/test.h"
#include "list/export.h"
#include "unit/cli/run.h"

#include <string.h>

enum { ITEMS = 5 };

static const char *const baskets[] = {
	"{\"id\":\"b-1\",\"created\":\"2026-11-20T09:00:00Z\",\"customerDetails\":{\"firstName\":\"Ann\\u001b\"},"
	"\"orderItems\":[{\"name\":\"Digital\"},{\"name\":\"Paper, \\\"daily\\\"\"},{\"name\":\"=1+1\"}]}",
	"{\"id\":\"b-2\",\"created\":\"2026-11-20T08:00:00Z\",\"orderItems\":[]}",
	NULL,
};

#define OFFER(id, charges)                                               \
	"{\"id\":\"" id "\",\"name\":\"" id "\",\"path\":\"/offers2/" id \
	"\",\"data\":{\"price\":[" charges "]}}"
#define ONCE(currency, value)                                                  \
	"{\"name\":\"a\",\"currencyCode\":\"" currency "\",\"value\":\"" value \
	"\",\"type\":\"onetime\","                                             \
	"\"trigger\":\"subscription_start\"}"
#define MONTHLY(value, delay)                                                                           \
	"{\"name\":\"b\",\"currencyCode\":\"GBP\",\"value\":\"" value "\",\"type\":\"recurring\","      \
	"\"trigger\":\"subscription_start\",\"repeat_interval\":1,\"repeat_interval_type\":\"months\"," \
	"\"repeat_count\":12,\"delay_interval\":" delay ",\"delay_interval_type\":\"months\"}"

static const char *const offers[] = {
	OFFER("both", ONCE("GBP", "1.00") "," MONTHLY("9.99", "3")),
	OFFER("currencies", ONCE("GBP", "1.00") "," ONCE("EUR", "2")),
	OFFER("none", ""),
	OFFER("odd", ONCE("GBP", "=1+1")),
	OFFER("once", ONCE("GBP", "-5.50")),
	NULL,
};

static void
add_page(struct buf *body, const char *const *items)
{
	buf_addz(body, "{\"items\":[");
	for (size_t i = 0; items[i]; i++)
		buf_addf(body, "%s%s", i ? "," : "", items[i]);
	buf_addz(body, "]}");
}

static void
get(struct run_result *r, const char *const *items, const char *view, const char *format)
{
	auto_buf body = { 0 };
	add_page(&body, items);
	auto_hostile *h = hostile_start_json(buf_z(&body));
	RUN(r, hostile_url(h), "get", view, "-o", format, "--now", "2026-11-20T10:42:00Z");
	if (r->code != 0)
		fail_msg("%s: %d, %s", view, r->code, buf_z(&r->words));
}

/* Amounts of several currencies keep their numbers; one that cannot be computed has none. */
TEST(amounts_are_numbers)
{
	static const struct {
		const char *view, *csv;
	} cases[] = {
		{ "offers cols=name,start",
		    "name,start,startCurrency\nboth,1.00,GBP\ncurrencies,\"1.00, 2.00\",\"GBP, EUR\"\nnone,,\n"
		    "odd,,GBP\nonce,-5.50,GBP\n" },
		{ "offers cols=name,then",
		    "name,then,thenCurrency,thenWhen\nboth,9.99,GBP,monthly x12\ncurrencies,,,\n"
		    "none,,,\nodd,'=1+1,GBP,?\nonce,,,\n" },
		{ "offers cols=name,price",
		    "name,price,priceCurrency,priceWhen\nboth,,,2 charges\ncurrencies,,,2 charges\n"
		    "none,,,\nodd,'=1+1,GBP,?\nonce,-5.50,GBP,once\n" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		get(&r, offers, cases[i].view, "csv");
		assert_string_equal(buf_z(&r.out), cases[i].csv);
	}
}

/* A mailing list made from it would otherwise begin with "Dear no name". */
TEST(a_person_without_a_name_is_an_empty_cell)
{
	auto_run_result r = { 0 };
	get(&r, baskets, "baskets cols=id,person", "csv");
	assert_string_equal(buf_z(&r.out), "id,person\nb-1,Ann\x1B\nb-2,\n");
	get(&r, baskets, "baskets cols=id,person", "table");
	assert_non_null(strstr(buf_z(&r.out), "b-2  no name\n"));
}

TEST(item_names_are_not_cut)
{
	auto_run_result r = { 0 };
	get(&r, baskets, "baskets cols=id,items", "csv");
	assert_string_equal(
	    buf_z(&r.out), "id,items\nb-1,\"Digital; Paper, \"\"daily\"\";' =1+1\"\nb-2,\n");
	get(&r, baskets, "baskets cols=id,items", "md");
	assert_string_equal(buf_z(&r.out),
	    "| ID | ITEMS |\n| --- | --- |\n| b-1 | Digital; Paper, \"daily\"; =1+1 |\n| b-2 |  |\n");
	/* A table has room for one item. */
	get(&r, baskets, "baskets cols=id,items", "table");
	assert_string_equal(buf_z(&r.out), "ID   ITEMS\nb-1  Digital +2\nb-2  no items\n");
}

static struct str
json_of(void *ctx, size_t row)
{
	return str_of(((const char *const *)ctx)[row]);
}

/* The console's export of the same items with the same VIEW. */
static void export(
    struct buf *out, const char *const *items, const char *line, enum export_format format)
{
	CLEANUP(view_free) struct view view;
	CLEANUP(row_filter_free) struct row_filter filter;
	struct err err;
	auto_arena a = { 0 };
	struct placed_column columns[COLUMNS_MAX];
	const struct cell_context context = { .now = 1795171320000 };
	uint32_t numbers[ITEMS];
	assert_true(view_parse(&view, str_of(line), &err));
	assert_true(row_filter_init(&filter, &view, (struct age_context){ .now = context.now }, &err));
	const struct row_ops *ops = view.resource->row_ops;
	char *rows = arena_alloc(&a, ops->size * ITEMS);
	struct shown_rows listed = { &view, &filter, rows, 0, numbers, 0, json_of,
		(void *)(uintptr_t)items };
	for (uint32_t i = 0; items[i]; i++) {
		ops->fill_row(rows + i * ops->size, &a, str_of(items[i]), 0);
		numbers[i] = i;
		listed.n = listed.total_count = i + 1;
	}
	size_t n = columns_place(columns, &view, NULL, 1 << 20, 0, 0);
	export_rows(out, &listed, columns, n, format, &context);
}

TEST(the_console_exports_the_same_bytes)
{
	static const struct {
		const char *const *items;
		const char *view;
	} cases[] = {
		{ baskets, "baskets cols=age,created,person,items,id" },
		{ offers, "offers cols=name,start,then,price,path,id" },
	};
	static const char *const formats[] = { "csv", "tsv", "md", "wide", "json", "ndjson" };
	_Static_assert(sizeof(formats) / sizeof(*formats) == EXPORTS, "a format for each");
	for (size_t i = 0; i < 2; i++)
		for (int f = 0; f < EXPORTS; f++) {
			auto_run_result r = { 0 };
			auto_buf out = { 0 };
			get(&r, cases[i].items, cases[i].view, formats[f]);
			export(&out, cases[i].items, cases[i].view, (enum export_format)f);
			assert_string_equal(buf_z(&out), buf_z(&r.out));
		}
}

/* ---- unusual data from shops ---- */

static void
serve_list(struct buf *answer, struct hostile_rule *rule, struct hostile **server, const char *json)
{
	hostile_json(answer, json);
	*rule = (struct hostile_rule){ .answer = buf_str(answer) };
	*server = hostile_start(rule, 1);
}

TEST(names_with_entities_are_found_decoded)
{
	static const char *const found[] = { "baskets o'brien", "baskets O&#039;Brien",
		"baskets O&apos;Brien", "baskets \"books & more\"", "baskets \"books &amp; more\"",
		"baskets person:o'brien", "baskets text:o'brien" };
	auto_buf answer = { 0 };
	struct hostile_rule rule;
	struct hostile *server;
	auto_run_result r = { 0 };
	serve_list(&answer, &rule, &server,
	    "{\"items\":[{\"id\":\"b\",\"created\":\"2026-11-20T09:00:00Z\",\"customerDetails\":{"
	    "\"lastName\":\"O&#039;Brien\"},\"orderItems\":[{\"name\":\"Books &amp; More\"}]},"
	    "{\"id\":\"c\",\"created\":\"2026-11-20T09:00:00Z\",\"customerDetails\":{\"lastName\":"
	    "\"O'Brien\"},\"orderItems\":[{\"name\":\"Books & More\"}]}]}");
	for (size_t i = 0; i < sizeof(found) / sizeof(*found); i++) {
		RUN(&r, hostile_url(server), "get", found[i], "-o", "csv", "--fields",
		    "id,customerDetails.lastName");
		if (strcmp(buf_z(&r.out),
			"id,customerDetails.lastName\nb,O&#039;Brien\nc,O'Brien\n") != 0)
			fail_msg("%s: %s%s", found[i], buf_z(&r.out), buf_z(&r.words));
	}
	hostile_stop(server);
}

#define DATED(id, date) "{\"id\":\"" id "\",\"created\":" date "}"

TEST(invalid_dates_are_shown_as_sent_and_counted)
{
	auto_buf answer = { 0 };
	struct hostile_rule rule;
	struct hostile *server;
	auto_run_result r = { 0 };
	serve_list(&answer, &rule, &server,
	    "{\"items\":[" DATED("a", "\"2026-11-20T10:00:00+00\"") "," DATED(
		"b", "\"0000-00-00 00:00:00\"") "," DATED("c", "\"soon\"") "," DATED("d",
		"null") "," DATED("e", "1795176000000") "]}");
	RUN(&r, hostile_url(server), "get", "baskets cols=id,created", "-o", "csv");
	assert_string_equal(buf_z(&r.out),
	    "id,created\na,2026-11-20T10:00:00.000Z\nb,0000-00-00 00:00:00\nc,soon\nd,\n"
	    "e,2026-11-20T12:00:00.000Z\n");
	RUN(&r, hostile_url(server), "get", "baskets since=2026-11-01 cols=id", "-o", "csv");
	assert_string_equal(buf_z(&r.out), "id\na\ne\n");
	assert_non_null(
	    strstr(buf_z(&r.words), "3 baskets left out by since=: no readable date\n"));
	RUN(&r, hostile_url(server), "get", "persons since=2026-11-01", "-o", "csv");
	assert_non_null(strstr(buf_z(&r.words), "3 baskets left out by since="));
	RUN(&r, hostile_url(server), "get", "baskets since=2026-11-01", "--for", "mail", "-o",
	    "csv");
	assert_non_null(strstr(buf_z(&r.words), "3 baskets left out by since="));
	RUN(&r, hostile_url(server), "get", "baskets !since=2026-11-01 cols=id", "-o", "csv");
	assert_string_equal(buf_z(&r.out), "id\nb\nc\nd\n");
	assert_null(strstr(buf_z(&r.words), "left out by"));
	hostile_stop(server);
}
