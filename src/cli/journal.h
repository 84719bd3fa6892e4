/*
 * journal.h - `backroom journal list | verify`: lists the writes of this account, and checks
 * whether their journal is intact.
 */
#ifndef CLI_JOURNAL_H
#define CLI_JOURNAL_H

#include "cli/args/args.h"

/* Returns the exit status. */
int journal_run(struct args *args);

#endif
