/*
 * version.h - the text of --version: this program's version, its commit, and the libraries that it
 * runs with.
 */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#include "base/buf.h"

struct library_version {
	const char *name, *version; /* name NULL: the end of a list */
};

/* Appends three lines: "backroom VERSION", "commit COMMIT" and "libraries NAME VERSION, …". */
void version_write(struct buf *out, const char *commit, const struct library_version *libraries);

#endif
