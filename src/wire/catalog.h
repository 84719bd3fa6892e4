/*
 * catalog.h - parses catalog items and journeys from JSON.
 *
 * Texts live in the arena. Members of a wrong type count as absent and set `odd`; only a text that
 * is not an object is an error. `flags` are the item's span_flags.
 */
#ifndef WIRE_CATALOG_H
#define WIRE_CATALOG_H

#include "base/arena.h"
#include "base/err.h"
#include "model/catalog.h"

bool catalog_item_read(
    struct catalog_item *item, struct arena *a, struct str json, unsigned flags, struct err *err);
/* As above for items kept by the thousand: texts point into `json`, which must live as long as
 * the arena. `scratch` holds temporary data; the caller resets it. */
bool catalog_item_read_in_place(struct catalog_item *item, struct arena *a, struct arena *scratch,
    struct str json, unsigned flags, struct err *err);
bool charge_read(
    struct charge *charge, struct arena *a, struct str json, unsigned flags, struct err *err);
bool journey_read(
    struct journey *j, struct arena *a, struct str json, unsigned flags, struct err *err);
/* The whole configuration. */
bool journeys_read(
    struct journeys *j, struct arena *a, struct str json, unsigned flags, struct err *err);
/* The value of an attribute by its bare name, as JSON; STR_NONE when no item has it. `json` is
 * the whole item. */
struct str catalog_attribute(struct str json, struct str bare);

#endif
