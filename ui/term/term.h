/*
 * term.h - the terminal's life: opening it, giving it back in every way a program can end, its
 * size, its signals, and bytes that go to it beside ncurses.
 *
 * There is one terminal, so this module has the program's only ui statics: the saved modes, the
 * signal pipe, and the string that a crash writes. SIGTERM and a lost terminal end the program a
 * second later at most, whatever it does then. ncurses is used here, in surface.c, theme.c and
 * shot.c, and nowhere else.
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
void term_was_answered(void);
/* To the shell until it says fg; the screen is whole afterwards. False where no terminal is typed on:
 * nobody could say fg there. */
bool term_suspend(void);

/* Lends the terminal as it was to whoever asks somebody there, within `use`; the screen is whole
 * afterwards. */
void term_lend(void (*use)(void *ctx), void *ctx);

void term_size(int *rows, int *cols);
/* After SIGWINCH or fg: takes the new size over. */
void term_resize(int rows, int cols);
/* Another number after each: what stood on the screen may not any more. */
unsigned term_resized(void);
/* Takes the size from the terminal itself, and forgets what is on it. */
void term_resize_to_real(void);
/* Sends what changed since the last time. */
void term_present(void);
/* The next term_present() sends everything. */
void term_forget_screen(void);
/* Writes bytes beside ncurses: only sequences that move no cursor and draw nothing. False when
 * the terminal stopped taking them; a sequence begun is ended. */
bool term_emit(struct str bytes);
/* Clears the screen and writes a text raw from the third row, so that the terminal wraps it as
 * one line; `heading` and `help` stand above it. Any key returns: the caller forgets the screen. */
void term_show_bare(const char *heading, const char *help, struct str text);
/* Listens to the mouse or leaves it to the terminal, whose own selection it takes. */
void term_mouse(bool on);
/* The bell. */
void term_ring(void);
/* Asks the terminal what it is; the answer comes through the input. */
void term_ask_device(void);
/* Asks for its background; many never answer. */
void term_ask_background(void);

#endif
