/*
 * catalog.h - parses catalog items and journeys from JSON.
 *
 * Texts are stored in the arena. Members of a wrong type count as absent and set `odd`; only a text
 * that is not a JSON object is an error. `flags` are the item's span_flags.
 */
#ifndef WIRE_CATALOG_H
#define WIRE_CATALOG_H

#include "base/arena.h"
#include "base/err.h"
#include "model/catalog.h"

bool catalog_item_read(
    struct catalog_item *item, struct arena *a, struct str json, unsigned flags, struct err *err);
/* Like catalog_item_read() for thousands of items: texts point into `json`, which must live as
 * long as the arena. `scratch` holds temporary data; the caller resets it. */
bool catalog_item_read_in_place(struct catalog_item *item, struct arena *a, struct arena *scratch,
    struct str json, unsigned flags, struct err *err);
bool charge_read(
    struct charge *charge, struct arena *a, struct str json, unsigned flags, struct err *err);
bool journey_read(
    struct journey *j, struct arena *a, struct str json, unsigned flags, struct err *err);
/* Reads all journeys and the rest of their configuration. */
bool journeys_read(
    struct journeys *j, struct arena *a, struct str json, unsigned flags, struct err *err);
/* The value of an attribute by its name without suffix, as JSON; STR_NONE if the item does not
 * have it. `json` is the whole item. */
struct str catalog_find_attribute(struct str json, struct str bare);

#endif
