/*
 * clip.h - sends a text from this host to the clipboard of the person at the terminal. No terminal
 * confirms it, so it is "sent", never "copied".
 *
 * The route depends on the terminal's own answer (its secondary device attributes, which pass
 * through ssh), the environment and the setting. Building a sequence is pure; ui/term/term.c emits
 * it. A text that a route would cut is refused, never repaired.
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
	TERMINAL_SILENT /* takes no OSC at all: linux, vt100, dumb */
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

enum { CLIP_MAX = 65536, CLIP_MOSH_MAX = 12282 };

struct clip_place {
	enum clip_terminal terminal;
	const char *setting; /* auto, osc52, tmux, screen, bare, off */
	const char *tmux;    /* $TMUX or NULL */
	const char *ssh;     /* $SSH_CONNECTION or NULL */
	const char *wayland, *display;
};

/* The terminal that secondary device attributes (a;b;c) name. */
enum clip_terminal clip_terminal_of(int a, int b, int c);
/* The terminal that $TERM alone lets us assume: SILENT or UNKNOWN. */
enum clip_terminal clip_terminal_by_name(const char *term);
enum clip_route clip_choose(const struct clip_place *place);
/* "through tmux", "to your terminal", … */
const char *clip_route_words(enum clip_route route);

/* Appends the bytes for the terminal. False, with words, when the route cannot carry the text
 * whole. Routes that run a program append nothing. */
bool clip_sequence(struct buf *out, enum clip_route route, struct str text, struct err *err);
/* Does the route need clip_run() instead of bytes? */
bool clip_needs_program(enum clip_route route);
/* Gives the text to the route's program on its standard input; at most a second each. `kept` holds
 * the name of the tmux buffer that the last sending left: it gives way to this one. */
bool clip_run(enum clip_route route, struct str text, struct buf *kept, struct err *err);
/* Takes our buffer out of tmux again. */
void clip_delete_tmux_buffer(struct buf *kept);

#endif
