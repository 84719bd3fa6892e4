/*
 * member.h - members of a checked JSON text: found by their exact name, changed by splicing. What
 * is not changed keeps every byte, numbers included.
 *
 * Owns nothing; pieces point into the text.
 */
#ifndef WIRE_MEMBER_H
#define WIRE_MEMBER_H

#include "model/catalog.h"
#include "wire/token.h"

struct member {
	struct str name;  /* with its quotes; STR_NONE in an array */
	struct str value; /* as written, whole */
};

struct member_walk {
	struct token_walk tokens;
};

/* Walks the members of an object or the elements of an array, whose text begins with its
 * bracket. */
void member_start(struct member_walk *w, struct str container);
bool member_next(struct member_walk *w, struct member *m);
bool member_is(const struct member *m, struct str name);

bool json_is_object(struct str value);
bool json_is_array(struct str value);
bool json_is_string(struct str value);

/* The value as written; STR_NONE when the object has no such member, or is none. */
struct str member_find(struct str object, struct str name);
/* Counts the members of that name: with more than one it is not known which counts. */
size_t member_count(struct str object, struct str name);
/* The value, down a NULL-terminated list of names. */
struct str member_find_below(struct str object, const char *const *names);
/* Appends a string member unquoted; false when it is absent or no string. */
bool member_text(struct buf *out, struct str object, struct str name);

/* What a value says as an answer to yes or no, as shops write it: true, "true", 1, "yes", "on" …
 * A text that says neither, null and containers say nothing. */
enum said member_said(struct str value);

/* Appends a text member to an object that is being written, with a comma where one belongs. */
void member_add_text(struct buf *out, const char *name, struct str text);
/* Appends the object with the member set to `value` (JSON), or without it when value.p is NULL. A
 * new member comes last. */
void member_set(struct buf *out, struct str object, struct str name, struct str value);
/* The same, down a NULL-terminated list of names; objects on the way that are not there are
 * made. */
void member_set_below(
    struct buf *out, struct str object, const char *const *names, struct str value);

#endif
