/*
 * paste.h - finds an identity in a pasted text: an ID token, its claims, a record, a colleague's
 * ticket note, or just an owner's id. Only owner, issuer, subject and reason are taken, and claims
 * to show; the caller must wipe the text itself.
 */
#ifndef IDENTITY_PASTE_H
#define IDENTITY_PASTE_H

#include "base/arena.h"
#include "model/identity_check.h"

/* Longer texts are ignored without being examined. */
enum { IDENTITY_PASTE_SIZE_MAX = 65536 };

enum identity_paste_kind {
	IDENTITY_PASTE_NOTHING, /* no identity found */
	IDENTITY_PASTE_TOKEN,
	IDENTITY_PASTE_CLAIMS, /* JSON with iss and sub, also inside id_token or data */
	IDENTITY_PASTE_NOTE,
	IDENTITY_PASTE_OWNER,
};

/* Claims that are shown only. Texts may be STR_NONE. */
struct pasted_claims {
	struct str aud, email;
	int64_t exp; /* WHEN_NONE: not given */
};

struct identity_paste {
	enum identity_paste_kind kind;
	struct identity_fields identity; /* STR_NONE for values not found */
	bool linked;                     /* only for a note: the link is in force */
	struct str environment;          /* only for a note: the environment named in it */
	struct pasted_claims claims;     /* only for a token and for claims */
	struct buf description;          /* description to show: "ID token, 1,204 characters" */
	struct arena text_arena;
};

void identity_paste_read(struct identity_paste *p, struct str text, int64_t now);
/* True for id- followed by 32 hexadecimal digits. */
bool identity_paste_is_owner(struct str text);
/* True if the text starts like a token: it must not be shown. */
bool identity_paste_is_token(struct str text);
/* Wipes and frees the result. */
void identity_paste_free(struct identity_paste *p);

#endif
