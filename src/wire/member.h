/*
 * member.h - members of a checked JSON text: finds them by exact name, changes them by splicing.
 * Unchanged parts keep every byte, including numbers.
 *
 * Owns nothing; results point into the text.
 */
#ifndef WIRE_MEMBER_H
#define WIRE_MEMBER_H

#include "base/arena.h"
#include "base/vec.h"
#include "model/catalog.h"
#include "wire/json_lex.h"

struct member {
	struct str name;       /* with its quotes; STR_NONE in an array */
	struct str value;      /* the whole value as written */
	bool name_has_escapes; /* set by member_next() */
};

struct member_walk {
	struct str unread_text; /* after the last member */
	bool is_object;
};

/* Walks through the members of an object or the elements of an array; the text starts with its
 * bracket. */
void member_start(struct member_walk *w, struct str container);
bool member_next(struct member_walk *w, struct member *m);
bool member_is_named(const struct member *m, struct str name);

static inline bool
json_is_object(struct str value)
{
	return value.n && value.p[0] == '{';
}

static inline bool
json_is_array(struct str value)
{
	return value.n && value.p[0] == '[';
}

static inline bool
json_is_string(struct str value)
{
	return value.n && value.p[0] == '"';
}

/* The value as written; STR_NONE if there is no such member or the text is not an object. */
struct str member_find(struct str object, struct str name);
/* Counts the members with that name: if there are several, the value is ambiguous. */
size_t member_count_named(struct str object, struct str name);
/* The value at a NULL-terminated list of nested names. */
struct str member_find_below(struct str object, const char *const *names);
/* Appends the unquoted text of a string member. Returns false if it is absent or not a string. */
bool member_read_text(struct buf *out, struct str object, struct str name);

/* Interprets a value as yes or no, in the forms that shops use: true, "true", 1, "yes", "on" …
 * Any other text, null and containers are neither. */
enum flag_value member_flag_value(struct str value);

/* Appends a text member to an object being written, with a comma if needed. */
void member_add_text(struct buf *out, const char *name, struct str text);
/* Appends the object with the member set to `value` (JSON), or removed if value.p is NULL. A new
 * member is added at the end. */
void member_set(struct buf *out, struct str object, struct str name, struct str value);
/* Like member_set() for a NULL-terminated list of nested names; missing objects are created. */
void member_set_below(
    struct buf *out, struct str object, const char *const *names, struct str value);

/*
 * Splits a JSON text into its leaves: each value that contains no others, with its
 * dotted path (json_lex_find() finds it again). An empty container is a leaf.
 */

struct json_leaf {
	struct str path;  /* data.price.0.value; in the arena; empty if the text is a single leaf */
	struct str value; /* as written; points into the text */
};

struct json_leaves {
	VEC(struct json_leaf) list;
};

/* Appends the leaves of a valid JSON text in their order. */
void json_flatten(struct json_leaves *leaves, struct arena *a, struct str json);
void leaves_free(struct json_leaves *leaves);

#endif
