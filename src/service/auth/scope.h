/*
 * scope.h - rights as text: words with a space between them.
 */
#ifndef SERVICE_AUTH_SCOPE_H
#define SERVICE_AUTH_SCOPE_H

#include "base/str.h"

enum { SCOPE_MAX = 256 }; /* as much of it as a token may have, and a NUL */

/* The requested rights among those in `has`, each once; all if none is requested. "" if none is
 * left. A right that no longer fits is left out. */
void scope_narrow(char out[SCOPE_MAX], const char *has, struct str wanted);

#endif
