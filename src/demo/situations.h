/*
 * situations.h - the ten prepared situations of linking and unlinking: whose owner, and what is to
 * be seen there. Owner number n of the tour is the one of situation n.
 */
#ifndef DEMO_SITUATIONS_H
#define DEMO_SITUATIONS_H

#include <stddef.h>

enum { SITUATIONS = 10 };

struct demo_situation {
	const char *name;  /* O1 */
	const char *owner; /* its id */
	const char *story; /* one line, for people */
	unsigned linked;   /* how many identities it has */
	/* The first of these, or of one without any the one to link: that of a basket. */
	const char *iss, *sub;
};

extern const struct demo_situation demo_situations[SITUATIONS];

#endif
