/*
 * export_menu.h - `e`: what is shown, or the marked rows of it, as a file or in the clipboard; and
 * asking for the file of another list.
 */
#ifndef UI_ROWS_EXPORT_MENU_H
#define UI_ROWS_EXPORT_MENU_H

#include "app/list/export.h"
#include "ui/rows/rows_pane.h"

void export_menu_open(struct rows_pane *r);

/* Asks for a file's name, beginning with "~/NAME-2026-11-20-1042.csv". */
void export_ask_file(struct console *c, const char *name, enum export_format format,
    bool (*take)(struct console *c, struct str typed, struct err *err));

/* Appends what is to be written, and how much that is: "3 rows". */
typedef void export_fn(
    struct console *c, enum export_format format, struct buf *text, struct buf *said);
/* Writes a private file with the format of its suffix; an existing file is not overwritten.
 * Appends the message: "3 rows, 120 bytes, to ~/x.csv, readable only by you". */
bool export_to_file(struct console *c, struct str typed, export_fn *write, struct buf *said,
    struct err *err);

#endif
