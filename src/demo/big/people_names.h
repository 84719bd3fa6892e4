/*
 * people_names.h - the names that people.c puts together, by country.
 */
#ifndef DEMO_BIG_PEOPLE_NAMES_H
#define DEMO_BIG_PEOPLE_NAMES_H

#include <stddef.h>

enum { PEOPLE_NAMES = 8 };

struct people {
	const char *country;
	/* "as written|in the letters of an e-mail", or one text for both */
	const char *given[PEOPLE_NAMES], *family[PEOPLE_NAMES];
};

extern const struct people people_of[];
extern const size_t people_of_n;

#endif
