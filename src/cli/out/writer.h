/*
 * writer.h - bytes on their way to stdout: gathered, written whole, and a reader that went away
 * ends the program quietly, as it ends any other filter; where the program was started with SIGPIPE
 * ignored that is an error like any other. What is longer than the terminal goes
 * through a pager, where one is wanted; up to then it is held back.
 */
#ifndef CLI_OUT_WRITER_H
#define CLI_OUT_WRITER_H

#include "base/buf.h"
#include "base/err.h"
#include "cli/out/paging.h"

struct writer {
	struct buf bytes; /* add to it, then call writer_some() */
	bool failed;
	struct err err;       /* why, when it failed */
	struct paging paging; /* paging_init() it, or leave it: then there is no pager */
};

/* Once, before anything is written: a write to a reader that went away fails from here on, as those to
 * connections must, instead of ending the program at once. */
void writer_catch_pipes(void);
/* Has stdout taken what was printed through stdio? ERR_IO when it has not. */
bool writer_flush_stdio(struct err *err);
/* Writes when much has gathered; writer_all() in any case. False once writing failed, or the pager
 * was quit. */
bool writer_some(struct writer *e);
bool writer_all(struct writer *e);
/* The end: writes what was held back, and waits for the pager. False once writing failed. */
bool writer_end(struct writer *e);
/* With writer_end(), where there was none. */
void writer_free(struct writer *e);

#endif
