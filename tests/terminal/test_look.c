/* labels: slow */
/*
 * The appearance of cells: readable colours at every colour depth, aligned columns, the cursor
 * where screen readers expect it, and few bytes per frame.
 */
#include "lib/console.h"
#include "lib/process.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Asserts that no cell has text in the colour of its background. */
static void
expect_readable(struct pty *p, const char *where)
{
	int rows, cols, texts = 0;
	pty_size(p, &rows, &cols);
	for (int row = 0; row < rows; row++) {
		for (int col = 0; col < cols; col++) {
			struct pty_cell cell;
			pty_cell(p, row, col, &cell);
			bool blank = cell.text[0] == '\0' || strcmp(cell.text, " ") == 0;
			texts += !blank;
			if (blank || cell.default_fg != cell.default_bg || cell.default_fg)
				continue;
			if (cell.fg == cell.bg)
				fail_msg("%s: row %d column %d is %d on %d", where, row, col,
				    cell.fg, cell.bg);
		}
	}
	assert_true(texts > 100);
}

/* Visits the views, then ends the console. */
static void
expect_readable_views(struct pty *p, const char *term)
{
	/* Keys that open a view, and a text in its last row; NULL if the row does not change or
	 * differs between terminals. */
	static const struct {
		const char *keys, *shows;
	} views[] = { { "\r", "h back" }, { "s", "fold" }, { "?", "search" }, { "o", NULL },
		{ "y", NULL } };
	expect_readable(p, term);
	for (size_t i = 0; i < sizeof(views) / sizeof(views[0]); i++) {
		pty_type(p, views[i].keys);
		assert_true(
		    views[i].shows ? pty_wait_text(p, views[i].shows) : pty_wait_quiet(p, 20));
		expect_readable(p, term);
		bool alone = pty_find(p, "Any key returns", NULL) >= 0;
		pty_type(p, "\033");
		if (alone) { /* after the link's view: asks whether it was sent */
			assert_true(pty_wait_text(p, "Did you send "));
			pty_type(p, "\033");
		}
		assert_true(pty_wait_text(p, "Enter open"));
	}
	console_quit(p);
	pty_stop(p);
}

static void
expect_readable_on(const char *term, const char *more, const char *const words[])
{
	const char *const env[] = { term, more, NULL };
	expect_readable_views(console_demo(&(struct pty_options){ .env = env }, words), term);
}

TEST(no_text_has_the_colour_of_its_background)
{
	static const char *const terms[] = { "TERM=xterm", "TERM=xterm-16color",
		"TERM=xterm-256color", "TERM=xterm-direct", "TERM=tmux-256color", "TERM=linux",
		"TERM=vt100", "TERM=screen" };
	static const char *const mono[] = { "--theme", "mono", NULL };
	for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++)
		expect_readable_on(terms[i], NULL, NULL);
	expect_readable_on("TERM=xterm-256color", "NO_COLOR=1", NULL);
	expect_readable_on("TERM=xterm-256color", NULL, mono);
}

/* Every cell of the list has a background from the theme, also empty cells. */
static void
expect_own_background(const char *term, const char *theme, int background)
{
	const char *const env[] = { term, NULL };
	const char *const words[] = { "--theme", theme, NULL };
	struct pty *p = console_demo(&(struct pty_options){ .env = env }, words);
	struct pty_cell cell;
	for (int row = 0; row < 24; row++)
		for (int col = 0; col < 80; col++) {
			pty_cell(p, row, col, &cell);
			if (cell.default_bg || cell.default_fg)
				fail_msg("%s on %s: row %d column %d", theme, term, row, col);
		}
	pty_cell(p, 22, 79, &cell);
	assert_int_equal(cell.bg, background);
	expect_readable_views(p, term);
}

TEST(projector_and_high_contrast_set_their_background)
{
	expect_own_background("TERM=xterm", "projector", 7);
	expect_own_background("TERM=xterm-16color", "projector", 7);
	expect_own_background("TERM=xterm-256color", "projector", 231);
	expect_own_background("TERM=xterm", "high-contrast", 0);
	expect_own_background("TERM=xterm-16color", "high-contrast", 0);
	expect_own_background("TERM=xterm-256color", "high-contrast", 16);
	expect_own_background("TERM=tmux-256color", "projector", 231);
}

static bool
has_own_background(struct pty *p, void *user)
{
	struct pty_cell cell;
	pty_cell(p, 22, 79, &cell);
	return cell.default_bg != *(const bool *)user;
}

