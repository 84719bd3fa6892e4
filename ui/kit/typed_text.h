/*
 * typed_text.h - classifies a text typed or pasted at `:` before it is shown.
 */
#ifndef UI_KIT_TYPED_TEXT_H
#define UI_KIT_TYPED_TEXT_H

#include "base/buf.h"

struct console;
struct view_resource;

enum typed_kind {
	TYPED_NOTHING,
	TYPED_TOKEN,    /* looks like a signed token: wiped, never echoed */
	TYPED_IDENTITY, /* token claims, an owner's id, or a ticket note with several lines */
	TYPED_LINK,     /* a recovery link */
	TYPED_BASKET,   /* a basket's id */
	TYPED_JOURNEY,  /* a journey's id; recognized only with the journeys at hand */
	TYPED_REQUEST, /* a request id: of a request of this console, or like those of our service */
	TYPED_EMAIL,
	TYPED_PATH,
	TYPED_VIEW,
	TYPED_ACTION, /* an action's name, optionally with the start of its prompt's text */
	TYPED_WORDS,
};

enum typed_kind typed_classify(struct str text);
/* Like typed_classify(), but also recognizes the id of a journey that was read, and of a request
 * of this console. */
enum typed_kind typed_classify_known(const struct console *c, struct str text);
/* Converts a VIEW key typed as words, "since 2h", and appends the terms, "since=2h". Returns
 * false if it is not a key of this resource or the value is invalid. */
bool typed_append_terms(struct buf *out, const struct console *c,
    const struct view_resource *resource, struct str line);
/* Appends a description without the secret parts: "recovery link, 151 bytes, ends x7Qa". */
void typed_describe(struct buf *out, enum typed_kind kind, struct str text);
/* True if the text must not be echoed. */
bool typed_is_secret(enum typed_kind kind);

#endif
