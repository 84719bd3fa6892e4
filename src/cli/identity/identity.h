/*
 * identity.h - `backroom identity link | unlink | resolve`: one link, those of a file, or those
 * without a response.
 *
 * Nothing is sent before it was checked, shown, confirmed and recorded in the journal. A refusal is
 * printed in the service's words; a result that is not known is reported as such, with the number
 * to retry it.
 */
#ifndef CLI_IDENTITY_IDENTITY_H
#define CLI_IDENTITY_IDENTITY_H

#include "cli/args/args.h"

/* Gives the exit status. */
int identity_run(struct args *args);

#endif
