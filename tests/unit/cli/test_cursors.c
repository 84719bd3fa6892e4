/* Paging: cursors that expire or are not texts, lists shorter than announced, repeated items. */
#include "lib/hostile.h"
#include "unit/cli/run.h"
#include "unit/cli/two_pages.h"

#include <string.h>

/* After a cursor expired, reading starts again, and no item is repeated or missing. */
TEST(an_expired_cursor_restarts_the_walk)
{
	struct buf answers[3] = { { 0 } };
	auto_run_result r = { 0 };
	hostile_json(&answers[0], "{\"items\":[" FIRST "],\"queryMore\":\"c\"}");
	hostile_answer(&answers[1], 410, "", STR("{\"message\":\"expired\"}"));
	hostile_json(&answers[2], "{\"items\":[" FIRST "," SECOND "]}");
	const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&answers[0]) },
		{ .nth = 2, .answer = buf_str(&answers[1]) }, { .answer = buf_str(&answers[2]) } };
	struct hostile *h = hostile_start(rules, 3);
	EXITS(0, &r, hostile_url(h), "get", "baskets", "--all", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[\n" FIRST ",\n" SECOND "\n]\n");
	assert_int_equal(hostile_count(h), 3);
	hostile_stop(h);
	for (size_t i = 0; i < 3; i++)
		buf_free(&answers[i]);
}

/* A number is accepted as a cursor; any other value ends the list with a message. A list that is
 * shorter than announced gets a message too. */
TEST(an_incomplete_walk_is_reported)
{
	static const struct {
		const char *front, *words;
		int code;
	} cases[] = {
		{ "\"queryMore\":7", "", 0 },
		{ "\"queryMore\":true", "sent an unusable cursor", 3 },
		{ "\"queryMore\":{}", "sent an unusable cursor", 3 },
		{ "\"queryMore\":[\"c\"]", "sent an unusable cursor", 3 },
		{ "\"queryMore\":{\"from\":[]}", "sent an unusable cursor", 3 },
		{ "\"queryMore\":null", "", 0 },
		{ "\"hits\":2", "reports more items but sends none", 3 },
		{ "\"hits\":1", "", 0 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf front = { 0 };
		CLEANUP(pages_end) struct pages p;
		auto_run_result r = { 0 };
		buf_addf(&front, "{\"items\":[{\"id\":\"1\",\"path\":\"/a\"}],%s}", cases[i].front);
		serve(&p, buf_z(&front), "{\"items\":[]}");
		RUN(&r, hostile_url(p.server), "get", "assets", "--all", "-o", "csv");
		if (r.code != cases[i].code || !strstr(buf_z(&r.words), cases[i].words))
			fail_msg("%s: %d, %s", cases[i].front, r.code, buf_z(&r.words));
	}
}

/* An item repeated on a later page is listed once; two equal items on one page are listed twice. */
TEST(a_repeated_item_is_listed_once)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve(&p,
	    "{\"items\":[{\"id\":\"1\",\"path\":\"/a\"},{\"id\":\"2\",\"path\":\"/b\"},"
	    "{\"id\":\"2\",\"path\":\"/b\"}],\"queryMore\":\"c\"}",
	    "{\"items\":[{\"id\":\"2\",\"path\":\"/b\"},{\"id\":\"3\",\"path\":\"/b\"}]}");
	EXITS(0, &r, hostile_url(p.server), "get", "assets cols=path", "--all", "-o", "csv");
	assert_string_equal(buf_z(&r.out), "path\n/a\n/b\n/b\n/b\n");
	assert_non_null(strstr(buf_z(&r.words), "1 asset appeared again on a later page"));
}

/* An error body with status 200 is an error, with the server's message, wherever it is in the
 * body. */
TEST(an_error_body_with_status_200_is_reported)
{
	static const char *const bodies[] = { "{\"message\":\"Token expired\"}",
		"{\"error\":{\"message\":\"Token expired\"}}",
		"{\"errors\":[{\"message\":\"Token expired\"}]}",
		"{\"errors\":[\"Token expired\"]}",
		"{\"error\":\"x\",\"error_description\":\"Token expired\"}",
		"{\"title\":\"Bad\",\"detail\":\"Token expired\"}" };
	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++) {
		CLEANUP(pages_end) struct pages p;
		auto_run_result r = { 0 };
		serve(&p, bodies[i], NULL);
		RUN(&r, hostile_url(p.server), "get", "baskets");
		if (r.code != 6 ||
		    !strstr(buf_z(&r.words),
			"the response has no list of items; it says \"Token expired\""))
			fail_msg("%s: %d, %s", bodies[i], r.code, buf_z(&r.words));
	}
}
