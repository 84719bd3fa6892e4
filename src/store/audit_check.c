#include "store/audit_check.h"

#include "base/vec.h"
#include "store/chain.h"
#include "store/ops.h"
#include "store/removal.h"
#include "wire/json_scan.h"
#include "wire/member.h"

#include <string.h>

/* A checkpoint's record of a chain: its length and its last hash. */
struct checkpoint_head {
	int64_t seq;
	char hash[2 * DIGEST_SIZE + 1];
};

/* An entry without its own content: a later entry records the hash of the rest. */
struct redacted_entry {
	unsigned audit_chain;
	int64_t seq;
	unsigned char left[DIGEST_SIZE];
	bool is_recorded;
};

/* The state of the verification, which follows one chain after the other. */
struct audit_walk {
	unsigned audit_chain;
	bool is_in_stray_chain; /* the wrong entry is in stray_chain, which no service uses */
	int64_t stray_chain;
	struct store_head heads[STORE_AUDIT_CHAIN_COUNT];
	VEC(struct checkpoint_head) checkpoint_heads[STORE_AUDIT_CHAIN_COUNT];
	size_t matched_head_counts[STORE_AUDIT_CHAIN_COUNT]; /* number of checkpoint_heads that
								matched so far */
	int64_t broken_entry_number; /* number of the first wrong entry; 0: none */
	const char *problem;
	struct str required_hash; /* a hash that the audit must contain, in hex; p NULL: none */
	bool found_required_hash;
	VEC(struct redacted_entry) redacted;
	VEC(char *) erasures; /* details of the entries that record erasures */
};

static bool
set_broken(struct audit_walk *c, int64_t at, const char *problem)
{
	c->broken_entry_number = at;
	c->problem = problem;
	return false;
}

/* Parses a number and a hash: "12 5f3e…". */
static bool
read_checkpoint_head(struct checkpoint_head *t, struct str text)
{
	size_t space = str_find_char(text, ' ');
	struct str hash = space == SIZE_MAX ? STR("") : str_sub(text, space + 1, text.n);
	if (hash.n != 2 * DIGEST_SIZE || !str_to_int64(str_sub(text, 0, space), &t->seq))
		return false;
	memcpy(t->hash, hash.p, hash.n);
	t->hash[hash.n] = '\0';
	return true;
}

/* A checkpoint may repeat the head recorded in the previous one. */
static void
add_checkpoint_head(struct audit_walk *c, unsigned audit_chain, const struct checkpoint_head *t)
{
	size_t n = c->checkpoint_heads[audit_chain].n;
	if (n == 0 || c->checkpoint_heads[audit_chain].v[n - 1].seq != t->seq ||
	    strcmp(c->checkpoint_heads[audit_chain].v[n - 1].hash, t->hash) != 0)
		vec_push(&c->checkpoint_heads[audit_chain], *t);
}

/* Strips the quotes. A text with escapes does not come from a checkpoint. */
static struct str
strip_quotes(struct str value)
{
	return json_is_string(value) ? str_sub(value, 1, value.n - 2) : STR("");
}

/* Collects the heads from a checkpoint. Checkpoints are in chain 0, which is verified first. */
static bool
read_checkpoint(struct audit_walk *c, const struct store_audit *entry)
{
	struct member_walk w;
	struct member m;
	struct err ignored;
	bool ok = json_scan_check(entry->detail, &json_scan_service_rules, NULL, &ignored);
	struct str audit_chains = ok ? member_find(entry->detail, STR("lanes")) : STR_NONE;
	ok = json_is_object(audit_chains);
	if (ok)
		member_start(&w, audit_chains);
	while (ok && member_next(&w, &m)) {
		struct checkpoint_head t;
		int64_t audit_chain;
		ok = str_to_int64(strip_quotes(m.name), &audit_chain) && audit_chain > 0 &&
		    audit_chain < STORE_AUDIT_CHAIN_COUNT &&
		    read_checkpoint_head(&t, strip_quotes(m.value));
		if (ok)
			add_checkpoint_head(c, (unsigned)audit_chain, &t);
	}
	return ok || set_broken(c, entry->seq, "is a checkpoint that cannot be read");
}

