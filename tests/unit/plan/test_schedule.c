/* Plans with a date: the state of each at a time, and plans that clash. */
#include "lib/test.h"
#include "model/when.h"
#include "plan/recheck.h"
#include "plan/schedule.h"

#include <string.h>

static void
fill_dated(struct plan *p, const char *start, const char *end)
{
	*p = (struct plan){ .service = STR("https://shop.example/api"),
		.starts_at = str_of(start),
		.ends_at = str_of(end) };
	plan_add(p,
	    &(struct plan_row){ .path = STR("/offers/A"),
		.charge = STR("monthly"),
		.currency = STR("GBP"),
		.attribute = STR("price[monthly]"),
		.old = STR("9.99"),
		.new = STR("7.99"),
		.hash_before = STR("00ff") });
}

static void
expect_phase(const struct scheduled_plan *s, const char *at, enum plan_phase want)
{
	int64_t now;
	assert_true(when_parse(str_of(at), &now));
	assert_string_equal(plan_phase_names[plan_find_phase(s, now)], plan_phase_names[want]);
}

TEST(a_plan_waits_is_sent_and_is_undone)
{
	CLEANUP(plan_free) struct plan p, undo;
	fill_dated(&p, "2026-12-01T00:00:00.000Z", "2026-12-08T00:00:00.000Z");
	fill_dated(&undo, "", "");
	struct scheduled_plan s = { .path = "p", .plan = &p };
	expect_phase(&s, "2026-11-30T23:59:59Z", PLAN_WAITING);
	expect_phase(&s, "2026-12-01", PLAN_DUE);
	expect_phase(&s, "2026-12-08", PLAN_MISSED);
	s.was_begun = p.rows.v[0].was_sent = true;
	expect_phase(&s, "2026-12-02", PLAN_NOT_KNOWN); /* killed before the result */
	expect_phase(&s, "2026-12-09", PLAN_NOT_KNOWN);
	p.rows.v[0].was_sent = false;
	p.rows.v[0].state = str_of(plan_state_refused); /* so there is nothing to undo */
	expect_phase(&s, "2026-12-02", PLAN_PARTLY_SENT);
	expect_phase(&s, "2026-12-09", PLAN_MISSED);
	p.rows.v[0].was_sent = true;
	p.rows.v[0].state = str_of(plan_state_done);
	expect_phase(&s, "2026-12-02", PLAN_SENT);
	struct plan_row left_out = p.rows.v[0];
	left_out.was_sent = false;
	left_out.state = STR_NONE;
	vec_push(&p.rows, left_out);
	expect_phase(&s, "2026-12-02", PLAN_PARTLY_SENT);
	p.rows.n--;
	expect_phase(&s, "2026-12-08", PLAN_DUE_UNDO);
	s.undo = &undo;
	expect_phase(&s, "2026-12-08", PLAN_DUE_UNDO); /* made, not sent */
	s.undo_was_begun = undo.rows.v[0].was_sent = true;
	expect_phase(&s, "2026-12-08", PLAN_NOT_KNOWN);
	undo.rows.v[0].state = str_of(plan_state_done);
	vec_push(&undo.rows, left_out);
	expect_phase(&s, "2026-12-08", PLAN_PARTLY_UNDONE); /* it stopped after the first */
	undo.rows.v[1].was_sent = true;
	undo.rows.v[1].state = str_of(plan_state_refused);
	expect_phase(&s, "2026-12-08", PLAN_PARTLY_UNDONE);
	undo.rows.v[1].state = str_of(plan_state_changed);
	expect_phase(&s, "2026-12-08", PLAN_UNDONE); /* others have changed it */
	undo.rows.n--;
	expect_phase(&s, "2026-12-08", PLAN_UNDONE);
}

TEST(a_plan_without_a_start_is_never_due)
{
	CLEANUP(plan_free) struct plan p;
	fill_dated(&p, "", "");
	expect_phase(
	    &(struct scheduled_plan){ .path = "p", .plan = &p }, "2099-01-01", PLAN_UNDATED);
}

TEST(plans_on_one_value_clash)
{
	static const struct {
		const char *start, *end, *other_start, *other_end;
		bool clash;
	} cases[] = {
		{ "2026-12-01", "2026-12-08", "2026-12-07", "2026-12-20", true },
		{ "2026-12-01", "2026-12-08", "2026-12-08", "2026-12-20", false },
		{ "2026-12-01", "", "2026-12-20", "", true },
		{ "2026-12-01", "2026-12-08", "", "", true },
		{ "", "", "", "", false },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(plan_free) struct plan p, q;
		auto_buf words = { 0 };
		fill_dated(&p, cases[i].start, cases[i].end);
		fill_dated(&q, cases[i].other_start, cases[i].other_end);
		const struct scheduled_plan one = { .path = "p", .plan = &p },
					    other = { .path = "q", .plan = &q };
		if (plan_append_clash(&words, &one, &other) != cases[i].clash)
			fail_msg("case %zu", i);
		assert_string_equal(buf_z(&words), cases[i].clash ? "q: /offers/A" : "");
		q.rows.v[0].currency = STR("EUR");
		assert_false(plan_append_clash(&words, &one, &other));
	}
}

/* The second plan was made while the first was in force. */
TEST(a_plan_made_from_a_value_that_is_taken_back_clashes)
{
	CLEANUP(plan_free) struct plan p, q;
	auto_buf words = { 0 };
	fill_dated(&p, "2026-12-01", "2026-12-08");
	fill_dated(&q, "2026-12-10", "");
	q.rows.v[0].old = STR("7.99");
	q.rows.v[0].new = STR("6.99");
	const struct scheduled_plan one = { .path = "p", .plan = &p },
				    other = { .path = "q", .plan = &q };
	assert_true(plan_append_clash(&words, &one, &other));
	assert_true(plan_append_clash(&words, &other, &one));
}

int
main(void)
{
	return run_all_tests(NULL, NULL);
}
