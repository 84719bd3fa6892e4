/*
 * clip.h - sends a text from this host to the clipboard of the user's terminal. No terminal
 * confirms it, so it is "sent", never "copied".
 *
 * The route depends on the terminal's reply to the secondary device attributes request (which works
 * through ssh), the environment and the setting. Building a sequence is pure; ui/term/term.c writes
 * it. A text that a route would truncate is refused, never shortened.
 */
#ifndef UI_TERM_CLIP_H
#define UI_TERM_CLIP_H

#include "base/buf.h"
#include "base/err.h"

enum clip_terminal {
	TERMINAL_UNKNOWN,
	TERMINAL_DIRECT,
	TERMINAL_TMUX,
	TERMINAL_SCREEN,
	TERMINAL_MOSH,
	TERMINAL_SILENT /* ignores all OSC sequences: linux, vt100, dumb */
};

enum clip_route {
	CLIP_NONE,
	CLIP_OSC52,
	CLIP_TMUX_BUFFER,
	CLIP_TMUX_OSC,
	CLIP_SCREEN,
	CLIP_MOSH,
	CLIP_DESKTOP,
	CLIP_SCRIPT,
	CLIP_LINES, /* no clipboard: the text is printed as lines */
	CLIP_ROUTES
};

enum { CLIP_BYTES_MAX = 65536, CLIP_MOSH_BYTES_MAX = 12282 };

struct clip_environment {
	enum clip_terminal terminal;
	const char *setting; /* auto, osc52, tmux, screen, bare, off */
	const char *tmux;    /* $TMUX or NULL */
	const char *ssh;     /* $SSH_CONNECTION or NULL */
	const char *wayland, *display;
};

/* The terminal type from its secondary device attributes (a;b;c). */
enum clip_terminal clip_terminal_of(int a, int b, int c);
/* The terminal type from $TERM alone: TERMINAL_SILENT or TERMINAL_UNKNOWN. */
enum clip_terminal clip_terminal_by_name(const char *term);
enum clip_route clip_choose_route(const struct clip_environment *place);
/* How the message describes the route: "through tmux", "to your terminal", … */
const char *clip_route_words(enum clip_route route);

/* Appends the bytes to write to the terminal; nothing for a route that runs a program. Returns
 * false and sets err if the route cannot carry the whole text. */
bool clip_write_sequence(struct buf *out, enum clip_route route, struct str text, struct err *err);
/* True if the route needs clip_run_program() instead of bytes. */
bool clip_needs_program(enum clip_route route);
/* Passes the text to the route's program on standard input; each program may take at most a
 * second. `kept` has the name of the tmux buffer of the last sent text, which this one replaces. */
bool clip_run_program(enum clip_route route, struct str text, struct buf *kept, struct err *err);
/* Deletes our buffer from tmux. */
void clip_delete_tmux_buffer(struct buf *kept);

#endif
