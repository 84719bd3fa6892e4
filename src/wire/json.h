/*
 * json.h - small JSON trees in an arena, over cJSON. Only this floor includes cJSON's header;
 * other floors walk a tree through the functions here.
 *
 * A tree lives exactly as long as its arena. Parse only what strict.h has checked. A tree is for
 * reading known members: foreign data is copied as spans and never printed from a tree,
 * since a tree loses the text of numbers.
 */
#ifndef WIRE_JSON_H
#define WIRE_JSON_H

#include "base/arena.h"
#include "base/err.h"

struct cJSON;

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

/* The tree of a checked text, or NULL with err set. With any span_flag in `flags` the text
 * is repaired first: U+FFFD for what is no character, the first of two equal members. */
const struct cJSON *json_parse(struct arena *a, struct str text, unsigned flags, struct err *err);

enum json_kind json_kind(const struct cJSON *value); /* NULL is JSON_ABSENT */
/* A member of an object by its exact name, or NULL. */
const struct cJSON *json_get(const struct cJSON *object, const char *name);
/* Text of a string; STR_NONE for anything else. */
struct str json_text(const struct cJSON *value);
/* json_text(json_get(object, name)) */
struct str json_get_text(const struct cJSON *object, const char *name);
bool json_is_true(const struct cJSON *value);
/* A whole number that a double holds exactly; false for anything else. (Not json_integer: that is
 * a function of jansson, which libjwt brings along.) */
bool json_whole_number(const struct cJSON *value, int64_t *out);
size_t json_count(const struct cJSON *array);
/* First element or member, then the next; NULL at the end. */
const struct cJSON *json_first(const struct cJSON *container);
const struct cJSON *json_next(const struct cJSON *value);
/* Name of a member; STR_NONE in arrays. */
struct str json_name(const struct cJSON *member);

#endif
