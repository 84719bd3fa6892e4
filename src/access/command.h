/*
 * sign_in.h - `backroom login`, `logout` and `whoami`.
 */
#ifndef ACCESS_COMMAND_H
#define ACCESS_COMMAND_H

#include "cli/args.h"

/* Prints the address and the code to stderr, and after sign-in the user. Returns 4 if the
 * sign-in failed. */
int login_run(struct args *args);
/* Returns 0 even if there was no sign-in. */
int logout_run(struct args *args);
/* Prints the user on stdout, with -o json as one object. Requests a basket from the service, so
 * that a rejected token is detected: then it returns 4. */
int whoami_run(struct args *args);

#endif
