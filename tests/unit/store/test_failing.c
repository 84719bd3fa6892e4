/* Each SQLite step and each bound value of the store fails once: the call reports it, nothing is
 * stored, and afterwards the call succeeds. */
#include "unit/store/failing_steps.h"

#include "lib/test.h"
#include "unit/store/kept.h"

#include <stdio.h>
#include <unistd.h>

static const struct store_caller caller = { .subject = { "ann", 3 } };

/* ---- operations ---- */

static bool
put_basket(struct store_tx *tx, struct err *err)
{
	const struct store_basket b = { .created = 7, .id = STR("b-2"), .json = STR("{}") };
	return store_put_basket(tx, &b, err);
}

static bool
put_item(struct store_tx *tx, struct err *err)
{
	const struct store_item item = { .list = STORE_OFFERS,
		.path = STR("/o/2"),
		.id = STR("o-2"),
		.modified = 7,
		.json = STR("{\"x\":2}") };
	bool changed = false;
	return store_put_item(tx, &item, &changed, err) && changed;
}

static bool
put_owner(struct store_tx *tx, struct err *err)
{
	return store_put_owner(tx, STR("bob"), STR("r-2"), err);
}

static bool
put_link(struct store_tx *tx, struct err *err)
{
	const struct store_link link = { .iss = STR("i"),
		.sub = STR("s"),
		.owner = STR("bob"),
		.state = LINK_REMOVED,
		.linked_by = STR("ann"),
		.json = STR("{}") };
	return store_put_link(tx, &link, err);
}

static bool
put_answer(struct store_tx *tx, struct err *err)
{
	struct store_answer answer = { .answered_at = 20, .status = 200 };
	return store_put_answer(tx, &caller, STR("k-2"), &answer, 10, err);
}

static bool
put_audit(struct store_tx *tx, struct err *err)
{
	const struct store_audit entry = {
		.recorded_at = 8, .operation = STR("link"), .detail = STR("{}")
	};
	return store_append_audit(tx, &entry, err);
}

static bool
clear(struct store_tx *tx, struct err *err)
{
	return store_clear(tx, err);
}

static bool
read_baskets(struct store_tx *tx, struct err *err)
{
	const struct store_basket_query q = { .limit = 10, .created_after = WHEN_NONE };
	auto_buf out = { 0 };
	bool ok = store_list_baskets(tx, &q, append_basket, &out, err);
	return ok;
}

static bool
read_items(struct store_tx *tx, struct err *err)
{
	struct store_item_query q = {
		.list = STORE_OFFERS, .limit = 10, .modified_after = WHEN_NONE
	};
	auto_buf out = { 0 };
	uint64_t plain = 0, published = 0;
	bool ok = store_list_items(tx, &q, append_item, &out, err) &&
	    store_count_items(tx, &q, &plain, err);
	q.published_only = true;
	ok = ok && store_count_items(tx, &q, &published, err);
	q.after_number = 1;
	ok = ok && store_list_items(tx, &q, append_item, &out, err);
	return ok;
}

static bool
find_items(struct store_tx *tx, struct err *err)
{
	auto_buf out = { 0 };
	bool ok = store_find_items(tx, STR("/o/1"), append_item, &out, err);
	return ok;
}

static bool
read_identities(struct store_tx *tx, struct err *err)
{
	auto_buf out = { 0 };
	bool found = false;
	bool ok = store_find_owner(tx, STR("ann"), &out, &found, err) &&
	    store_list_links(tx, STR("i"), STR("s"), append_link, &out, err);
	return ok;
}

static bool
read_answers(struct store_tx *tx, struct err *err)
{
	struct store_answer answer = { 0 };
	bool found = false;
	bool ok = store_find_answer(tx, &caller, STR("k-1"), 0, &answer, &found, err);
	buf_free(&answer.body);
	return ok;
}

static bool
read_audit(struct store_tx *tx, struct err *err)
{
	struct store_head head;
	auto_buf out = { 0 };
	bool ok = store_list_audit(tx, append_entry, &out, err) &&
	    store_read_audit_head(tx, 0, &head, err);
	return ok;
}

static bool
read_revision(struct store_tx *tx, struct err *err)
{
	struct store_revision revision;
	bool empty;
	return store_read_revision(tx, &revision, err) && store_is_empty(tx, &empty, err);
}

static const struct {
	const char *name;
	enum store_access access;
	bool (*run)(struct store_tx *tx, struct err *err);
} acts[] = {
	{ "a basket put", STORE_WRITE, put_basket },
	{ "an item put", STORE_WRITE, put_item },
	{ "an owner put", STORE_WRITE, put_owner },
	{ "a link put", STORE_WRITE, put_link },
	{ "an answer put", STORE_WRITE, put_answer },
	{ "the audit", STORE_WRITE, put_audit },
	{ "clearing", STORE_WRITE, clear },
	{ "baskets read", STORE_READ, read_baskets },
	{ "items read", STORE_READ, read_items },
	{ "items found", STORE_READ, find_items },
	{ "identities read", STORE_READ, read_identities },
	{ "answers read", STORE_READ, read_answers },
	{ "the audit read", STORE_READ, read_audit },
	{ "the revision read", STORE_READ, read_revision },
};

