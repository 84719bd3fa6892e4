/*
 * mail_export.h - the baskets that are shown, or marked, as a recovery list for a mail tool
 * (app/basket/mail_list.h): counted first, then written, and noted as sent where that is wanted.
 */
#ifndef UI_BASKET_MAIL_EXPORT_H
#define UI_BASKET_MAIL_EXPORT_H

#include "ui/rows/rows_pane.h"

/* Says who would be in it and who not, and asks. */
void mail_export_open(struct rows_pane *r);

#endif
