/*
 * Today as a pane: one filled bar, the keys between and inside its boxes, and numbers that equal
 * the rows that Enter opens.
 */
#include "base/utf8.h"
#include "catalog/graph_names.h"
#include "lib/test.h"
#include "ui/kit/text_pane.h"
#include "ui/shell/home.h"
#include "ui/shell/shell.h"
#include "unit/ui/canvas.h"

#define NOW INT64_C(1795171320000) /* 2026-11-20T10:42:00Z */
enum { BASKETS = 40 };

struct bench {
	struct shell shell; /* first */
	struct app_context app;
	struct loop *loop;
	char ids[BASKETS][16], emails[BASKETS][32];
	struct basket_origin origins[4];
	struct buf opened; /* the VIEW of the last link that was opened */
};

static struct bench *opening;

static void
note_opened(struct console *c, int link, struct str path)
{
	(void)c;
	buf_reset(&opening->opened);
	if (link == LINK_VIEW)
		buf_adds(&opening->opened, path);
}

static const char *
nothing_prevents(struct console *c)
{
	(void)c;
	return NULL;
}

static const struct nav nav = {
	.open_item = note_opened,
	.why_write_unavailable = nothing_prevents,
};

static void
ignore(void *ctx)
{
	(void)ctx;
}

/* A basket every two hours; two of three have an e-mail. */
static void
fill_baskets(struct bench *b, struct baskets *list)
{
	static const char *const pages[] = { "/offers/Winback", "/offers/Spring", "/x", "/y" };
	for (size_t i = 0; i < 4; i++)
		b->origins[i].start_page = b->origins[i].tag = str_of(pages[i]);
	for (size_t i = 0; i < BASKETS; i++) {
		struct basket_row row = { .created = NOW - (int64_t)i * WHEN_DAY / 12 - 1,
			.origin = &b->origins[i % 7 % 4] };
		snprintf(b->ids[i], sizeof(b->ids[i]), "basket-%zu", i);
		snprintf(b->emails[i], sizeof(b->emails[i]), "p%zu@example.com", i);
		row.id = str_of(b->ids[i]);
		if (i % 3) {
			row.email = str_of(b->emails[i]);
			row.reach = REACH_EMAIL;
		}
		vec_push(&list->rows, row);
	}
	list->read_at = NOW;
	list->older_pager.end_reason = PAGER_WHOLE;
}

static void
bench_open(struct bench *b)
{
	static const struct client_config config;
	struct console *c = &b->shell.console;
	struct err err;
	opening = b;
	b->loop = loop_new();
	config_set_defaults(&b->app.config);
	b->app.clock = (struct clock){ .fixed = true, .fixed_ms = NOW };
	b->shell.last_visit.visited_at = WHEN_NONE;
	c->nav = &nav;
	c->app = &b->app;
	c->io = loop_io(b->loop);
	c->client = client_new(&config, &c->io);
	c->baskets = baskets_new(c->client, &b->app.clock, &c->io, ignore, NULL);
	c->baskets->age_groups = &b->app.config.age_groups;
	c->catalog = catalog_new(c->client, &b->app.clock, &c->io, ignore, NULL);
	assert_true(keymap_load_builtin(&c->keys, "default", &err));
	fill_baskets(b, c->baskets);
	struct pane *lowest = text_pane_new(c, "", SCOPE_TEXT);
	vec_push(&c->stacks[0].panes, lowest);
	home_open(c);
}

static void
bench_close(struct bench *b)
{
	struct console *c = &b->shell.console;
	while (c->stacks[0].panes.n) {
		struct pane *p = c->stacks[0].panes.v[--c->stacks[0].panes.n];
		p->ops->close(p);
	}
	vec_free(&c->stacks[0].panes);
	for (size_t i = 0; i < c->messages.n; i++)
		x_free(c->messages.v[i].text);
	vec_free(&c->messages);
	buf_free(&c->message_line);
	buf_free(&b->opened);
	catalog_free(c->catalog);
	baskets_free(c->baskets);
	client_free(c->client);
	keymap_free(&c->keys);
	config_free(&b->app.config);
	loop_free(b->loop);
}

/* Draws Today and returns the row that is filled, without its frame; it must be the only one, and
 * the cursor rests on its mark. */
static void
read_filled_row(struct bench *b, struct canvas *canvas, struct buf *out)
{
	struct pane *p = console_top_pane(&b->shell.console);
	const struct layout layout = layout_make(
	    canvas->all.h, canvas->all.w, &(struct layout_request){ 0 });
	const struct look_style *fill = &canvas->look.styles[ROLE_SELECTED];
	struct str rest, row;
	auto_buf rows = { 0 };
	int bars = 0, y = 0;
	canvas->all = surface_screen(&canvas->look, &canvas->cursor);
	p->ops->arrange(p, &layout);
	p->ops->draw(p, &canvas->all, &layout);
	buf_reset(out);
	append_screen_text(&rows);
	for (rest = buf_str(&rows); rest.n && str_next(&rest, '\n', &row); y++) {
		bool was = false;
		for (int x = 0; x < canvas->all.w; x++) {
			bool is = read_cell_look(y, x).pair == fill->pair;
			if (is && !was) {
				bars++;
				assert_int_equal(canvas->cursor.y, y);
				assert_int_equal(canvas->cursor.x, x);
				size_t mark = str_find(row, STR("\xE2\x96\xB8"));
				struct str line = str_sub(row, mark + 3, row.n);
				size_t end = str_find(line, STR("\xE2\x94\x82"));
				buf_adds(out, str_trim(str_sub(line, 0, end)));
			}
			was = is;
		}
	}
	assert_int_equal(bars, 1);
}

