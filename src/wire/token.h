/*
 * token.h - walks a checked JSON text piece by piece without changing a byte: for the source view,
 * --fields and spliced responses, since numbers keep their text.
 *
 * Owns nothing; pieces point into the text.
 */
#ifndef WIRE_TOKEN_H
#define WIRE_TOKEN_H

#include "base/buf.h"
#include "base/err.h"

enum token_kind {
	TOKEN_END,
	TOKEN_OPEN,  /* { or [ : text[0] says which */
	TOKEN_CLOSE, /* } or ] */
	TOKEN_VALUE, /* string with quotes, number, true, false, null */
};

struct token {
	enum token_kind kind;
	struct str name; /* with its quotes, when this is a member of an object */
	struct str text; /* the value as written, or the bracket */
	int depth;       /* of the enclosing container; 0 at the top */
};

struct token_walk {
	struct str text;
	size_t at;
	int depth;
};

void token_start(struct token_walk *w, struct str checked_text);
bool token_next(struct token_walk *w, struct token *t);
/* After a TOKEN_OPEN: skips past its TOKEN_CLOSE and returns the whole container's text. */
struct str token_skip(struct token_walk *w, const struct token *open);

/* A path names members of members: "customerDetails.email", "orderItems.0.name". A step that holds
 * anything but letters, digits and a few signs is a JSON string: customFields."a.b c". The bytes of
 * the step at the front; a quote that is not closed is a step like any other. */
size_t token_step_length(struct str path);
/* Takes the next step off a path, in its quotes; false after the last. */
bool token_next_step(struct str *path, struct str *step);
/* Appends a step, in quotes where it needs them. */
void token_add_step(struct buf *path, struct str name);
/* The value at a path; STR_NONE when it is not there. */
struct str token_find(struct str checked_text, struct str path);
/* Calls `take` with every value at a path that may lead through arrays, whose elements need no
 * numbers: "orderItems.name", or "orderItems.[].name". True when an array was walked, so that there
 * may be none or several. */
typedef void token_fn(void *ctx, struct str value);
bool token_each(struct str checked_text, struct str path, token_fn *take, void *ctx);
/* Unquotes a string token: escapes become characters, invalid ones become U+FFFD. */
void token_unquote(struct buf *out, struct str string_token);

#endif
