/*
 * scope.h - rights as text: words separated by single spaces.
 */
#ifndef SERVICE_AUTH_SCOPE_H
#define SERVICE_AUTH_SCOPE_H

#include "base/str.h"

enum { SCOPE_SIZE = 256 }; /* longest scope of a token, including a NUL */

/* Writes those of the requested rights that are in `has`, each once; all if none is requested,
 * "" if none is left. Omits rights that no longer fit. */
void scope_narrow(char out[SCOPE_SIZE], const char *has, struct str wanted);

#endif
