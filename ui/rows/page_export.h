/*
 * page_export.h - the campaigns, offers and journeys of a pane as a web page, or as a drawing, in a
 * file.
 */
#ifndef UI_ROWS_PAGE_EXPORT_H
#define UI_ROWS_PAGE_EXPORT_H

#include "catalog/page.h"
#include "ui/kit/console.h"

/* The entry of export menus. */
extern const char page_export_label[];
/* Why nothing can be written yet; NULL if it can. */
const char *page_export_why_not(const struct console *c);
/* Writes the file with the typed name, which ends in .html for a page and in .svg for a drawing,
 * and shows a message. A drawing has either journeys or the other items. */
bool page_export_write(
    struct console *c, const struct page_choice *choice, struct str typed, struct err *err);

#endif
