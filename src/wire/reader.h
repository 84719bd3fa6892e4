/*
 * reader.h - reads the members defined by the API from small JSON trees. Values of an unexpected
 * type count as absent and are flagged.
 */
#ifndef WIRE_READER_H
#define WIRE_READER_H

#include "wire/json.h"

struct member_reader {
	struct arena *a;
	struct str in_place; /* borrow texts inside this; copy others. STR_NONE: all last */
	bool odd;            /* something had an unexpected type */
	bool lost;           /* so odd that its meaning is uncertain */
};

/* The elements of a list, including the forms in which some services send lists: an object with
 * numbers as names, or a single element without brackets. */
struct read_list {
	const struct json_value *at; /* NULL at the end */
	size_t n;
	bool single;
};

/* The text, valid as long as the arena; copied if needed. */
struct str read_copy(const struct member_reader *r, struct str text);

/* The value if it has this kind, else NULL. A kind other than absent or null sets `odd`. */
const struct json_value *read_of_kind(
    struct member_reader *r, const struct json_value *value, enum json_kind want);
/* Like read_of_kind() for an object; an empty list, or a list with only this object, is
 * accepted. */
const struct json_value *read_object(struct member_reader *r, const struct json_value *value);
/* Prepares a list for read_next(); elements must have this kind. Any value that is not a list
 * counts as an empty list and sets `lost`. */
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
/* 0 if absent; sets `odd` if it is not a whole number. */
int64_t read_whole_number(
    struct member_reader *r, const struct json_value *object, const char *name);
/* An element that is not an object counts as an empty object and sets `odd`. */
void read_element(struct member_reader *r, const struct json_value *element);

#endif