/* The colours of the detail's rule, of a blank in the row of titles, and of a dialog's corner. */
static void
read_frame_colours(struct pty *p, int colours[3])
{
	struct pty_cell cell;
	int row = pty_find(p, "\xE2\x94\x80 ", NULL), col;
	assert_true(row > 0);
	pty_cell(p, row, 0, &cell);
	colours[0] = cell.fg;
	row = pty_find(p, "PERSON", &col);
	pty_cell(p, row, col - 1, &cell);
	assert_true(cell.underline);
	colours[1] = cell.fg;
	pty_type(p, "o");
	assert_true(pty_wait_text(p, "Sort by"));
	row = pty_find(p, "Sort by", &col);
	pty_cell(p, row, col - 3, &cell);
	colours[2] = cell.fg;
}

/* Production cannot be mistaken: not only its badge has a colour. */
TEST(production_colours_its_rules_and_frames)
{
	static const char *const dark[] = { "--theme", "dark", NULL };
	static const struct pty_options size = { .rows = 30, .cols = 100 };
	static const struct page_basket baskets[] = { { "Mara", "Ellison", "m@example.com",
	    NULL } };
	int demo[3], prod[3];
	struct shop s;
	struct pty *p = console_demo(&size, dark);
	read_frame_colours(p, demo);
	pty_stop(p);
	shop_open(&s, baskets, 1, &size, "\ttheme = \"dark\"");
	read_frame_colours(s.p, prod);
	shop_close(&s);
	assert_int_equal(demo[0], 245);
	assert_int_equal(demo[1], 247);
	assert_int_equal(demo[2], 245);
	for (int i = 0; i < 3; i++)
		assert_int_equal(prod[i], 203);
}

static int
colour_of(struct pty *p, const char *text)
{
	struct pty_cell cell;
	int col, row = pty_find(p, text, &col);
	if (row < 0)
		fail_msg("not on the screen: %s", text);
	pty_cell(p, row, col, &cell);
	return cell.fg;
}

/* The identity form: the focused field is filled and its label bold; the missing part and the lock
 * are warnings; the basket's person is a reference. */
TEST(the_form_shows_its_focus_and_what_is_missing)
{
	static const char *const dark[] = { "--theme", "dark", NULL };
	static const struct pty_options size = { .rows = 30, .cols = 100 };
	enum { WARN = 214, REFERENCE = 75, SELECTED = 24, FIELD = 236 };
	struct pty *p = console_demo(&size, dark);
	struct pty_cell cell;
	assert_true(pty_press(p, "j", "2 of 240"));
	assert_true(pty_press(p, "i", "Identities > Link"));
	assert_true(pty_wait_text(p, "Missing: the owner"));
	assert_int_equal(colour_of(p, "locked"), WARN);
	assert_int_equal(colour_of(p, "! Nothing has been sent. Missing: the owner"), WARN);
	assert_int_equal(colour_of(p, "Mara Ellison"), REFERENCE);
	pty_cell(p, 2, 1, &cell);
	assert_true(cell.bold);
	pty_cell(p, 2, 10, &cell);
	assert_int_equal(cell.bg, SELECTED);
	pty_cell(p, 4, 1, &cell);
	assert_false(cell.bold);
	pty_cell(p, 4, 10, &cell);
	assert_int_equal(cell.bg, FIELD);
	pty_stop(p);
}

/* Keys are bold and their words are not, in the bars of panes, prompts, menus and dialogs. */
TEST(keys_are_bold_in_every_bar)
{
	static const struct {
		const char *opens, *key, *word;
	} bars[] = { { "", "y send", "send link" }, { "/", "Enter apply", "apply" },
		{ "o", "Enter choose", "choose" }, { "y", "Ctrl-V paste", "paste here" } };
	struct pty *p = console_demo(NULL, NULL);
	for (size_t i = 0; i < sizeof(bars) / sizeof(*bars); i++) {
		struct pty_cell key, word;
		int col;
		pty_type(p, bars[i].opens);
		assert_true(pty_wait_text(p, bars[i].key));
		assert_int_equal(pty_find(p, bars[i].key, &col), 23);
		pty_cell(p, 23, col, &key);
		assert_int_equal(pty_find(p, bars[i].word, &col), 23);
		pty_cell(p, 23, col, &word);
		if (!key.bold || word.bold)
			fail_msg("%s: bold is %d and %d", bars[i].key, key.bold, word.bold);
		pty_type(p, "\033");
	}
	pty_stop(p);
}

