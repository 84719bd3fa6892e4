/*
 * contact_log.h - the recorded contacts, and a person's contact status derived from them. They are
 * stored in a file (contact_log_file.h) that other consoles append to, or in memory only.
 *
 * A person is identified by keyed hashes of e-mail and identities, and by the basket: an entry
 * applies if one of these matches. The file reveals no person without its key and an address to
 * try. Entries count in file order, not by their times.
 */
#ifndef CONTACT_CONTACT_LOG_H
#define CONTACT_CONTACT_LOG_H

#include "base/index.h"
#include "base/vec.h"
#include "contact/contact_entry.h"
#include "contact/contact_log_file.h"

struct contact_log_link {
	uint32_t entry; /* index in `entries` */
	uint32_t next;  /* the next older link of the same hash or basket */
};

struct contact_log {
	char *account;                     /* the account that uses this console */
	bool persistent;                   /* false: in memory only, and the account is "agent" */
	unsigned version;                  /* changes when entries are added */
	size_t damaged_line_count;         /* number of skipped lines */
	VEC(struct contact_entry) entries; /* in file order; those of sent.jsonl first */

	/* private */
	struct contact_log_file file;
	struct arena text_arena;
	unsigned char hash_key[DIGEST_SIZE];
	bool has_hash_key;
	char hash_key_id[CONTACT_KEY_DIGITS + 1]; /* id of the hash key; empty until needed */
	size_t key_checked_count; /* entries already checked to have this key or none */
	struct index *index;      /* from hash or basket to its newest link */
	VEC(struct contact_log_link) links;
};

/* A person's status; each member is NULL if there is none. Pointers are valid until the log
 * changes. */
struct contact_summary {
	const struct contact_entry *shown_entry; /* the entry that a list shows */
	/* The last entry besides notes; and without links of other baskets. */
	const struct contact_entry *status_entry, *own_entry;
	const struct contact_entry *last_contact; /* the last link, call or letter */
	const struct contact_entry *last_link; /* the last link for any of the person's baskets */
	const struct contact_entry *no_contact_entry; /* do not contact, until it is undone */
};

/* `path` NULL: the account's own file. Returns false and sets err if part of the log could not
 * be read; the rest can be used. Free it in either case. */
bool contact_log_init(struct contact_log *l, bool persistent, const char *path, struct err *err);
void contact_log_free(struct contact_log *l);
/* Reads the lines added by other processes; cheap if there are none. */
bool contact_log_refresh(struct contact_log *l, struct err *err);
/* Collects the person's status; entries that were undone do not count. */
void contact_log_summarize(const struct contact_log *l, const struct contact_identifiers *who,
    struct contact_summary *out);
/* The last link sent for this basket, or NULL. */
const struct contact_entry *contact_log_find_link(const struct contact_log *l, struct str basket);
/* Records an entry by this account. Returns false if it could not be written; then the log is
 * unchanged. */
bool contact_log_add(struct contact_log *l, enum contact_status kind,
    const struct contact_identifiers *who, int64_t at, struct str remark, struct err *err);
/* Appends "ana, 2 h ago: called", followed by the remark if `remarks`. Not cleaned. */
void contact_log_format_entry(struct buf *out, const struct contact_log *l,
    const struct contact_entry *o, int64_t now, bool remarks);

#endif
