/*
 * lanes.h - the chains of the audit: which one an entry goes to, and what their heads are called.
 */
#ifndef STORE_LANES_H
#define STORE_LANES_H

#include "base/str.h"

enum { LANE_NAME = 16 };

/* Below `lanes`: the same for the same words on every machine. */
unsigned lane_of(struct str about, unsigned lanes);
/* "audit" for lane 0, which was the only one once; "audit.7" for another. */
void lane_head_name(char name[LANE_NAME], unsigned lane);
/* False: it is not the name of a chain's head. */
bool lane_of_head(struct str name, unsigned *lane);

#endif