/* The number of rows that a VIEW of baskets or persons shows; each person has one basket here. */
static size_t
count_rows(struct bench *b, struct str line)
{
	const struct baskets *all = b->shell.console.baskets;
	struct view view;
	struct row_filter filter = { 0 };
	struct err err;
	size_t n = 0;
	auto_buf terms = { 0 };
	size_t space = str_find_char(line, ' ');
	buf_adds(&terms, str_sub(line, space + 1, line.n));
	size_t bought = str_find(buf_str(&terms), STR("!bought=since"));
	if (bought != SIZE_MAX) /* none did */
		terms.n = bought;
	assert_true(view_parse_terms(&view, view_find_resource("baskets"), buf_str(&terms), &err));
	assert_true(row_filter_init(
	    &filter, &view, (struct age_context){ NOW, all->age_groups }, &err));
	for (size_t i = 0; i < all->rows.n; i++)
		n += row_filter_match(&filter, &all->rows.v[i], STR_NONE) &&
		    (!str_starts(line, STR("persons")) || all->rows.v[i].email.n);
	row_filter_free(&filter);
	view_free(&view);
	return n;
}

/* The number of a row: after a gap, else at its start. */
static size_t
number_of(struct str row)
{
	int64_t n = 0;
	size_t at = str_find(row, STR("  "));
	struct str number = str_trim(at == SIZE_MAX ? row : str_sub(row, at, row.n));
	assert_true(str_to_int64(str_sub(number, 0, str_find_char(number, ' ')), &n));
	return (size_t)n;
}

static void
press(struct bench *b, enum action a)
{
	assert_true(pane_handle_action(console_top_pane(&b->shell.console), a));
}

TEST(there_is_one_filled_bar_in_every_window)
{
	static const int sizes[][2] = { { 15, 60 }, { 24, 80 }, { 30, 100 }, { 45, 160 },
		{ 50, 200 } };
	CLEANUP(bench_close) struct bench b = { 0 };
	auto_buf row = { 0 };
	bench_open(&b);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct canvas canvas;
		canvas_open(&canvas, sizes[i][0], sizes[i][1]);
		for (int k = 0; k < 20; k++) {
			read_filled_row(&b, &canvas, &row);
			press(&b, k % 3 ? ACT_DOWN : ACT_OTHER_PART);
		}
		canvas_close(&canvas);
	}
}

TEST(enter_opens_as_many_rows_as_the_number_says)
{
	CLEANUP(bench_close) struct bench b = { 0 };
	struct canvas canvas;
	auto_buf row = { 0 }, before = { 0 };
	int checked = 0;
	bench_open(&b);
	canvas_open(&canvas, 45, 160);
	for (int box = 0; box < 7; box++) {
		for (bool moved = true; moved;) {
			read_filled_row(&b, &canvas, &row);
			press(&b, ACT_IN);
			bool is_list = str_ends(buf_str(&row), STR(" more"));
			if (b.opened.n && !is_list) {
				size_t n = count_rows(&b, buf_str(&b.opened));
				if (n != number_of(buf_str(&row)))
					fail_msg("%zu rows of %s for |%s|", n, buf_z(&b.opened),
					    buf_z(&row));
				checked++;
			}
			buf_reset(&before);
			buf_adds(&before, buf_str(&row));
			press(&b, ACT_DOWN);
			read_filled_row(&b, &canvas, &row);
			moved = !str_eq(buf_str(&row), buf_str(&before));
		}
		press(&b, ACT_OTHER_PART);
	}
	assert_true(checked >= 12);
	canvas_close(&canvas);
}

/* A read that ends does not move the focus, even if rows come before it. */
TEST(the_focus_stays_on_its_row_when_baskets_are_read)
{
	CLEANUP(bench_close) struct bench b = { 0 };
	struct canvas canvas;
	auto_buf row = { 0 };
	bench_open(&b);
	struct baskets *list = b.shell.console.baskets;
	canvas_open(&canvas, 30, 100);
	read_filled_row(&b, &canvas, &row);
	press(&b, ACT_OTHER_PART);
	press(&b, ACT_DOWN);
	read_filled_row(&b, &canvas, &row);
	assert_true(str_starts(buf_str(&row), STR("p2@example.com")));
	struct basket_row newer = { .created = NOW - 1,
		.id = STR("basket-new"),
		.email = STR("new@example.com"),
		.origin = &b.origins[0],
		.reach = REACH_EMAIL };
	vec_push(&list->rows, newer);
	list->order_version++;
	read_filled_row(&b, &canvas, &row);
	assert_true(str_starts(buf_str(&row), STR("p2@example.com")));
	canvas_close(&canvas);
}
