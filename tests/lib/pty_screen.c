#include "base/utf8.h"
#include "lib/pty_internal.h"

#include <stdio.h>
#include <string.h>

static void
on_reply(const char *bytes, size_t n, void *user)
{
	struct pty *p = user;
	buf_add(&p->replies, bytes, n);
}

static int
on_property(VTermProp prop, VTermValue *value, void *user)
{
	struct pty *p = user;
	if (prop == VTERM_PROP_ALTSCREEN)
		p->alternate = value->boolean;
	if (prop == VTERM_PROP_CURSORVISIBLE)
		p->cursor_visible = value->boolean;
	return 1;
}

static const VTermScreenCallbacks callbacks = { .settermprop = on_property };

void
pty_screen_open(struct pty *p)
{
	p->cursor_visible = true;
	p->vt = vterm_new(p->rows, p->cols);
	vterm_set_utf8(p->vt, 1);
	vterm_output_set_callback(p->vt, on_reply, p);
	p->screen = vterm_obtain_screen(p->vt);
	vterm_screen_set_callbacks(p->screen, &callbacks, p);
	vterm_screen_enable_altscreen(p->screen, 1);
	vterm_screen_reset(p->screen, 1);
}

void
pty_screen_close(struct pty *p)
{
	vterm_free(p->vt);
}

void
pty_screen_resize(struct pty *p)
{
	/* At a width of one column, libvterm 0.1.4 writes a wide character past the end of its
	 * row if it was sent for the previous size. */
	vterm_set_size(p->vt, p->rows, p->cols > 1 ? p->cols : 2);
	p->margins_are_old = true;
}

/* True if the bytes end inside an escape sequence. */
static bool
ends_in_sequence(struct str bytes)
{
	size_t at = bytes.n;
	while (at > 0 && bytes.p[at - 1] != '\033')
		at--;
	if (at == 0)
		return false;
	struct str rest = str_sub(bytes, at, bytes.n);
	if (rest.n == 0)
		return true;
	if (strchr("]PX^_", rest.p[0])) /* a string, up to a BEL or another escape */
		return str_find_char(rest, '\007') == SIZE_MAX;
	if (rest.p[0] != '[')
		return false;
	for (size_t i = 1; i < rest.n; i++)
		if (rest.p[i] >= '@' && rest.p[i] <= '~')
			return false;
	return true;
}

/* A resize resets a terminal's margins. libvterm 0.3.1 keeps them, and scrolls regions that
 * begin below its last row. */
static void
reset_margins(struct pty *p)
{
	char back[40];
	VTermPos at;
	vterm_state_get_cursorpos(vterm_obtain_state(p->vt), &at);
	int n = snprintf(back, sizeof(back), "\033[r\033[%d;%dH", at.row + 1, at.col + 1);
	vterm_input_write(p->vt, back, (size_t)n);
	p->margins_are_old = false;
}

/* libvterm identifies itself as 0;100;0: replace that by the terminal that the test wants. */
static void
answer_questions(struct pty *p)
{
	static const char *const identities[] = {
		[PTY_XTERM] = "\033[>41;379;0c",
		[PTY_TMUX] = "\033[>84;0;0c",
		[PTY_SCREEN] = "\033[>83;40900;0c",
		[PTY_MOSH] = "\033[>1;10;0c",
	};
	struct str rest = buf_str(&p->replies);
	size_t at;
	while (p->answer != PTY_MUTE && (at = str_find(rest, STR("\033[>"))) != SIZE_MAX) {
		size_t end = str_find_char(str_sub(rest, at, SIZE_MAX), 'c');
		if (end == SIZE_MAX)
			break;
		buf_adds(&p->out, str_sub(rest, 0, at));
		buf_addz(&p->out, identities[p->answer]);
		rest = str_sub(rest, at + end + 1, SIZE_MAX);
	}
	if (p->answer != PTY_MUTE)
		buf_adds(&p->out, rest);
	buf_reset(&p->replies);
}

void
pty_screen_feed(struct pty *p, const char *bytes, size_t n)
{
	if (p->margins_are_old && !p->in_sequence)
		reset_margins(p);
	vterm_input_write(p->vt, bytes, n);
	p->in_sequence = ends_in_sequence(str_from(bytes, n));
	vterm_screen_flush_damage(p->screen);
	if (p->replies.n > 0)
		answer_questions(p);
}

static int
colour_number(VTermColor c)
{
	if (VTERM_COLOR_IS_INDEXED(&c))
		return c.indexed.idx;
	return 0x1000000 + c.rgb.red * 0x10000 + c.rgb.green * 0x100 + c.rgb.blue;
}

/* Appends the cell's characters: a space if it is empty, nothing for the right half of a wide
 * one. */
