/*
 * typed_text.h - what a text typed or pasted at `:` is, decided before it is shown.
 */
#ifndef UI_KIT_TYPED_TEXT_H
#define UI_KIT_TYPED_TEXT_H

#include "base/buf.h"

struct console;
struct view_resource;

enum typed_kind {
	TYPED_NOTHING,
	TYPED_TOKEN,    /* looks like a signed token: wiped, never echoed */
	TYPED_IDENTITY, /* claims, an owner's id, a ticket note of several lines */
	TYPED_LINK,     /* a recovery link */
	TYPED_BASKET,   /* a basket's id */
	TYPED_JOURNEY,  /* a journey's id: only who knows the journeys can tell */
	TYPED_EMAIL,
	TYPED_PATH,
	TYPED_VIEW,
	TYPED_ACTION, /* an action's name, and what its prompt is to begin with */
	TYPED_WORDS,
};

enum typed_kind typed_classify(struct str text);
/* As above, also checking for a journey with exactly this id. */
enum typed_kind typed_classify_known(const struct console *c, struct str text);
/* "since 2h": a key of the list's VIEWs, as typed by people. Appends the terms, "since=2h";
 * false: it is not one, or the value is invalid. */
bool typed_append_terms(struct buf *out, const struct console *c,
    const struct view_resource *resource, struct str line);
/* Appends what may be shown of it: "recovery link, 151 bytes, ends x7Qa". */
void typed_describe(struct buf *out, enum typed_kind kind, struct str text);
/* Does it hold something that must not be echoed? */
bool typed_is_secret(enum typed_kind kind);

#endif
