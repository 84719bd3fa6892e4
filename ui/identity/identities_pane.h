/*
 * identities_pane.h - pane 6: the external identities found in baskets and the journal.
 */
#ifndef UI_IDENTITY_IDENTITIES_PANE_H
#define UI_IDENTITY_IDENTITIES_PANE_H

#include "ui/kit/console.h"

struct pane *identities_pane_new(struct console *c);

#endif
