/*
 * demo_owners.h - the owners that the demo's service prepares for trying out links: their names,
 * ids and stories. The form offers them, since no endpoint lists owners. Owns its texts.
 */
#ifndef UI_JOURNAL_DEMO_OWNERS_H
#define UI_JOURNAL_DEMO_OWNERS_H

#include "base/arena.h"
#include "base/vec.h"

struct demo_owner {
	struct str name, owner, story;
	struct str iss, sub; /* an identity to try with this owner */
};

struct demo_owners {
	struct arena texts;
	VEC(struct demo_owner) list;
};

/* Adds one item of the service's response. */
void demo_owners_add(struct demo_owners *s, struct str json, unsigned flags);
void demo_owners_free(struct demo_owners *s);
/* The demo owner with that id, or NULL. */
const struct demo_owner *demo_owners_find(const struct demo_owners *s, struct str owner);

#endif
