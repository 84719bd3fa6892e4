/*
 * people.h - the customers of the demo: invented names from many countries, e-mails in reserved
 * domains, identities at the issuers of the paper. A person is the same whenever asked for.
 */
#ifndef DEMO_PEOPLE_H
#define DEMO_PEOPLE_H

#include "base/arena.h"

enum { PEOPLE_MAX = 97 };

/* person 0; the story of the agent tells of her */
enum { PERSON_MARA = 0 };

struct person {
	const char *country;             /* GB */
	struct str first, last, company; /* company n 0: a private person */
	struct str email;
	struct str sub, iss;
};

/* Fills in the person of that number, 0 to PEOPLE_MAX - 1; texts are the arena's. */
void person_make(struct person *p, struct arena *a, unsigned number);

#endif
