/*
 * paging.h - a pager for output longer than the terminal: $BACKROOM_PAGER, else $PAGER, else less.
 *
 * While it runs, Ctrl-C is the pager's own. It gets neither the token nor any open file except its
 * input. Quitting the pager is not a failure.
 */
#ifndef CLI_OUT_PAGING_H
#define CLI_OUT_PAGING_H

#include "base/str.h"

#include <sys/types.h>

struct paging {
	int rows, cols; /* of the terminal; 0: nothing is paged */
	pid_t pid;      /* of the pager; 0: there is none */
	int fd;         /* its input */
	bool over;      /* it was quit */
};

/* Reads the size of the terminal at stdout; 0 by 0 if it is not a terminal, or there is no
 * pager. */
void paging_init(struct paging *p);
/* Does the text need more rows than there are? */
bool paging_is_needed(const struct paging *p, struct str text);
/* False when it cannot be started: then nothing is paged. */
bool paging_start(struct paging *p);
/* Waits until it is quit. A pager that Ctrl-C ended ends this program in the same way. */
void paging_end(struct paging *p);

#endif
