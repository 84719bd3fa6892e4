/*
 * outcome.h - what was done about a person: a link sent, a call, a loss, a wish not to be asked
 * again. One of them as a line of a file, which holds neither names nor addresses: a person is a
 * few hashes there (ledger.h).
 *
 * A line is JSON, closed with the first half of its digest: what was changed since is not believed.
 */
#ifndef APP_OUTCOME_OUTCOME_H
#define APP_OUTCOME_OUTCOME_H

#include "base/arena.h"
#include "base/buf.h"

enum outcome_kind {
	OUTCOME_NONE,
	OUTCOME_LINK, /* the recovery link went out */
	OUTCOME_NOTE, /* a ticket note without the link: not a contact */
	OUTCOME_CALLED,
	OUTCOME_WRITTEN,
	OUTCOME_RECOVERED,
	OUTCOME_LOST,
	OUTCOME_NO_CONTACT,
	OUTCOME_AGAIN, /* takes the last one back */
	OUTCOME_KINDS
};

struct outcome_kind_info {
	const char *name; /* in the file */
	const char *word; /* shown in a row of a list; NULL: none */
	const char *done; /* in a sentence: "ana, 2 h ago: called" */
	const char *view; /* what a VIEW's `outcome=` calls it; NULL: it takes none */
	bool contact;     /* the person heard of us */
};

extern const struct outcome_kind_info outcome_kinds[OUTCOME_KINDS];

enum { OUTCOME_HASH = 32, OUTCOME_KEY = 8, OUTCOME_REMARK_MAX = 200, OUTCOME_HASHES_MAX = 64 };

struct outcome {
	enum outcome_kind kind;
	int64_t at;         /* ms */
	struct str by;      /* the account */
	struct str basket;  /* its id */
	struct str hashes;  /* of the person, OUTCOME_HASH hex digits each, concatenated */
	struct str key;     /* which key the hashes were made with: OUTCOME_KEY hex digits; empty in
			       lines of before */
	struct str remark;  /* as typed, cleaned; empty: none */
};

/* Appends the line, without a newline. */
void outcome_write(struct buf *out, const struct outcome *o);
/* Reads a line, its texts into the arena. False: it is not as outcome_write() writes it. */
bool outcome_read(struct outcome *o, struct arena *a, struct str line);
/* As above for the lines of sent.jsonl, which earlier versions wrote: links only, without
 * hashes. */
bool outcome_read_sent(struct outcome *o, struct arena *a, struct str line);
/* Appends a remark as it is kept: one line, cleaned, cut where it is too long. */
void outcome_remark(struct buf *out, struct str typed);
/* The outcomes that a VIEW's word means, as bits by kind (bit 0: none); 0 for an unknown word. */
unsigned outcome_named(struct str folded);

/* A person as names for hashing: one for the e-mail and one for each identity. */
struct outcome_who {
	struct str basket;
	struct arena texts;
	size_t n;
	struct str names[OUTCOME_HASHES_MAX]; /* more are left out */
};

/* Empty texts are ignored, and each name is kept once. */
void outcome_who_email(struct outcome_who *w, struct str email);
void outcome_who_identity(struct outcome_who *w, struct str iss, struct str sub);
void outcome_who_free(struct outcome_who *w);

#endif
