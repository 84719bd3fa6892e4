/*
 * picture COLSxROWS FOLDER NAME… -- PROGRAM ARG…
 *
 * Runs the program with its --script on a terminal and draws each screen NAME that the script saved
 * below $BACKROOM_SCREENS as FOLDER/NAME.svg, in its colours: the log is replayed until the
 * terminal shows the text of the saved screen. Exits with 1 if a screen never appeared.
 */
#include "lib/process.h"
#include "lib/pty_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_W = 9, CELL_H = 20, MARGIN = 12, DARK = 0x1c1f26, LIGHT = 0xd8dce3, PAPER = 0xffffff };

/* The terminal's own background: a light theme is drawn on a light one. */
static bool
is_light(void)
{
	const char *ground = getenv("PICTURE_GROUND");
	return ground && strcmp(ground, "light") == 0;
}

static int
ground_colour(void)
{
	return is_light() ? PAPER : DARK;
}

static int
text_colour(void)
{
	return is_light() ? DARK : LIGHT;
}

/* Which arms a light box line has: up 1, right 2, down 4, left 8. They are drawn as lines since
 * fonts leave gaps between rows. */
static unsigned
box_line_arms(const char *text)
{
	static const struct {
		const char *text;
		unsigned arms;
	} lines[] = { { "─", 10 }, { "│", 5 }, { "┌", 6 }, { "┐", 12 }, { "└", 3 }, { "┘", 9 },
		{ "├", 7 }, { "┤", 13 }, { "┬", 14 }, { "┴", 11 }, { "┼", 15 } };
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (strcmp(lines[i].text, text) == 0)
			return lines[i].arms;
	}
	return 0;
}

static int
rgb_of(struct pty *p, int number, bool is_default, int standard)
{
	return is_default ? standard : pty_rgb(p, number);
}

static void
add_text(struct buf *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '<')
			buf_addz(out, "&lt;");
		else if (*text == '&')
			buf_addz(out, "&amp;");
		else
			buf_addc(out, *text);
	}
}

static void
draw_lines(struct buf *out, unsigned arms, int x, int y, int colour)
{
	static const int ends[4][2] = { { 0, -10 }, { 5, 0 }, { 0, 10 }, { -5, 0 } };
	for (unsigned i = 0; i < 4; i++) {
		if (arms & 1u << i)
			buf_addf(out, "<path d=\"M%d %dl%d %d\" stroke=\"#%06x\"/>\n", x + 4,
			    y + 10, ends[i][0], ends[i][1], colour);
	}
}

static void
draw_cell(struct buf *out, struct pty *p, int row, int col)
{
	struct pty_cell cell;
	int x = MARGIN + col * CELL_W, y = MARGIN + row * CELL_H;
	pty_cell(p, row, col, &cell);
	int fg = rgb_of(p, cell.fg, cell.default_fg, text_colour());
	int bg = rgb_of(p, cell.bg, cell.default_bg, ground_colour());
	int front = cell.reverse ? bg : fg, back = cell.reverse ? fg : bg;
	unsigned arms = box_line_arms(cell.text);
	if (back != ground_colour())
		buf_addf(out,
		    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", x, y,
		    CELL_W * (cell.width > 1 ? cell.width : 1), CELL_H, back);
	if (arms) {
		draw_lines(out, arms, x, y, front);
	} else if (cell.text[0] && strcmp(cell.text, " ") != 0) {
		buf_addf(out, "<text x=\"%d\" y=\"%d\" fill=\"#%06x\"%s>", x, y + 15, front,
		    cell.bold ? " font-weight=\"bold\"" : "");
		add_text(out, cell.text);
		buf_addz(out, "</text>\n");
	}
	if (cell.underline) /* of blanks, too, as on a terminal */
		buf_addf(out, "<path d=\"M%d %dh%d\" stroke=\"#%06x\"/>\n", x, y + CELL_H - 2,
		    CELL_W * (cell.width > 1 ? cell.width : 1), front);
}

