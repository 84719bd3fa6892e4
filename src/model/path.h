/*
 * path.h - catalog paths, compared by whole segments: /offers2x/y is not under /offers2.
 */
#ifndef MODEL_PATH_H
#define MODEL_PATH_H

#include "base/str.h"

/* True for an offer that belongs to a campaign (/offers/…), or for a standalone offer
 * (/offers2/…). Some paths are neither. */
bool path_is_legacy(struct str path);
bool path_is_standalone(struct str path);
/* The path after its first segment: "uk/direct" for /tags/uk/direct; the whole path if it has
 * only one segment. */
struct str path_below_root(struct str path);
/* The segment after the last slash; the whole text if there is no slash. */
struct str path_last_part(struct str path);

#endif
