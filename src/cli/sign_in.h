/*
 * sign_in.h - `backroom login`, `logout` and `whoami`.
 */
#ifndef CLI_SIGN_IN_H
#define CLI_SIGN_IN_H

#include "cli/args/args.h"

/* Prints to stderr the address and the code, and then who is signed in. Returns 4 if the sign-in
 * failed. */
int login_run(struct args *args);
/* 0 also without a sign-in. */
int logout_run(struct args *args);
/* On stdout, with -o json as one object. Asks the service for a basket, so that a token which is not
 * taken is seen: 4. */
int whoami_run(struct args *args);

#endif
