/*
 * The link as a QR code: an image made from the screen's cells in their colours is decoded by
 * zbarimg, which must return the link. Skipped if zbarimg is not installed.
 */
#include "lib/console.h"
#include "lib/process.h"
#include "lib/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CAMERA "zbarimg"

enum { DOT = 4 /* pixels per module of the code */, BLACK = 0, WHITE = 255 };

static int
grey_level(struct pty *p, int colour, bool is_default, int otherwise)
{
	int rgb = is_default ? otherwise * 0x10101 : pty_rgb(p, colour);
	return ((rgb >> 16) + (rgb >> 8 & 255) + (rgb & 255)) / 3;
}

/* Reads the two modules of a cell; other characters do not matter. */
static void
read_dots(struct pty *p, int row, int col, int ground, unsigned char dots[2])
{
	struct pty_cell cell;
	pty_cell(p, row, col, &cell);
	int fg = grey_level(p, cell.fg, cell.default_fg, WHITE - ground);
	int bg = grey_level(p, cell.bg, cell.default_bg, ground);
	int front = cell.reverse ? bg : fg, back = cell.reverse ? fg : bg;
	bool whole = strcmp(cell.text, "\xe2\x96\x88") == 0;
	dots[0] = (unsigned char)(whole || strcmp(cell.text, "\xe2\x96\x80") == 0 ? front : back);
	dots[1] = (unsigned char)(whole || strcmp(cell.text, "\xe2\x96\x84") == 0 ? front : back);
}

/* Writes the terminal as an image; `ground` is its default background. */
static void
write_picture(struct pty *p, int ground, const char *path)
{
	int rows, cols;
	pty_size(p, &rows, &cols);
	FILE *file = fopen(path, "we");
	assert_non_null(file);
	fprintf(file, "P5 %d %d 255\n", cols * DOT, rows * 2 * DOT);
	for (int y = 0; y < rows * 2 * DOT; y++)
		for (int x = 0; x < cols * DOT; x++) {
			unsigned char dots[2];
			read_dots(p, y / DOT / 2, x / DOT, ground, dots);
			putc(dots[y / DOT % 2], file);
		}
	assert_int_equal(fclose(file), 0);
}

/* Decodes the code as a camera app does. */
static void
read_picture(const char *path, struct buf *out)
{
	const char *const argv[] = { CAMERA, "--quiet", "--raw", "--nodbus", path, NULL };
	int status = 0, fd = open("code", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	assert_true(process_wait(process_start(argv, NULL, fd, 2), 20000, &status));
	close(fd);
	assert_true(process_read_file("code", out));
	assert_true(WIFEXITED(status));
}

static void
expect_code(struct pty *p, int ground, const struct buf *link, const char *what)
{
	auto_buf got = { 0 };
	assert_true(pty_wait_quiet(p, 40));
	write_picture(p, ground, "picture.pgm");
	read_picture("picture.pgm", &got);
	if (!str_eq(str_trim(buf_str(&got)), buf_str(link)))
		fail_msg("%s: %zu bytes are read as [%s]", what, link->n, buf_z(&got));
}

TEST(a_qr_code_of_every_length_decodes_to_the_link)
{
	static const size_t lengths[] = { 90, 150, 300, 1000, 2000 };
	if (!process_is_on_path(CAMERA))
		skip_because(CAMERA " is not installed");
	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		auto_buf link = { 0 };
		CLEANUP(shop_close) struct shop s;
		page_link(&link, 0, lengths[i]);
		const struct page_basket basket = { "Ann", "Example", NULL, buf_z(&link) };
		shop_open(&s, &basket, 1, &(struct pty_options){ .rows = 90, .cols = 180 }, "");
		assert_true(pty_press(s.p, ":qr\r", "Any key returns"));
		expect_code(s.p, BLACK, &link, "dark");
	}
}

/* Cameras expect dark on light. */
TEST(a_qr_code_is_dark_on_light_in_every_theme_and_terminal)
{
	static const struct {
		const char *theme, *terminal;
		int ground;
	} cases[] = {
		{ "auto", "COLORFGBG=15;0", BLACK },
		{ "auto", "COLORFGBG=0;15", WHITE },
		{ "dark", "COLORFGBG=15;0", BLACK },
		{ "light", "COLORFGBG=0;15", WHITE },
		{ "mono", "COLORFGBG=15;0", BLACK },
		{ "mono", "COLORFGBG=0;15", WHITE },
		{ "projector", "COLORFGBG=15;0", BLACK },
		{ "projector", "COLORFGBG=0;15", WHITE },
		{ "high-contrast", "COLORFGBG=15;0", BLACK },
		{ "high-contrast", "COLORFGBG=0;15", WHITE },
	};
	auto_buf link = { 0 };
	if (!process_is_on_path(CAMERA))
		skip_because(CAMERA " is not installed");
	page_link(&link, 0, 120);
	const struct page_basket basket = { "Ann", "Example", NULL, buf_z(&link) };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *const env[] = { cases[i].terminal, NULL };
		auto_buf ui = { 0 };
		CLEANUP(shop_close) struct shop s;
		buf_addf(&ui, "theme = \"%s\"", cases[i].theme);
		shop_open(&s, &basket, 1,
		    &(struct pty_options){ .rows = 40, .cols = 100, .env = env }, buf_z(&ui));
		assert_true(pty_press(s.p, ":qr\r", "Any key returns"));
		expect_code(s.p, cases[i].ground, &link, cases[i].theme);
	}
}
