#include "service/cmd/command.h"
#include "service/cmd/commands.h"
#include "store/chain.h"
#include "store/store.h"

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

/* The chain as far as it was followed. */
struct check {
	struct store_head at;
	int64_t broken_at; /* number of the first wrong entry; 0: none */
	const char *what;
	struct str last; /* a hash that must be met, in hex; p NULL: none */
	bool met;
};

static void
note_last(struct check *c, const unsigned char hash[DIGEST_SIZE])
{
	struct buf hex = { 0 };
	hex_encode(&hex, hash, DIGEST_SIZE);
	c->met = c->met || str_eq_nocase(buf_str(&hex), c->last);
	buf_free(&hex);
}

static bool
follow(void *ctx, const struct store_audit *entry)
{
	struct check *c = ctx;
	unsigned char hash[DIGEST_SIZE];
	chain_audit(hash, c->at.hash, entry);
	if (entry->seq != c->at.seq + 1)
		c->what = "is missing";
	else if (memcmp(hash, entry->hash, DIGEST_SIZE) != 0)
		c->what = "was changed, or what stands before it";
	if (c->what) {
		c->broken_at = c->at.seq + 1;
		return false;
	}
	c->at.seq = entry->seq;
	memcpy(c->at.hash, hash, DIGEST_SIZE);
	note_last(c, hash);
	return true;
}

/* Whole to its end? The head is noted apart from the entries. */
static void
compare_head(struct check *c, const struct store_head *head)
{
	if (c->what ||
	    (head->seq == c->at.seq &&
		(head->seq == 0 || memcmp(head->hash, c->at.hash, DIGEST_SIZE) == 0)))
		return;
	c->broken_at = c->at.seq + 1;
	c->what = head->seq > c->at.seq ? "is missing: the end was cut off"
					: "does not fit the noted end";
}

static bool
verify_store(struct store *store, struct check *c, struct err *err)
{
	struct store_tx tx;
	struct store_head head;
	struct err ignored;
	if (!store_begin(store, &tx, STORE_READ, err))
		return false;
	bool ok = store_list_audit(&tx, follow, c, err) && store_audit_head(&tx, &head, err);
	store_end(&tx, false, &ignored);
	if (!ok)
		return false;
	compare_head(c, &head);
	if (!c->what && c->last.p && !c->met) {
		c->broken_at = c->at.seq;
		c->what = "is the last, and none has the noted hash: the chain was made anew";
	}
	return true;
}

static int
report(const struct check *c)
{
	struct buf hex = { 0 };
	if (c->what) {
		fprintf(stderr, "backroom: entry %lld of the audit %s\n", (long long)c->broken_at,
		    c->what);
		return 1;
	}
	hex_encode(&hex, c->at.hash, c->at.seq ? DIGEST_SIZE : 0);
	printf("%lld %s whole%s%s\n", (long long)c->at.seq,
	    c->at.seq == 1 ? "entry is" : "entries are",
	    c->at.seq ? "; the last one's hash is " : "", buf_z(&hex));
	buf_free(&hex);
	return 0;
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
	return ok ? report(&check) : command_fail(&err);
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
