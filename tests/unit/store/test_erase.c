/* labels: postgres
 *
 * A person erased from a store: found by each of the four names, gone from every table, and the
 * audit still verifies; entries that lose their content in another way are found. */
#include "store/erase.h"
#include "store/feed.h"

#include "lib/test.h"
#include "store/audit_check.h"
#include "store/ops.h"

#include <stdio.h>
#include <string.h>

#include "stores.h"

#define ISS "https://id.example"
#define IDENTITY(sub) "{\"iss\":\"" ISS "\",\"sub\":\"" sub "\"}"

static void
put_basket(struct fixture *f, const char *id, const char *email, const char *identities)
{
	struct err err;
	struct buf json = { 0 };
	buf_addf(&json,
	    "{\"id\":\"%s\",\"customerDetails\":{\"email\":\"%s\"},\"identities\":[%s]}", id, email,
	    identities);
	const struct store_basket b = { .created = 1000, .id = str_of(id), .json = buf_str(&json) };
	assert_true(store_put_basket(&f->tx, &b, &err));
	buf_free(&json);
}

static void
put_link(struct fixture *f, const char *sub, const char *owner, enum link_state state)
{
	struct err err;
	struct buf json = { 0 }, detail = { 0 };
	buf_addf(
	    &json, "{\"data\":{\"iss\":\"" ISS "\",\"sub\":\"%s\"},\"owner\":\"%s\"}", sub, owner);
	buf_addf(&detail, "{\"iss\":\"" ISS "\",\"sub\":\"%s\"}", sub);
	const struct store_link link = { .iss = STR(ISS),
		.sub = str_of(sub),
		.owner = str_of(owner),
		.state = state,
		.linked_at = 5,
		.json = buf_str(&json) };
	const struct store_audit entry = { .recorded_at = 6,
		.subject = STR("agent"),
		.operation = STR("linkExternalIdentity"),
		.target = str_of(owner),
		.outcome = STR("done"),
		.detail = buf_str(&detail) };
	const struct store_caller caller = { .subject = STR("agent") };
	struct store_answer answer = { .answered_at = 7, .status = 200, .body = json };
	assert_true(store_put_link(&f->tx, &link, &err));
	assert_true(store_append_audit(&f->tx, &entry, &err));
	buf_reset(&detail);
	buf_addf(&detail, "key-%s-%s", sub, owner);
	assert_true(store_put_answer(&f->tx, &caller, buf_str(&detail), &answer, 0, &err));
	buf_free(&detail);
	buf_free(&json);
}

/* Ann has two baskets, one without an address; Bob has used her identity once, with his. */
static void
fill(struct fixture *f)
{
	struct err err;
	begin(f, STORE_WRITE);
	put_basket(f, "basket-1", "Ann.Example@shop.example", IDENTITY("subject-ann"));
	put_basket(f, "basket-2", "", IDENTITY("subject-ann"));
	put_basket(f, "basket-3", "bob@shop.example", IDENTITY("subject-ann"));
	put_basket(f, "basket-4", "carl@shop.example", IDENTITY("subject-carl"));
	assert_true(store_put_owner(&f->tx, STR("owner-ann"), STR("r"), &err));
	assert_true(store_put_owner(&f->tx, STR("owner-carl"), STR("r"), &err));
	put_link(f, "subject-ann", "owner-ann", LINK_ACTIVE);
	put_link(f, "subject-carl", "owner-carl", LINK_ACTIVE);
	put_link(f, "subject-carl", "owner-ann", LINK_REMOVED);
	end(f, true);
}

static struct erase_plan
find(struct fixture *f, const struct erase_person *who)
{
	struct erase_plan plan;
	struct err err;
	if (!erase_find(f->store, who, &plan, &err))
		fail_msg("%s", err.text);
	return plan;
}

static void
expect_found(struct fixture *f, const struct erase_person *who, size_t baskets, size_t links,
    size_t owners, size_t answers, size_t entries)
{
	struct erase_plan p = find(f, who);
	assert_int_equal(p.baskets.n, baskets);
	assert_int_equal(p.links.n, links);
	assert_int_equal(p.has_owner, owners);
	assert_int_equal(p.answers.n, answers);
	assert_int_equal(p.entries.n, entries);
	erase_plan_free(&p);
}

static void
erase(struct fixture *f, const struct erase_person *who)
{
	struct err err;
	struct erase_plan p = find(f, who);
	if (!erase_run(f->store, who, &p, STR("op"), 9, &err))
		fail_msg("%s", err.text);
	struct scrub_report report = { 0 };
	if (!store_scrub(f->store, p.texts.v, p.texts.n, &report, &err))
		fail_msg("%s", err.text);
	/* A store names the places that it cannot clean. */
	assert_int_equal(report.beyond.n > 0, store_needs_maintenance(f->store));
	buf_free(&report.beyond);
	erase_plan_free(&p);
	p = find(f, who);
	assert_true(erase_plan_is_empty(&p));
	erase_plan_free(&p);
}

static struct audit_verdict
verify(struct fixture *f)
{
	struct audit_verdict v;
	struct err err;
	begin(f, STORE_READ);
	assert_true(audit_check(&f->tx, STR_NONE, &v, &err));
	end(f, false);
	return v;
}

static int
count_baskets(struct fixture *f)
{
	const struct store_basket_query q = {
		.limit = 100, .include_completed = true, .created_after = WHEN_NONE
	};
	struct err err;
	int n = 0;
	begin(f, STORE_READ);
	assert_true(store_list_baskets(&f->tx, &q, count_basket, &n, &err));
	end(f, false);
	return n;
}

