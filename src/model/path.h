/*
 * path.h - paths of the catalog: by whole segments, so that /offers2x is not below /offers2.
 */
#ifndef MODEL_PATH_H
#define MODEL_PATH_H

#include "base/str.h"

/* Is the path `top` itself, or below it? */
bool path_is_below(struct str path, struct str top);
/* Does an offer with this path stand alone (/offers2/…)? */
bool path_is_standalone(struct str path);
/* The part behind the last slash; the whole text when there is none. */
struct str path_last_part(struct str path);

#endif
