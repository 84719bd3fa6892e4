/*
 * surface.h - a clipped area of the screen: text in roles, nothing else. Nothing is sent before
 * term_present(). Texts must be cleaned (base/utf8.h) or our own words.
 */
#ifndef UI_TERM_SURFACE_H
#define UI_TERM_SURFACE_H

#include "base/str.h"
#include "ui/term/drawing.h"

struct screen_cursor {
	int y, x;
};

struct surface {
	int y, x, h, w; /* on the screen */
	const struct look *look;
	struct screen_cursor *cursor; /* where it shall rest after the frame */
	struct drawing *drawing; /* what keeps the frame until its end; NULL: nothing does */
};

/* Empties the whole screen and gives it as a surface. The cursor is the caller's. */
struct surface surface_screen(const struct look *look, struct screen_cursor *cursor);
/* As above for a frame that may resemble the one before: its drawing is on the screen from
 * surface_finish() on. */
struct surface surface_frame(
    const struct look *look, struct drawing *drawing, struct screen_cursor *cursor);
/* A part of it, clipped. */
struct surface surface_part(const struct surface *s, int y, int x, int h, int w);
/* Writes at (y, x), cut at the edge with a mark; gives the cells used. */
int surface_text(const struct surface *s, int y, int x, enum role role, struct str text);
/* The same within `cells`. */
int surface_text_in(
    const struct surface *s, int y, int x, int cells, enum role role, struct str text);
int surface_words(const struct surface *s, int y, int x, enum role role, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Spaces over a part of a row, in a role. */
void surface_fill(const struct surface *s, int y, int x, int cells, enum role role);
/* Empties everything in it. */
void surface_clear(const struct surface *s);
/* A horizontal line; and a box around the whole surface. */
void surface_rule(const struct surface *s, int y, int x, int cells, enum role role);
void surface_box(const struct surface *s, enum role role);
/* Draws the existing text in another role: for dimming and matches. */
void surface_restyle(const struct surface *s, int y, int x, int cells, enum role role);
/* Draws again, as matches, what in the text at (y, x) is one of the wanted forms of text_find(). */
void surface_mark_words(const struct surface *s, int y, int x, struct str clean, struct str wanted);
/* The place of the hardware cursor after this frame: always inside the screen. The last call
 * counts. */
void surface_cursor(const struct surface *s, int y, int x);
/* Ends a frame: puts the cursor where it rests. */
void surface_finish(const struct surface *s);

#endif
