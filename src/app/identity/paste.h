/*
 * paste.h - what a pasted text says of an identity: an ID token, its claims, a record, a
 * colleague's ticket note, or nothing but an owner's id. Only owner, issuer, subject and reason are
 * taken; the text itself is the caller's to wipe.
 */
#ifndef APP_IDENTITY_PASTE_H
#define APP_IDENTITY_PASTE_H

#include "base/arena.h"
#include "model/identity_check.h"

/* A longer text says nothing of an identity: it is not even looked at. */
enum { IDENTITY_PASTE_MAX = 65536 };

enum identity_paste_kind {
	IDENTITY_PASTE_NOTHING, /* it says nothing of an identity */
	IDENTITY_PASTE_TOKEN,
	IDENTITY_PASTE_CLAIMS, /* JSON with iss and sub, also inside id_token or data */
	IDENTITY_PASTE_NOTE,
	IDENTITY_PASTE_OWNER,
};

struct identity_paste {
	enum identity_paste_kind kind;
	struct identity_fields identity; /* STR_NONE: it does not say */
	bool linked;                  /* of a note: the link was made and is in force */
	struct str environment;       /* of a note: where, as its writer calls it */
	struct buf words;             /* what it was, to be said: "ID token, 1,204 characters" */
	struct arena texts;
};

void identity_paste_read(struct identity_paste *p, struct str text, int64_t now);
/* id- and 32 hexadecimal digits. */
bool identity_paste_is_owner(struct str text);
/* Does it begin as a token does? Then it is not to be shown. */
bool identity_paste_is_token(struct str text);
/* Wipes it. */
void identity_paste_free(struct identity_paste *p);

#endif
