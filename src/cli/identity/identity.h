/*
 * identity.h - `backroom identity link | unlink | resolve`: one link, those of a file, or those
 * whose answer never came.
 *
 * Nothing is sent before it was checked, shown in words, allowed and noted in the journal. What the
 * service refused is said in its words; what is not known is said to be so, with the number under
 * which it can be asked again.
 */
#ifndef CLI_IDENTITY_IDENTITY_H
#define CLI_IDENTITY_IDENTITY_H

#include "cli/args/args.h"

/* Gives the exit status. */
int identity_run(struct args *args);

#endif
