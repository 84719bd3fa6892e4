/*
 * embedded.h - text files that the build put into the program: keymaps and themes by name.
 */
#ifndef APP_EMBEDDED_H
#define APP_EMBEDDED_H

#include "base/embedded.h"

extern const struct embedded embedded_keymaps[]; /* ends with a NULL name */
extern const struct embedded embedded_themes[];

#endif
