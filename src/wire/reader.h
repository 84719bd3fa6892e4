/*
 * reader.h - members of objects as the contract has them, read from small trees: what is of
 * another kind counts as absent and is noted.
 */
#ifndef WIRE_READER_H
#define WIRE_READER_H

#include "wire/json.h"

struct member_reader {
	struct arena *a;
	struct str in_place; /* texts outside it are copied into the arena; STR_NONE: all last */
	bool odd;           /* something was of an unexpected kind */
	bool lost;          /* so much so that it cannot be told what it means */
};

/* The elements of a list, as some services send lists: an object with numbers for names, a single
 * element without its brackets. */
struct read_list {
	const struct json_value *at; /* NULL: no more */
	size_t n;
	bool single;
};

/* The text, to be kept as long as the arena. */
struct str read_copy(const struct member_reader *r, struct str text);

/* The value when it is of this kind. Absent and null are NULL, another kind is odd too. */
const struct json_value *read_of_kind(
    struct member_reader *r, const struct json_value *value, enum json_kind want);
/* As above for an object; an empty list, or a list with only this object, is accepted. */
const struct json_value *read_object(struct member_reader *r, const struct json_value *value);
/* Starts before the first element; elements must be of this kind. Anything other than a list
 * counts as empty, and as lost. */
void read_list(struct member_reader *r, struct read_list *l, const struct json_value *value,
    enum json_kind element);
/* The next element, or NULL. */
const struct json_value *read_next(struct read_list *l);
/* Its text, where it is a string. */
struct str read_string(struct member_reader *r, const struct json_value *value);
/* As above for an id: a number is used as it was written. */
struct str read_id(struct member_reader *r, const struct json_value *value);
/* As above for a member. */
const struct json_value *read_member(struct member_reader *r, const struct json_value *object,
    const char *name, enum json_kind want);
struct str read_text(struct member_reader *r, const struct json_value *object, const char *name);
/* 0 if it is absent; odd if it is not a whole number. */
int64_t read_whole_number(
    struct member_reader *r, const struct json_value *object, const char *name);
/* An element that is not an object counts as an empty one, and is odd. */
void read_element(struct member_reader *r, const struct json_value *element);

#endif
