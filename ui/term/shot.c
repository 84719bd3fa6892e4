#include "ui/term/shot.h"

#include "base/utf8.h"

#include <curses.h>

#include <wchar.h>

enum { CELL_CHARS = 8 };

static void
add_screen_row(struct buf *out, int y, int cols)
{
	size_t end = out->n;
	for (int x = 0; x < cols;) {
		cchar_t cell;
		wchar_t text[CELL_CHARS] = { 0 };
		attr_t attributes;
		short pair;
		mvin_wch(y, x, &cell);
		if (getcchar(&cell, text, &attributes, &pair, NULL) == ERR || !text[0]) {
			x++;
			continue;
		}
		for (int i = 0; i < CELL_CHARS && text[i]; i++)
			utf8_encode(out, (uint32_t)text[i]);
		if (text[0] != L' ')
			end = out->n;
		int width = wcwidth(text[0]);
		x += width > 0 ? width : 1;
	}
	out->n = end;
	buf_addc(out, '\n');
}

void
shot_text(struct buf *out)
{
	int rows, cols, y, x;
	getmaxyx(stdscr, rows, cols);
	getyx(stdscr, y, x);
	for (int row = 0; row < rows; row++)
		add_screen_row(out, row, cols);
	move(y, x);
}
