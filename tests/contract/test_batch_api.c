/* `backroom api` against the test's own service: responses as they are, pages, writes that are
 * confirmed and recorded. */
#include "lib/files.h"
#include "lib/process.h"
#include "lib/service_run.h"

#include <stdio.h>
#include <string.h>

static size_t
count(const char *text, const char *part)
{
	size_t n = 0;
	for (; (text = strstr(text, part)); text += strlen(part))
		n++;
	return n;
}

TEST(a_response_is_printed_as_sent)
{
	auto_run_result r = { 0 };
	RUN(&r, "api", "/products?opt.pageSize=2");
	assert_int_equal(r.code, 0);
	assert_int_equal(strncmp(r.out.p, "{\"hits\":", 8), 0);
	assert_int_equal(count(r.out.p, "\"path\":\"/products/"), 2);
	assert_string_equal(r.words.p, "");
	RUN(&r, "api", "get", "offers?path=/offers2/Gift & Holiday/none");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(r.out.p, "\"items\":[]"));
	RUN(&r, "api", "/nowhere");
	assert_int_equal(r.code, 5);
	assert_string_equal(r.out.p, "");
	assert_non_null(strstr(r.words.p, "404"));
}

/* Cursors are a text for baskets and an object for the catalog. */
TEST(all_pages_are_followed_once)
{
	auto_run_result r = { 0 };
	RUN(&r, "api", "/checkout/abandoned?limit=100", "--all");
	assert_int_equal(r.code, 0);
	assert_int_equal(count(r.out.p, "\n"), 3);
	assert_int_equal(count(r.out.p, "\"recoveryLink\":"), 240);
	RUN(&r, "api", "/offers?opt.pageSize=40&opt.all=true", "--all");
	assert_int_equal(count(r.out.p, "\n"), 2);
	assert_non_null(strstr(r.out.p, "\"hits\":78"));
	RUN(&r, "api", "/checkout/abandoned?limit=100");
	assert_int_equal(count(r.out.p, "\n"), 1);
}

TEST(mistakes_are_named_and_nothing_is_sent)
{
	static const struct {
		const char *words[5], *says;
		int code;
	} cases[] = {
		{ { "api" }, "as in: backroom api GET /offers", 2 },
		{ { "api", "FETCH", "/offers" }, "unknown method FETCH", 2 },
		{ { "api", "GET", "/offers", "--reason", "x" }, "GET takes no --reason", 2 },
		{ { "api", "PUT", "/offers", "--all" }, "--all works with GET only", 2 },
		{ { "api", "PUT", "/offers" }, "a write needs --yes", 2 },
		{ { "api", "PUT", "/offers", "-q" }, "-q needs --yes", 2 },
		{ { "api", "PUT", "/offers", "--read-only", "--yes" }, "read-only", 7 },
		{ { "api", "GET", "/offers", "--mask" }, "unmasked responses", 2 },
		{ { "api", "https://other.example/api/offers" }, "the token is sent nowhere else",
		    2 },
		{ { "api", "http://127.0.0.1.other.example/api" }, "the token is sent nowhere else",
		    2 },
		{ { "api", "POST", "/offers", "--input", "none.json" }, "none.json", 5 },
		{ { "api", "POST", "/offers", "--input", "bad.json" }, "the body: not valid JSON",
		    2 },
	};
	write_file("bad.json", "{bad");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		const char *const *w = cases[i].words;
		RUN(&r, w[0], w[1], w[2], w[3], w[4]);
		if (r.code != cases[i].code || !strstr(r.words.p, cases[i].says))
			fail_msg("%s %s: %d %s", w[0], w[1] ? w[1] : "", r.code, r.words.p);
		assert_string_equal(r.out.p, "");
	}
}

TEST(a_write_is_shown_and_recorded_with_its_result)
{
	auto_run_result r = { 0 };
	write_file("change.json",
	    "{\"diffs\":[{\"path\":\"/products/crossword\",\"diff\":{\"attributes\":{\"note__svc\":"
	    "\"seen\"}}}]}\n");
	RUN(&r, "api", "PUT", "/svc/catalogs/1/bulk-update", "--input", "change.json", "--reason",
	    "INC-1", "--yes");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(r.out.p, "\"success\":"));
	assert_non_null(strstr(r.words.p, "PUT http://"));
	assert_non_null(strstr(r.words.p, "Done (J-"));
	RUN(&r, "api", "/products?path=/products/crossword");
	assert_non_null(strstr(r.out.p, "\"note__svc\":\"seen\""));
	RUN(&r, "journal", "list", "-o", "ndjson");
	assert_non_null(strstr(r.out.p, "\"action\":\"api\",\"result\":\"done\",\"reason\":\"INC-1\""));
	assert_non_null(
	    strstr(r.out.p, "\"api_request\":\"PUT /svc/catalogs/1/bulk-update\""));
	assert_null(strstr(r.words.p, "does not know"));
	RUN(&r, "api", "DELETE", "/nowhere?secret=1", "--yes");
	assert_int_equal(r.code, 5);
	assert_non_null(strstr(r.words.p, "Not done (J-"));
	RUN(&r, "journal", "list", "-o", "ndjson");
	assert_non_null(strstr(r.out.p, "\"result\":\"refused\""));
	assert_null(strstr(r.out.p, "secret"));
	RUN(&r, "journal", "verify");
	assert_int_equal(r.code, 0);
	assert_null(strstr(r.out.p, "1970"));
}

/* A path may have an owner or an address of a person. */
TEST(a_typed_path_is_masked_and_not_logged)
{
	auto_run_result r = { 0 };
	auto_buf log = { 0 };
	unlink("requests.log");
	RUN(&r, "api", "DELETE", "/objects/externalidentity/mara@example.com", "--yes", "--log",
	    "requests.log");
	assert_int_equal(r.code, 1); /* refused: it has no body */
	assert_true(process_read_file("requests.log", &log));
	assert_non_null(strstr(buf_z(&log), "\"method\":\"DELETE\""));
	assert_null(strstr(buf_z(&log), "mara"));
	RUN(&r, "journal", "list", "-o", "ndjson");
	assert_non_null(strstr(r.out.p, "mara"));
	assert_null(strstr(r.out.p, "1970-"));
	RUN(&r, "journal", "list", "--mask", "-o", "ndjson");
	assert_non_null(strstr(r.out.p, "\"api_request\":"));
	assert_null(strstr(r.out.p, "mara"));
}

TEST(a_path_does_not_leave_the_address)
{
	static const char *const paths[] = { "/../demo/owners", "..", "/a/%2e%2E/b", "/a/./b", "/..#x",
		"/a/.%2e" };
	auto_run_result r = { 0 };
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		RUN(&r, "api", paths[i]);
		assert_int_equal(r.code, 2);
		assert_non_null(strstr(r.words.p, "must not contain . or .. as a segment"));
	}
	RUN(&r, "api", "/products?path=/a/../b&limit=1");
	assert_int_not_equal(r.code, 2);
}

int
main(void)
{
	return run_all_tests(shared_service_set_up, shared_service_tear_down);
}
