/* `backroom api` against servers that misbehave. */
#include "lib/hostile.h"
#include "lib/test.h"
#include "unit/cli/run.h"

#include <string.h>

TEST(a_cursor_that_repeats_ends_the_walk)
{
	auto_run_result r = { 0 };
	auto_hostile *h = hostile_start_json("{\"items\":[],\"queryMore\":\"a b&c\"}");
	EXITS(6, &r, hostile_url(h), "api", "/things?x=1", "--all");
	assert_non_null(strstr(r.words.p, "sent the same cursor again after 2 pages"));
	assert_int_equal(hostile_count(h), 2);
	assert_string_equal(hostile_request(h, 1)->target, "/things?x=1&queryMore=a%20b%26c");
	auto_buf value = { 0 };
	assert_true(hostile_header(hostile_request(h, 0), "Authorization", &value));
	assert_string_equal(buf_z(&value), "Bearer t.o.k");
}

/* The first page is printed, and the exit code tells that it is not all. */
TEST(a_failure_after_the_first_page_is_partial)
{
	auto_run_result r = { 0 };
	auto_buf first = { 0 }, broken = { 0 };
	hostile_json(&first, "{\"items\":[{\"id\":\"1\"}],\"queryMore\":{\"from\":\"f\",\"alias\":\"z\"}}");
	hostile_answer(&broken, 403, "", STR("{\"message\":\"no more\"}"));
	const struct hostile_rule rules[] = { { .path = "/x", .nth = 1, .answer = buf_str(&first) },
		{ .path = "/x", .nth = 2, .answer = buf_str(&broken) } };
	auto_hostile *h = hostile_start(rules, 2);
	EXITS(3, &r, hostile_url(h), "api", "GET", "/x", "--all");
	assert_non_null(strstr(r.out.p, "{\"id\":\"1\"}"));
	assert_non_null(strstr(r.words.p, "no more"));
	assert_string_equal(hostile_request(h, 1)->target, "/x?opt.queryMoreFrom=f&opt.queryMoreAlias=z");
}

TEST(a_write_without_a_response_is_not_known)
{
	auto_run_result r = { 0 };
	const struct hostile_rule rule = { .answer = STR("HTTP/1.1 200 OK\r\nContent-Le"),
		.end = HOSTILE_RESET };
	auto_hostile *h = hostile_start(&rule, 1);
	RUN(&r, hostile_url(h), "api", "PATCH", "/a b\"\n", "--yes");
	expect_exit(&r, 6);
	assert_non_null(strstr(r.words.p, "Not known whether it was done (J-"));
	assert_int_equal(hostile_count(h), 1); /* sent once */
	assert_string_equal(hostile_request(h, 0)->method, "PATCH");
	assert_string_equal(hostile_request(h, 0)->target, "/a%20b%22%0A");
	auto_buf key = { 0 };
	assert_true(hostile_header(hostile_request(h, 0), "Idempotency-Key", &key));
	EXITS(0, &r, NULL, "journal", "list");
	assert_non_null(strstr(r.out.p, "api PATCH"));
	assert_non_null(strstr(r.words.p, "not confirmed: read the path"));
}

/* A service may answer a write with nothing; a page of a proxy is not the service's answer. */
TEST(an_empty_answer_to_a_write_is_done)
{
	auto_run_result r = { 0 };
	struct buf empty = { 0 }, page = { 0 };
	hostile_answer(&empty, 200, "", STR(""));
	hostile_answer(&page, 200, "", STR("<html>Sign in</html>"));
	const struct hostile_rule rules[] = { { .answer = buf_str(&empty), .nth = 1 },
		{ .answer = buf_str(&page) } };
	auto_hostile *h = hostile_start(rules, 2);
	RUN(&r, hostile_url(h), "api", "DELETE", "/one", "--yes");
	expect_exit(&r, 0);
	assert_non_null(strstr(r.words.p, "Done (J-"));
	RUN(&r, hostile_url(h), "api", "DELETE", "/two", "--yes");
	expect_exit(&r, 6);
	assert_non_null(strstr(r.words.p, "Not known whether it was done (J-"));
	RUN(&r, hostile_url(h), "api", "/three");
	expect_exit(&r, 6);
	buf_free(&empty);
	buf_free(&page);
}

/* A later write to another path says nothing about the first. */
TEST(an_unknown_write_stays_unknown_after_another)
{
	auto_run_result r = { 0 };
	struct buf done = { 0 };
	hostile_answer(&done, 200, "", STR("{}"));
	const struct hostile_rule rules[] = {
		{ .answer = STR("HTTP/1.1 200 OK\r\nContent-Le"), .end = HOSTILE_RESET, .nth = 1 },
		{ .answer = buf_str(&done) },
	};
	auto_hostile *h = hostile_start(rules, 2);
	RUN(&r, hostile_url(h), "api", "DELETE", "/one", "--yes");
	expect_exit(&r, 6);
	RUN(&r, hostile_url(h), "api", "DELETE", "/two", "--yes");
	expect_exit(&r, 0);
	EXITS(0, &r, NULL, "journal", "list", "-o", "csv", "--fields", "api_request,result,overtaken_by");
	assert_non_null(strstr(r.out.p, "DELETE /one,unknown,\n"));
	buf_free(&done);
}

TEST(control_characters_of_a_response_stay_escaped)
{
	auto_run_result r = { 0 };
	auto_hostile *h = hostile_start_json("{\"name\":\"\\u001b[31mred\",\"n\":1.50}");
	EXITS(0, &r, hostile_url(h), "api", "/x");
	assert_string_equal(r.out.p, "{\"name\":\"\\u001b[31mred\",\"n\":1.50}\n");
}
