/*
 * journal_pane.h - pane 7: every write from this account on this host, newest first. Also a pane
 * with a single write, to show the result of what was just sent.
 */
#ifndef UI_JOURNAL_JOURNAL_PANE_H
#define UI_JOURNAL_JOURNAL_PANE_H

#include "ui/kit/console.h"

struct pane *journal_pane_new(struct console *c);
/* Shows one write in a pane above the visible one, or selects it if the journal is visible. */
void journal_pane_open(struct console *c, unsigned number);
/* Opens pane 7 filtered to the unconfirmed writes. */
void journal_pane_show_unknown(struct console *c);

#endif
