/* `backroom contact`: an outcome recorded from a script is the one that `get` lists. */
#include "lib/hostile.h"
#include "lib/test.h"
#include "unit/cli/run.h"

#include <string.h>

#define BASKET(id, email) \
	"{\"id\":\"" id "\",\"created\":\"2026-11-20T09:00:00Z\",\"customerDetails\":{\"email\":\"" \
	email "\"},\"recoveryLink\":\"/r?b=" id "\"}"

/* Two pages: b1 and b2 of one person, b3 of another. */
static struct hostile *
start_shop(struct buf *first, struct buf *second)
{
	static struct hostile_rule rules[3];
	hostile_json(first,
	    "{\"items\":[" BASKET("b1", "mara@example.com") "," BASKET("b2", "MARA@example.com")
	    "],\"queryMore\":\"next\"}");
	hostile_json(second, "{\"items\":[" BASKET("b3", "ana@example.com") "]}");
	rules[0] = (struct hostile_rule){ .path = "/checkout/abandoned?limit=500&queryMore=next",
		.answer = buf_str(second) };
	rules[1] = (struct hostile_rule){ .path = "/checkout/abandoned?limit=48&queryMore=next",
		.answer = buf_str(second) };
	rules[2] = (struct hostile_rule){ .answer = buf_str(first) };
	return hostile_start(rules, 3);
}

TEST(an_outcome_is_recorded_for_the_person)
{
	auto_buf log = { 0 };
	buf_addf(&log, "%s/backroom/outcomes.jsonl", getenv("XDG_STATE_HOME"));
	unlink(buf_z(&log)); /* of an earlier run */
	buf_addz(&log, ".key");
	unlink(buf_z(&log));
	auto_run_result r = { 0 };
	auto_buf first = { 0 }, second = { 0 };
	auto_hostile *h = start_shop(&first, &second);
	EXITS(0, &r, hostile_url(h), "contact", "called", "b1", "--remark", "back on\nMonday");
	assert_string_equal(r.words.p, "Saved for 1 basket: called\n");
	assert_string_equal(r.out.p, "");
	assert_int_equal(hostile_count(h), 1); /* found on the first page */
	EXITS(0, &r, hostile_url(h), "get", "baskets", "email:mara", "cols=id,status", "-o", "csv", "-q");
	assert_string_equal(r.out.p, "id,status\nb1,called\nb2,called\n");
	EXITS(0, &r, hostile_url(h), "contact", "undo", "b2", "-q");
	assert_string_equal(r.words.p, "");
	EXITS(0, &r, hostile_url(h), "get", "baskets", "email:mara", "cols=id,status", "-o", "csv", "-q");
	assert_string_equal(r.out.p, "id,status\nb1,\nb2,\n");
	EXITS(5, &r, hostile_url(h), "contact", "undo", "b2"); /* it was undone */
	assert_non_null(strstr(r.words.p, "1 basket has no outcome to undo"));
	assert_null(strstr(r.words.p, "Saved"));
}

TEST(baskets_that_are_not_found_are_named)
{
	auto_run_result r = { 0 };
	auto_buf first = { 0 }, second = { 0 };
	auto_hostile *h = start_shop(&first, &second);
	EXITS(3, &r, hostile_url(h), "contact", "lost", "b3", "b9\x1b[31m");
	assert_non_null(strstr(r.words.p, "Saved for 1 basket: lost"));
	assert_non_null(strstr(r.words.p, "b9\\e[31m: not saved, no basket has this id"));
	EXITS(5, &r, hostile_url(h), "contact", "lost", "b9");
	EXITS(6, &r, "http://127.0.0.1:1", "contact", "lost", "b9");
	assert_non_null(strstr(r.words.p, "b9: not saved, not read"));
}

TEST(mistakes_record_nothing)
{
	auto_run_result r = { 0 };
	EXITS(2, &r, "http://127.0.0.1:1", "contact", "called");
	assert_non_null(strstr(r.words.p, "an outcome and basket ids"));
	EXITS(2, &r, "http://127.0.0.1:1", "contact", "caled", "b1");
	assert_non_null(strstr(r.words.p, "contact takes called, written"));
	EXITS(2, &r, "http://127.0.0.1:1", "contact", "called", "b1", "b1");
	assert_non_null(strstr(r.words.p, "named twice"));
	EXITS(2, &r, "http://127.0.0.1:1", "contact", "called", "b1", "--mask");
	assert_non_null(strstr(r.words.p, "--mask hides people"));
}
