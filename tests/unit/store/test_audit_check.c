/* labels: postgres
 *
 * The audit log in several chains: the checkpoints that link them, and that any tampering is
 * found. */
#include "base/vec.h"
#include "lib/test.h"
#include "store/audit_check.h"
#include "store/chain.h"
#include "store/ops.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "stores.h"

/* ---- an audit log in memory, which a test can change ---- */

struct export_line {
	unsigned audit_chain;
	int64_t seq, offset;
	char operation[20], detail[700];
	unsigned char hash[DIGEST_SIZE];
};

struct audit {
	VEC(struct export_line) lines; /* sorted by chain, then number */
	struct store_head heads[STORE_AUDIT_CHAIN_COUNT];
};

static struct store_audit
entry_of(const struct export_line *l)
{
	return (struct store_audit){ .audit_chain = l->audit_chain,
		.seq = l->seq,
		.recorded_at = l->offset,
		.request_id = STR("r"),
		.subject = STR("ann"),
		.operation = str_of(l->operation),
		.target = STR("o"),
		.outcome = STR("done"),
		.detail = str_of(l->detail) };
}

/* Recomputes the hashes and the head of a chain after its lines changed, as an informed attacker
 * would. */
static void
rebuild_chain(struct audit *a, unsigned audit_chain)
{
	struct store_head *head = &a->heads[audit_chain];
	memset(head, 0, sizeof(*head));
	for (size_t i = 0; i < a->lines.n; i++) {
		struct export_line *l = &a->lines.v[i];
		if (l->audit_chain != audit_chain)
			continue;
		l->seq = ++head->seq;
		struct store_audit e = entry_of(l);
		chain_hash_audit(l->hash, head->hash, &e);
		memcpy(head->hash, l->hash, DIGEST_SIZE);
	}
}

static void
add_line(struct audit *a, unsigned audit_chain, const char *operation, const char *detail)
{
	struct export_line l = { .audit_chain = audit_chain, .offset = (int64_t)a->lines.n };
	snprintf(l.operation, sizeof(l.operation), "%s", operation);
	snprintf(l.detail, sizeof(l.detail), "%s", detail);
	vec_push(&a->lines, l);
}

static void
add_checkpoint_entry(struct buf *out, const struct audit *a, unsigned audit_chain)
{
	buf_addf(out, "%s\"%u\":\"%lld ", out->p[out->n - 1] == '{' ? "" : ",", audit_chain,
	    (long long)a->heads[audit_chain].seq);
	hex_encode(out, a->heads[audit_chain].hash, DIGEST_SIZE);
	buf_addc(out, '"');
}

static void
add_checkpoint(struct audit *a)
{
	auto_buf detail = { 0 };
	buf_addz(&detail, "{\"lanes\":{");
	add_checkpoint_entry(&detail, a, 3);
	add_checkpoint_entry(&detail, a, 7);
	buf_addz(&detail, "}}");
	add_line(a, 0, "knot", buf_z(&detail));
}

/* Two chains of six entries, with checkpoints in the middle and at the end, and three more in
 * the first chain. */
static void
make_audit(struct audit *a)
{
	add_line(a, 0, "link", "{}");
	for (int half = 0; half < 2; half++) {
		for (int i = 0; i < 3; i++) {
			add_line(a, 3, "link", "{\"x\":3}");
			add_line(a, 7, "unlink", "{\"x\":7}");
		}
		rebuild_chain(a, 3);
		rebuild_chain(a, 7);
		add_checkpoint(a);
	}
	rebuild_chain(a, 0);
}

static struct export_line *
line_at(struct audit *a, unsigned audit_chain, int64_t seq)
{
	for (size_t i = 0; i < a->lines.n; i++)
		if (a->lines.v[i].audit_chain == audit_chain && a->lines.v[i].seq == seq)
			return &a->lines.v[i];
	fail_msg("no entry %lld in lane %u", (long long)seq, audit_chain);
	return NULL;
}

static void
remove_line(struct audit *a, unsigned audit_chain, int64_t seq)
{
	size_t i = (size_t)(line_at(a, audit_chain, seq) - a->lines.v);
	vec_remove(&a->lines, i);
}

/* ---- tampering ---- */

static void
change_a_detail(struct audit *a)
{
	snprintf(line_at(a, 3, 2)->detail, 20, "{\"x\":4}");
}

static void
change_a_time(struct audit *a)
{
	line_at(a, 7, 6)->offset++;
}

