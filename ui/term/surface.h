/*
 * surface.h - a clipped area of the screen for drawing text in roles. Nothing reaches the terminal
 * before term_present(). Texts must be cleaned (base/utf8.h) or our own.
 */
#ifndef UI_TERM_SURFACE_H
#define UI_TERM_SURFACE_H

#include "base/buf.h"
#include "base/str.h"
#include "ui/term/drawing.h"

struct screen_cursor {
	int y, x;
};

struct surface {
	int y, x, h, w; /* position and size on the screen */
	const struct look *look;
	struct screen_cursor *cursor; /* cursor position after the frame */
	struct drawing *drawing;      /* collects the frame's strokes; NULL: draws directly */
	bool is_pointing;             /* all but the selected row is drawn as labels */
	bool is_behind; /* a box or prompt has the keys: selected rows are drawn as idle ones */
};

/* Clears the screen and returns it as a surface. The caller owns the cursor. */
struct surface surface_screen(const struct look *look, struct screen_cursor *cursor);
/* Like surface_screen() for a frame that may resemble the previous one: collects strokes in
 * `drawing`, which reach the screen in surface_finish(). */
struct surface surface_begin_frame(
    const struct look *look, struct drawing *drawing, struct screen_cursor *cursor);
/* A part of the surface, clipped to it. */
struct surface surface_part(const struct surface *s, int y, int x, int h, int w);
/* Writes a text at (y, x), cut at the edge with a mark. Returns the cells used. */
int surface_draw_text(const struct surface *s, int y, int x, enum role role, struct str text);
/* Like surface_draw_text(), cut to `cells`. */
int surface_draw_text_in(
    const struct surface *s, int y, int x, int cells, enum role role, struct str text);
int surface_print(const struct surface *s, int y, int x, enum role role, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Fills a part of a row with spaces in a role. */
void surface_fill(const struct surface *s, int y, int x, int cells, enum role role);
/* Clears the surface. */
void surface_clear(const struct surface *s);
/* Draw a horizontal line, and a box around the whole surface. */
void surface_draw_rule(const struct surface *s, int y, int x, int cells, enum role role);
void surface_draw_box(const struct surface *s, enum role role);
/* Draws one cell of a frame, joined to its neighbours on the given sides. */
enum { SIDE_UP = 1, SIDE_DOWN = 2, SIDE_LEFT = 4, SIDE_RIGHT = 8 };
void surface_draw_joint(const struct surface *s, int y, int x, enum role role, unsigned sides);
/* Redraws the existing text in another role: for dimming and matches. */
void surface_restyle(const struct surface *s, int y, int x, int cells, enum role role);
/* Blanks the visible rest of words that these cells, about to be covered, would cut. */
void surface_trim_words(const struct surface *s, int y, int x, int cells);
/* Highlights the parts of the text at (y, x) that match the wanted words, as text_find() does. */
void surface_mark_words(const struct surface *s, int y, int x, struct str clean, struct str wanted);
/* Sets the position of the terminal's cursor after this frame, clipped to the screen. The last
 * call counts. */
void surface_set_cursor(const struct surface *s, int y, int x);
/* Ends a frame: moves the terminal's cursor to its position. */
void surface_finish(const struct surface *s);

/* The screen as plain text: what the user sees, row by row, without colours. */

/* Appends each row without trailing spaces, plus a newline. */
void append_screen_text(struct buf *out);

#endif