/* The menu of themes previews the selected theme; Esc restores the old one. */
TEST(a_theme_is_previewed_in_the_menu)
{
	static const char *const env[] = { "TERM=xterm-256color", NULL };
	static const char *const words[] = { "--theme", "dark", NULL };
	bool own = true, terminals = false;
	auto_console *p = console_demo(&(struct pty_options){ .env = env }, words);
	assert_true(pty_press(p, ":theme\r", "high-contrast"));
	assert_true(has_own_background(p, &terminals));
	pty_type(p, "j");
	assert_true(pty_wait_until(p, has_own_background, &own, "a theme's own background"));
	pty_type(p, "\033");
	assert_true(pty_wait_until(p, has_own_background, &terminals, "the terminal's background"));
}

/* The selected row differs from other rows by more than colour, at every colour depth. */
TEST(the_selected_row_is_marked_and_highlighted)
{
	static const char *const terms[] = { "TERM=xterm", "TERM=xterm-direct", "TERM=vt100",
		"TERM=xterm-256color" };
	for (size_t i = 0; i < 4; i++) {
		const char *const env[] = { terms[i], NULL };
		struct pty_cell mark, here, other;
		auto_pty *p = console_demo(&(struct pty_options){ .env = env }, NULL);
		assert_true(pty_wait_text(p, ": anything"));
		pty_cell(p, 3, 1, &mark);
		pty_cell(p, 3, 20, &here);
		pty_cell(p, 4, 20, &other);
		assert_true(strcmp(mark.text, "\xe2\x96\xb8") == 0 || strcmp(mark.text, ">") == 0);
		assert_true(here.reverse || !here.default_bg);
		/* Palette numbers taken as RGB values would be dark blues. */
		assert_true(here.reverse || i == 3);
		assert_false(other.reverse || !other.default_bg);
	}
}

static bool
is_highlighted(struct pty *p, const char *text)
{
	struct pty_cell cell;
	int col, row;
	assert_true(pty_wait_text(p, text));
	assert_true(pty_wait_quiet(p, 20));
	row = pty_find(p, text, &col);
	assert_true(row >= 0);
	pty_cell(p, row, col + 1, &cell);
	return cell.reverse || !cell.default_bg;
}

/* The what-if next to the overview: only the part with the focus highlights its row; the other
 * shows the mark alone. */
TEST(only_the_part_in_focus_highlights_its_row)
{
	static const char in_list[] = "new-visitor          ",
			  is_panel_focused[] = "[ ] new-visitor";
	auto_console *p = console_demo(&(struct pty_options){ .rows = 30, .cols = 100 }, NULL);
	assert_true(pty_press(p, "5", "9 journeys"));
	assert_true(is_highlighted(p, in_list));
	assert_true(pty_press(p, "w", is_panel_focused));
	assert_true(is_highlighted(p, is_panel_focused));
	assert_false(is_highlighted(p, in_list));
	assert_true(pty_press(p, "\t", "w segments"));
	assert_true(is_highlighted(p, in_list));
	assert_false(is_highlighted(p, is_panel_focused));
}

static void
expect_no_colour(const char *const *env, const char *const *words)
{
	auto_pty *p = console_demo(&(struct pty_options){ .env = env }, words);
	assert_true(pty_press(p, "y", "Ctrl-V"));
	assert_int_equal(str_find(pty_log(p), STR("\033[38;")), SIZE_MAX);
	assert_int_equal(str_find(pty_log(p), STR("\033[48;")), SIZE_MAX);
	for (int row = 0; row < 24; row++) {
		for (int col = 0; col < 80; col++) {
			struct pty_cell cell;
			pty_cell(p, row, col, &cell);
			assert_true(cell.default_fg && cell.default_bg);
		}
	}
	/* The results of checks are words, not only colours. */
	assert_true(pty_find(p, "ok   names this basket", NULL) > 0);
}

TEST(no_color_writes_no_colour)
{
	expect_no_colour((const char *const[]){ "NO_COLOR=1", NULL },
	    (const char *const[]){ "--theme", "light", NULL });
	expect_no_colour(NULL, (const char *const[]){ "--no-color", NULL });
}

