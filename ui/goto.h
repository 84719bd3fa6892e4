/*
 * goto.h - what a text typed or pasted at `:` is, decided before it is shown, and going there.
 */
#ifndef UI_GOTO_H
#define UI_GOTO_H

#include "ui/console.h"

enum goto_kind {
	GOTO_NOTHING,
	GOTO_TOKEN,    /* looks like a signed token: wiped, never echoed */
	GOTO_IDENTITY, /* claims, an owner's id, a ticket note of several lines */
	GOTO_LINK,     /* a recovery link */
	GOTO_BASKET,   /* a basket's id */
	GOTO_JOURNEY,  /* a journey's id: only who knows the journeys can tell */
	GOTO_EMAIL,
	GOTO_PATH,
	GOTO_VIEW,
	GOTO_ACTION, /* an action's name, and what its prompt is to begin with */
	GOTO_WORDS,
};

enum goto_kind goto_classify(struct str text);
/* The same, asking also whether a journey that was read has exactly this id. */
enum goto_kind goto_classify_known(const struct console *c, struct str text);
/* Appends what may be shown of it: "recovery link, 151 bytes, ends x7Qa". */
void goto_describe(struct buf *out, enum goto_kind kind, struct str text);
/* Does it hold something that must not be echoed? */
bool goto_is_secret(enum goto_kind kind);
void goto_run(struct console *c, enum goto_kind kind, struct str text);

/* Goes to the pane of a VIEW's resource and shows it there; takes the view. False says why in
 * err; then nothing was changed. */
bool goto_view(struct console *c, struct view *view, struct err *err);

#endif
