/*
 * json_lex.h - walks through a checked JSON text token by token without changing a byte. Used by
 * the source view, --fields and spliced responses, because numbers keep their original text.
 *
 * Owns nothing; tokens point into the text.
 */
#ifndef WIRE_JSON_LEX_H
#define WIRE_JSON_LEX_H

#include "base/buf.h"
#include "base/err.h"

enum json_lex_kind {
	JSON_LEX_END,
	JSON_LEX_OPEN,  /* { or [, which is text[0] */
	JSON_LEX_CLOSE, /* } or ] */
	JSON_LEX_VALUE, /* string with quotes, number, true, false, null */
};

struct json_lex_token {
	enum json_lex_kind kind;
	struct str name; /* member name with its quotes, if in an object */
	struct str text; /* the value as written, or the bracket */
	int depth;       /* nesting depth of its container; 0 at the top */
};

struct json_lex {
	struct str text;
	size_t offset;
	int depth;
};

void json_lex_start(struct json_lex *w, struct str checked_text);
bool json_lex_next(struct json_lex *w, struct json_lex_token *t);
/* The length of the value at the start of the text; 0 at a closing bracket. */
size_t json_lex_value_length(struct str checked_text);
/* Call after a JSON_LEX_OPEN: skips past its JSON_LEX_CLOSE and returns the text of the whole
 * container. */
struct str json_lex_skip(struct json_lex *w, const struct json_lex_token *open);

/* A path is a list of nested member names: "customerDetails.email", "orderItems.0.name". A step
 * that contains anything but letters, digits and a few signs is written as a JSON string:
 * customFields."a.b c". Returns the bytes of the first step; an unclosed quote counts as part of
 * the step. */
size_t json_lex_step_length(struct str path);
/* Removes the next step, with its quotes, from a path. Returns false after the last step. */
bool json_lex_next_step(struct str *path, struct str *step);
/* Appends a step, quoted if needed. */
void json_lex_add_step(struct buf *path, struct str name);
/* The value at a path; STR_NONE if it does not exist. */
struct str json_lex_find(struct str checked_text, struct str path);
/* Calls `take` with every value at a path that may lead through arrays without an index:
 * "orderItems.name" or "orderItems.[].name". Returns true if an array was walked, so that there
 * may be any number of values. */
typedef void json_lex_fn(void *ctx, struct str value);
bool json_lex_for_each(struct str checked_text, struct str path, json_lex_fn *take, void *ctx);
/* Unquotes a string token: escapes become characters, invalid escapes U+FFFD. */
void json_lex_unquote(struct buf *out, struct str string_token);

#endif
