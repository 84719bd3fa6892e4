/*
 * mail_export.h - exports the visible or marked baskets as a recovery list for a mail tool
 * (basket/mail_list.h): shows the counts, writes the file, and records the people as contacted
 * if the user wants that.
 */
#ifndef UI_BASKET_MAIL_EXPORT_H
#define UI_BASKET_MAIL_EXPORT_H

#include "ui/rows/rows_pane.h"

/* Shows how many baskets are included and excluded, and asks whether to write the list. */
void mail_export_open(struct rows_pane *r);

#endif
