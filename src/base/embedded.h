/*
 * embedded.h - text files that the build put into the program, by name. The tables themselves are
 * declared where they are used.
 */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include "base/buf.h"

/* A table ends with a NULL name. */
struct embedded {
	const char *name, *text;
};

/* The text of that name, or NULL. */
const char *embedded_find(const struct embedded *list, const char *name);
/* Appends every name: "dark, light, mono". */
void embedded_add_names(struct buf *out, const struct embedded *list);

#endif
