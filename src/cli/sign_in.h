/*
 * sign_in.h - `backroom login`, `logout` and `whoami`.
 */
#ifndef CLI_SIGN_IN_H
#define CLI_SIGN_IN_H

#include "cli/args/args.h"

/* Words on stderr: where to go with which code, and who is signed in then. 4 when nobody is. */
int login_run(struct args *args);
/* 0 also when nobody was. */
int logout_run(struct args *args);
/* On stdout, with -o json as one object. Asks the service for a basket, so that a token which is not
 * taken is seen: 4. */
int whoami_run(struct args *args);

#endif
