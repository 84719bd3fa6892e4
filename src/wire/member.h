/*
 * member.h - members of a checked JSON text: found by exact name, changed by splicing. Unchanged
 * parts keep every byte, numbers included.
 *
 * Owns nothing; pieces point into the text.
 */
#ifndef WIRE_MEMBER_H
#define WIRE_MEMBER_H

#include "model/catalog.h"
#include "wire/json_lex.h"

struct member {
	struct str name;  /* with its quotes; STR_NONE in an array */
	struct str value; /* as written, whole */
};

struct member_walk {
	struct json_lex lex;
};

/* Walks the members of an object or the elements of an array, whose text begins with its
 * bracket. */
void member_start(struct member_walk *w, struct str container);
bool member_next(struct member_walk *w, struct member *m);
bool member_is_named(const struct member *m, struct str name);

bool json_is_object(struct str value);
bool json_is_array(struct str value);
bool json_is_string(struct str value);

/* The value as written; STR_NONE if there is no such member, or the text is not an object. */
struct str member_find(struct str object, struct str name);
/* Counts the members of that name: with more than one it is not known which counts. */
size_t member_count(struct str object, struct str name);
/* The value, down a NULL-terminated list of names. */
struct str member_find_below(struct str object, const char *const *names);
/* Appends a string member unquoted; false when it is absent or no string. */
bool member_text(struct buf *out, struct str object, struct str name);

/* A value's meaning as yes or no, in the forms that shops use: true, "true", 1, "yes", "on" …
 * Any other text, null and containers mean neither. */
enum flag_value member_flag_value(struct str value);

/* Appends a text member to an object that is being written, with a comma where one belongs. */
void member_add_text(struct buf *out, const char *name, struct str text);
/* Appends the object with the member set to `value` (JSON), or without it when value.p is NULL. A
 * new member comes last. */
void member_set(struct buf *out, struct str object, struct str name, struct str value);
/* As above, down a NULL-terminated list of names; missing objects are created. */
void member_set_below(
    struct buf *out, struct str object, const char *const *names, struct str value);

#endif
