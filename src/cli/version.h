/*
 * version.h - the text of --version: this program, its commit, and the libraries that it runs with.
 */
#ifndef CLI_VERSION_H
#define CLI_VERSION_H

#include "cli/args.h"

void cli_version_write(struct buf *out, const struct args *args);

#endif
