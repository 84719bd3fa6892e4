/*
 * identity.h - `backroom identity link | unlink | resolve`: one link, the links of a file, or
 * writes without a response.
 *
 * A write is sent only after it was checked, shown, confirmed and recorded in the journal. A
 * refusal is printed in the service's words; an unknown result is reported as such, with the number
 * to retry it.
 */
#ifndef IDENTITY_COMMAND_H
#define IDENTITY_COMMAND_H

#include "cli/args.h"

/* Returns the exit status. */
int identity_run(struct args *args);

#endif
