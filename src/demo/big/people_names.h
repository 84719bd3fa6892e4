/*
 * people_names.h - given and family names by country, combined by people.c.
 */
#ifndef DEMO_BIG_PEOPLE_NAMES_H
#define DEMO_BIG_PEOPLE_NAMES_H

#include <stddef.h>

enum { PEOPLE_NAMES = 8 };

struct people {
	const char *country;
	/* "name|name in ASCII for the e-mail address", or one text for both */
	const char *given_names[PEOPLE_NAMES], *family_names[PEOPLE_NAMES];
};

extern const struct people people_of[];
extern const size_t people_of_n;

#endif