static bool
compare_with_checkpoint(struct audit_walk *c, const char *hex)
{
	unsigned audit_chain = c->audit_chain;
	struct checkpoint_head *next =
	    &c->checkpoint_heads[audit_chain].v[c->matched_head_counts[audit_chain]];
	if (c->matched_head_counts[audit_chain] == c->checkpoint_heads[audit_chain].n ||
	    next->seq != c->heads[audit_chain].seq)
		return true;
	c->matched_head_counts[audit_chain]++;
	return strcmp(next->hash, hex) == 0 ||
	    set_broken(c, next->seq, "was changed since the last checkpoint");
}

/* Compares the entry's hash with the hash in `required_hash` and with the chain's checkpoints. */
static bool
check_hash(struct audit_walk *c, const struct store_audit *entry)
{
	struct buf hex = { 0 };
	hex_encode(&hex, entry->hash, DIGEST_SIZE);
	c->found_required_hash = c->found_required_hash ||
	    str_eq_nocase(buf_str(&hex), c->required_hash);
	bool ok = compare_with_checkpoint(c, buf_z(&hex));
	buf_free(&hex);
	return ok &&
	    (entry->audit_chain || !str_eqz(entry->operation, "knot") || read_checkpoint(c, entry));
}

/* ---- erasure ---- */

static bool
note_redacted(struct audit_walk *c, const struct store_audit *entry)
{
	struct redacted_entry e = { .audit_chain = entry->audit_chain, .seq = entry->seq };
	if (entry->target.n || !str_eqz(entry->detail, STORE_REDACTED_DETAIL))
		return false;
	chain_hash_redacted(e.left, entry);
	vec_push(&c->redacted, e);
	return true;
}

