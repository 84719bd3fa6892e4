/*
 * json.h - small JSON documents as cJSON trees in an arena.
 *
 * A tree and its texts live as long as the arena: never call cJSON_Delete() for it. A tree is for
 * reading known members; cJSON does not keep how a number was written, and some versions refuse
 * numbers of 64 characters or more. Lists of thousands of items and data that is passed on are read
 * with value.h.
 */
#ifndef WIRE_JSON_H
#define WIRE_JSON_H

#include "base/arena.h"
#include "base/err.h"
#include "wire/json_scan.h"

#include <cjson/cJSON.h>

/* Checks the text by the rules and parses it; returns NULL and sets err on failure. Text with a
 * span_flag is repaired first, as value_of_text() does; of two equally named members json_get()
 * finds the first. */
const cJSON *json_parse(
    struct arena *a, struct str text, const struct json_scan_rules *rules, struct err *err);

/* A member of an object by its exact name, or NULL. */
const cJSON *json_get(const cJSON *object, const char *name);
/* The text of a string; STR_NONE for any other value. */
struct str json_text(const cJSON *value);
/* json_text(json_get(object, name)) */
struct str json_get_text(const cJSON *object, const char *name);
/* A whole number below 2^53 in any notation, rounded to a double; returns false for anything
 * else. From 2^53 on, different numbers give the same double. (Not named json_integer because
 * jansson, a dependency of libjwt, defines that.) */
bool json_whole_number(const cJSON *value, int64_t *out);

/* The version of cJSON that this program runs with. */
const char *json_library_version(void);

#endif
