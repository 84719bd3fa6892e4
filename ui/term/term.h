/*
 * term.h - the terminal's life: opening it, restoring it in every way a program can end, its size,
 * its signals, and bytes written to it besides ncurses.
 *
 * There is one terminal, so this module has the program's only ui statics: the saved modes, the
 * signal pipe, and the bytes that a crash writes. SIGTERM and a lost terminal end the program
 * within a second, in any state. ncurses is used here, in surface.c, theme.c and shot.c, and
 * nowhere else.
 */
#ifndef UI_TERM_TERM_H
#define UI_TERM_TERM_H

#include "base/err.h"

struct term_options {
	bool headless;  /* draws into nothing: for scripts */
	bool plain;     /* so does this, and the terminal stays as it is: lines come in, lines go out */
	int rows, cols; /* of a headless one */
};

/* Checks, signal pipe, modes, ncurses. False with words for people; nothing is changed then. */
bool term_open(const struct term_options *options, struct err *err);
/* Everything as it was before. Safe to call twice. */
void term_close(void);

/* Readable when a signal came; watch it. */
int term_signal_fd(void);
/* The next signal that came, or 0. */
int term_next_signal(void);
/* One of the questions below was answered. */
void term_on_answer(void);
/* Suspends to the shell until fg; then the screen is complete. False if the terminal is not
 * interactive: fg would be impossible there. */
bool term_suspend(void);

/* Lends the terminal in its original state to `use`, which may prompt; then the screen is
 * complete. */
void term_run_outside_screen(void (*use)(void *ctx), void *ctx);

void term_size(int *rows, int *cols);
/* After SIGWINCH or fg: takes the new size over. */
void term_resize(int rows, int cols);
/* Another number after each resize: the old screen content may be gone. */
unsigned term_resized(void);
/* Takes the size from the terminal itself, and forgets what is on it. */
void term_resize_to_real(void);
/* Sends what changed since the last time. */
void term_present(void);
/* The next term_present() sends everything. */
void term_invalidate_screen(void);
/* Writes bytes besides ncurses: only sequences that neither move the cursor nor draw. False if
 * the terminal stopped reading; a sequence that was begun is completed. */
bool term_write_sequence(struct str bytes);
/* Clears the screen and writes a text raw from the third row, so that the terminal wraps it as
 * one line; `heading` and `help` are above it. Any key returns: the caller forgets the screen. */
void term_show_raw(const char *heading, const char *help, struct str text);
/* Listens to the mouse or leaves it to the terminal, whose own selection it takes. */
void term_mouse(bool on);
/* The bell. */
void term_ring(void);
/* Asks the terminal what it is; the answer comes through the input. */
void term_ask_device(void);
/* Asks for its background; many never answer. */
void term_ask_background(void);

#endif
