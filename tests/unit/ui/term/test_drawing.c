/* Frames: a line with the same content as before is not drawn again, and the result always looks
 * as if drawn on an empty screen. */
#include "ui/term/term.h"
#include "unit/ui/canvas.h"

#include <locale.h>

enum { HEIGHT = 6, WIDTH = 40 };

static struct surface
begin(struct canvas *c, struct drawing *d)
{
	return surface_begin_frame(&c->look, d, &c->cursor);
}

/* Draws marks that the frame does not know about: a redrawn line erases its mark, the others
 * stay visible. */
static void
draw_marks(void)
{
	for (int y = 0; y < HEIGHT; y++)
		mvaddstr(y, 30, "x");
}

TEST(only_changed_lines_are_drawn)
{
	CLEANUP(canvas_close) struct canvas c;
	struct drawing *d = drawing_new();
	canvas_open(&c, HEIGHT, WIDTH);
	for (int frame = 0; frame < 2; frame++) {
		struct surface s = begin(&c, d);
		surface_draw_text(&s, 0, 0, ROLE_TEXT, STR("head"));
		surface_draw_text(&s, 1, 0, frame ? ROLE_SELECTED : ROLE_TEXT, STR("a row"));
		surface_draw_text(&s, 2, frame ? 1 : 0, ROLE_TEXT, STR("moved"));
		surface_draw_text(&s, 3, 0, ROLE_TEXT, frame ? STR("other") : STR("words"));
		if (frame)
			surface_restyle(&s, 4, 0, 5, ROLE_SELECTED);
		else
			surface_draw_text(&s, 5, 0, ROLE_TEXT, STR("gone"));
		surface_finish(&s);
		if (!frame)
			draw_marks();
	}
	expect_row(0, "head                          x");
	expect_row(1, "a row");
	expect_row(2, " moved");
	expect_row(3, "other");
	expect_row(4, "");
	expect_row(5, "");
	drawing_free(d);
}

TEST(another_size_or_theme_redraws_everything)
{
	CLEANUP(canvas_close) struct canvas c;
	struct drawing *d = drawing_new();
	canvas_open(&c, HEIGHT, WIDTH);
	for (int change = 0; change < 3; change++) {
		for (int frame = 0; frame < 2; frame++) {
			if (frame && change == 0)
				term_resize(HEIGHT, WIDTH - 5);
			if (frame && change == 1) { /* shrunk and restored: the cut part is gone */
				term_resize(HEIGHT, 3);
				term_resize(HEIGHT, WIDTH);
			}
			if (frame && change == 2)
				c.look.styles[ROLE_BAD].attributes ^= A_BOLD;
			struct surface s = begin(&c, d);
			surface_draw_text(&s, 0, 0, ROLE_TEXT, STR("head"));
			surface_finish(&s);
			if (!frame)
				draw_marks();
		}
		expect_row(0, "head");
		expect_row(3, "");
	}
	drawing_free(d);
}

/* ---- random drawing ---- */

static unsigned
draw(unsigned *seed, unsigned below)
{
	*seed = *seed * 1664525 + 1013904223;
	return (*seed >> 16) % below;
}

static void
draw_random(const struct surface *all, unsigned *seed)
{
	static const char *const texts[] = { "plain", "M\xC3\xBCller",
		"\xE6\xA3\xAE \xE4\xBC\xAF\xE7\xBE\x8E", "e\xCC\x81t\xC3\xA9", "a\xE2\x80\xA6",
		"a longer text that is cut at an edge" };
	static const enum role roles[] = { ROLE_TEXT, ROLE_FAINT, ROLE_BAD, ROLE_SELECTED };
	struct surface s = surface_part(all, (int)draw(seed, 3), (int)draw(seed, 9),
	    1 + (int)draw(seed, HEIGHT), 1 + (int)draw(seed, WIDTH));
	int y = (int)draw(seed, HEIGHT), x = (int)draw(seed, WIDTH);
	enum role role = roles[draw(seed, 4)];
	const char *text = texts[draw(seed, sizeof(texts) / sizeof(*texts))];
	switch (draw(seed, 7)) {
	case 0:
		surface_fill(&s, y, x, (int)draw(seed, 12), role);
		break;
	case 1:
		surface_draw_rule(&s, y, x, (int)draw(seed, 12), role);
		break;
	case 2:
		surface_draw_box(&s, role);
		break;
	case 3:
		surface_restyle(&s, y, x, (int)draw(seed, 12), role);
		break;
	case 4:
		surface_mark_words(&s, y, x, STR("plain"), STR("ai"));
		break;
	default:
		surface_draw_text(&s, y, x, role, str_of(text));
	}
}

/* Appends every cell with its appearance. */
static void
read_cells(struct buf *out)
{
	buf_reset(out);
	append_screen_text(out);
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) {
			struct cell_look look = read_cell_look(y, x);
			buf_addf(out, "%lx %d,", (unsigned long)look.attributes, look.pair);
		}
}

TEST(incremental_frames_look_like_full_ones)
{
	CLEANUP(canvas_close) struct canvas c;
	struct drawing *d = drawing_new();
	auto_buf kept = { 0 }, fresh = { 0 };
	unsigned seed = 7;
	canvas_open(&c, HEIGHT, WIDTH);
	for (int frame = 0; frame < 400; frame++) {
		unsigned same = draw(&seed, 50), strokes = draw(&seed, 12);
		unsigned seeds[2] = { same, same };
		c.look.ascii_lines = frame / 100 == 1;
		c.look.ascii_text = frame / 100 == 2;
		struct drawing *drawings[] = { d, drawing_new() };
		for (int i = 0; i < 2; i++) {
			struct surface s = begin(&c, drawings[i]);
			for (unsigned k = 0; k < strokes; k++)
				draw_random(&s, &seeds[i]);
			if (i == 1)
				draw_marks(); /* the new frame redraws every line */
			surface_finish(&s);
			read_cells(i ? &fresh : &kept);
		}
		assert_string_equal(buf_z(&kept), buf_z(&fresh));
		drawing_free(drawings[1]);
	}
	drawing_free(d);
}

/* Drawing directly and drawing at the end of a frame look the same. */
TEST(buffered_frames_look_like_direct_ones)
{
	CLEANUP(canvas_close) struct canvas c;
	struct drawing *d = drawing_new();
	auto_buf kept = { 0 }, once = { 0 };
	canvas_open(&c, HEIGHT, WIDTH);
	for (unsigned frame = 0; frame < 200; frame++) {
		unsigned seeds[2] = { frame, frame };
		struct surface s = begin(&c, d);
		for (int k = 0; k < 8; k++)
			draw_random(&s, &seeds[0]);
		surface_finish(&s);
		read_cells(&kept);
		struct surface now = surface_screen(&c.look, &c.cursor);
		for (int k = 0; k < 8; k++)
			draw_random(&now, &seeds[1]);
		read_cells(&once);
		assert_string_equal(buf_z(&kept), buf_z(&once));
	}
	drawing_free(d);
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
