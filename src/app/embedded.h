/*
 * embedded.h - text files that the build put into the program: keymaps and themes by name.
 */
#ifndef APP_EMBEDDED_H
#define APP_EMBEDDED_H

struct embedded {
	const char *name, *text;
};

extern const struct embedded embedded_keymaps[]; /* ends with a NULL name */
extern const struct embedded embedded_themes[];

/* The text of that name, or NULL. */
const char *embedded_find(const struct embedded *list, const char *name);

#endif
