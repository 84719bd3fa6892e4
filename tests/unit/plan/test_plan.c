/* A plan as a file: complete or refused. */
#include "lib/random_text.h"
#include "lib/test.h"
#include "plan/request.h"
#include "wire/json_scan.h"

#include <stdio.h>
#include <string.h>

static void
fill(struct plan *p)
{
	const struct plan_row rows[] = {
		{ .path = STR("/offers/A/one"),
		    .name = STR("One \"quoted\"\n"),
		    .charge = STR("monthly"),
		    .currency = STR("GBP"),
		    .attribute = STR("price[monthly]"),
		    .old = STR("9.99"),
		    .new = STR("10.49"),
		    .warning = STR("ended in .99 before"),
		    .price_user_count = STR("3"),
		    .hash_before = STR("00ff") },
		{ .path = STR("/offers/A/two"),
		    .name = STR("Zwei \xC3\xBC"),
		    .attribute = STR("price"),
		    .old = STR("1e3"),
		    .refusal = STR("the value \"1e3\" is not a decimal"),
		    .hash_before = STR("11ff") },
		{ .path = STR("/offers/A/one"),
		    .attribute = STR("label"),
		    .absent_side = STR("old"),
		    .new = STR("spring"),
		    .hash_before = STR("00ff") },
		{ .path = STR("/offers/A/one"),
		    .attribute = STR("badge"),
		    .old = STR("x"),
		    .absent_side = STR("new"),
		    .hash_before = STR("00ff") },
	};
	*p = (struct plan){ .created_at = STR("2026-11-20T10:42:00Z"),
		.author = STR("ann@desk"),
		.environment = STR("shop"),
		.service = STR("https://shop.example/api"),
		.commit = STR("d497baa"),
		.selection = STR("offers Winback"),
		.rules = STR("percent=5"),
		.rules_sentence = STR("charges: add 5 %") };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		plan_add(p, &rows[i]);
}

TEST(a_plan_is_read_back_unchanged)
{
	CLEANUP(plan_free) struct plan p, back = { 0 };
	auto_buf text = { 0 }, again = { 0 };
	struct err err;
	fill(&p);
	plan_write(&text, &p);
	if (!plan_read(&back, buf_str(&text), &err))
		fail_msg("%s", err.text);
	plan_write(&again, &back);
	assert_string_equal(buf_z(&again), buf_z(&text));
	assert_true(str_eqz(back.author, "ann@desk"));
	assert_int_equal(back.reason.n, 0);
	assert_int_equal(back.rows.n, 4);
	assert_true(str_eqz(back.rows.v[0].name, "One \"quoted\"\n"));
	assert_true(str_eqz(back.rows.v[1].refusal, "the value \"1e3\" is not a decimal"));
	struct plan_counts n = plan_count(&back);
	assert_int_equal(n.changes, 3);
	assert_int_equal(n.refused, 1);
	assert_int_equal(n.review_count, 1);
}

/* Any text in any field: reading returns what was written, and the requests are the same. */
TEST(any_text_is_read_back)
{
	uint64_t seed = random_seed();
	for (int round = 0; round < 1000; round++) {
		auto_arena a = { 0 };
		auto_buf text = { 0 };
		struct err err = { 0 };
		struct plan back = { 0 },
			    p = { .created_at = random_text(&seed, &a),
				    .author = random_text(&seed, &a),
				    .reason = random_text(&seed, &a),
				    .environment = random_text(&seed, &a),
				    .selection = random_text(&seed, &a),
				    .rules = random_text(&seed, &a),
				    .rules_sentence = random_text(&seed, &a) };
		for (size_t n = 1 + random_below(&seed, 4); n > 0; n--) {
			struct str path = random_text(&seed, &a);
			struct str attribute = random_text(&seed, &a);
			const struct plan_row row = {
				.path = arena_printf(&a, "/%.*s", STR_ARG(path)),
				.name = random_text(&seed, &a),
				.charge = random_text(&seed, &a),
				.currency = random_text(&seed, &a),
				.attribute = arena_printf(&a, "x%.*s", STR_ARG(attribute)),
				.old = random_text(&seed, &a),
				.new = random_text(&seed, &a),
				.refusal = random_text(&seed, &a),
				.warning = random_text(&seed, &a),
				.hash_before = STR("00ff"),
			};
			plan_add(&p, &row);
		}
		plan_write(&text, &p);
		if (!plan_read(&back, buf_str(&text), &err))
			fail_msg("%d: %s", round, err.text);
		assert_true(str_eq(back.reason, p.reason) &&
		    str_eq(back.rules_sentence, p.rules_sentence) &&
		    str_eq(back.selection, p.selection));
		assert_int_equal(back.rows.n, p.rows.n);
		for (size_t i = 0; i < p.rows.n; i++) {
			const struct plan_row *x = &p.rows.v[i], *y = &back.rows.v[i];
			if (!str_eq(x->path, y->path) || !str_eq(x->name, y->name) ||
			    !str_eq(x->charge, y->charge) || !str_eq(x->currency, y->currency) ||
			    !str_eq(x->attribute, y->attribute) || !str_eq(x->old, y->old) ||
			    !str_eq(x->new, y->new) || !str_eq(x->refusal, y->refusal) ||
			    !str_eq(x->warning, y->warning) || x->pending != y->pending)
				fail_msg("%d: row %zu of %s", round, i, buf_z(&text));
		}
		plan_free(&p);
		plan_free(&back);
	}
}

