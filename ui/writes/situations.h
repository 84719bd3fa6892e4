/*
 * situations.h - the demo's prepared owners: whose they are, and what is to be seen there. A form
 * offers them, since no endpoint lists owners. Owns its texts.
 */
#ifndef UI_WRITES_SITUATIONS_H
#define UI_WRITES_SITUATIONS_H

#include "base/arena.h"
#include "base/vec.h"

struct situation {
	struct str name, owner, story;
	struct str iss, sub; /* an identity to try there */
};

struct situations {
	struct arena texts;
	VEC(struct situation) list;
};

/* Adds one of the answer's items. */
void situations_add(struct situations *s, struct str json, unsigned flags);
void situations_free(struct situations *s);
/* The one of an owner, or NULL. */
const struct situation *situations_find(const struct situations *s, struct str owner);

#endif
