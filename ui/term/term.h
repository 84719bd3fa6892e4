/*
 * term.h - the terminal: opens it, restores it however the program ends, and handles its size, its
 * signals, and bytes written to it outside of ncurses.
 *
 * There is only one terminal, so this module and crash.h have the only static variables in ui: the
 * saved modes, the signal pipe, and the bytes that are written on a crash. SIGTERM and a lost terminal end the
 * program within a second, in any state. ncurses is used only here and in surface.c and drawing.c.
 */
#ifndef UI_TERM_TERM_H
#define UI_TERM_TERM_H

#include "base/err.h"

struct term_options {
	bool headless;             /* draws off-screen: for scripts */
	bool keeps_terminal_modes; /* off-screen too, terminal modes unchanged: for linear mode */
	int rows, cols;            /* size if headless */
};

/* Checks the terminal and sets up the signal pipe, the modes and ncurses. Returns false and sets
 * err, a text for users, without having changed anything. */
bool term_open(const struct term_options *options, struct err *err);
/* True if the terminal's type is not in the terminfo database, so that term_open() uses
 * xterm-256color. */
bool term_type_is_unknown(void);
/* Restores the terminal's original state. Safe to call twice. */
void term_close(void);

/* A descriptor to watch: readable after a signal arrived. */
int term_signal_fd(void);
/* The next pending signal, or 0. */
int term_next_signal(void);
/* Call when the terminal replied to term_ask_device() or term_ask_background(). */
void term_on_answer(void);
/* Suspends to the shell until fg, then redraws the whole screen. Returns false if the terminal
 * is not interactive, where fg would be impossible. */
bool term_suspend(void);

/* Restores the terminal's original state while `use` runs, which may prompt; then redraws the
 * whole screen. */
void term_run_outside_screen(void (*use)(void *ctx), void *ctx);

void term_get_size(int *rows, int *cols);
/* Call after SIGWINCH or fg: sets the new size. */
void term_resize(int rows, int cols);
/* A number that changes with each resize: the previous screen content may be lost. */
unsigned term_resize_count(void);
/* Reads the size from the terminal itself, and discards the screen content. */
void term_resize_to_real(void);
/* Writes the changes since the last call to the terminal. */
void term_present(void);
/* Makes the next term_present() redraw everything. */
void term_invalidate_screen(void);
/* Writes bytes outside of ncurses: only sequences that neither move the cursor nor draw. Returns
 * false if the terminal stopped reading; a started sequence is still completed. */
bool term_write_sequence(struct str bytes);
/* Clears the screen and writes `heading`, `help`, the cleaned `subject`, and below them a text,
 * unwrapped, so that the terminal wraps it as one line. The caller invalidates the screen after a key
 * was pressed. */
void term_show_raw(const char *heading, const char *help, const char *subject, struct str text);
/* Turns mouse reporting on or off. While it is on, the terminal's own text selection is
 * disabled. */
void term_switch_mouse(bool on);
void term_ring_bell(void);
/* Asks the terminal for its device attributes; the reply arrives as input. */
void term_ask_device(void);
/* Asks for the background colour; many terminals never reply. */
void term_ask_background(void);

/* The version of ncurses that this program runs with. */
const char *term_library_version(void);

#endif
