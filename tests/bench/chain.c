/*
 * chain - P7's measure: all pages of baskets by bare libcurl over one connection, nothing looked at
 * but the cursor. The environment names the service. Prints milliseconds, the median of a few.
 */
#include "bench/driver.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 3, PAGE = 500 };

static size_t
take(char *bytes, size_t size, size_t n, void *body)
{
	buf_add(body, bytes, size * n);
	return size * n;
}

/* The cursor at the body's end; empty when there is none. */
static struct str
next_of(const struct buf *body)
{
	struct str tail = str_sub(buf_str(body), body->n > 600 ? body->n - 600 : 0, body->n);
	size_t at = str_find(tail, STR("\"queryMore\":\""));
	if (at == SIZE_MAX)
		return STR_NONE;
	struct str rest = str_sub(tail, at + 13, tail.n);
	return str_sub(rest, 0, str_find_char(rest, '"'));
}

static bool
walk(CURL *curl)
{
	struct buf body = { 0 }, url = { 0 }, cursor = { 0 };
	bool ok = true;
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, &body);
	do {
		buf_reset(&url);
		buf_reset(&body);
		buf_addf(&url, "%s/checkout/abandoned?limit=%d", getenv("BACKROOM_URL"), PAGE);
		if (cursor.n)
			buf_addf(&url, "&queryMore=%s", buf_z(&cursor));
		curl_easy_setopt(curl, CURLOPT_URL, buf_z(&url));
		ok = curl_easy_perform(curl) == CURLE_OK;
		buf_reset(&cursor);
		buf_adds(&cursor, next_of(&body));
	} while (ok && cursor.n);
	buf_free(&body);
	buf_free(&url);
	buf_free(&cursor);
	return ok;
}

int
main(void)
{
	struct buf header = { 0 };
	double ms[RUNS];
	CURL *curl = curl_easy_init();
	buf_addf(&header, "Authorization: Bearer %s", getenv("BACKROOM_TOKEN"));
	struct curl_slist *headers = curl_slist_append(NULL, buf_z(&header));
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	for (int i = 0; i < RUNS; i++) {
		double began = now_ms();
		if (!walk(curl))
			return 1;
		ms[i] = now_ms() - began;
	}
	printf("%.0f\n", median(ms, RUNS));
	curl_slist_free_all(headers);
	curl_easy_cleanup(curl);
	buf_free(&header);
	return 0;
}
