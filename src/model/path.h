/*
 * path.h - paths of the catalog: by whole segments, so that /offers2x/y is not below /offers2.
 */
#ifndef MODEL_PATH_H
#define MODEL_PATH_H

#include "base/str.h"

/* Is an offer of this path one of a campaign (/offers/…), or does it stand alone (/offers2/…)?
 * Some are neither. */
bool path_is_legacy(struct str path);
bool path_is_standalone(struct str path);
/* What stands behind the first part: "uk/direct" of /tags/uk/direct; all of it where there is one. */
struct str path_below_root(struct str path);
/* The part behind the last slash; the whole text when there is none. */
struct str path_last_part(struct str path);

#endif