static void
change_a_hash(struct audit *a)
{
	line_at(a, 7, 1)->hash[31] ^= 1;
}

static void
drop_first(struct audit *a)
{
	remove_line(a, 3, 1);
}

static void
drop_middle(struct audit *a)
{
	remove_line(a, 7, 4);
}

static void
drop_last(struct audit *a)
{
	remove_line(a, 3, 6);
}

/* The recorded head is changed with it: only the checkpoint shows the difference. */
static void
drop_last_and_its_head(struct audit *a)
{
	remove_line(a, 3, 6);
	rebuild_chain(a, 3);
}

static void
swap_two(struct audit *a)
{
	struct export_line *x = line_at(a, 3, 2), *y = line_at(a, 3, 3), kept = *x;
	*x = *y;
	*y = kept;
	y->seq = 3;
	x->seq = 2;
}

static void
move_to_another_chain(struct audit *a)
{
	struct export_line *l = line_at(a, 3, 6);
	l->audit_chain = 7;
	l->seq = 7;
}

static void
rebuild_one_chain(struct audit *a)
{
	snprintf(line_at(a, 7, 2)->detail, 20, "{\"x\":8}");
	rebuild_chain(a, 7);
}

static void
drop_whole_chain(struct audit *a)
{
	while (a->heads[3].seq > 0)
		remove_line(a, 3, a->heads[3].seq--);
	memset(&a->heads[3], 0, sizeof(a->heads[3]));
}

/* The chain and its last checkpoint are recomputed; only the older checkpoint shows the
 * difference. */
static void
rebuild_chain_and_last_checkpoint(struct audit *a)
{
	snprintf(line_at(a, 7, 2)->detail, 20, "{\"x\":8}");
	rebuild_chain(a, 7);
	remove_line(a, 0, 3);
	add_checkpoint(a);
	rebuild_chain(a, 0);
}

static void
damage_checkpoint(struct audit *a)
{
	snprintf(line_at(a, 0, 2)->detail, 30, "{\"lanes\":{\"3\":\"x\"}}");
	rebuild_chain(a, 0);
}

static const struct {
	void (*tamper)(struct audit *a);
	unsigned audit_chain;
	int64_t at;
	const char *problem;
} tamperings[] = {
	{ change_a_detail, 3, 2, "was changed" },
	{ change_a_time, 7, 6, "was changed" },
	{ change_a_hash, 7, 1, "was changed" },
	{ drop_first, 3, 1, "is missing" },
	{ drop_middle, 7, 4, "is missing" },
	{ drop_last, 3, 6, "the end was cut off" },
	{ drop_last_and_its_head, 3, 6, "the end was cut off" },
	{ swap_two, 3, 2, "was changed" },
	{ move_to_another_chain, 7, 7, "was changed" },
	{ rebuild_one_chain, 7, 3, "since the last checkpoint" },
	{ drop_whole_chain, 3, 1, "the end was cut off" },
	{ rebuild_chain_and_last_checkpoint, 7, 3, "since the last checkpoint" },
	{ damage_checkpoint, 0, 2, "a checkpoint that cannot be read" },
};

static void
put_audit(struct fixture *f, const struct audit *a)
{
	const struct store_ops *ops = f->store->ops;
	struct err err;
	begin(f, STORE_WRITE);
	assert_true(store_lock_chain(&f->tx, STR(""), &err));
	for (size_t i = 0; i < a->lines.n; i++) {
		struct store_audit e = entry_of(&a->lines.v[i]);
		memcpy(e.hash, a->lines.v[i].hash, DIGEST_SIZE);
		assert_true(ops->put_audit(&f->tx, &e, &err));
	}
	for (unsigned audit_chain = 0; audit_chain < STORE_AUDIT_CHAIN_COUNT; audit_chain++) {
		char name[AUDIT_CHAIN_NAME_SIZE];
		audit_chain_head_name(name, audit_chain);
		if (a->heads[audit_chain].seq)
			assert_true(ops->put_head(&f->tx, name, &a->heads[audit_chain], &err));
	}
}

/* Checks the audit with the entries of this transaction, then rolls the transaction back. */
static struct audit_verdict
check_and_undo(struct fixture *f, struct str last)
{
	struct audit_verdict v;
	struct err err;
	assert_true(audit_check(&f->tx, last, &v, &err));
	end(f, false);
	return v;
}

