/* Columns: which are shown and how wide; messages; small private files. */
#include "app/state.h"
#include "base/index.h"
#include "base/mem.h"
#include "basket/row.h"
#include "lib/files.h"
#include "lib/test.h"
#include "list/columns.h"
#include "list/rows.h"
#include "model/format.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct view
view_of(const char *line)
{
	struct view v;
	struct err err;
	if (!view_parse(&v, str_of(line), &err))
		fail_msg("%s", err.text);
	return v;
}

TEST(columns_never_overlap_nor_overflow)
{
	struct view v = view_of("baskets"),
		    chosen = view_of("baskets cols=id,customFields.x,age,email");
	for (int width = 0; width < 300; width++) {
		for (uint32_t hidden = 0; hidden < 4096; hidden += 37) {
			struct placed_column p[COLUMNS_MAX];
			const struct view *use = hidden % 2 ? &chosen : &v;
			size_t n = columns_place(p, use, NULL, width, hidden, 0);
			int at = 0;
			for (size_t i = 0; i < n; i++) {
				assert_int_equal(p[i].x, at);
				assert_true(p[i].width > 0);
				at += p[i].width + COLUMN_GAP;
				if (p[i].column && !use->columns.n) {
					ptrdiff_t bit = p[i].column - basket_columns;
					assert_false(hidden >> bit & 1);
					assert_true(p[i].column->visibility != COLUMN_ASKED);
				}
			}
			/* The first column is shown even if it does not fit. */
			assert_true(n <= 1 || at - COLUMN_GAP <= width);
		}
	}
	view_free(&v);
	view_free(&chosen);
}

/* ---- columns shown at each width, for cells of any width ---- */

enum { ROWS = 60 };

struct table_writer {
	const struct view_resource *resource;
	struct column_widths widths;
	int cells[COLUMNS_MAX][ROWS];
};

/* Most cells of a column have about the same width; a few are much wider, and some columns are
 * sparse. */
static void
fill_sheet(struct table_writer *s, const struct view_resource *resource, unsigned seed)
{
	*s = (struct table_writer){ .resource = resource };
	for (size_t i = 0; resource->columns[i].id; i++) {
		seed = seed * 1103515245 + 12345;
		bool is_whole = resource->columns[i].flags & COLUMN_NEVER_CUT;
		int usual = 2 + (int)(seed >> 16) % (is_whole ? 4 : 40),
		    sparse = (int)(seed >> 8) % 4 == 0;
		for (int row = 0; row < ROWS; row++) {
			seed = seed * 1103515245 + 12345;
			int n = (int)(seed >> 16 & 0x7FFF), wide = usual / 2 + n % (usual / 2 + 1);
			if (n % 37 == 0 && !is_whole)
				wide *= 3;
			s->cells[i][row] = sparse && n % 5 ? 0 : wide;
			column_widths_add(&s->widths, i, s->cells[i][row]);
		}
	}
}

/* Counts the data cells visible in a pane of this width, and asserts that no column has spare
 * room while another is cut. */
static long
count_visible_cells(const struct table_writer *s, int width)
{
	const struct view view = { .resource = s->resource };
	struct placed_column placed[COLUMNS_MAX];
	size_t n = columns_place(placed, &view, &s->widths, width - 4, 0, 0);
	bool cut = false, waste = false;
	long seen = 0;
	int end = 0;
	for (size_t i = 0; i < n; i++) {
		size_t c = (size_t)(placed[i].column - s->resource->columns);
		int head = (int)strlen(placed[i].column->header);
		int whole = s->widths.max_widths[c] > head ? s->widths.max_widths[c] : head;
		cut = cut || placed[i].width < whole;
		waste = waste || placed[i].width > whole;
		end = placed[i].x + placed[i].width;
		for (int row = 0; row < ROWS; row++)
			seen += s->cells[c][row] < placed[i].width ? s->cells[c][row]
								   : placed[i].width;
	}
	assert_false(waste);
	/* If a cell is cut, the pane has no empty space left. */
	if (cut && end < width - 4)
		fail_msg("%s at %d: %d cells are empty beside a cut", s->resource->name, width,
		    width - 4 - end);
	return seen;
}

TEST(wider_lists_show_more)
{
	static const int sizes[] = { 60, 80, 100, 120, 140, 160, 200, 250 };
	static struct table_writer s;
	for (const struct view_resource *r = view_resources; r->name; r++)
		for (unsigned seed = 1; seed < 400; seed++) {
			long before = 0;
			fill_sheet(&s, r, seed);
			for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
				long seen = count_visible_cells(&s, sizes[i]);
				if (seen < before)
					fail_msg("%s, seed %u: %ld cells at %d, %ld before",
					    r->name, seed, seen, sizes[i], before);
				before = seen;
			}
		}
}

