/*
 * braille.h - a one-line braille display attached to a test's terminal: brltty reads the terminal's
 * screen from shared memory, as it does for GNU screen, and the cells that it would raise are
 * returned as text.
 *
 * Owns the screen reader, its folder and the memory; braille_stop() ends all.
 */
#ifndef TESTS_BRAILLE_H
#define TESTS_BRAILLE_H

#include "lib/pty.h"

struct braille;

/* Returns NULL if brltty is not installed. The terminal still belongs to the caller. */
struct braille *braille_start(struct pty *p, int cells);
/* NULL is allowed. */
void braille_stop(struct braille *b);
/* The text of the display without trailing spaces; valid until the next call. */
const char *braille_line(struct braille *b);
/* Waits until the display shows exactly this line. False if it does not before the timeout. */
bool braille_shows(struct braille *b, const char *line);
/* Hides cursor movement from the reader from now on: the display stays on the line that keys
 * chose and does not jump to the cursor. */
void braille_freeze(struct braille *b);
/* Presses a key of the display by its brltty command name, as "FWINRT"; waits until the line
 * changes. */
bool braille_press(struct braille *b, const char *command);

#endif
