/*
 * emit.h - bytes on their way to stdout: gathered, written whole, and a reader that went away
 * ends the program quietly, as it ends any other filter.
 */
#ifndef CLI_EMIT_H
#define CLI_EMIT_H

#include "base/buf.h"
#include "base/err.h"

struct emit {
	struct buf bytes; /* add to it, then call emit_some() */
	bool failed;
	struct err err; /* why, when it failed */
};

/* Writes when much has gathered; emit_all() in any case. False once writing failed. */
bool emit_some(struct emit *e);
bool emit_all(struct emit *e);
void emit_free(struct emit *e);

#endif
