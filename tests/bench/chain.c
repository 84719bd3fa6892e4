/*
 * chain - the measure for P7: reads all pages of baskets with plain libcurl over one connection and
 * examines only the cursor; then again with every byte checked on arrival but nothing built from
 * it, which is the least that a reader can do if it does not trust the server. The environment
 * names the service. Prints the milliseconds of both, as medians of several runs.
 */
#include "bench/driver.h"
#include "lib/cleanup.h"
#include "wire/json_scan.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 3, PAGE = 500 };

struct page {
	struct buf body;
	bool checks;
	struct json_scan strict;
};

static size_t
on_body(char *bytes, size_t size, size_t n, void *ctx)
{
	struct page *page = ctx;
	struct str piece = str_from(bytes, size * n);
	struct err err;
	if (page->checks) /* the scan stores the body too */
		return json_scan_push(&page->strict, piece, &err) ? piece.n : 0;
	buf_adds(&page->body, piece);
	return piece.n;
}

/* The cursor at the body's end; empty if there is none. */
static struct str
next_cursor(const struct buf *body)
{
	struct str tail = str_sub(buf_str(body), body->n > 600 ? body->n - 600 : 0, body->n);
	size_t at = str_find(tail, STR("\"queryMore\":\""));
	if (at == SIZE_MAX)
		return STR_NONE;
	struct str rest = str_sub(tail, at + 13, tail.n);
	return str_sub(rest, 0, str_find_char(rest, '"'));
}

static bool
fetch(CURL *curl, struct page *page, struct buf *cursor)
{
	struct err err;
	buf_reset(&page->body);
	json_scan_init(&page->strict, &json_scan_client_rules);
	bool ok = curl_easy_perform(curl) == CURLE_OK &&
	    (!page->checks || json_scan_end(&page->strict, &err));
	buf_reset(cursor);
	buf_adds(cursor, next_cursor(page->checks ? &page->strict.body : &page->body));
	json_scan_free(&page->strict);
	return ok;
}

static bool
walk(CURL *curl, bool checks)
{
	struct page page = { .checks = checks };
	auto_buf url = { 0 }, cursor = { 0 };
	bool ok = true;
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, &page);
	do {
		buf_reset(&url);
		buf_addf(&url, "%s/checkout/abandoned?limit=%d", getenv("BACKROOM_URL"), PAGE);
		if (cursor.n)
			buf_addf(&url, "&queryMore=%s", buf_z(&cursor));
		curl_easy_setopt(curl, CURLOPT_URL, buf_z(&url));
		ok = fetch(curl, &page, &cursor);
	} while (ok && cursor.n);
	buf_free(&page.body);
	return ok;
}

/* Returns the milliseconds; negative if it did not reach the end. */
static double
measure(CURL *curl, bool checks)
{
	double ms[RUNS];
	for (int i = 0; i < RUNS; i++) {
		double began = now_ms();
		if (!walk(curl, checks))
			return -1;
		ms[i] = now_ms() - began;
	}
	return median(ms, RUNS);
}

int
main(void)
{
	auto_buf header = { 0 };
	CURL *curl = curl_easy_init();
	buf_addf(&header, "Authorization: Bearer %s", getenv("BACKROOM_TOKEN"));
	struct curl_slist *headers = curl_slist_append(NULL, buf_z(&header));
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	double bare = measure(curl, false), checked = measure(curl, true);
	printf("%.0f %.0f\n", bare, checked);
	curl_slist_free_all(headers);
	curl_easy_cleanup(curl);
	return bare < 0 || checked < 0;
}