static int
compare_redacted(const void *a, const void *b)
{
	const struct redacted_entry *x = a, *y = b;
	if (x->audit_chain != y->audit_chain)
		return x->audit_chain < y->audit_chain ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

/* Reads one member of an erasure's entries: "CHAIN/NUMBER":"HASH". */
static void
read_recorded(struct audit_walk *c, const struct member *m)
{
	struct str name = strip_quotes(m->name);
	size_t slash = str_find_char(name, '/');
	int64_t audit_chain;
	struct redacted_entry key, *found;
	struct buf hex = { 0 };
	if (slash == SIZE_MAX || !str_to_int64(str_sub(name, 0, slash), &audit_chain) ||
	    !str_to_int64(str_sub(name, slash + 1, name.n), &key.seq) || !c->redacted.n)
		return;
	/* In the order of the walk: by chain, then number. */
	key.audit_chain = (unsigned)audit_chain;
	found = bsearch(&key, c->redacted.v, c->redacted.n, sizeof(key), compare_redacted);
	if (found) {
		hex_encode(&hex, found->left, DIGEST_SIZE);
		found->is_recorded = found->is_recorded ||
		    str_eq(buf_str(&hex), strip_quotes(m->value));
	}
	buf_free(&hex);
}

/* An entry may have lost its content only if an erasure, which has its place in a chain, records
 * that. */
static void
compare_with_erasures(struct audit_walk *c)
{
	struct member_walk w;
	struct member m;
	struct err ignored;
	for (size_t i = 0; i < c->erasures.n; i++) {
		struct str detail = str_of(c->erasures.v[i]);
		struct str entries =
		    json_scan_check(detail, &json_scan_service_rules, NULL, &ignored)
		    ? member_find(detail, STR("entries"))
		    : STR_NONE;
		if (!json_is_object(entries))
			continue;
		member_start(&w, entries);
		while (member_next(&w, &m))
			read_recorded(c, &m);
	}
	for (size_t i = 0; i < c->redacted.n && !c->problem; i++) {
		c->audit_chain = c->redacted.v[i].audit_chain;
		if (!c->redacted.v[i].is_recorded)
			set_broken(c, c->redacted.v[i].seq,
			    "has lost its content, and no entry records that");
	}
}

static bool
verify_entry(void *ctx, const struct store_audit *entry)
{
	struct audit_walk *c = ctx;
	struct store_head *at = &c->heads[entry->audit_chain];
	unsigned char hash[DIGEST_SIZE];
	c->audit_chain = entry->audit_chain;
	chain_hash_audit(hash, at->hash, entry);
	if (entry->seq != at->seq + 1)
		return set_broken(c, at->seq + 1, "is missing");
	if (memcmp(hash, entry->hash, DIGEST_SIZE) != 0 && !note_redacted(c, entry))
		return set_broken(c, entry->seq, "was changed, or an earlier entry was");
	at->seq = entry->seq;
	memcpy(at->hash, entry->hash, DIGEST_SIZE);
	if (str_eqz(entry->operation, STORE_ERASE_OPERATION))
		vec_push(&c->erasures, str_dup(entry->detail));
	return check_hash(c, entry);
}

/* Checks that the chain is complete: its head is stored separately from the entries, and
 * checkpoints record earlier lengths. */
static bool
compare_with_head(struct audit_walk *c, const struct store_head *head)
{
	const struct store_head *at = &c->heads[c->audit_chain];
	if (c->matched_head_counts[c->audit_chain] < c->checkpoint_heads[c->audit_chain].n)
		return set_broken(c, at->seq + 1, "is missing: the end was cut off");
	if (head->seq == at->seq &&
	    (head->seq == 0 || memcmp(head->hash, at->hash, DIGEST_SIZE) == 0))
		return true;
	return set_broken(c, at->seq + 1,
	    head->seq > at->seq ? "is missing: the end was cut off"
				: "does not match the recorded end");
}

static bool
compare_heads(struct audit_walk *c, struct store_tx *tx, struct err *err)
{
	struct store_head head;
	bool ok = true;
	for (unsigned audit_chain = 0; ok && !c->problem && audit_chain < STORE_AUDIT_CHAIN_COUNT;
	     audit_chain++) {
		c->audit_chain = audit_chain;
		ok = store_read_audit_head(tx, audit_chain, &head, err);
		if (ok)
			compare_with_head(c, &head);
	}
	return ok;
}

/* Finds an entry in a chain that no service uses; a reader of the table would take it for part
 * of the audit. */
static bool
find_stray_entry(struct audit_walk *c, struct store_tx *tx, struct err *err)
{
	const struct store_ops *ops = tx->store->ops;
	int64_t seq;
	if (ops->find_stray_audit &&
	    !ops->find_stray_audit(tx, &c->stray_chain, &seq, &c->is_in_stray_chain, err))
		return false;
	if (c->is_in_stray_chain)
		set_broken(c, seq, "was added by another program: no service writes to that chain");
	return true;
}

static bool
check_all_chains(struct audit_walk *c, struct store_tx *tx, struct err *err)
{
	if (!store_list_audit(tx, verify_entry, c, err) ||
	    (!c->problem && !compare_heads(c, tx, err)) ||
	    (!c->problem && !find_stray_entry(c, tx, err)))
		return false;
	if (!c->problem)
		compare_with_erasures(c);
	if (!c->problem && c->required_hash.p && !c->found_required_hash) {
		c->audit_chain = 0;
		set_broken(c, c->heads[0].seq,
		    "is the last, and no entry has the given hash: the chain was rebuilt");
	}
	return true;
}

static void
fill_verdict(const struct audit_walk *c, struct audit_verdict *v)
{
	*v = (struct audit_verdict){ .problem = c->problem,
		.audit_chain = c->is_in_stray_chain ? c->stray_chain : c->audit_chain,
		.broken_entry_number = c->broken_entry_number };
	for (unsigned audit_chain = 0; audit_chain < STORE_AUDIT_CHAIN_COUNT; audit_chain++) {
		v->entry_count += c->heads[audit_chain].seq;
		v->audit_chain_count += c->heads[audit_chain].seq > 0;
	}
	v->redacted_count = (int64_t)c->redacted.n;
	v->has_hash = c->heads[0].seq > 0;
	memcpy(v->hash, c->heads[0].hash, DIGEST_SIZE);
}

bool
audit_check(struct store_tx *tx, struct str last, struct audit_verdict *verdict, struct err *err)
{
	struct audit_walk *c = x_new(struct audit_walk);
	c->required_hash = last;
	bool ok = check_all_chains(c, tx, err);
	fill_verdict(c, verdict);
	for (unsigned audit_chain = 0; audit_chain < STORE_AUDIT_CHAIN_COUNT; audit_chain++)
		vec_free(&c->checkpoint_heads[audit_chain]);
	for (size_t i = 0; i < c->erasures.n; i++)
		x_free(c->erasures.v[i]);
	vec_free(&c->erasures);
	vec_free(&c->redacted);
	x_free(c);
	return ok;
}
