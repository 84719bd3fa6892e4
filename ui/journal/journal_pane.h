/*
 * journal_pane.h - pane 7: every write from this account on this host, newest first, and one of
 * them alone: the result of what was just sent.
 */
#ifndef UI_JOURNAL_JOURNAL_PANE_H
#define UI_JOURNAL_JOURNAL_PANE_H

#include "ui/kit/console.h"

struct pane *journal_pane_new(struct console *c);
/* Shows one write, above what is seen; or in the journal when that is seen. */
void journal_pane_open(struct console *c, unsigned number);
/* Pane 7 with the writes that are not known. */
void journal_pane_show_unknown(struct console *c);

#endif
