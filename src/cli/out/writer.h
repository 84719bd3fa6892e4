/*
 * writer.h - writes to stdout: buffered, completely, and a reader that goes away ends the program
 * quietly, like any filter; if the program was started with SIGPIPE ignored, that is an ordinary
 * error. Output longer than the terminal goes through a pager, if one is wanted; it is held back
 * until that is known.
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
