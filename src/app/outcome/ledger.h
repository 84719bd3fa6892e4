/*
 * ledger.h - the recorded outcomes, and a person's status according to them. They are stored in a
 * file (ledger_file.h) that other consoles append to, or in memory only.
 *
 * A person is known by keyed hashes of e-mail and identities, and by the basket: an outcome applies
 * if one of these matches. Without the file's key and an address to try, the file reveals no
 * person. The order of the file counts, not its times.
 */
#ifndef APP_OUTCOME_LEDGER_H
#define APP_OUTCOME_LEDGER_H

#include "app/outcome/ledger_file.h"
#include "app/outcome/outcome.h"
#include "base/index.h"
#include "base/vec.h"

struct ledger_link {
	uint32_t outcome, next; /* in `all`; the next older one of the same hash or basket */
};

struct ledger {
	char *account;    /* whose console this is */
	bool keep;        /* false: in memory alone, and the account is "agent" */
	unsigned changes; /* another number: more is known */
	size_t damaged;   /* lines that were skipped */
	VEC(struct outcome) all; /* in the order of the file; sent.jsonl's first */

	/* inside */
	struct ledger_file file;
	struct arena texts;
	unsigned char key[DIGEST_SIZE];
	bool has_key;
	char key_mark[OUTCOME_KEY + 1]; /* its name in lines; empty until it is needed */
	size_t compared;                /* so many were noted under this key, or under none */
	struct index *index; /* hash or basket to its newest link */
	VEC(struct ledger_link) links;
};

/* A person's status; each member is NULL if there is none. Pointers are valid until the log
 * changes. */
struct outcome_state {
	const struct outcome *last;       /* what a list shows */
	const struct outcome *contact;    /* the last link, call or letter */
	const struct outcome *link;       /* the last link of all of the person's baskets */
	const struct outcome *no_contact; /* until it is undone */
};

/* `path` NULL: the account's own file. False: some of it is not known, as err says; the rest is, and
 * it can be used. Close it in any case. */
bool ledger_open(struct ledger *l, bool keep, const char *path, struct err *err);
void ledger_close(struct ledger *l);
/* Reads the lines that others have added; cheap if there are none. */
bool ledger_refresh(struct ledger *l, struct err *err);
/* "not taken back" counts: see outcome_kind. */
void ledger_state(const struct ledger *l, const struct outcome_who *who, struct outcome_state *out);
/* The last link that went out of this very basket, or NULL. */
const struct outcome *ledger_link_of(const struct ledger *l, struct str basket);
/* Notes it, by this account. False: it is not noted, and nothing of it is known afterwards. */
bool ledger_add(struct ledger *l, enum outcome_kind kind, const struct outcome_who *who, int64_t at,
    struct str remark, struct err *err);
/* Appends "ana, 2 h ago: called", and the remark where `remarks`. Not cleaned. */
void ledger_say(struct buf *out, const struct ledger *l, const struct outcome *o, int64_t now,
    bool remarks);

#endif