TEST(ascii_mode_draws_ascii_only)
{
	static const char *const words[] = { "--ascii", NULL };
	static const struct page_basket basket = { "Ann", "Plain", "ann@example.com",
		"/r?basket=basket-00000000-0000-4000-8000-000000000000&key=0123456789abcdefgh" };
	auto_buf answer = { 0 }, url = { 0 };
	page_answer(&answer, &basket, 1, 0, NULL);
	auto_hostile *h = hostile_start_bytes(buf_str(&answer));
	buf_addf(&url, "BACKROOM_URL=%s/api", hostile_url(h));
	const char *const env[] = { buf_z(&url), "BACKROOM_TOKEN=x", NULL };
	auto_pty *p = console_start(&(struct pty_options){ .rows = 40, .cols = 120 }, env, words);
	assert_true(pty_wait_text(p, "1 basket, all read"));
	static const char *const keys[] = { "y", "\r", "s", "?", "M", "o", "Y", "T", "/zz", "g",
		":m" };
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		pty_type(p, keys[i]);
		assert_true(pty_wait_quiet(p, 20));
		assert_true(pty_press(p, "\033", ": anything"));
	}
	for (size_t i = 0; i < pty_log(p).n; i++)
		if ((unsigned char)pty_log(p).p[i] >= 0x80)
			fail_msg("byte %zu: %.60s", i, pty_log(p).p + (i > 30 ? i - 30 : 0));
}

/* CJK, combining marks, emoji, right-to-left: the borders and the next column stay aligned. */
TEST(columns_and_borders_are_aligned)
{
	static const char *const names[] = { "Ann Plain",
		"\xe5\xbc\xa0\xe4\xbc\x9f\xe5\xbc\xa0\xe4\xbc\x9f", "Zoe\xcc\x88 e\xcc\x81",
		"\xf0\x9f\x98\x80\xf0\x9f\x98\x80", "\xd7\x90\xd7\x91\xd7\x92 \xd7\x93",
		"\xe0\xb8\xaa\xe0\xb8\xa1\xe0\xb8\x8a", "\xe3\x81\x8b\xe3\x82\x99\xe3\x81\x8e",
		"\xed\x95\x9c\xea\xb8\x80", "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x94\xa7", "W" };
	enum { N = sizeof(names) / sizeof(names[0]) };
	struct page_basket baskets[N];
	CLEANUP(shop_close) struct shop s;
	int item;
	for (size_t i = 0; i < N; i++)
		baskets[i] = (struct page_basket){ names[i], names[i], NULL,
			"https://shop.example/r?k=0123456789abcdef" };
	shop_open(&s, baskets, N, NULL, "");
	assert_true(pty_wait_text(s.p, ": anything"));
	assert_int_equal(pty_find(s.p, "ITEMS", &item), 2);
	for (int row = 3; row < 3 + N; row++) {
		struct pty_cell cell;
		pty_cell(s.p, row, item, &cell);
		if (strcmp(cell.text, "I") != 0)
			fail_msg("row %d: %s", row, pty_row(s.p, row));
	}
	for (int i = 0; i < N; i++) {
		assert_true(pty_press(s.p, "y", i == 0 ? "Ctrl-V" : "Esc close"));
		assert_true(pty_wait_quiet(s.p, 20));
		int top = pty_find(s.p, "\xe2\x94\x8c", NULL);
		int bottom = pty_find(s.p, "\xe2\x94\x94", NULL);
		assert_true(top > 0 && bottom > top + 3);
		for (int row = top + 1; row < bottom; row++) {
			struct pty_cell left, right;
			pty_cell(s.p, row, 0, &left);
			pty_cell(s.p, row, 79, &right);
			assert_string_equal(left.text, "\xe2\x94\x82");
			assert_string_equal(right.text, "\xe2\x94\x82");
		}
		assert_true(pty_press(s.p, "\033", ": anything"));
		pty_type(s.p, "j");
	}
}

/* After each key the cursor is visible, at the mark of the selected row or at the edit point. */
TEST(the_cursor_rests_on_the_selected_row_or_the_edit_point)
{
	static const struct {
		const char *keys;
		int row, col;
	} steps[] = {
		{ "j", 4, 1 },
		{ "j", 5, 1 },
		{ "gg", 3, 1 },
		{ "G", 21, 1 },
		{ "k", 20, 1 },
		{ "/", 22, 2 },
		{ "ab", 22, 4 },
		{ "\033[D", 22, 3 },
		{ "\033", 20, 1 },
		{ ":", 22, 2 },
		{ "\xe5\xbc\xa0", 22, 4 },
		{ "\033", 20, 1 },
		{ " ", 21, 1 },
		{ "R", 21, 1 },
		{ "x", 21, 1 },
	};
	auto_pty *p = console_demo(NULL, NULL);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		int row, col;
		bool visible;
		pty_type(p, steps[i].keys);
		assert_true(pty_wait_quiet(p, 50));
		pty_cursor(p, &row, &col, &visible);
		if (row != steps[i].row || col != steps[i].col || !visible) {
			pty_dump(p, "the cursor");
			fail_msg("step %zu: %d,%d", i, row, col);
		}
	}
	assert_int_equal(str_find(pty_log(p), STR("\033[?25l")), SIZE_MAX);
}

