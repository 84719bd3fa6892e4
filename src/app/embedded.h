/*
 * embedded.h - text files compiled into the program: keymaps and themes by name.
 */
#ifndef APP_EMBEDDED_H
#define APP_EMBEDDED_H

#include "base/embedded.h"
#include "base/err.h"

extern const struct embedded embedded_keymaps[]; /* ends with a NULL name */
extern const struct embedded embedded_themes[];

/* The text of that name, or NULL with err set (ERR_USAGE) to a list of the names. */
const char *embedded_choose(
    const struct embedded *list, const char *what, const char *name, struct err *err);

#endif
