/* `backroom check catalog` against a scripted server: with journeys, with a service that has
 * none, and with rules muted in config.conf. */
#include "lib/hostile.h"
#include "unit/cli/run.h"

#include <string.h>
#include <sys/stat.h>

#define EMPTY "{\"hits\":0,\"items\":[],\"commitId\":\"c1\"}"
#define SEGMENTS                                                                              \
	"{\"hits\":2,\"commitId\":\"c1\",\"items\":[{\"id\":\"s\",\"path\":\"/segments/s\"}," \
	"{\"id\":\"t\",\"path\":\"/segments/t\"}]}"
#define ASSETS "{\"hits\":1,\"commitId\":\"c1\",\"items\":[{\"id\":\"a\",\"path\":\"/assets/a\"}]}"
#define JOURNEYS \
	"{\"journeys\":[{\"conditions\":[{\"type\":\"segment\",\"value\":\"/segments/s\"}]}]}"

/* The output of check when /journeys returns that body. */
static void
check(struct run_result *r, int status, const char *journeys)
{
	struct buf answers[4] = { 0 };
	hostile_json(&answers[0], SEGMENTS);
	hostile_json(&answers[1], ASSETS);
	hostile_answer(&answers[2], status, "", str_of(journeys));
	hostile_json(&answers[3], EMPTY);
	const struct hostile_rule rules[] = {
		{ .path = "/segments", .answer = buf_str(&answers[0]) },
		{ .path = "/assets", .answer = buf_str(&answers[1]) },
		{ .path = "/journeys", .answer = buf_str(&answers[2]) },
		{ .answer = buf_str(&answers[3]) },
	};
	struct hostile *server = hostile_start(rules, 4);
	RUN(r, hostile_url(server), "check", "catalog", "-o", "csv", "--fields", "id,path");
	hostile_stop(server);
	for (size_t i = 0; i < 4; i++)
		buf_free(&answers[i]);
}

TEST(a_segment_used_by_a_journey_is_not_an_orphan)
{
	auto_run_result r = { 0 };
	check(&r, 200, JOURNEYS);
	assert_int_equal(r.code, 0);
	assert_string_equal(
	    buf_z(&r.out), "id,path\norphan-segment,/segments/t\norphan-asset,/assets/a\n");
}

/* Each list is then read twice and the two readings compared; the message is printed once. */
TEST(lists_can_have_their_own_revisions)
{
	static const char apart[] = "each was read twice and the two readings compared.\n";
	struct buf answers[4] = { 0 };
	auto_run_result r = { 0 };
	hostile_json(&answers[0],
	    "{\"hits\":1,\"commitId\":\"s1\",\"items\":[{\"id\":\"t\",\"path\":\"/segments/t\"}]}");
	hostile_json(&answers[1],
	    "{\"hits\":1,\"commitId\":\"a1\",\"items\":[{\"id\":\"a\",\"path\":\"/assets/a\"}]}");
	hostile_json(&answers[2], "{\"commitId\":\"j1\",\"journeys\":[]}");
	hostile_json(&answers[3], EMPTY);
	const struct hostile_rule rules[] = {
		{ .path = "/segments", .answer = buf_str(&answers[0]) },
		{ .path = "/assets", .answer = buf_str(&answers[1]) },
		{ .path = "/journeys", .answer = buf_str(&answers[2]) },
		{ .answer = buf_str(&answers[3]) },
	};
	struct hostile *server = hostile_start(rules, 4);
	EXITS(0, &r, hostile_url(server), "check", "catalog", "-o", "csv", "--fields", "id,path");
	assert_string_equal(
	    buf_z(&r.out), "id,path\norphan-segment,/segments/t\norphan-asset,/assets/a\n");
	const char *said = strstr(buf_z(&r.words), apart);
	assert_non_null(said);
	assert_null(strstr(said + 1, apart));
	hostile_stop(server);
	for (size_t i = 0; i < 4; i++)
		buf_free(&answers[i]);
}

/* Without journeys no segment is reported as unused; any other failure ends the check. */
TEST(a_service_can_lack_journeys)
{
	auto_run_result r = { 0 };
	check(&r, 404, "{\"requestId\":\"1\",\"code\":\"not_found\",\"message\":\"none\"}");
	assert_int_equal(r.code, 0);
	assert_string_equal(buf_z(&r.out), "id,path\norphan-asset,/assets/a\n");
	check(&r, 403, "{\"requestId\":\"1\",\"code\":\"forbidden\",\"message\":\"no\"}");
	assert_int_equal(r.code, 7);
}