static long
wake_ups(pid_t pid)
{
	auto_buf path = { 0 }, text = { 0 };
	buf_addf(&path, "/proc/%d/status", (int)pid);
	assert_true(process_read_file(buf_z(&path), &text));
	const char *line = strstr(buf_z(&text), "\nvoluntary_ctxt_switches:");
	assert_non_null(line);
	long n = strtol(strchr(line, ':') + 1, NULL, 10);
	return n;
}

TEST(an_idle_console_writes_nothing_and_does_not_wake_up)
{
	auto_pty *p = console_demo(NULL, NULL);
	assert_true(pty_wait_quiet(p, 300));
	size_t bytes = pty_log(p).n;
	long woken = wake_ups(pty_pid(p));
	/* Two seconds without any output: the assertion is that nothing is drawn. */
	assert_true(pty_wait_quiet(p, 2000));
	assert_int_equal(pty_log(p).n, bytes);
	assert_int_equal(wake_ups(pty_pid(p)), woken);
}

TEST(a_first_frame_and_a_move_take_few_bytes)
{
	static const char *const env[] = { "TERM=tmux-256color", NULL };
	auto_pty *p = console_demo(&(struct pty_options){ .env = env, .answer = PTY_TMUX }, NULL);
	assert_true(pty_wait_quiet(p, 60));
	/* The first frame has no rows yet; Ctrl-L draws a whole frame. */
	assert_in_range(str_find(pty_log(p), STR("anything")), 1, 1000);
	size_t before = pty_log(p).n;
	pty_type(p, "\f");
	assert_true(pty_wait_raw(p, before, STR("anything")));
	assert_true(pty_wait_quiet(p, 60));
	assert_in_range(pty_log(p).n - before, 1000, 3000);
	print_message("first frame %zu, start to rest %zu, whole frame %zu bytes\n",
	    str_find(pty_log(p), STR("anything")), before, pty_log(p).n - before);
	/* room for eight names in row 1 and full rows, since no column is wider than its cells */
	assert_true(before <= 3584);
	for (int i = 0; i < 10; i++) {
		size_t since = pty_log(p).n;
		pty_type(p, i < 5 ? "j" : "k");
		assert_true(pty_wait_raw(p, since, STR("\033[")));
		assert_true(pty_wait_quiet(p, 30));
		/* The first key also clears the greeting. */
		if (i > 0 && pty_log(p).n - since > 250)
			fail_msg("move %d took %zu bytes", i, pty_log(p).n - since);
	}
	size_t since = pty_log(p).n;
	pty_type(p, "\033");
	assert_true(pty_wait_quiet(p, 60));
	assert_true(pty_log(p).n - since <= 16);
}

/* Rows after the 24th are changed by deleting characters, like all others: no part of the old
 * key bar remains. */
TEST(the_last_row_of_a_high_window_is_complete)
{
	static const struct pty_options options = { .rows = 30, .cols = 100 };
	auto_console *p = console_demo(&options, NULL);
	assert_true(pty_press(p, "3", "Used by   campaign"));
	assert_true(pty_wait_quiet(p, 20));
	assert_string_equal(pty_row(p, 29),
	    " Enter open  J next  u used by  / find  d date  $ currencies  s source  b tree   ? keys  : anything");
}

/* The counts of row 2 and the severity of a row have colours; the rest of the row has none. */
TEST(only_the_severity_of_a_finding_is_coloured)
{
	static const char *const dark[] = { "--theme", "dark", NULL };
	static const struct pty_options size = { .rows = 30, .cols = 100 };
	static const struct {
		const char *text;
		int colour; /* -1: the terminal's own */
	} words[] = { { "4 errors", 210 }, { "2 warnings", 214 }, { "6 notes", -1 },
		{ "of 140 items", -1 }, { "! warning", 214 }, { "Sports Pass", -1 },
		{ "\xE2\x80\xA6/sports-2025", -1 } };
	auto_console *p = console_demo(&size, dark);
	pty_type(p, "8");
	assert_true(pty_wait_text(p, "of 140 items"));
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct pty_cell cell;
		int col, row = pty_find(p, words[i].text, &col);
		assert_true(row > 0);
		pty_cell(p, row, col, &cell);
		int colour = cell.default_fg ? -1 : cell.fg;
		if (colour != words[i].colour)
			fail_msg("%s is %d", words[i].text, colour);
	}
}
