/*
 * writer.h - bytes on their way to stdout: gathered, written whole, and a reader that went away
 * ends the program quietly, as it ends any other filter.
 */
#ifndef CLI_OUT_WRITER_H
#define CLI_OUT_WRITER_H

#include "base/buf.h"
#include "base/err.h"

struct writer {
	struct buf bytes; /* add to it, then call writer_some() */
	bool failed;
	struct err err; /* why, when it failed */
};

/* Writes when much has gathered; writer_all() in any case. False once writing failed. */
bool writer_some(struct writer *e);
bool writer_all(struct writer *e);
void writer_free(struct writer *e);

#endif
