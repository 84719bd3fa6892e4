/*
 * json.h - small JSON trees in an arena: one copy of the text, and values that point into it.
 *
 * A tree lives as long as its arena. Parse only text that json_scan.h has checked: invalid JSON
 * gives no tree, but fewer checks are made here. A tree is for reading known members; unknown data
 * is copied as written, never printed from a tree.
 */
#ifndef WIRE_JSON_H
#define WIRE_JSON_H

#include "base/arena.h"
#include "base/err.h"

struct json_value;

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

/* Parses a checked text; returns NULL and sets err on failure. With any span_flag in `flags` the
 * text is repaired first: U+FFFD for invalid characters, and the first of two equally named
 * members. */
const struct json_value *json_parse(
    struct arena *a, struct str text, unsigned flags, struct err *err);

/* Like json_parse() without a copy: texts point into `text` if they are valid and have no
 * escapes, else into the arena. */
const struct json_value *json_parse_in_place(
    struct arena *a, struct str text, unsigned flags, struct err *err);

enum json_kind json_kind(const struct json_value *value); /* NULL gives JSON_ABSENT */
/* A member of an object by its exact name, or NULL. */
const struct json_value *json_get(const struct json_value *object, const char *name);
/* Gets n members by name in one pass; fastest if the members come in that order. */
void json_pick(const struct json_value *object, const char *const *names, size_t n,
    const struct json_value **found);
/* The text of a string; STR_NONE for any other value. */
struct str json_text(const struct json_value *value);
/* json_text(json_get(object, name)) */
struct str json_get_text(const struct json_value *object, const char *name);
/* A value as it was written; STR_NONE for an absent value. */
struct str json_source(const struct json_value *value);
bool json_is_true(const struct json_value *value);
/* A whole number that a double can hold exactly; returns false for anything else. (Not named
 * json_integer because jansson, a dependency of libjwt, defines that.) */
bool json_whole_number(const struct json_value *value, int64_t *out);
/* The whole part of a number in any notation (1895000000.25, 1.895e9), rounded down; returns
 * false if a double cannot hold it exactly. */
bool json_whole_part(const struct json_value *value, int64_t *out);
/* Like json_whole_part() for a number's text. */
bool json_whole_part_of(struct str number, int64_t *out);
size_t json_count(const struct json_value *array);
/* The first element or member, and the next one; NULL at the end. */
const struct json_value *json_first(const struct json_value *container);
const struct json_value *json_next(const struct json_value *value);
/* The name of a member; STR_NONE in arrays. */
struct str json_name(const struct json_value *member);

/*
 * Reads the members defined by the API from small JSON trees. Values of an unexpected
 * type count as absent and are flagged.
 */

struct member_reader {
	struct arena *a;
	struct str borrowed_range; /* borrow texts inside this; copy others. STR_NONE: all last */
	bool malformed;            /* something had an unexpected type */
	bool ambiguous;            /* so odd that its meaning is uncertain */
};

/* The elements of a list, including the forms in which some services send lists: an object with
 * numbers as names, or a single element without brackets. */
struct read_list {
	const struct json_value *current; /* NULL at the end */
	size_t n;
	bool is_single_value;
};

/* The text, valid as long as the arena; copied if needed. */
struct str read_copy(const struct member_reader *r, struct str text);

/* Like read_of_kind() for an object; an empty list, or a list with only this object, is
 * accepted. */
const struct json_value *read_object(struct member_reader *r, const struct json_value *value);
/* Prepares a list for read_next(); elements must have this kind. Any value that is not a list
 * counts as an empty list and sets `ambiguous`. */
void read_list(struct member_reader *r, struct read_list *l, const struct json_value *value,
    enum json_kind element);
/* The next element, or NULL. */
const struct json_value *read_next(struct read_list *l);
/* The text of a string value. */
struct str read_string(struct member_reader *r, const struct json_value *value);
/* Like read_string() for an id: a number is used as it was written. */
struct str read_id(struct member_reader *r, const struct json_value *value);
/* Like read_of_kind() for a member by name. */
const struct json_value *read_member(struct member_reader *r, const struct json_value *object,
    const char *name, enum json_kind want);
struct str read_text(struct member_reader *r, const struct json_value *object, const char *name);
/* An element that is not an object counts as an empty object and sets `malformed`. */
void read_element(struct member_reader *r, const struct json_value *element);

#endif
