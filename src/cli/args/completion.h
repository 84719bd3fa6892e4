/*
 * completion.h - `backroom completion SHELL`: what bash, zsh and fish complete, from the tables of
 * args.h and of the VIEW language.
 */
#ifndef CLI_ARGS_COMPLETION_H
#define CLI_ARGS_COMPLETION_H

#include "base/buf.h"
#include "base/err.h"

/* Appends the script for a shell. ERR_USAGE names those there are. */
bool completion_write(struct buf *out, struct str shell, struct err *err);

#endif
