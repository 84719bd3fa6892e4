/*
 * writer.h - writes to stdout: buffered and completely. If the reader goes away, the program ends
 * quietly, like any filter; if it was started with SIGPIPE ignored, that is an ordinary error.
 * Output longer than the terminal goes through a pager, if one is wanted; output is held back until
 * its length is known. output.h makes the output of `get`.
 */
#ifndef CLI_WRITER_H
#define CLI_WRITER_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

#include <sys/types.h>

/*
 * A pager for output longer than the terminal: $BACKROOM_PAGER, else $PAGER, else less.
 *
 * While it runs, only the pager handles Ctrl-C. It gets neither the token nor any open file except
 * its input. Quitting the pager is not an error.
 */

struct paging {
	int rows, cols;      /* of the terminal; 0: no paging */
	pid_t pid;           /* of the pager; 0: not running */
	int fd;              /* its input */
	bool closed_by_user; /* the user quit it */
};

/* Reads the size of the terminal at stdout; 0 by 0 if it is not a terminal, or there is no
 * pager. */
void paging_init(struct paging *p);

struct writer {
	struct buf pending_output; /* append to it, then call writer_write_some() */
	bool failed;
	struct err err;       /* the reason if it failed */
	struct paging paging; /* call paging_init() for a pager; zero: no pager */
};

/* Call it once, before anything is written: from then on a write to a closed pipe fails, as
 * connections need it, instead of ending the program at once. */
void writer_catch_sigpipe(void);
/* True if stdout accepted everything printed through stdio; ERR_IO otherwise. */
bool writer_flush_stdio(struct err *err);
/* Writes if enough has collected; writer_write_all() writes in any case. Return false if writing
 * failed, or if the user quit the pager. */
bool writer_write_some(struct writer *e);
bool writer_write_all(struct writer *e);
/* Writes output that was held back, and waits for the pager. Returns false if writing failed. */
bool writer_end(struct writer *e);
/* Writes a whole file in place of the old one, or to stdout if the name is -. Empties the text. */
bool writer_write_file(const char *path, struct buf *text, struct err *err);
/* True unless the file has content that would be lost; `yes` (--yes, or NULL) allows it. */
bool writer_may_replace_file(const char *path, const char *yes, struct err *err);
/* Calls writer_end() if it was not called, and frees the writer. */
void writer_free(struct writer *e);

#endif