EACH(an_unchanged_audit_is_valid)
{
	struct fixture *f = *state;
	struct audit a = { 0 };
	auto_buf hex = { 0 };
	make_audit(&a);
	put_audit(f, &a);
	struct audit_verdict v = check_and_undo(f, STR_NONE);
	assert_null(v.problem);
	assert_int_equal(v.entry_count, 15);
	assert_int_equal(v.audit_chain_count, 3);
	assert_true(v.has_hash);
	assert_memory_equal(v.hash, a.heads[0].hash, DIGEST_SIZE);
	hex_encode(&hex, line_at(&a, 7, 2)->hash, DIGEST_SIZE);
	put_audit(f, &a);
	assert_null(check_and_undo(f, buf_str(&hex)).problem);
	hex.p[0] = hex.p[0] == '0' ? '1' : '0';
	put_audit(f, &a);
	assert_non_null(check_and_undo(f, buf_str(&hex)).problem);
	vec_free(&a.lines);
}

EACH(each_tampering_is_found_at_its_entry)
{
	struct fixture *f = *state;
	for (size_t i = 0; i < sizeof(tamperings) / sizeof(*tamperings); i++) {
		struct audit a = { 0 };
		make_audit(&a);
		tamperings[i].tamper(&a);
		put_audit(f, &a);
		struct audit_verdict v = check_and_undo(f, STR_NONE);
		if (!v.problem || v.audit_chain != tamperings[i].audit_chain ||
		    v.broken_entry_number != tamperings[i].at ||
		    !strstr(v.problem, tamperings[i].problem))
			fail_msg("tampering %zu: lane %lld, entry %lld %s", i,
			    (long long)v.audit_chain, (long long)v.broken_entry_number,
			    v.problem ? v.problem : "is whole");
		vec_free(&a.lines);
	}
}

/* ---- how chains are started ---- */

static void
write_about(struct fixture *f, const char *about)
{
	const struct store_audit entry = {
		.recorded_at = 1, .operation = STR("link"), .detail = STR("{}")
	};
	struct err err;
	begin(f, STORE_WRITE);
	assert_true(store_lock_chain(&f->tx, str_of(about), &err));
	assert_true(store_append_audit(&f->tx, &entry, &err));
	end(f, true);
}

static struct audit_verdict
check(struct fixture *f)
{
	struct audit_verdict v;
	struct err err;
	begin(f, STORE_READ);
	assert_true(audit_check(&f->tx, STR_NONE, &v, &err));
	end(f, false);
	return v;
}

/* A checkpoint covers the entries since the last one; without new entries none is written. */
EACH(a_checkpoint_is_written_only_if_there_are_new_entries)
{
	struct fixture *f = *state;
	struct err err;
	char about[20];
	for (int i = 0; i < 20; i++) {
		snprintf(about, sizeof(about), "identity %d", i);
		write_about(f, about);
	}
	struct audit_verdict v = check(f);
	assert_null(v.problem);
	assert_int_equal(v.entry_count, 20);
	assert_int_equal(v.audit_chain_count > 1, store_needs_maintenance(f->store));
	for (int i = 0; i < 3; i++) {
		assert_true(store_maintain(f->store, 5, &err));
		v = check(f);
		assert_null(v.problem);
		assert_int_equal(v.entry_count, 20 + store_needs_maintenance(f->store));
	}
	write_about(f, "identity 5");
	assert_true(store_maintain(f->store, 6, &err));
	v = check(f);
	assert_null(v.problem);
	assert_int_equal(v.entry_count, 21 + 2 * store_needs_maintenance(f->store));
}

EACH(an_entry_in_an_unknown_chain_is_found)
{
	static const unsigned lanes[] = { STORE_AUDIT_CHAIN_COUNT, 1000, UINT_MAX };
	struct fixture *f = *state;
	struct err err;
	write_about(f, "identity");
	for (size_t i = sizeof(lanes) / sizeof(*lanes); i > 0; i--) {
		const struct store_audit entry = { .audit_chain = lanes[i - 1],
			.seq = 7,
			.operation = STR("link"),
			.detail = STR("{}") };
		begin(f, STORE_WRITE);
		assert_true(store_lock_chain(&f->tx, STR("identity"), &err));
		assert_true(f->store->ops->put_audit(&f->tx, &entry, &err));
		end(f, true);
		struct audit_verdict v = check(f);
		assert_non_null(v.problem);
		assert_int_equal(v.audit_chain, lanes[i - 1]);
		assert_int_equal(v.broken_entry_number, 7);
	}
}
