/*
 * charges_pane.h - the charges of an offer, each with all its members.
 */
#ifndef UI_CHARGES_PANE_H
#define UI_CHARGES_PANE_H

#include "ui/rows_pane.h"

struct pane *charges_pane_new(struct console *c, struct str offer);

#endif