/* The output and exit code of check journeys when /journeys returns that body. */
static void
check_flow(struct run_result *r, const char *journeys, const char *const *args)
{
	struct buf answers[3] = { 0 };
	hostile_json(&answers[0], SEGMENTS);
	hostile_json(&answers[1], journeys);
	hostile_json(&answers[2], EMPTY);
	const struct hostile_rule rules[] = {
		{ .path = "/segments", .answer = buf_str(&answers[0]) },
		{ .path = "/journeys", .answer = buf_str(&answers[1]) },
		{ .answer = buf_str(&answers[2]) },
	};
	struct hostile *server = hostile_start(rules, 3);
	run_to(r, NULL, hostile_url(server), "t.o.k", args);
	hostile_stop(server);
	for (size_t i = 0; i < 3; i++)
		buf_free(&answers[i]);
}

#define CHECK_FLOW(r, journeys, ...) \
	check_flow(r, journeys, (const char *const[]){ "check", "journeys", __VA_ARGS__, NULL })
#define THIRD(split) "{\"tag\":\"/tags/a\",\"split\":\"" split "\"}"
#define THIRDS(last)                                                                                          \
	"{\"starting_point\":\"/a\",\"fallback_tag\":\"/b\",\"journeys\":[{\"id\":\"x\","                     \
	"\"conditions\":[{\"type\":\"segment\",\"value\":\"/segments/s\"}],\"actions\":[{\"values\":[" THIRD( \
	    "33.33") "," THIRD("33.33") "," THIRD(last) "]}]}]}"

TEST(rounding_is_a_note_which_does_not_block)
{
	auto_run_result r = { 0 };
	CHECK_FLOW(&r, THIRDS("33.33"), "--mute", "journey-tag", "-o", "csv");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(buf_z(&r.out), "journey-rounding,note,"));
	assert_non_null(strstr(buf_z(&r.out), "its splits add up to 99.99\n"));
	CHECK_FLOW(&r, THIRDS("33.28"), "--mute", "journey-tag", "-o", "csv");
	assert_int_equal(r.code, 1);
	assert_non_null(strstr(buf_z(&r.out), "its splits add up to 99.94\n"));
}

/* Two journeys have the same id: their numbers distinguish them. */
TEST(findings_name_their_journey)
{
	static const char twins[] =
	    "{\"starting_point\":\"/a\",\"fallback_tag\":\"/b\",\"journeys\":["
	    "{\"id\":\"x\",\"conditions\":[{\"type\":\"segment\",\"value\":\"/segments/s\"}],\"actions\":[]},"
	    "{\"id\":\"x\",\"conditions\":[{\"type\":\"segment\",\"value\":\"/segments/t\"}],\"actions\":[]}]}";
	auto_run_result r = { 0 };
	CHECK_FLOW(&r, twins, "-o", "csv");
	assert_int_equal(r.code, 1);
	assert_string_equal(buf_z(&r.out),
	    "id,severity,path,message\njourney-duplicate,warning,\"journey 2, x\",journey 1 has "
	    "this id too\njourney-empty,warning,\"journey 1, x\",no "
	    "destination\njourney-empty,warning,\"journey 2, x\",no destination\n");
	CHECK_FLOW(&r, twins, "-o", "tsv", "--fields", "id,path,journey");
	assert_string_equal(buf_z(&r.out),
	    "id\tpath\tjourney\njourney-duplicate\tx\t2\n"
	    "journey-empty\tx\t1\njourney-empty\tx\t2\n");
}

TEST(config_mutes_rules)
{
	static const char path[] = "config/backroom/config.conf";
	static const char text[] = "checks { mute = {\"orphan-asset\", \"orphan-segment\"} }\n";
	auto_run_result r = { 0 };
	mkdir("config/backroom", 0700);
	int fd = open_new(path);
	assert_int_equal(write(fd, text, sizeof(text) - 1), sizeof(text) - 1);
	close(fd);
	check(&r, 200, JOURNEYS);
	unlink(path);
	assert_int_equal(r.code, 0);
	assert_string_equal(buf_z(&r.out), "id,path\n");
	assert_string_equal(buf_z(&r.words), "0 findings in 3 items, 2 muted\n");
}
