/*
 * contact_log.h - the recorded outcomes, and a person's status according to them. They are stored in a
 * file (contact_log_file.h) that other consoles append to, or in memory only.
 *
 * A person is known by keyed hashes of e-mail and identities, and by the basket: an outcome applies
 * if one of these matches. Without the file's key and an address to try, the file reveals no
 * person. The order of the file counts, not its times.
 */
#ifndef APP_CONTACT_CONTACT_LOG_H
#define APP_CONTACT_CONTACT_LOG_H

#include "app/contact/contact_log_file.h"
#include "app/contact/contact_entry.h"
#include "base/index.h"
#include "base/vec.h"

struct contact_log_link {
	uint32_t entry, next; /* in `all`; the next older one of the same hash or basket */
};

struct contact_log {
	char *account;    /* whose console this is */
	bool persistent;  /* false: in memory alone, and the account is "agent" */
	unsigned changes; /* another number: more is known */
	size_t damaged;   /* lines that were skipped */
	VEC(struct contact_entry) all; /* in the order of the file; sent.jsonl's first */

	/* inside */
	struct contact_log_file file;
	struct arena texts;
	unsigned char key[DIGEST_SIZE];
	bool has_key;
	char hash_key_name[CONTACT_KEY_DIGITS + 1]; /* its name in lines; empty until it is needed */
	size_t compared;                /* so many were noted under this key, or under none */
	struct index *index; /* hash or basket to its newest link */
	VEC(struct contact_log_link) links;
};

/* A person's status; each member is NULL if there is none. Pointers are valid until the log
 * changes. */
struct contact_summary {
	const struct contact_entry *last;       /* what a list shows */
	const struct contact_entry *contact;    /* the last link, call or letter */
	const struct contact_entry *link;       /* the last link of all of the person's baskets */
	const struct contact_entry *no_contact; /* until it is undone */
};

/* `path` NULL: the account's own file. False: some of it is not known, as err says; the rest is, and
 * it can be used. Close it in any case. */
bool contact_log_init(struct contact_log *l, bool persistent, const char *path, struct err *err);
void contact_log_free(struct contact_log *l);
/* Reads the lines that others have added; cheap if there are none. */
bool contact_log_refresh(struct contact_log *l, struct err *err);
/* "not taken back" counts: see contact_status. */
void contact_log_summarize(const struct contact_log *l, const struct contact_identifiers *who, struct contact_summary *out);
/* The last link that went out of this very basket, or NULL. */
const struct contact_entry *contact_log_find_link(const struct contact_log *l, struct str basket);
/* Notes it, by this account. False: it is not noted, and nothing of it is known afterwards. */
bool contact_log_add(struct contact_log *l, enum contact_status kind, const struct contact_identifiers *who, int64_t at,
    struct str remark, struct err *err);
/* Appends "ana, 2 h ago: called", and the remark where `remarks`. Not cleaned. */
void contact_log_format_entry(struct buf *out, const struct contact_log *l, const struct contact_entry *o, int64_t now,
    bool remarks);

#endif