static void
add_cell_text(struct buf *out, const VTermScreenCell *cell)
{
	if (cell->chars[0] == UINT32_MAX)
		return;
	if (cell->chars[0] == 0)
		buf_addc(out, ' ');
	for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell->chars[i]; i++)
		utf8_encode(out, cell->chars[i]);
}

void
pty_cell(struct pty *p, int row, int col, struct pty_cell *out)
{
	VTermScreenCell cell = { 0 };
	struct buf text = { .max = sizeof(out->text) - 1 };
	vterm_screen_get_cell(p->screen, (VTermPos){ .row = row, .col = col }, &cell);
	memset(out, 0, sizeof(*out));
	add_cell_text(&text, &cell);
	memcpy(out->text, buf_z(&text), text.n + 1);
	buf_free(&text);
	out->width = cell.width == 2 ? 2 : 1;
	out->bold = cell.attrs.bold;
	out->underline = cell.attrs.underline;
	out->italic = cell.attrs.italic;
	out->blink = cell.attrs.blink;
	out->reverse = cell.attrs.reverse;
	out->default_fg = VTERM_COLOR_IS_DEFAULT_FG(&cell.fg);
	out->default_bg = VTERM_COLOR_IS_DEFAULT_BG(&cell.bg);
	out->fg = colour_number(cell.fg);
	out->bg = colour_number(cell.bg);
}

const char *
pty_row(struct pty *p, int row)
{
	buf_reset(&p->row);
	for (int col = 0; col < p->cols;) {
		VTermScreenCell cell = { 0 };
		vterm_screen_get_cell(p->screen, (VTermPos){ .row = row, .col = col }, &cell);
		add_cell_text(&p->row, &cell);
		col += cell.width == 2 ? 2 : 1;
	}
	while (p->row.n > 0 && p->row.p[p->row.n - 1] == ' ')
		p->row.n--;
	return buf_z(&p->row);
}

/* The column of byte `at` in a row. */
static int
column_of_byte(struct pty *p, int row, size_t at)
{
	size_t bytes = 0;
	int col = 0;
	while (bytes < at && col < p->cols) {
		struct pty_cell cell;
		pty_cell(p, row, col, &cell);
		bytes += strlen(cell.text);
		col += cell.width > 1 ? cell.width : 1;
	}
	return col;
}

int
pty_find(struct pty *p, const char *text, int *col)
{
	for (int row = 0; row < p->rows; row++) {
		const char *line = pty_row(p, row);
		const char *hit = strstr(line, text);
		if (!hit)
			continue;
		if (col)
			*col = column_of_byte(p, row, (size_t)(hit - line));
		return row;
	}
	return -1;
}

void
pty_size(const struct pty *p, int *rows, int *cols)
{
	*rows = p->rows;
	*cols = p->cols;
}

void
pty_cursor(const struct pty *p, int *row, int *col, bool *visible)
{
	VTermPos pos;
	vterm_state_get_cursorpos(vterm_obtain_state(p->vt), &pos);
	*row = pos.row;
	*col = pos.col;
	if (visible)
		*visible = p->cursor_visible;
}

bool
pty_is_alternate(const struct pty *p)
{
	return p->alternate;
}

void
pty_screen(struct pty *p, struct buf *out)
{
	for (int row = 0; row < p->rows; row++) {
		buf_addz(out, pty_row(p, row));
		buf_addc(out, '\n');
	}
}

void
pty_dump(struct pty *p, const char *why)
{
	auto_buf screen = { 0 };
	pty_screen(p, &screen);
	fprintf(stderr, "%s; the screen (%dx%d%s, %zu bytes so far):\n%s---\n", why, p->cols,
	    p->rows, p->alternate ? ", alternate" : "", p->log.n, buf_z(&screen));
}

/* The 240 upper palette colours as in xterm; libvterm's own are darker. */
static int
rgb_of_cube(int number)
{
	static const int steps[] = { 0, 95, 135, 175, 215, 255 };
	if (number >= 232) {
		int grey = 8 + 10 * (number - 232);
		return grey * 0x10101;
	}
	number -= 16;
	return steps[number / 36] * 0x10000 + steps[number / 6 % 6] * 0x100 + steps[number % 6];
}

int
pty_rgb(const struct pty *p, int colour)
{
	VTermColor c;
	if (colour >= 0x1000000)
		return colour - 0x1000000;
	if (colour >= 16)
		return rgb_of_cube(colour);
	vterm_color_indexed(&c, (uint8_t)colour);
	vterm_screen_convert_color_to_rgb(p->screen, &c);
	return c.rgb.red * 0x10000 + c.rgb.green * 0x100 + c.rgb.blue;
}
