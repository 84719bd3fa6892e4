/* `backroom logs` with services that lack the log, repeat themselves, or send anything else. */
#include "lib/test.h"
#include "unit/cli/two_pages.h"

#include <string.h>

#define ITEM(id, member)                                                                           \
	"{\"id\":\"" id "\",\"at\":\"2026-11-20T10:41:07.000Z\",\"requestId\":\"r-1\",\"method\":" \
	"\"GET\",\"operation\":\"getOffers\",\"path\":\"/api/offers\",\"status\":200,\"ms\":4,"    \
	"\"bytes\":218,\"subject\":\"Anna\"" member "}"

static void
expect_run(const char *json, const char *out, const char *words, int code, const char *option)
{
	auto_hostile *h = hostile_start_json(json);
	auto_run_result r = { 0 };
	if (option)
		EXITS(code, &r, hostile_url(h), "logs", option);
	else
		EXITS(code, &r, hostile_url(h), "logs");
	if (!strstr(buf_z(&r.out), out) || strchr(buf_z(&r.out), '\033') ||
	    !strstr(buf_z(&r.words), words))
		fail_msg("%s%s", buf_z(&r.out), buf_z(&r.words));
}

TEST(a_table_has_seconds)
{
	expect_run("{\"items\":[" ITEM("a-1", "") "]}",
	    "WHEN             METHOD  REQUEST    STATUS  MS  USER  REQUEST ID\n"
	    "11-20T10:41:07Z  GET     getOffers  200     4   Anna  r-1\n",
	    "1 request, the last", 0, NULL);
}

TEST(people_are_masked)
{
	auto_hostile *h = hostile_start_json("{\"items\":[" ITEM("a-1", "") "]}");
	auto_run_result r = { 0 };
	EXITS(0, &r, hostile_url(h), "logs", "--mask", "-o", "ndjson");
	assert_null(strstr(buf_z(&r.out), "Anna"));
	assert_non_null(strstr(buf_z(&r.out), "getOffers"));
}

/* Control characters do not reach a terminal or a table. */
TEST(hostile_items_are_harmless)
{
	expect_run("{\"items\":[{\"id\":\"a-1\",\"operation\":\"x\\u001b[2J\",\"status\":\"200\"}]}",
	    "[2J", "1 request", 0, NULL);
	expect_run("{\"items\":[{}]}", "unknown path", "without new ids", 3, "-q");
	expect_run("[]", "", "", 6, NULL);
}

TEST(a_service_without_the_log_is_named)
{
	auto_hostile *h = hostile_start_answer(404, "", STR("{\"message\":\"no\"}"));
	auto_run_result r = { 0 };
	EXITS(5, &r, hostile_url(h), "logs", "--follow");
	assert_non_null(strstr(buf_z(&r.words), "this service has no request log"));
}

TEST(terms_are_checked)
{
	auto_hostile *h = hostile_start_json("{\"items\":[]}");
	auto_run_result r = { 0 };
	EXITS(2, &r, hostile_url(h), "logs", "status=many");
	assert_non_null(strstr(buf_z(&r.words), "status must be"));
	EXITS(2, &r, hostile_url(h), "logs", "sort=ms");
	EXITS(2, &r, hostile_url(h), "logs", "--follow", "-o", "json");
	assert_non_null(strstr(buf_z(&r.words), "use -o ndjson"));
	EXITS(2, &r, hostile_url(h), "logs", "email=x");
	assert_int_equal(hostile_count(h), 0);
}

/* --follow reports requests that it cannot print. An error that will not pass ends it. */
TEST(gaps_and_restarts_are_reported)
{
	static const char *const pages[] = { "{\"items\":[" ITEM("a-1", "") "]}",
		"{\"items\":[" ITEM("a-4", "") "]}", "{\"items\":[" ITEM("b-1", "") "]}" };
	struct buf answers[4] = { { 0 } };
	struct hostile_rule rules[4] = { { 0 } };
	auto_run_result r = { 0 };
	for (size_t i = 0; i < 3; i++)
		hostile_json(&answers[i], pages[i]);
	hostile_answer(&answers[3], 403, "", STR("{\"message\":\"gone\"}"));
	for (size_t i = 0; i < 4; i++)
		rules[i] = (struct hostile_rule){ .answer = buf_str(&answers[i]), .nth = i + 1 };
	auto_hostile *h = hostile_start(rules, 4);
	EXITS(3, &r, hostile_url(h), "logs", "--follow", "-o", "csv", "--fields", "id");
	assert_string_equal(buf_z(&r.out), "id\na-1\na-4\nb-1\n");
	assert_non_null(strstr(buf_z(&r.words), "2 requests are missing here"));
	assert_non_null(strstr(buf_z(&r.words), "The service was restarted"));
	assert_non_null(strstr(hostile_request(h, 1)->target, "after=a-1"));
	for (size_t i = 0; i < 4; i++)
		buf_free(&answers[i]);
}

/* Two processes of one service answer in turn: each request is printed once. */
TEST(the_last_request_of_each_process_is_sent)
{
	static const char *const pages[] = { "{\"items\":[" ITEM("a-7", "") "]}",
		"{\"items\":[" ITEM("b-1", "") "]}",
		"{\"items\":[" ITEM("a-7", "") "," ITEM("a-8", "") "]}", "{\"items\":[]}" };
	struct buf answers[5] = { { 0 } };
	struct hostile_rule rules[5] = { { 0 } };
	auto_run_result r = { 0 };
	for (size_t i = 0; i < 4; i++)
		hostile_json(&answers[i], pages[i]);
	hostile_answer(&answers[4], 403, "", STR("{\"message\":\"gone\"}"));
	for (size_t i = 0; i < 5; i++)
		rules[i] = (struct hostile_rule){ .answer = buf_str(&answers[i]), .nth = i + 1 };
	auto_hostile *h = hostile_start(rules, 5);
	EXITS(3, &r, hostile_url(h), "logs", "--follow", "-o", "csv", "--fields", "id");
	assert_string_equal(buf_z(&r.out), "id\na-7\nb-1\na-8\n");
	assert_null(strstr(buf_z(&r.words), "missing here"));
	assert_non_null(strstr(hostile_request(h, 2)->target, "after=a-7%2Cb-1"));
	assert_non_null(strstr(hostile_request(h, 3)->target, "after=b-1%2Ca-8"));
	for (size_t i = 0; i < 5; i++)
		buf_free(&answers[i]);
}

int
main(void)
{
	return run_all_tests(NULL, NULL);
}
