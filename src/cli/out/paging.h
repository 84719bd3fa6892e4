/*
 * paging.h - a pager for what is longer than the terminal: $BACKROOM_PAGER, else $PAGER, else less.
 *
 * While it runs, Ctrl-C is the pager's own. It gets neither the token nor an open file beside its
 * input. A pager that was quit has seen enough: that is no failure.
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

/* Takes the size of the terminal that stdout is; 0 by 0 where it is none, or there is no pager. */
void paging_init(struct paging *p);
/* Does the text need more rows than there are? */
bool paging_is_needed(const struct paging *p, struct str text);
/* False when it cannot be started: then nothing is paged. */
bool paging_start(struct paging *p);
/* Waits until it is quit. A pager that Ctrl-C ended ends this program in the same way. */
void paging_end(struct paging *p);

#endif
