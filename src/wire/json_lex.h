/*
 * json_lex.h - walks a checked JSON text piece by piece without changing a byte: for the source view,
 * --fields and spliced responses, since numbers keep their text.
 *
 * Owns nothing; pieces point into the text.
 */
#ifndef WIRE_JSON_LEX_H
#define WIRE_JSON_LEX_H

#include "base/buf.h"
#include "base/err.h"

enum json_lex_kind {
	JSON_LEX_END,
	JSON_LEX_OPEN,  /* { or [ : text[0] says which */
	JSON_LEX_CLOSE, /* } or ] */
	JSON_LEX_VALUE, /* string with quotes, number, true, false, null */
};

struct json_lex_token {
	enum json_lex_kind kind;
	struct str name; /* with its quotes, when this is a member of an object */
	struct str text; /* the value as written, or the bracket */
	int depth;       /* of the enclosing container; 0 at the top */
};

struct json_lex {
	struct str text;
	size_t at;
	int depth;
};

void json_lex_start(struct json_lex *w, struct str checked_text);
bool json_lex_next(struct json_lex *w, struct json_lex_token *t);
/* After a JSON_LEX_OPEN: skips past its JSON_LEX_CLOSE and returns the whole container's text. */
struct str json_lex_skip(struct json_lex *w, const struct json_lex_token *open);

/* A path names members of members: "customerDetails.email", "orderItems.0.name". A step that holds
 * anything but letters, digits and a few signs is a JSON string: customFields."a.b c". The bytes of
 * the step at the front; a quote that is not closed is a step like any other. */
size_t json_lex_step_length(struct str path);
/* Takes the next step off a path, in its quotes; false after the last. */
bool json_lex_next_step(struct str *path, struct str *step);
/* Appends a step, in quotes where it needs them. */
void json_lex_add_step(struct buf *path, struct str name);
/* The value at a path; STR_NONE when it is not there. */
struct str json_lex_find(struct str checked_text, struct str path);
/* Calls `take` with every value at a path that may lead through arrays, whose elements need no
 * numbers: "orderItems.name", or "orderItems.[].name". True when an array was walked, so that there
 * may be none or several. */
typedef void json_lex_fn(void *ctx, struct str value);
bool json_lex_each(struct str checked_text, struct str path, json_lex_fn *take, void *ctx);
/* Unquotes a string token: escapes become characters, invalid ones become U+FFFD. */
void json_lex_unquote(struct buf *out, struct str string_token);

#endif