static const struct erase_person by_email = { .email = { "ann.example@SHOP.example", 24 } };
static const struct erase_person by_identity = { .identity = { { ISS, sizeof(ISS) - 1 },
						     { "subject-ann", 11 } } };
static const struct erase_person by_owner = { .owner = { "owner-ann", 9 } };
static const struct erase_person by_basket = { .basket = { "basket-4", 8 } };

EACH(an_address_finds_its_identity_and_leaves_other_addresses)
{
	struct fixture *f = *state;
	fill(f);
	/* Bob has used her identity: it may be of both. */
	expect_found(f, &by_email, 1, 0, 0, 0, 0);
	struct erase_plan p = find(f, &by_email);
	assert_int_equal(p.others.n, 1);
	assert_true(str_eqz(p.others.v[0], "basket-3"));
	assert_int_equal(p.shared.n, 1);
	erase_plan_free(&p);
	struct err err;
	bool removed;
	begin(f, STORE_WRITE);
	assert_true(store_remove_basket(&f->tx, STR("basket-3"), &removed, &err));
	end(f, true);
	expect_found(f, &by_email, 2, 1, 0, 1, 1);
	erase(f, &by_email);
	assert_int_equal(count_baskets(f), 1);
	assert_null(verify(f).problem);
}

EACH(an_identity_finds_all_its_baskets)
{
	struct fixture *f = *state;
	fill(f);
	expect_found(f, &by_identity, 3, 1, 0, 1, 1);
	erase(f, &by_identity);
	assert_int_equal(count_baskets(f), 1);
	assert_null(verify(f).problem);
}

/* Carl was linked to Ann's owner and has one of his own now: his basket and link stay. */
EACH(an_owner_keeps_the_identities_of_other_owners)
{
	struct fixture *f = *state;
	struct err err;
	struct buf root = { 0 };
	bool found;
	fill(f);
	expect_found(f, &by_owner, 3, 2, 1, 2, 2);
	erase(f, &by_owner);
	assert_int_equal(count_baskets(f), 1);
	begin(f, STORE_READ);
	assert_true(store_find_owner(&f->tx, STR("owner-ann"), &root, &found, &err));
	assert_false(found);
	assert_true(store_find_owner(&f->tx, STR("owner-carl"), &root, &found, &err));
	assert_true(found);
	end(f, false);
	buf_free(&root);
	assert_null(verify(f).problem);
}

EACH(a_basket_is_erased_alone)
{
	struct fixture *f = *state;
	fill(f);
	expect_found(f, &by_basket, 1, 0, 0, 0, 0);
	erase(f, &by_basket);
	assert_int_equal(count_baskets(f), 3);
}

static bool
find_text(void *ctx, const struct store_audit *e)
{
	bool *found = ctx;
	*found = *found ||
	    (memmem(e->detail.p, e->detail.n, "subject-ann", 11) ||
		memmem(e->target.p, e->target.n, "owner-ann", 9));
	return true;
}

EACH(the_audit_keeps_who_did_it_and_when)
{
	struct fixture *f = *state;
	struct err err;
	bool found = false;
	fill(f);
	struct audit_verdict before = verify(f);
	erase(f, &by_owner);
	struct audit_verdict after = verify(f);
	assert_null(after.problem);
	assert_int_equal(after.entry_count, before.entry_count + 1);
	begin(f, STORE_READ);
	assert_true(store_list_audit(&f->tx, find_text, &found, &err));
	end(f, false);
	assert_false(found);
}

/* An attacker with access to the file redacts an entry; no erasure records it. */
EACH(an_entry_that_lost_its_content_alone_is_found)
{
	struct fixture *f = *state;
	struct err err;
	fill(f);
	begin(f, STORE_WRITE);
	assert_true(
	    store_redact_audit(&f->tx, &(struct store_audit){ .audit_chain = 0, .seq = 2 }, &err));
	end(f, true);
	struct audit_verdict v = verify(f);
	assert_non_null(v.problem);
	assert_int_equal(v.broken_entry_number, 2);
}

static void
put_old(struct fixture *f, const char *id, int64_t created, bool completed)
{
	struct err err;
	const struct store_basket b = {
		.created = created, .id = str_of(id), .completed = completed, .json = STR("{}")
	};
	assert_true(store_put_basket(&f->tx, &b, &err));
}

EACH(old_baskets_go_in_small_steps_and_those_without_a_time_stay)
{
	struct fixture *f = *state;
	struct err err;
	int64_t n;
	begin(f, STORE_WRITE);
	put_old(f, "b-1", 1000, false);
	put_old(f, "b-2", 2000, false);
	put_old(f, "b-3", 3000, false);
	put_old(f, "b-4", 1000, true);
	put_old(f, "b-5", WHEN_NONE, false);
	end(f, true);
	begin(f, STORE_WRITE);
	assert_true(store_drop_old_baskets(&f->tx, false, 3000, 1, &n, &err));
	assert_int_equal(n, 1);
	assert_true(store_drop_old_baskets(&f->tx, false, 3000, 9, &n, &err));
	assert_int_equal(n, 1);
	assert_true(store_drop_old_baskets(&f->tx, false, 3000, 9, &n, &err));
	assert_int_equal(n, 0);
	end(f, true);
	assert_int_equal(count_baskets(f), 3);
	begin(f, STORE_WRITE);
	assert_true(store_drop_old_baskets(&f->tx, true, 3000, 9, &n, &err));
	assert_int_equal(n, 1);
	/* A basket whose id was dropped can come again, at another time. */
	put_old(f, "b-1", 9000, false);
	end(f, true);
	assert_int_equal(count_baskets(f), 3);
}
