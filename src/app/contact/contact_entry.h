/*
 * contact_entry.h - what was done about a person: a link sent, a call, a loss, a wish not to be asked
 * again. One of them as a line of a file, which holds neither names nor addresses: a person is a
 * few hashes there (contact_log.h).
 *
 * A line is JSON, closed with the first half of its digest: what was changed since is not believed.
 */
#ifndef APP_CONTACT_CONTACT_ENTRY_H
#define APP_CONTACT_CONTACT_ENTRY_H

#include "base/arena.h"
#include "base/buf.h"

enum contact_status {
	CONTACT_NONE,
	CONTACT_LINK_SENT, /* the recovery link went out */
	CONTACT_NOTE_SENT, /* a ticket note without the link: not a contact */
	CONTACT_CALLED,
	CONTACT_WRITTEN,
	CONTACT_RECOVERED,
	CONTACT_LOST,
	CONTACT_UNWANTED,
	CONTACT_UNDO, /* takes the last one back */
	CONTACT_STATUSES
};

struct contact_status_info {
	const char *name; /* in the file */
	const char *word; /* shown in a row of a list; NULL: none */
	const char *done; /* in a sentence: "ana, 2 h ago: called" */
	const char *view; /* what a VIEW's `outcome=` calls it; NULL: it takes none */
	bool contact;     /* the person heard of us */
};

extern const struct contact_status_info contact_statuses[CONTACT_STATUSES];

enum { CONTACT_HASH_DIGITS = 32, CONTACT_KEY_DIGITS = 8, CONTACT_REMARK_MAX = 200, CONTACT_HASHES_MAX = 64 };

struct contact_entry {
	enum contact_status kind;
	int64_t at;         /* ms */
	struct str by;      /* the account */
	struct str basket;  /* its id */
	struct str hashes;  /* of the person, CONTACT_HASH_DIGITS hex digits each, concatenated */
	struct str key;     /* which key the hashes were made with: CONTACT_KEY_DIGITS hex digits; empty in
			       lines of before */
	struct str remark;  /* as typed, cleaned; empty: none */
};

/* Appends the line, without a newline. */
void contact_entry_write(struct buf *out, const struct contact_entry *o);
/* Reads a line, its texts into the arena. False: it is not as contact_entry_write() writes it. */
bool contact_entry_read(struct contact_entry *o, struct arena *a, struct str line);
/* As above for the lines of sent.jsonl, which earlier versions wrote: links only, without
 * hashes. */
bool contact_entry_read_sent(struct contact_entry *o, struct arena *a, struct str line);
/* Appends a remark as it is kept: one line, cleaned, cut where it is too long. */
void append_contact_remark(struct buf *out, struct str typed);
/* The outcomes that a VIEW's word means, as bits by kind (bit 0: none); 0 for an unknown word. */
unsigned contact_statuses_named(struct str folded);

/* A person as names for hashing: one for the e-mail and one for each identity. */
struct contact_identifiers {
	struct str basket;
	struct arena texts;
	size_t n;
	struct str names[CONTACT_HASHES_MAX]; /* more are left out */
};

/* Empty texts are ignored, and each name is kept once. */
void contact_identifiers_add_email(struct contact_identifiers *w, struct str email);
void contact_identifiers_add_identity(struct contact_identifiers *w, struct str iss, struct str sub);
void contact_identifiers_free(struct contact_identifiers *w);

#endif
