/*
 * script.h - runs the lines of a script or of a tour in the console. Scripts are for tests and
 * screenshots; tour.h runs tours.
 *
 * Words of both:
 *
 *	step                     begins a step: in a tour the lines after it wait for the presenter
 *	open VIEW                opens a text that could be typed at `:`, after closing prompts
 *	mark TEXT                moves the cursor to the first row or line with the text
 *	caption TEXT             shows a text to the audience
 *	note TEXT                shows a text to the presenter (`backroom tour follow`)
 *	keys / <Enter> j gg      presses keys, named as in keymaps
 *	type mara elli           types the characters one by one
 *	expect TEXT              fails unless the screen shows the text
 *
 * Words of scripts only:
 *
 *	size 100x30              size of the screen if there is no terminal
 *	paste TEXT               a bracketed paste; \n is a newline
 *	paste-copied             pastes the text that was sent last
 *	count                    counts keys from here on; a paste counts as one
 *	keys-at-most N           fails if more keys were pressed since `count`
 *	proven                   marks that sent texts arrive on this terminal
 *	unproven                 resets that: not known whether they arrive
 *	looked 2h [COMMIT]       sets how long ago the last visit was, and the catalog's commit then
 *	expect-not TEXT          fails if the screen shows the text
 *	expect-copied TEXT       fails unless the text sent last is exactly this
 *	expect-copied-end TEXT   fails unless the text sent last ends in this
 *	screen NAME              saves the screen as $BACKROOM_SCREENS/NAME.txt
 *	wait TEXT                waits until the screen shows the text (for a slow read)
 *
 * Each line runs when the console is idle: nothing is being read, waited for or about to be drawn.
 * It has 60 s for that, counted from when the demo is ready. A `#` starts a comment. The first line
 * that fails ends the run with status 1.
 */
#ifndef UI_SHELL_SCRIPT_H
#define UI_SHELL_SCRIPT_H

#include "app/script_file.h"
#include "ui/kit/console.h"

struct script;

/* Reads the whole file first. Returns NULL and sets err if it cannot be read or has a wrong
 * line. */
struct script *script_open(const char *path, struct err *err);
/* Takes the file over. */
struct script *script_new(const struct script_file *file);
void script_free(struct script *s);
/* The size from the first `size` line, or 80x24. */
void script_read_size(const struct script *s, int *rows, int *cols);
/* Runs lines while the console is idle. Returns false when the script has ended, with the exit
 * status in *status. */
bool script_run(struct script *s, struct console *c, int *status);

enum script_result { SCRIPT_DONE, SCRIPT_WAITS, SCRIPT_FAILED };

/* Runs lines from index *at until `end` while the console is idle. *at is then the line that waits
 * or has failed, or `end`. */
enum script_result script_run_lines(struct script *s, struct console *c, size_t *at, size_t end);
const struct script_file *script_file_of(const struct script *s);
/* The reason why the last line failed. */
const char *script_problem(const struct script *s);

#endif
