/*
 * path.h - paths of the catalog: by whole segments, so that /offers2x/y is not below /offers2.
 */
#ifndef MODEL_PATH_H
#define MODEL_PATH_H

#include "base/str.h"

/* Does an offer of this path belong to a campaign (/offers/…), or is it standalone (/offers2/…)?
 * Some are neither. */
bool path_is_legacy(struct str path);
bool path_is_standalone(struct str path);
/* The path after its first part: "uk/direct" for /tags/uk/direct; the whole path if it has only
 * one. */
struct str path_below_root(struct str path);
/* The part after the last slash; the whole text without one. */
struct str path_last_part(struct str path);

#endif
