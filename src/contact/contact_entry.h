/*
 * contact_entry.h - a recorded contact with a person: a link sent, a call, a loss, or the wish not
 * to be contacted again. Each is a line of a file that holds neither names nor addresses: a person
 * is stored as a few hashes (contact_log.h).
 *
 * A line is JSON that ends with the first half of its own digest; a line that was changed later is
 * ignored.
 */
#ifndef CONTACT_CONTACT_ENTRY_H
#define CONTACT_CONTACT_ENTRY_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

enum contact_status {
	CONTACT_NONE,
	CONTACT_LINK_SENT, /* the recovery link went out */
	CONTACT_NOTE_SENT, /* a ticket note without the link: not a contact */
	CONTACT_CALLED,
	CONTACT_WRITTEN,
	CONTACT_RECOVERED,
	CONTACT_LOST,
	CONTACT_UNWANTED,
	CONTACT_UNDO, /* undoes the person's last entry */
	CONTACT_STATUSES
};

struct contact_status_info {
	const char *name;         /* name in the file */
	const char *short_label;  /* shown in a list row; NULL: nothing */
	const char *past_tense;   /* in a sentence: "ana, 2 h ago: called" */
	const char *filter_value; /* name for a VIEW's `status=`; NULL: none */
	bool is_contact;          /* counts as a contact with the person */
};

extern const struct contact_status_info contact_statuses[CONTACT_STATUSES];

enum {
	CONTACT_HASH_DIGITS = 32,
	CONTACT_KEY_DIGITS = 8,
	CONTACT_REMARK_SIZE_MAX = 200,
	CONTACT_HASHES_MAX = 64
};

struct contact_entry {
	enum contact_status status;
	int64_t recorded_at;    /* ms since 1970 */
	struct str recorded_by; /* an account of this host */
	struct str basket_id;   /* its id */
	struct str
	    person_hashes; /* of the person, CONTACT_HASH_DIGITS hex digits each, concatenated */
	struct str
	    hash_key_id;   /* id of the hash key, CONTACT_KEY_DIGITS digits; empty in old lines */
	struct str remark; /* as typed, cleaned; empty: none */
};

/* Appends the line, without a newline. */
void contact_entry_write(struct buf *out, const struct contact_entry *o);
/* Parses a line; its texts go into the arena. Returns false if contact_entry_write() did not
 * write it. */
bool contact_entry_read(struct contact_entry *o, struct arena *a, struct str line);
/* As contact_entry_read(), for lines of sent.jsonl, which earlier versions wrote: only links,
 * without hashes. */
bool contact_entry_read_sent(struct contact_entry *o, struct arena *a, struct str line);
/* Appends a remark in the form that is stored: one line, cleaned, cut if it is too long. */
void append_contact_remark(struct buf *out, struct str typed);
/* The contact statuses that a VIEW's word selects, as bits (bit 0: none); 0 for an unknown word. */
unsigned contact_statuses_by_word(struct str folded);

/* The identifiers of a person, to be hashed: one for the e-mail and one for each identity. */
struct contact_identifiers {
	struct str basket_id;
	struct arena text_arena;
	size_t n;
	struct str identifiers[CONTACT_HASHES_MAX]; /* further ones are dropped */
};

/* Empty texts are ignored, and each identifier is stored once. */
void contact_identifiers_add_email(struct contact_identifiers *w, struct str email);
void contact_identifiers_add_identity(
    struct contact_identifiers *w, struct str iss, struct str sub);
void contact_identifiers_free(struct contact_identifiers *w);

/*
 * A customer's consent to be contacted, from a basket's custom field. Pure.
 *
 * Yes: true, a number other than 0, a list with items, and the texts true, yes, y, 1, on, in any
 * case. No: false, 0, an empty list, and the texts false, no, n, 0, off and the empty one. Any
 * other value (null, absent, a date, an object) is not known.
 */

enum consent { CONSENT_UNKNOWN, CONSENT_YES, CONSENT_NO, CONSENTS };

extern const char *const consent_words[CONSENTS]; /* words for a VIEW's `consent=` */

/* The consent in a basket's JSON. `field` is a dotted path below customFields; NULL or empty:
 * not known. */
enum consent consent_read(struct str basket_json, const char *field);
/* Finds a consent by its `consent=` word; returns false for an unknown word. */
bool consent_parse_word(struct str folded, enum consent *out);

#endif
