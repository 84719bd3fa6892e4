/*
 * journal.h - `backroom journal list | verify`: lists the writes of this account, and checks
 * whether their journal is intact.
 */
#ifndef JOURNAL_COMMAND_H
#define JOURNAL_COMMAND_H

#include "cli/args.h"

/* Returns the exit status. */
int journal_run(struct args *args);

#endif
