/* A plan as a file: whole or refused. */
#include "app/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void
fill(struct plan *p)
{
	const struct plan_row rows[] = {
		{ .path = STR("/offers/A/one"),
		    .name = STR("One \"quoted\"\n"),
		    .charge = STR("monthly"),
		    .currency = STR("GBP"),
		    .old = STR("9.99"),
		    .new = STR("10.49"),
		    .doubt = STR("it ended in .99"),
		    .reaches = STR("3"),
		    .before = STR("00ff") },
		{ .path = STR("/offers/A/two"),
		    .name = STR("Zwei \xC3\xBC"),
		    .old = STR("1e3"),
		    .refused = STR("the value \"1e3\" is no decimal"),
		    .before = STR("11ff") },
	};
	*p = (struct plan){ .made = STR("2026-11-20T10:42:00Z"),
		.author = STR("ann@desk"),
		.environment = STR("shop"),
		.service = STR("https://shop.example/api"),
		.commit = STR("d497baa"),
		.select = STR("offers Winback"),
		.rules = STR("percent=5"),
		.says = STR("charges: add 5 %") };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		plan_add(p, &rows[i]);
}

static void
a_plan_comes_back_as_it_was(void **state)
{
	struct plan p, back = { 0 };
	struct buf text = { 0 }, again = { 0 };
	struct err err;
	(void)state;
	fill(&p);
	plan_write(&text, &p);
	assert_true(plan_read(&back, buf_str(&text), &err));
	plan_write(&again, &back);
	assert_string_equal(buf_z(&again), buf_z(&text));
	assert_true(str_eqz(back.author, "ann@desk"));
	assert_int_equal(back.reason.n, 0);
	assert_int_equal(back.rows.n, 2);
	assert_true(str_eqz(back.rows.v[0].name, "One \"quoted\"\n"));
	assert_true(str_eqz(back.rows.v[1].refused, "the value \"1e3\" is no decimal"));
	struct plan_counts n = plan_count(&back);
	assert_int_equal(n.changes, 1);
	assert_int_equal(n.refused, 1);
	assert_int_equal(n.doubtful, 1);
	buf_free(&text);
	buf_free(&again);
	plan_free(&p);
	plan_free(&back);
}

static void
assert_refused(struct str text, const char *what)
{
	struct plan p = { 0 };
	struct err err;
	if (plan_read(&p, text, &err))
		fail_msg("%s was taken", what);
	assert_int_equal(err.kind, ERR_CONFIG);
	assert_string_equal(
	    err.text, "its seal does not fit: it is no plan, or was changed since it was made");
	plan_free(&p);
}

/* Any byte, any line, any end. */
static void
one_that_was_changed_is_refused(void **state)
{
	struct plan p;
	struct buf text = { 0 };
	(void)state;
	fill(&p);
	plan_write(&text, &p);
	for (size_t i = 0; i + 1 < text.n; i++) { /* but for the last newline */
		text.p[i] ^= 1;
		assert_refused(buf_str(&text), "a changed byte");
		text.p[i] ^= 1;
	}
	for (size_t n = 0; n + 1 < text.n; n++)
		assert_refused(str_sub(buf_str(&text), 0, n), "a cut plan");
	struct str rest = buf_str(&text), line;
	while (rest.n && str_next(&rest, '\n', &line)) {
		struct buf less = { 0 };
		buf_add(&less, text.p, (size_t)(line.p - text.p));
		buf_adds(&less, rest);
		assert_refused(buf_str(&less), "a plan without a line");
		buf_free(&less);
	}
	buf_free(&text);
	plan_free(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plan_comes_back_as_it_was),
		cmocka_unit_test(one_that_was_changed_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
