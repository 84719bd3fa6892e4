/*
 * typed_lines.h - the lines typed at `:`, kept for the next console of this account: names of
 * actions and VIEWs that name no person, the last hundred, in one private file. Not for scripts,
 * the demo, replays, or a console that masks people.
 */
#ifndef UI_SHELL_TYPED_LINES_H
#define UI_SHELL_TYPED_LINES_H

#include "ui/kit/console.h"

/* Fills the history of `:`; an unreadable file counts as empty. */
void typed_lines_read(struct console *c);
/* Adds the lines of this console to the file; a failure does not matter. */
void typed_lines_write(const struct console *c);

#endif
