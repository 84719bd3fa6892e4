#include "base/vec.h"
#include "service/cmd/command.h"
#include "service/cmd/commands.h"
#include "store/chain.h"
#include "store/store.h"
#include "wire/member.h"
#include "wire/strict.h"

#include <stdio.h>
#include <string.h>

enum audit_option { AUDIT_STORE, AUDIT_LAST, AUDIT_HELP, AUDIT_WHAT };

static const struct option_spec options[] = {
	[AUDIT_STORE] = { "--store", "URL",
	    "sqlite:FILE (sqlite:$XDG_DATA_HOME/backroom/backroom.db)" },
	[AUDIT_LAST] = { "--last", "HASH",
	    "the last entry's hash as it was noted some time: it must be in the chain" },
	[AUDIT_HELP] = { "--help", NULL, "this text" },
};
_Static_assert(sizeof(options) / sizeof(*options) == AUDIT_WHAT, "a row for every option");

/* What a knot says of a lane: so far it had come, with this hash. */
struct tie {
	int64_t seq;
	char hash[2 * DIGEST_SIZE + 1];
};

/* The chains as far as they were followed, one lane after the other. */
struct check {
	unsigned lane;
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

/* A knot that says of a lane what the one before it said is no news. */
static void
note_tie(struct check *c, unsigned lane, const struct tie *t)
{
	size_t n = c->ties[lane].n;
	if (n == 0 || c->ties[lane].v[n - 1].seq != t->seq ||
	    strcmp(c->ties[lane].v[n - 1].hash, t->hash) != 0)
		vec_push(&c->ties[lane], *t);
}

/* The text without its quotes; what escapes there are is no knot's. */
static struct str
without_quotes(struct str value)
{
	return json_is_string(value) ? str_sub(value, 1, value.n - 1) : STR("");
}

/* It stands in lane 0, which is followed first. */
static bool
read_knot(struct check *c, const struct store_audit *entry)
{
	struct member_walk w;
	struct member m;
	struct err ignored;
	bool ok = strict_check(entry->detail, &strict_for_service, NULL, &ignored);
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

static bool
verify_store(struct store *store, struct check *c, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	if (!store_begin(store, &tx, STORE_READ, err))
		return false;
	bool ok = store_list_audit(&tx, follow, c, err) && (c->what || compare_heads(c, &tx, err));
	store_end(&tx, false, &ignored);
	if (ok && !c->what && c->last.p && !c->met) {
		c->lane = 0;
		breaks(c, c->at[0].seq,
		    "is the last, and none has the noted hash: the chain was made anew");
	}
	return ok;
}

static int
report_broken(const struct check *c)
{
	char lane[20] = "";
	if (c->lane)
		snprintf(lane, sizeof(lane), " in lane %u", c->lane);
	fprintf(stderr, "backroom: entry %lld of the audit%s %s\n", (long long)c->broken_at, lane,
	    c->what);
	return 1;
}

/* The first lane's last hash stands for all: the knots are there. */
static int
report(const struct check *c)
{
	struct buf hex = { 0 };
	int64_t n = 0;
	unsigned lanes = 0;
	if (c->what)
		return report_broken(c);
	for (unsigned lane = 0; lane < STORE_LANES; lane++) {
		n += c->at[lane].seq;
		lanes += c->at[lane].seq > 0;
	}
	hex_encode(&hex, c->at[0].hash, c->at[0].seq ? DIGEST_SIZE : 0);
	printf("%lld %s whole", (long long)n, n == 1 ? "entry is" : "entries are");
	if (lanes > 1)
		printf(", in %u lanes", lanes);
	printf("%s%s\n", hex.n ? "; the last one's hash is " : "", buf_z(&hex));
	buf_free(&hex);
	return 0;
}

static void
check_free(struct check *c)
{
	for (unsigned lane = 0; lane < STORE_LANES; lane++)
		vec_free(&c->ties[lane]);
}

static int
run_audit(const char *const *v)
{
	struct buf url = { 0 };
	struct check check = { .last = str_of(v[AUDIT_LAST]) };
	struct err err;
	struct store *store = NULL;
	bool ok = strcmp(v[AUDIT_WHAT], "verify") == 0 ||
	    err_set(&err, ERR_USAGE, "audit can verify, not %s", v[AUDIT_WHAT]);
	ok = ok && command_store(v[AUDIT_STORE], &url, &err) &&
	    (store = store_open_existing(buf_str(&url), &err)) && verify_store(store, &check, &err);
	store_close(store);
	buf_free(&url);
	int code = ok ? report(&check) : command_fail(&err);
	check_free(&check);
	return code;
}

const struct command command_audit = {
	.name = "audit",
	.summary =
	    "Follows the chain of what was written and refused, and says whether it is whole.",
	.word = "verify",
	.options = options,
	.options_n = sizeof(options) / sizeof(*options),
	.notes = "A changed, missing or moved entry is found, and an end that was cut off. Who can "
		 "write the file\ncould make the whole chain anew: keep the last hash somewhere "
		 "else, and give it as --last HASH to\nnotice that too.\n",
	.run = run_audit,
};