static bool
draw_screen(struct pty *p, const char *folder, const char *name)
{
	auto_buf svg = { 0 }, path = { 0 };
	int width = p->cols * CELL_W + 2 * MARGIN, height = p->rows * CELL_H + 2 * MARGIN;
	buf_addf(&svg,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
	    "font-family=\"JetBrains Mono, Noto Sans Mono CJK SC, monospace\" font-size=\"15\" "
	    "stroke-width=\"1\" shape-rendering=\"crispEdges\">\n"
	    "<rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#%06x\"/>\n",
	    width, height, width, height, (unsigned)ground_colour());
	for (int row = 0; row < p->rows; row++) {
		for (int col = 0; col < p->cols; col++)
			draw_cell(&svg, p, row, col);
	}
	buf_addz(&svg, "</svg>\n");
	buf_addf(&path, "%s/%s.svg", folder, name);
	FILE *file = fopen(buf_z(&path), "wb");
	bool written = file && fwrite(svg.p, 1, svg.n, file) == svg.n;
	if (file && fclose(file) != 0)
		written = false;
	if (!written)
		perror(buf_z(&path));
	return written;
}

/* Drops spaces at line ends and empty lines at the end, in which saved screens differ. */
static void
normalize(struct str text, struct buf *out)
{
	struct str line;
	while (str_next(&text, '\n', &line)) {
		while (line.n > 0 && line.p[line.n - 1] == ' ')
			line.n--;
		buf_adds(out, line);
		buf_addc(out, '\n');
	}
	while (out->n > 1 && out->p[out->n - 1] == '\n' && out->p[out->n - 2] == '\n')
		out->n--;
}

static bool
shows(struct pty *p, struct str want)
{
	auto_buf raw = { 0 }, screen = { 0 };
	pty_screen(p, &raw);
	normalize(buf_str(&raw), &screen);
	bool same = str_eq(buf_str(&screen), want);
	return same;
}

/* Replays the log up to each possible end of a frame until the screen matches the saved one. */
static bool
draw_frame_when_shown(const struct pty *live, const char *folder, const char *name)
{
	auto_buf path = { 0 }, saved = { 0 }, want = { 0 };
	struct pty replay = {
		.fd = -1, .rows = live->rows, .cols = live->cols, .answer = PTY_MUTE
	};
	const char *screens = getenv("BACKROOM_SCREENS");
	bool drawn = false;
	buf_addf(&path, "%s/%s.txt", screens ? screens : ".", name);
	if (!process_read_file(buf_z(&path), &saved))
		perror(buf_z(&path));
	normalize(buf_str(&saved), &want);
	pty_screen_open(&replay);
	for (size_t at = 0; saved.n > 0 && at < live->log.n && !drawn; at++) {
		pty_screen_feed(&replay, live->log.p + at, 1);
		/* A frame ends with the cursor being positioned: the next byte starts an escape
		 * sequence, or the log ends. */
		bool pause = at + 1 == live->log.n || live->log.p[at + 1] == '\033';
		if (pause && shows(&replay, buf_str(&want)))
			drawn = draw_screen(&replay, folder, name);
	}
	if (!drawn)
		fprintf(stderr, "picture: the terminal never showed the screen %s\n", name);
	pty_screen_close(&replay);
	buf_free(&replay.row);
	buf_free(&replay.replies);
	return drawn;
}

/* Parses "100x30". */
static bool
read_size(const char *text, struct pty_options *options)
{
	char *rest;
	options->cols = (int)strtol(text, &rest, 10);
	options->rows = *rest == 'x' ? (int)strtol(rest + 1, NULL, 10) : 0;
	return options->cols > 0 && options->rows > 0;
}

int
main(int argc, char **argv)
{
	struct pty_options options = { 0 };
	int program = 0, status = 0;
	for (int i = 3; i < argc && !program; i++) {
		if (strcmp(argv[i], "--") == 0)
			program = i + 1;
	}
	if (program < 1 || !read_size(argv[1], &options)) {
		fprintf(stderr, "picture COLSxROWS FOLDER NAME... -- PROGRAM ARG...\n");
		return 2;
	}
	const char *depth = getenv("PICTURE_TERM"); /* for a terminal with fewer colours */
	const char *const env[] = { depth, NULL };
	options.env = depth ? env : NULL;
	struct pty *p = pty_start(&options, (const char *const *)argv + program);
	bool good = pty_wait_exit(p, &status) && status == 0;
	if (!good)
		pty_dump(p, "the script failed");
	for (int i = 3; good && i < program - 1; i++)
		good = draw_frame_when_shown(p, argv[2], argv[i]);
	pty_stop(p);
	return good ? 0 : 1;
}
