/*
 * braille.h - a braille display of one line in front of a terminal of a test: brltty reads that
 * terminal's screen from memory, as it reads one of GNU screen's, and what it would raise on the
 * display comes back as text.
 *
 * Owns the screen reader, its folder and the memory; braille_stop() ends all.
 */
#ifndef TESTS_BRAILLE_H
#define TESTS_BRAILLE_H

#include "lib/pty.h"

struct braille;

/* NULL where no brltty is installed. The terminal stays the caller's. */
struct braille *braille_start(struct pty *p, int cells);
/* NULL is allowed. */
void braille_stop(struct braille *b);
/* The text of the display without trailing spaces; valid until the next call. */
const char *braille_line(struct braille *b);
/* Waits until it shows just this. */
bool braille_shows(struct braille *b, const char *line);
/* From now on the cursor is not seen to move: the line stays where keys move it, and what is read
 * is not taken away. */
void braille_freeze(struct braille *b);
/* Presses a key of the display, by what brltty calls its command, as "FWINRT"; waits until the line
 * is another one. */
bool braille_press(struct braille *b, const char *command);

#endif