TEST(chosen_columns_are_in_their_order)
{
	CLEANUP(view_free) struct view v = view_of("baskets cols=id,customFields.x,age");
	struct placed_column p[COLUMNS_MAX];
	struct cell_context c = { .now = 0 };
	auto_buf head = { 0 };
	assert_int_equal(columns_place(p, &v, NULL, 200, 0, 0), 3);
	assert_string_equal(p[0].column->id, "id");
	assert_null(p[1].column);
	assert_true(str_eqz(p[1].path, "customFields.x"));
	column_write_header(&head, &p[1], &c);
	assert_string_equal(buf_z(&head), "customFields.x");
}

TEST(cells_are_cleaned_unless_raw)
{
	const struct basket_goods goods = { .item_names = STR("A\nB\nC") };
	const struct basket_origin origin = { .tag = STR("/tags/uk/direct"),
		.start_page = STR("/offers/W 26") };
	const struct basket_row row = { .id = STR("b\x1B"),
		.created = 1795171320000 - 1080000,
		.name = STR(" x"),
		.items_n = 3,
		.goods = &goods,
		.origin = &origin,
		.has_unsafe_text = true };
	static const struct {
		const char *column;
		bool whole, raw;
		const char *text;
	} cases[] = { { "id", false, false, "b\\e" }, { "id", true, true, "b\x1B" },
		{ "age", false, false, "18 min" },
		{ "age", true, true, "2026-11-20T10:24:00.000Z" },
		{ "person", false, false, "! \xE2\x90\xA0x" }, { "person", true, true, " x" },
		{ "items", false, false, "A +2" }, { "channel", false, false, "uk/direct" },
		{ "channel", true, true, "/tags/uk/direct" }, { "started", false, false, "W 26" },
		{ "page", true, false, "/offers/W 26" }, { "email", false, false, "" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct cell_context c = {
			.now = 1795171320000, .as_data = cases[i].whole, .uncleaned = cases[i].raw
		};
		struct placed_column p = { .column = column_find(
					       basket_columns, str_of(cases[i].column)) };
		auto_buf out = { 0 };
		column_write(&out, &p, &row, STR_NONE, &c);
		if (!str_eqz(buf_str(&out), cases[i].text))
			fail_msg("%s: \"%s\"", cases[i].column, buf_z(&out));
	}
}

/* One mark per cell on a screen; none in a copied row. */
TEST(escaped_text_is_marked)
{
	const struct basket_row row = { .id = STR("b\x1B"),
		.name = STR(" x"),
		.email = STR("a@b.example"),
		.has_unsafe_text = true };
	static const struct {
		const char *column;
		bool whole;
		const char *text;
	} cases[] = { { "id", false, "! b\\e" }, { "id", true, "b\\e" },
		{ "person", false, "! \xE2\x90\xA0x" }, { "email", false, "a@b.example" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct cell_context c = { .marks_unsafe_text = true, .as_data = cases[i].whole };
		struct placed_column p = { .column = column_find(
					       basket_columns, str_of(cases[i].column)) };
		auto_buf out = { 0 };
		column_write(&out, &p, &row, STR_NONE, &c);
		assert_string_equal(buf_z(&out), cases[i].text);
	}
}

TEST(every_view_column_can_be_drawn)
{
	for (const struct view_resource *r = view_resources; r->name; r++) {
		for (const struct column *c = r->columns; c->id; c++) {
			char line[64];
			CLEANUP(view_free) struct view v;
			struct err err;
			auto_buf cell = { 0 };
			void *row = x_alloc(
			    r->row_ops->size); /* a row of an item without members */
			const struct placed_column placed = { .column = c };
			const struct cell_context context = { 0 };
			snprintf(line, sizeof(line), "%s sort=%s cols=%s", r->name,
			    c->flags & COLUMN_IF_NAMED ? r->columns->id : c->id, c->id);
			if (!view_parse(&v, str_of(line), &err))
				fail_msg("%s", err.text);
			column_write(&cell, &placed, row, STR_NONE, &context);
			const struct row_sort sort = row_sort_of(&v);
			assert_int_equal(row_sort_compare(&sort, row, row), 0);
			x_free(row);
		}
	}
}

/* ---- messages ---- */

TEST(errors_in_words)
{
	static const struct {
		struct err err;
		int tries;
		const char *text;
	} cases[] = {
		{ { ERR_AUTH, 401, "expired_token", "8c1f02", "", true, 0, "token expired", NULL }, 1,
		    "Signed out: \"token expired\" (401, expired_token, req 8c1f02)" },
		/* Texts of this program are not quoted as the server's, whatever the status. */
		{ { ERR_AUTH, 401, "", "", "", false, 0, "it answered with an empty response", NULL }, 1,
		    "Signed out: it answered with an empty response (401)" },
		{ { ERR_UPSTREAM, 502, "", "", "", true, 0, "away", NULL }, 4,
		    "No response from upstream in 4 tries: \"away\" (502)" },
		{ { ERR_NETWORK, 0, "", "", "", false, 0, "no connection to x: name not found", NULL }, 1,
		    "No connection to x: name not found" },
		/* Long ids have the same beginning: their ends distinguish them. */
		{ { ERR_NOT_FOUND, 404, "", "198f2ab3c4d5e6b736a1", "", true, 0, "no", NULL }, 0,
		    "\"no\" (404, req \xE2\x80\xA6"
		    "b736a1)" },
		{ { ERR_NOT_FOUND, 404, "", "", "", true, 0, "a\x1B[31mb", NULL }, 0,
		    "\"a\\e[31mb\" (404)" },
		{ { ERR_USAGE, 0, "", "", "", false, 0, "key is not known", NULL }, 0,
		    "key is not known" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf out = { 0 };
		format_err(&out, &cases[i].err, cases[i].tries);
		assert_string_equal(buf_z(&out), cases[i].text);
	}
}

TEST(numbers_in_words)
{
	static const struct {
		uint64_t n;
		const char *text;
	} cases[] = { { 0, "0" }, { 999, "999" }, { 1000, "1,000" }, { 4012, "4,012" },
		{ 1000000, "1,000,000" }, { 10005003, "10,005,003" } };
	auto_buf out = { 0 };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		buf_reset(&out);
		format_count(&out, cases[i].n);
		assert_string_equal(buf_z(&out), cases[i].text);
	}
	buf_reset(&out);
	format_plural(&out, 1, "basket", "baskets");
	buf_addc(&out, ' ');
	format_plural(&out, 2, "basket", "baskets");
	assert_string_equal(buf_z(&out), "1 basket 2 baskets");
}

/* ---- files ---- */

TEST(state_files_are_private)
{
	auto_buf path = { 0 }, text = { 0 };
	struct err err;
	umask(0);
	char here[500], place[600];
	assert_non_null(getcwd(here, sizeof(here)));
	snprintf(place, sizeof(place), "%s/own-state/deep", here);
	setenv("XDG_STATE_HOME", place, 1);
	assert_true(state_path(&path, "x", &err));
	unlink(buf_z(&path));
	assert_true(state_read(&text, "x", &err)); /* a missing file reads as empty */
	assert_int_equal(text.n, 0);
	assert_true(state_append("x", STR("one"), &err));
	assert_true(state_append("x", STR("two"), &err));
	assert_true(state_read(&text, "x", &err));
	assert_string_equal(buf_z(&text), "one\ntwo\n");
	assert_int_equal(mode_of(buf_z(&path)), 0600);
	assert_int_equal(mode_of("own-state/deep/backroom"), 0700);
}

TEST(a_state_file_readable_by_others_is_not_used)
{
	auto_buf path = { 0 }, text = { 0 };
	struct err err;
	assert_true(state_append("open", STR("x"), &err));
	assert_true(state_path(&path, "open", &err));
	assert_int_equal(chmod(buf_z(&path), 0644), 0);
	errno = ENOENT; /* left from an earlier call */
	assert_false(state_read(&text, "open", &err));
	assert_non_null(strstr(err.text, "chmod 600"));
	assert_int_equal(text.n, 0);
	assert_false(state_append("open", STR("y"), &err));
	unlink(buf_z(&path));
	assert_int_equal(symlink("/etc/passwd", buf_z(&path)), 0);
	assert_false(state_read(&text, "open", &err));
	unlink(buf_z(&path));
}

TEST(a_secret_is_written_to_a_new_private_file)
{
	auto_buf one = { 0 }, two = { 0 };
	struct err err;
	assert_true(state_write_private_file(&one, STR("link"), &err));
	assert_true(state_write_private_file(&two, STR("link"), &err));
	assert_false(str_eq(buf_str(&one), buf_str(&two)));
	assert_int_equal(mode_of(buf_z(&one)), 0600);
	assert_true(str_starts(buf_str(&one), str_of(getenv("XDG_RUNTIME_DIR"))));
	unlink(buf_z(&one));
	unlink(buf_z(&two));
}

TEST(an_index_finds_texts)
{
	struct index *x = index_new();
	for (uint32_t i = 0; i < 5000; i++) {
		char text[32];
		snprintf(text, sizeof(text), "basket-%u", i);
		index_put(x, str_of(text), i);
	}
	for (uint32_t i = 0; i < 5000; i++) {
		char text[32];
		snprintf(text, sizeof(text), "basket-%u", i);
		assert_int_equal(index_get(x, str_of(text)), i);
	}
	index_put(x, STR("basket-7"), 99);
	assert_int_equal(index_get(x, STR("basket-7")), 99);
	assert_int_equal(index_get(x, STR("basket-5000")), UINT32_MAX);
	index_clear(x);
	assert_int_equal(index_get(x, STR("basket-7")), UINT32_MAX);
	index_free(x);
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
