/*
 * paging.h - a pager for output longer than the terminal: $BACKROOM_PAGER, else $PAGER, else less.
 *
 * While it runs, only the pager handles Ctrl-C. It gets neither the token nor any open file except
 * its input. Quitting the pager is not an error.
 */
#ifndef CLI_PAGING_H
#define CLI_PAGING_H

#include "base/str.h"

#include <sys/types.h>

struct paging {
	int rows, cols; /* of the terminal; 0: no paging */
	pid_t pid;      /* of the pager; 0: not running */
	int fd;         /* its input */
	bool over;      /* the user quit it */
};

/* Reads the size of the terminal at stdout; 0 by 0 if it is not a terminal, or there is no
 * pager. */
void paging_init(struct paging *p);
/* True if the text needs more rows than the terminal has. */
bool paging_is_needed(const struct paging *p, struct str text);
/* Returns false if it cannot be started: then nothing is paged. */
bool paging_start(struct paging *p);
/* Waits until the pager ends. If Ctrl-C ended it, this program ends in the same way. */
void paging_end(struct paging *p);

#endif
