/*
 * canvas.h - a screen drawn into memory with the dark theme: its text and its roles.
 */
#ifndef TESTS_UNIT_UI_CANVAS_H
#define TESTS_UNIT_UI_CANVAS_H

#include "base/buf.h"
#include "lib/test.h"
#include "ui/term/surface.h"

#include <curses.h>

#include <stdio.h>
#include <string.h>

struct canvas {
	SCREEN *screen;
	FILE *nowhere;
	struct look look;
	struct screen_cursor cursor;
	struct surface all;
};

static inline void
canvas_open(struct canvas *c, int rows, int cols)
{
	struct theme theme;
	struct err err;
	use_env(FALSE); /* as the program does: ncurses 6.5 takes at most 512 from variables */
	*c = (struct canvas){ .nowhere = fopen("/dev/null", "r+e") };
	c->screen = newterm("xterm-256color", c->nowhere, c->nowhere);
	assert_non_null(c->screen);
	assert_int_equal(resizeterm(rows, cols), OK);
	assert_true(theme_load_named(&theme, "dark", &err));
	look_init(&c->look, &theme, false, false);
	c->all = surface_screen(&c->look, &c->cursor);
}

static inline void
canvas_close(struct canvas *c)
{
	endwin();
	delscreen(c->screen);
	fclose(c->nowhere);
}

/* Compares a row's text without trailing spaces. */
static inline void
expect_row(int y, const char *want)
{
	auto_buf rows = { 0 };
	struct str rest, row = STR_NONE;
	append_screen_text(&rows);
	rest = buf_str(&rows);
	for (int i = 0; i <= y; i++)
		assert_true(str_next(&rest, '\n', &row));
	if (!str_eqz(row, want))
		fail_msg("row %d is |%.*s| and not |%s|", y, STR_ARG(row), want);
}

/* The appearance of a cell without its text. */
struct cell_look {
	attr_t attributes;
	int pair;
};

static inline struct cell_look
read_cell_look(int y, int x)
{
	cchar_t cell;
	wchar_t text[CCHARW_MAX + 1];
	attr_t attributes = 0;
	short pair = 0;
	struct cell_look found = { 0, -1 };
	if (mvin_wch(y, x, &cell) == ERR ||
	    getcchar(&cell, text, &attributes, &pair, &found.pair) == ERR)
		return (struct cell_look){ 0, -1 };
	found.attributes = attributes & ~A_COLOR;
	return found;
}

/* The first role with this appearance; ROLE_COUNT if there is none. */
static inline int
find_role(const struct look *look, struct cell_look is)
{
	int role = 0;
	while (role < ROLE_COUNT &&
	    (is.attributes != (attr_t)look->styles[role].attributes ||
		is.pair != look->styles[role].pair))
		role++;
	return role;
}

/* Expects this role from the first to after the last of these cells; "" for no cell. */
static inline void
expect_role(const struct canvas *c, int y, enum role role, const char *want)
{
	const struct look_style *style = &c->look.styles[role];
	auto_buf runs = { 0 };
	bool in = false;
	for (int x = 0; x <= c->all.w; x++) {
		struct cell_look is = read_cell_look(y, x);
		bool here = x < c->all.w && is.attributes == (attr_t)style->attributes &&
		    is.pair == style->pair;
		if (here != in)
			buf_addf(&runs, "%s%d", !here ? "-" : runs.n ? " " : "", x);
		in = here;
	}
	if (strcmp(buf_z(&runs), want) != 0)
		fail_msg(
		    "row %d has %s at |%s| and not |%s|", y, role_names[role], buf_z(&runs), want);
}

#endif
