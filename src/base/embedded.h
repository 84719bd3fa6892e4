/*
 * embedded.h - text files that the build embedded in the program, by name. Each table is declared
 * where it is used.
 */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include "base/buf.h"

/* A table ends with a NULL name. */
struct embedded {
	const char *name, *text;
};

/* The text of the file with that name, or NULL. */
const char *embedded_find(const struct embedded *list, const char *name);
/* Appends all names: "dark, light, mono". */
void embedded_add_names(struct buf *out, const struct embedded *list);

#endif
