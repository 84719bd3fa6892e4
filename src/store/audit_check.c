#include "store/audit_check.h"

#include "base/vec.h"
#include "store/chain.h"
#include "store/ops.h"
#include "wire/json_scan.h"
#include "wire/member.h"

#include <string.h>

/* A checkpoint's record of a chain: its length and its last hash. */
struct tie {
	int64_t seq;
	char hash[2 * DIGEST_SIZE + 1];
};

/* The chains as far as they were followed, one lane after the other. */
struct check {
	unsigned lane;
	bool is_stray; /* the wrong entry is in no lane of ours, but in stray_lane */
	int64_t stray_lane;
	struct store_head at[STORE_LANES];
	VEC(struct tie) ties[STORE_LANES];
	size_t tied[STORE_LANES]; /* so many of them were met */
	int64_t broken_at;        /* number of the first wrong entry; 0: none */
	const char *what;
	struct str last; /* a hash that must be met, in hex; p NULL: none */
	bool met;
};

static bool
breaks(struct check *c, int64_t at, const char *what)
{
	c->broken_at = at;
	c->what = what;
	return false;
}

/* "12 5f3e…" */
static bool
read_tie(struct tie *t, struct str text)
{
	size_t space = str_find_char(text, ' ');
	struct str hash = space == SIZE_MAX ? STR("") : str_sub(text, space + 1, text.n);
	if (hash.n != 2 * DIGEST_SIZE || !str_to_int64(str_sub(text, 0, space), &t->seq))
		return false;
	memcpy(t->hash, hash.p, hash.n);
	t->hash[hash.n] = '\0';
	return true;
}

/* A checkpoint may repeat what the one before it recorded. */
static void
note_tie(struct check *c, unsigned lane, const struct tie *t)
{
	size_t n = c->ties[lane].n;
	if (n == 0 || c->ties[lane].v[n - 1].seq != t->seq ||
	    strcmp(c->ties[lane].v[n - 1].hash, t->hash) != 0)
		vec_push(&c->ties[lane], *t);
}

/* Strips the quotes; text with escapes is not a checkpoint's. */
static struct str
without_quotes(struct str value)
{
	return json_is_string(value) ? str_sub(value, 1, value.n - 2) : STR("");
}

/* Checkpoints are in chain 0, which is verified first. */
static bool
read_knot(struct check *c, const struct store_audit *entry)
{
	struct member_walk w;
	struct member m;
	struct err ignored;
	bool ok = json_scan_check(entry->detail, &json_scan_for_service, NULL, &ignored);
	struct str lanes = ok ? member_find(entry->detail, STR("lanes")) : STR_NONE;
	ok = json_is_object(lanes);
	if (ok)
		member_start(&w, lanes);
	while (ok && member_next(&w, &m)) {
		struct tie t;
		int64_t lane;
		ok = str_to_int64(without_quotes(m.name), &lane) && lane > 0 &&
		    lane < STORE_LANES && read_tie(&t, without_quotes(m.value));
		if (ok)
			note_tie(c, (unsigned)lane, &t);
	}
	return ok || breaks(c, entry->seq, "is a knot that cannot be read");
}

static bool
compare_tie(struct check *c, const char *hex)
{
	unsigned lane = c->lane;
	struct tie *next = &c->ties[lane].v[c->tied[lane]];
	if (c->tied[lane] == c->ties[lane].n || next->seq != c->at[lane].seq)
		return true;
	c->tied[lane]++;
	return strcmp(next->hash, hex) == 0 ||
	    breaks(c, next->seq, "was changed since the lanes were tied together");
}

/* Its hash was met: is it the noted one, or one that a knot names? */
static bool
meet(struct check *c, const struct store_audit *entry)
{
	struct buf hex = { 0 };
	hex_encode(&hex, entry->hash, DIGEST_SIZE);
	c->met = c->met || str_eq_nocase(buf_str(&hex), c->last);
	bool ok = compare_tie(c, buf_z(&hex));
	buf_free(&hex);
	return ok && (entry->lane || !str_eqz(entry->operation, "knot") || read_knot(c, entry));
}

static bool
follow(void *ctx, const struct store_audit *entry)
{
	struct check *c = ctx;
	struct store_head *at = &c->at[entry->lane];
	unsigned char hash[DIGEST_SIZE];
	c->lane = entry->lane;
	chain_audit(hash, at->hash, entry);
	if (entry->seq != at->seq + 1)
		return breaks(c, at->seq + 1, "is missing");
	if (memcmp(hash, entry->hash, DIGEST_SIZE) != 0)
		return breaks(c, entry->seq, "was changed, or what stands before it");
	at->seq = entry->seq;
	memcpy(at->hash, hash, DIGEST_SIZE);
	return meet(c, entry);
}

/* Whole to its end? The head is noted apart from the entries, and knots tell how far it had come.
 */
static bool
compare_head(struct check *c, const struct store_head *head)
{
	const struct store_head *at = &c->at[c->lane];
	if (c->tied[c->lane] < c->ties[c->lane].n)
		return breaks(c, at->seq + 1, "is missing: the end was cut off");
	if (head->seq == at->seq &&
	    (head->seq == 0 || memcmp(head->hash, at->hash, DIGEST_SIZE) == 0))
		return true;
	return breaks(c, at->seq + 1,
	    head->seq > at->seq ? "is missing: the end was cut off" : "does not fit the noted end");
}

static bool
compare_heads(struct check *c, struct store_tx *tx, struct err *err)
{
	struct store_head head;
	bool ok = true;
	for (unsigned lane = 0; ok && !c->what && lane < STORE_LANES; lane++) {
		c->lane = lane;
		ok = store_audit_head(tx, lane, &head, err);
		if (ok)
			compare_head(c, &head);
	}
	return ok;
}

/* A reader of the table would take it for a part of the audit. */
static bool
look_for_strays(struct check *c, struct store_tx *tx, struct err *err)
{
	const struct store_ops *ops = tx->store->ops;
	int64_t seq;
	if (ops->find_stray_audit &&
	    !ops->find_stray_audit(tx, &c->stray_lane, &seq, &c->is_stray, err))
		return false;
	if (c->is_stray)
		breaks(c, seq, "was put there by another program: no service writes to that lane");
	return true;
}

static bool
check_all(struct check *c, struct store_tx *tx, struct err *err)
{
	if (!store_list_audit(tx, follow, c, err) || (!c->what && !compare_heads(c, tx, err)) ||
	    (!c->what && !look_for_strays(c, tx, err)))
		return false;
	if (!c->what && c->last.p && !c->met) {
		c->lane = 0;
		breaks(c, c->at[0].seq,
		    "is the last, and none has the noted hash: the chain was made anew");
	}
	return true;
}

static void
sum_up(const struct check *c, struct audit_verdict *v)
{
	*v = (struct audit_verdict){ .what = c->what, .lane = c->is_stray ? c->stray_lane : c->lane, .broken_at = c->broken_at };
	for (unsigned lane = 0; lane < STORE_LANES; lane++) {
		v->entries += c->at[lane].seq;
		v->lanes += c->at[lane].seq > 0;
	}
	v->has_hash = c->at[0].seq > 0;
	memcpy(v->hash, c->at[0].hash, DIGEST_SIZE);
}

bool
audit_check(struct store_tx *tx, struct str last, struct audit_verdict *verdict, struct err *err)
{
	struct check *c = x_new(struct check);
	c->last = last;
	bool ok = check_all(c, tx, err);
	sum_up(c, verdict);
	for (unsigned lane = 0; lane < STORE_LANES; lane++)
		vec_free(&c->ties[lane]);
	x_free(c);
	return ok;
}
