/*
 * people.h - the customers of the demo: invented names from many countries, e-mails in reserved
 * domains, identities at known issuers. A person is the same whenever asked for.
 */
#ifndef DEMO_BIG_PEOPLE_H
#define DEMO_BIG_PEOPLE_H

#include "base/arena.h"
#include "demo/rng.h"

enum { PEOPLE_MAX = 97, PERSON_ISSUERS = 4 };

struct demo_person {
	const char *country;             /* GB */
	struct str first, last, company; /* company n 0: a private person */
	struct str email;
	struct str sub, iss;
};

/* Fills in the person of that number, from 1 on; texts are the arena's. Those
 * from PEOPLE_MAX on share names, and their e-mails have the number. */
void person_make(struct demo_person *p, struct arena *a, unsigned number);

/* One of the issuers; appends a random subject in its style. */
struct str person_issuer(unsigned issuer);
void person_add_sub(struct buf *sub, struct rng *r, unsigned issuer);

#endif
