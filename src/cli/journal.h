/*
 * journal.h - `backroom journal list | verify`: the writes of this account, and whether their
 * journal is whole.
 */
#ifndef CLI_JOURNAL_H
#define CLI_JOURNAL_H

#include "cli/args/args.h"

/* Gives the exit status. */
int journal_run(struct args *args);

#endif
