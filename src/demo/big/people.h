/*
 * people.h - the demo's customers: invented names from many countries, e-mail addresses in reserved
 * domains, identities at known issuers. The same number always makes the same person.
 */
#ifndef DEMO_BIG_PEOPLE_H
#define DEMO_BIG_PEOPLE_H

#include "base/arena.h"
#include "demo/rng.h"

enum { PEOPLE_MAX = 97, PERSON_ISSUERS = 4 };

struct demo_person {
	const char *country;                       /* GB */
	struct str first_name, last_name, company; /* company n 0: private person */
	struct str email;
	struct str sub, iss;
};

/* Fills in the person with this number, from 1; texts are in the arena. From PEOPLE_MAX on,
 * names repeat and e-mail addresses contain the number. */
void person_make(struct demo_person *p, struct arena *a, unsigned number);

/* Returns one of the issuers; person_add_sub() appends a random subject in its style. */
struct str person_issuer(unsigned issuer);
void person_add_sub(struct buf *sub, struct rng *r, unsigned issuer);

#endif