static void
assert_refused(struct str text, const char *what)
{
	CLEANUP(plan_free) struct plan p = { 0 };
	struct err err;
	if (plan_read(&p, text, &err))
		fail_msg("%s was taken", what);
	assert_int_equal(err.kind, ERR_CONFIG);
	assert_string_equal(
	    err.text, "its seal does not match: not a plan, or changed since it was made");
}

/* The file has the requests and their undo: one diff per offer. */
TEST(a_plan_contains_its_requests)
{
	CLEANUP(plan_free) struct plan p;
	auto_buf text = { 0 };
	fill(&p);
	plan_write(&text, &p);
	assert_non_null(strstr(buf_z(&text),
	    "{\"request\":1,\"body\":{\"diffs\":["
	    "{\"path\":\"/offers/A/one\",\"diff\":{\"attributes\":{\"price[monthly]\":\"10.49\"}}},"
	    "{\"path\":\"/offers/A/one\",\"diff\":{\"attributes\":"
	    "{\"label\":\"spring\",\"badge\":null}}}]},"
	    "\"inverse\":{\"diffs\":["
	    "{\"path\":\"/offers/A/one\",\"diff\":{\"attributes\":{\"price[monthly]\":\"9.99\"}}},"
	    "{\"path\":\"/offers/A/one\",\"diff\":{\"attributes\":"
	    "{\"label\":null,\"badge\":\"x\"}}}]}}\n"));
}

/* The limits of a service: number of diffs, number of bytes, and no offer split over two
 * requests. */
TEST(requests_are_split_by_size)
{
	CLEANUP(plan_free) struct plan p = { 0 };
	CLEANUP(plan_batch_free) struct plan_batch b = { 0 };
	char path[2000];
	size_t at = 0, rows = 0, n = 0;
	for (int i = 0; i < 2500; i++) {
		snprintf(path, sizeof(path), "/offers/%0*d", i < 1500 ? 5 : 1500, i / 2);
		plan_add(&p,
		    &(struct plan_row){ .path = str_of(path),
			.attribute = i % 2 ? STR("price[a]") : STR("price[b]"),
			.old = STR("1.00"),
			.new = STR("2.00") });
	}
	p.rows.v[7].pending = false;
	for (; plan_batch_next(&b, &p, &at, 300, PLAN_DIRECTION_APPLY); n++) {
		assert_true(b.diff_count <= 300 && b.body.n <= 1 << 20);
		assert_true(at == p.rows.n || !str_eq(p.rows.v[at - 1].path, p.rows.v[at].path));
		assert_true(json_scan_check(
		    buf_str(&b.body), &json_scan_service_rules, NULL, &(struct err){ 0 }));
		rows += b.rows.n;
	}
	assert_int_equal(n, 5);
	assert_int_equal(rows, 2499);
	at = 0;
	assert_true(plan_batch_next(&b, &p, &at, PLAN_DIFFS_MAX, PLAN_DIRECTION_ROLLBACK));
	assert_int_equal(b.diff_count, 1000);
	assert_null(strstr(buf_z(&b.body), "2.00"));
	assert_int_equal(plan_count_batches(&p, 300), 5);
}

TEST(an_approval_is_appended)
{
	CLEANUP(plan_free) struct plan p, back = { 0 };
	auto_buf text = { 0 };
	struct err err;
	fill(&p);
	plan_write(&text, &p);
	plan_approve(&text, STR("2026-11-20T11:00:00Z"), STR("bea@desk"));
	plan_approve(&text, STR("2026-11-20T12:00:00Z"), STR("cid@desk"));
	assert_true(plan_read(&back, buf_str(&text), &err));
	assert_int_equal(back.seal.n, 64);
	assert_int_equal(back.approvals.n, 2);
	assert_true(str_eqz(back.approvals.v[1].approver, "cid@desk"));
	for (size_t i = 0; i + 1 < text.n; i++) {
		text.p[i] ^= 1;
		assert_refused(buf_str(&text), "a changed byte");
		text.p[i] ^= 1;
	}
}

/* Any byte changed, any line missing, any truncation. */
TEST(a_changed_plan_is_refused)
{
	CLEANUP(plan_free) struct plan p;
	auto_buf text = { 0 };
	fill(&p);
	plan_write(&text, &p);
	for (size_t i = 0; i + 1 < text.n; i++) { /* except the last newline */
		text.p[i] ^= 1;
		assert_refused(buf_str(&text), "a changed byte");
		text.p[i] ^= 1;
	}
	for (size_t n = 0; n < text.n; n++)
		assert_refused(str_sub(buf_str(&text), 0, n), "a cut plan");
	struct str rest = buf_str(&text), line;
	while (rest.n && str_next(&rest, '\n', &line)) {
		auto_buf less = { 0 };
		buf_add(&less, text.p, (size_t)(line.p - text.p));
		buf_adds(&less, rest);
		assert_refused(buf_str(&less), "a plan without a line");
	}
}
