/*
 * value.h - reads items of long lists from their text, without a tree.
 *
 * A value is the text of a JSON value as it was written, with its quotes or brackets; STR_NONE if
 * it is absent. The text must have been checked. Values and texts without escapes point into it;
 * other texts are in the arena.
 */
#ifndef WIRE_VALUE_H
#define WIRE_VALUE_H

#include "base/arena.h"
#include "wire/member.h"

#include <string.h>

enum json_kind {
	JSON_ABSENT,
	JSON_NULL,
	JSON_BOOL,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
	JSON_KINDS
};

/* The value of a checked text. With any span_flag in `flags` it is a repaired copy in the arena:
 * U+FFFD for invalid characters. */
struct str value_of_text(struct arena *a, struct str text, unsigned flags);
enum json_kind value_kind(struct str value);
/* The text of a string; STR_NONE for any other value. */
struct str value_text(struct arena *a, struct str value);
/* A whole number that a double can hold exactly; returns false for anything else. */
bool value_whole_number(struct str value, int64_t *out);
/* The whole part of a number in any notation (1895000000.25, 1.895e9), rounded down; returns
 * false if a double cannot hold it exactly. */
bool value_whole_part(struct str value, int64_t *out);

/*
 * Members of objects and elements of arrays. Values of an unexpected type count as absent and are
 * flagged.
 */

struct member_reader {
	struct arena *a;             /* texts and lists */
	struct arena *scratch;       /* members, needed only while reading; may be `a` */
	bool malformed;              /* something had an unexpected type */
	bool ambiguous;              /* so odd that its meaning is uncertain */
	struct member *free_members; /* unused ones of the last block in `scratch` */
	size_t free_count;
};

struct member_index {
	struct member *v;
	size_t n;
};

/* Finds all members or elements in one pass; other values have none. */
struct member_index read_members(struct member_reader *r, struct str container);
/* The first member with that name; STR_NONE if there is none. */
struct str member_get_named(const struct member_index *members, struct str name);
/* Like member_get_named(); the length of a literal is known when compiling. */
static inline struct str
member_get(const struct member_index *members, const char *name)
{
	return member_get_named(members, (struct str){ name, strlen(name) });
}

/* Like read_value_of_kind() for an object; an empty list, or a list with only this object, is
 * accepted. */
struct member_index read_object(struct member_reader *r, struct str value);
/* The elements of a list, which must have this kind. Includes the forms in which some services
 * send lists: an object with numbers as names, or a single element without brackets. Any other
 * value counts as an empty list and sets `ambiguous`. */
struct member_index read_list(struct member_reader *r, struct str value, enum json_kind element);
/* An element that is not an object counts as an empty object and sets `malformed`. */
struct member_index read_element(struct member_reader *r, struct str element);
/* The value if it has this kind, else STR_NONE. A kind other than absent or null sets
 * `malformed`. */
struct str read_value_of_kind(struct member_reader *r, struct str value, enum json_kind want);
/* The text of a string value. */
struct str read_string(struct member_reader *r, struct str value);
/* Like read_string() for an id: a number is used as it was written. */
struct str read_id(struct member_reader *r, struct str value);
/* Like read_string() for a member by name. */
struct str read_text(struct member_reader *r, const struct member_index *o, const char *name);

#endif
