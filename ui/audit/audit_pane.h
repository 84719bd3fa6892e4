/*
 * audit_pane.h - the service's audit, newest first: every write of all users, if the service has
 * an audit and the token may read it. A pane above the journal.
 */
#ifndef UI_AUDIT_AUDIT_PANE_H
#define UI_AUDIT_AUDIT_PANE_H

#include "ui/kit/console.h"

/* Goes to the audit, as it was left if it is open. */
void audit_pane_open(struct console *c);
/* Goes there, and returns the pane. */
struct pane *audit_pane_get(struct console *c);

#endif
