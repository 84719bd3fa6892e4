/*
 * export_menu.h - `e`: exports the visible or the marked rows to a file or the clipboard. Also the
 * file prompt and file writing for other exports.
 */
#ifndef UI_ROWS_EXPORT_MENU_H
#define UI_ROWS_EXPORT_MENU_H

#include "list/export.h"
#include "ui/rows/rows_pane.h"

void export_menu_open(struct rows_pane *r);
/* Writes an export that waited for the rest of the list once all rows are read, or drops it and
 * says why. Call it when rows were read or could not be read. */
void export_continue(struct rows_pane *r);
/* Drops an export that waits, also when the pane is closed. Returns false if there is none. */
bool export_cancel(struct rows_pane *r);

/* Prompts for a file name; the default is "~/NAME-2026-11-20-1042.SUFFIX". */
void export_ask_file(struct console *c, const char *name, const char *suffix,
    bool (*take)(struct console *c, struct str typed, struct err *err));

/* Appends the exported text, and its size in words: "3 rows". */
typedef void export_fn(
    struct console *c, enum export_format format, struct buf *text, struct buf *said);
/* Writes a file readable only by the user, in the format of its suffix. Does not overwrite an
 * existing file. Appends the message: "3 rows, 16 columns, to ~/x.csv, for you only". */
bool export_to_file(
    struct console *c, struct str typed, export_fn *write, struct buf *said, struct err *err);
/* Writes a text to such a file, and appends its path to the message. */
bool export_save(
    struct console *c, struct str typed, struct str text, struct buf *said, struct err *err);

#endif