/* ---- each step ---- */

static void
fill(struct store *s)
{
	const struct store_basket b = { .created = 1, .id = STR("b-1"), .json = STR("{}") };
	const struct store_item item = { .list = STORE_OFFERS,
		.path = STR("/o/1"),
		.id = STR("o-1"),
		.modified = 1,
		.published = true,
		.json = STR("{\"x\":1}") };
	struct store_answer answer = { .answered_at = 5, .status = 200 };
	const struct store_audit entry = { .recorded_at = 1, .detail = STR("{}") };
	const struct store_link link = { .iss = STR("i"),
		.sub = STR("s"),
		.owner = STR("ann"),
		.state = LINK_ACTIVE,
		.json = STR("{}") };
	struct store_tx tx;
	struct err err;
	assert_true(store_begin(s, &tx, STORE_WRITE, &err));
	assert_true(store_put_basket(&tx, &b, &err) && store_put_item(&tx, &item, NULL, &err) &&
	    store_put_owner(&tx, STR("ann"), STR("r-1"), &err) &&
	    store_put_link(&tx, &link, &err) &&
	    store_put_answer(&tx, &caller, STR("k-1"), &answer, 0, &err) &&
	    store_append_audit(&tx, &entry, &err));
	assert_true(store_end(&tx, true, &err));
}

/* A read transaction is ended without failures: failing to end one is not tested here. */
static bool
act(struct store *s, size_t which, unsigned nth, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	failing_steps(nth);
	if (!store_begin(s, &tx, acts[which].access, err))
		return false;
	bool ok = acts[which].run(&tx, err);
	if (acts[which].access == STORE_WRITE)
		return store_end(&tx, ok, ok ? err : &ignored) && ok;
	bool failed = failing_steps(0);
	assert_true(store_end(&tx, false, &ignored));
	steps.has_failed = failed;
	return ok;
}

/* Makes one step fail; false if there were fewer steps. */
static bool
fail_step(struct store *s, size_t which, unsigned nth)
{
	auto_buf before = { 0 }, after = { 0 };
	struct err err = { 0 };
	append_all(&before, s);
	bool ok = act(s, which, nth, &err), failed = failing_steps(0);
	if (ok == failed || (failed && err.kind != ERR_UPSTREAM))
		fail_msg("%s, step %u: %s, %s", acts[which].name, nth,
		    failed ? "failed" : "did not fail", ok ? "done" : err.text);
	append_all(&after, s);
	if (failed && !str_eq(buf_str(&before), buf_str(&after)))
		fail_msg("%s, step %u: something is kept:\n%s\n%s", acts[which].name, nth,
		    buf_z(&before), buf_z(&after));
	if (acts[which].access == STORE_WRITE && !failed &&
	    str_eq(buf_str(&before), buf_str(&after)))
		fail_msg("%s: nothing is kept", acts[which].name);
	return failed;
}

static void
fail_each(void)
{
	static const char *const urls[] = { "sqlite::memory:", "sqlite:failing.db" };
	for (size_t u = 0; u < sizeof(urls) / sizeof(*urls); u++) {
		for (size_t which = 0; which < sizeof(acts) / sizeof(*acts); which++) {
			struct err err;
			unlink("failing.db");
			struct store *s = store_open(str_of(urls[u]), &err);
			assert_non_null(s);
			fill(s);
			unsigned nth = 1;
			while (fail_step(s, which, nth))
				nth++;
			assert_true(nth > 2);
			store_close(s);
		}
	}
}

TEST(each_failing_step_is_reported)
{
	fail_each();
}

TEST(each_refused_value_is_reported)
{
	steps.values_fail = true;
	fail_each();
	steps.values_fail = false;
}

static bool
is_revision_known(struct store *s)
{
	struct store_revision revision, known;
	struct store_tx tx;
	struct err err;
	assert_true(store_begin(s, &tx, STORE_READ, &err));
	assert_true(store_read_revision(&tx, &revision, &err));
	assert_true(store_end(&tx, false, &err));
	return store_get_known_revision(s, &known);
}

/* Reads succeed, but no revision is served from memory. */
TEST(no_revision_is_known_without_a_data_version)
{
	struct err err;
	unlink("failing.db");
	struct store *s = store_open(STR("sqlite:failing.db"), &err);
	assert_non_null(s);
	fill(s);
	steps.versions_fail = true;
	assert_false(is_revision_known(s));
	steps.versions_fail = false;
	assert_true(is_revision_known(s));
	store_close(s);
}
