/*
 * reader.h - members of objects as the contract has them, read from small trees: what is of
 * another kind counts as absent and is noted.
 */
#ifndef WIRE_READER_H
#define WIRE_READER_H

#include "wire/json.h"

struct reader {
	struct arena *a;
	struct str lasting; /* texts outside it are copied into the arena; STR_NONE: all last */
	bool odd;           /* something was of an unexpected kind */
};

/* The text, to be kept as long as the arena. */
struct str read_keep(const struct reader *r, struct str text);

/* The value when it is of this kind. Absent and null are NULL, another kind is odd too. */
const struct json_value *read_kind(
    struct reader *r, const struct json_value *value, enum json_kind want);
/* Its text, where it is a string. */
struct str read_string(struct reader *r, const struct json_value *value);
/* The same of a member. */
const struct json_value *read_member(
    struct reader *r, const struct json_value *object, const char *name, enum json_kind want);
struct str read_text(struct reader *r, const struct json_value *object, const char *name);
/* 0 when it is absent; odd when it is no whole number. */
int64_t read_whole_number(struct reader *r, const struct json_value *object, const char *name);
/* An element that is no object counts as an empty one, and is odd. */
void read_element(struct reader *r, const struct json_value *element);

#endif
