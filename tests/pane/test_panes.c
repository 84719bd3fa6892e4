/*
 * Each pane alone, drawn into memory without shell, keys and row 1: content, empty states, all sizes.
 */
#include "app/loop.h"
#include "lib/deadline.h"
#include "lib/process.h"
#include "lib/service.h"
#include "lib/test.h"
#include "pane/audience.h"
#include "pane/columns.h"
#include "pane/looks.h"
#include "snapshot/baseline.h"
#include "ui/basket/baskets_pane.h"
#include "ui/catalog/catalog_pane.h"
#include "ui/catalog/charges_pane.h"
#include "ui/catalog/checks_pane.h"
#include "ui/catalog/tree_pane.h"
#include "ui/catalog/users_pane.h"
#include "ui/identity/identities_pane.h"
#include "ui/journal/journal_pane.h"
#include "ui/journal/write_session.h"
#include "ui/journey/journeys_pane.h"
#include "ui/kit/text_pane.h"
#include "ui/snapshot/snapshots.h"
#include "ui/term/surface.h"

#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The shell functions that panes call even without a key press. */
static const char *
nothing_bars(struct console *c)
{
	(void)c;
	return NULL;
}

static const struct nav no_shell = { .why_write_unavailable = nothing_bars };

static struct tab_info tabs[TABS];

struct bench {
	struct app_context app;
	struct loop *loop;
	struct console console;
	SCREEN *screen;
	FILE *nowhere;
};

static void
ignore(void *ctx)
{
	(void)ctx;
}

static void
bench_start(struct bench *b)
{
	static const struct app_options options = { .now = SERVICE_NOW };
	struct buf token = { 0 };
	struct err err;
	service_token(shared_service, NULL, &token);
	setenv("BACKROOM_URL", service_url(shared_service), 1);
	setenv("BACKROOM_TOKEN", buf_z(&token), 1);
	buf_free(&token);
	assert_true(app_context_init(&b->app, &options, &err));
	struct console *c = &b->console;
	b->loop = loop_new();
	c->nav = &no_shell;
	c->tabs = tabs;
	c->app = &b->app;
	c->io = loop_io(b->loop);
	c->client = client_new(&b->app.client_config, &c->io);
	c->baskets = baskets_new(c->client, &b->app.clock, &c->io, ignore, NULL);
	c->catalog = catalog_new(c->client, &b->app.clock, &c->io, ignore, NULL);
	assert_true(contact_log_init(&c->contact_log, false, NULL, &err));
	c->write_session = write_session_new(c);
	c->start_day = console_now(c) - console_now(c) % WHEN_DAY;
	assert_true(keymap_load_builtin(&c->keys, "default", &err));
	struct pane *lowest = text_pane_new(c, "", SCOPE_TEXT);
	vec_push(&c->stacks[0].panes, lowest);
}

static void
close_top(struct bench *b)
{
	struct pane_stack *stack = &b->console.stacks[0];
	struct pane *p = stack->panes.v[--stack->panes.n];
	p->ops->close(p);
}

static void
bench_read(struct bench *b)
{
	struct console *c = &b->console;
	int64_t until = deadline_in(20000);
	baskets_request_rows(c->baskets, 1);
	catalog_read(c->catalog, CATALOG_OFFERS);
	while ((c->baskets->state == BASKETS_READING || c->catalog->state == CATALOG_READING) &&
	    clock_ticks() < until)
		loop_run_once(b->loop, 50);
	assert_int_equal(c->baskets->state, BASKETS_IDLE);
	assert_int_equal(c->catalog->state, CATALOG_COMPLETE);
}

static void
bench_end(struct bench *b)
{
	struct console *c = &b->console;
	close_top(b);
	vec_free(&c->stacks[0].panes);
	for (size_t i = 0; i < c->messages.n; i++)
		x_free(c->messages.v[i].text);
	vec_free(&c->messages);
	buf_free(&c->message_line);
	baseline_free(c->baseline);
	write_session_free(c->write_session);
	contact_log_free(&c->contact_log);
	catalog_free(c->catalog);
	baskets_free(c->baskets);
	client_free(c->client);
	loop_free(b->loop);
	keymap_free(&c->keys);
	x_free(c->theme);
	app_context_free(&b->app);
}

/* ---- pane constructors ---- */

static struct pane *
offer_charges_pane(struct console *c)
{
	return charges_pane_new(c, STR("/offers/Winback 2026/basic"));
}

static struct pane *
offer_users_pane(struct console *c)
{
	return used_by_pane_new(c, GRAPH_OFFER, STR("/offers/Winback 2026/basic"));
}

static struct pane *
campaign_tree_pane(struct console *c)
{
	return campaigns_tree_pane_new(c, STR("/offers/Winback 2026"));
}

/* The catalog compared with itself. */
static struct pane *
changes_since_now(struct console *c)
{
	c->baseline = x_new(struct baseline);
	c->baseline->name = x_strdup("now.jsonl");
	if (c->catalog->state == CATALOG_COMPLETE)
		baseline_add_catalog(&c->baseline->snapshot, c->catalog);
	changes_pane_show(c);
	return c->stacks[0].panes.v[--c->stacks[0].panes.n];
}

struct shown {
	struct pane *(*open)(struct console *c);
	const char *where;  /* the beginning of row 2 */
	const char *counts; /* the right end of row 2 */
	const char *text;   /* a text in the list */
	const char *detail; /* at the start of the first row's detail; NULL: no detail */
	const char *empty;  /* shown before anything was read */
};

static const char unread[] = "The catalog has not been read\n   R     read the catalog";

static const struct shown panes[] = {
	{ .open = baskets_pane_new,
	    .where = "Baskets  newest first|",
	    .counts = "240 baskets, all read",
	    .text = "18 min  Mara Ellison",
	    .detail = "Isabell Ashdown \xC2\xB7 ",
	    .empty = "Not read yet\n   R     read the baskets" },
	{ .open = campaigns_pane_new,
	    .where = "Campaigns |",
	    .counts = "8 campaigns",
	    .text = "Corporate 2026",
	    .detail = " Labels    ended; kept for baskets",
	    .empty = unread },
	{ .open = offers_pane_new,
	    .where = "Offers |",
	    .counts = "78 offers",
	    .text = "GBP   3.50",
	    .detail = " GBP 3.99 every month, from the start",
	    .empty = unread },
	{ .open = catalog_pane_new,
	    .where = "Products 4: segments, assets|",
	    .counts = "22 products",
	    .text = "NL-ARCHIVE",
	    .empty = unread },
	{ .open = offer_charges_pane,
	    .where = "Winback Digital Basic > Charges |",
	    .counts = "1 charge",
	    .text = "GBP 2.99",
	    .detail = " GBP 2.99 every month, 12 times, from the start" },
	{ .open = offer_users_pane,
	    .where = "Uses of Winback Digital Basic |",
	    .counts = "11 users",
	    .text = "journey 1, new-visitor",
	    .detail = " Labels    1.00 for 3 months, then 9.99",
	    .empty = "Its uses appear when the whole catalog has been read." },
	{ .open = campaign_tree_pane,
	    .where = "Tree of campaigns |",
	    .counts = "363 lines",
	    .text = "campaign  Winback 2026",
	    .empty = unread },
	{ .open = journeys_pane_new,
	    .where = "Journeys from /subscribe/, else /tags/uk/direct |",
	    .counts = "9 journeys \xC2\xB7 no findings \xC2\xB7 simulated",
	    .text = "lapsed-30",
	    .detail = " /subscribe/",
	    .empty = unread },
	{ .open = changes_since_now,
	    .where = "Since now.jsonl |",
	    .counts = "0 items differ",
	    .text = "No differences\n   The catalog is unchanged since now.jsonl",
	    .empty = "Compared when the whole catalog has been read." },
	{ .open = identities_pane_new,
	    .where = "Identities |",
	    .counts = "35 identities \xC2\xB7 from 240 baskets and the journal",
	    .text = "104727287042085495232",
	    .detail = " Subject   auth|9c1f40b86ad25e73f0d177e2",
	    .empty = "No identities known yet\n   The API cannot list identities" },
	{ .open = journal_pane_new,
	    .where = "Journal |",
	    .counts = "0 writes \xC2\xB7 chain intact",
	    .text = "No writes yet from this account on this host\n   You can review",
	    .empty = "No writes yet from this account on this host\n   You can review" },
	{ .open = checks_pane_new,
	    .where = "Checks |",
	    .counts = "4 errors  2 warnings  6 notes  of 140 items",
	    .text = "warning",
	    .detail = " Fix       ",
	    .empty = unread },
};

/* ---- drawing ---- */

enum { PANES = sizeof(panes) / sizeof(*panes) };

static void
screen_open(struct bench *b, int rows, int cols)
{
	char size[16];
	struct err err;
	snprintf(size, sizeof(size), "%d", rows);
	setenv("LINES", size, 1);
	snprintf(size, sizeof(size), "%d", cols);
	setenv("COLUMNS", size, 1);
	b->nowhere = fopen("/dev/null", "r+e");
	b->screen = newterm("xterm-256color", b->nowhere, b->nowhere);
	assert_non_null(b->screen);
	assert_true(console_use_theme(&b->console, "dark", &err));
}

static void
screen_close(struct bench *b)
{
	endwin();
	delscreen(b->screen);
	fclose(b->nowhere);
}

/* Draws row 2 and the body, as a frame of the shell does; the last column is always blank. */
static void
draw(struct bench *b, struct pane *p, struct buf *out)
{
	struct console *c = &b->console;
	struct screen_cursor cursor = { 0, 0 };
	struct surface s = surface_screen(&c->look, &cursor);
	CLEANUP(title_free) struct title title = { 0 };
	c->layout = layout_make(s.h, s.w, &(struct layout_request){ 0 });
	assert_int_not_equal(c->layout.shape, LAYOUT_TOO_SMALL);
	p->ops->arrange(p, &c->layout);
	p->ops->write_title(p, &title);
	if (c->presenting)
		title_hide_private(&title, false);
	p->ops->draw(p, &s, &c->layout);
	assert_in_range(cursor.y, 0, s.h - 1);
	assert_in_range(cursor.x, 0, s.w - 1);
	buf_reset(out);
	buf_addf(out, "%s %s| %s\n", buf_z(&title.breadcrumb), buf_z(&title.terms),
	    buf_z(&title.counts));
	append_screen_text(out);
	expect_blank_edge(buf_str(out), s.w);
}

static struct pane *
open_pane(struct bench *b, const struct shown *shown)
{
	struct pane *p = shown->open(&b->console);
	vec_push(&b->console.stacks[0].panes, p);
	return p;
}

static void
expect(const struct shown *shown, struct buf *screen, const char *words)
{
	if (words && !strstr(buf_z(screen), words))
		fail_msg("%s no \"%s\" in\n%s", shown->where, words, buf_z(screen));
}

static void
close_pane(struct bench *b)
{
	close_top(b);
	baseline_free(b->console.baseline);
	b->console.baseline = NULL;
}

static void
check_shown(struct bench *b, const struct shown *shown, struct buf *screen)
{
	struct pane *p = open_pane(b, shown);
	draw(b, p, screen);
	if (strncmp(buf_z(screen), shown->where, strlen(shown->where)) != 0)
		fail_msg("row 2 of %s: %s", shown->where, buf_z(screen));
	expect(shown, screen, shown->counts);
	expect(shown, screen, shown->text);
	if (shown->detail) {
		assert_true(pane_handle_action(p, ACT_OTHER_PART));
		draw(b, p, screen);
		expect(shown, screen, shown->detail);
	}
	close_pane(b);
}

TEST(each_pane_shows_what_was_read)
{
	static const int sizes[][2] = { { 15, 60 }, { 24, 80 }, { 30, 100 }, { 50, 200 } };
	CLEANUP(bench_end) struct bench b = { 0 };
	auto_buf screen = { 0 };
	bench_start(&b);
	bench_read(&b);
	for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
		screen_open(&b, sizes[s][0], sizes[s][1]);
		for (size_t i = 0; i < PANES; i++)
			check_shown(&b, &panes[i], &screen);
		screen_close(&b);
	}
}

TEST(no_pane_shows_anything_private_while_presenting)
{
	CLEANUP(bench_end) struct bench b = { 0 };
	auto_buf screen = { 0 };
	bench_start(&b);
	bench_read(&b);
	b.console.presenting = true;
	for (int rows = 24; rows <= 48; rows += 24) {
		screen_open(&b, rows, 4 * rows);
		for (size_t i = 0; i < PANES; i++) {
			check_private(&b, open_pane(&b, &panes[i]), &screen);
			close_pane(&b);
		}
		screen_close(&b);
	}
}

TEST(each_pane_explains_why_it_is_empty)
{
	CLEANUP(bench_end) struct bench b = { 0 };
	auto_buf screen = { 0 };
	bench_start(&b);
	screen_open(&b, 30, 100);
	for (size_t i = 0; i < PANES; i++) {
		draw(&b, open_pane(&b, &panes[i]), &screen);
		expect(&panes[i], &screen, panes[i].empty);
		close_pane(&b);
	}
	screen_close(&b);
}

/* ---- appearance ---- */

static void
add_frame(struct buf *out, struct bench *b, struct pane *p, const char *part)
{
	struct console *c = &b->console;
	auto_buf screen = { 0 };
	int rows, cols;
	draw(b, p, &screen);
	hide_port(&screen);
	getmaxyx(stdscr, rows, cols);
	struct str rest = buf_str(&screen), row;
	assert_true(str_next(&rest, '\n', &row));
	buf_addf(out, "---- %.*s, %s, %d rows of %d\n", STR_ARG(row), part, rows, cols);
	for (int y = 0; str_next(&rest, '\n', &row) && y < rows; y++)
		if (y >= c->layout.body.y && y < c->layout.body.y + c->layout.body.h)
			add_row(out, &c->look, y, cols, row);
	add_status(out, p);
}

/* Actions done on a list one after the other, if they are available. */
static const struct {
	const char *name;
	enum action first, acts[5]; /* only if `first` is available; ends at ACT_NONE */
} turns[] = {
	{ "marked, further right", ACT_MARK,
	    { ACT_DOWN, ACT_MARK, ACT_DOWN, ACT_MARK, ACT_SCROLL_RIGHT } },
	{ "turned, at its end", ACT_BOTTOM, { ACT_SORT_TURN, ACT_BOTTOM, ACT_SCROLL_LEFT } },
	{ "all marked, alone", ACT_FULL_SIZE, { ACT_MARK_ALL, ACT_FULL_SIZE, ACT_PAGE_UP } },
	{ "what if, the second segment", ACT_WHATIF,
	    { ACT_FULL_SIZE, ACT_WHATIF, ACT_DOWN, ACT_TICK } },
};

static void
add_steps(struct buf *out, struct bench *b, struct pane *p)
{
	for (size_t i = 0; i < sizeof(turns) / sizeof(*turns); i++) {
		if (!pane_has_action(p, turns[i].first))
			continue;
		for (size_t k = 0; k < 5 && turns[i].acts[k] != ACT_NONE; k++)
			pane_handle_action(p, turns[i].acts[k]);
		add_frame(out, b, p, turns[i].name);
		add_actions(out, p);
	}
}

static void
add_frames(struct buf *out, struct bench *b, const struct shown *shown, bool turned)
{
	struct pane *p = open_pane(b, shown);
	add_frame(out, b, p, "list");
	if (turned)
		add_steps(out, b, p);
	else if (shown->detail && pane_handle_action(p, ACT_OTHER_PART))
		add_frame(out, b, p, "detail");
	close_pane(b);
}

/* Texts and roles of each pane, as list and detail, stacked and side by side: looks.txt in this
 * folder. UPDATE=1 rewrites it; review the difference. */
TEST(each_pane_matches_its_reference)
{
	enum { TURNED = 100 };
	static const int sizes[][2] = { { 24, 80 }, { 32, 110 }, { 30, 150 }, { 28, TURNED } };
	CLEANUP(bench_end) struct bench b = { 0 };
	auto_buf looks = { 0 };
	bench_start(&b);
	bench_read(&b);
	for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
		screen_open(&b, sizes[s][0], sizes[s][1]);
		for (size_t i = 0; i < PANES; i++)
			add_frames(&looks, &b, &panes[i], sizes[s][1] == TURNED);
		screen_close(&b);
	}
	expect_as_in("pane/looks.txt", &looks, "----");
}

/* ---- sorting and filtering ---- */

TEST(each_column_sorts_both_ways_and_filters)
{
	CLEANUP(bench_end) struct bench b = { 0 };
	size_t columns = 0;
	bench_start(&b);
	bench_read(&b);
	for (size_t i = 0; i < PANES; i++) {
		struct rows_pane *r = rows_pane_or_null(open_pane(&b, &panes[i]));
		const struct column *c = r ? rows_pane_shown_rows(r).view->resource->columns : NULL;
		for (; c && c->id; c++, columns++)
			check_column(r, c);
		close_pane(&b);
	}
	assert_true(columns > 90);
}

/* ---- references ---- */

static const struct textview *
view_of(const struct pane *p)
{
	struct rows_pane *r = rows_pane_or_null((struct pane *)(uintptr_t)p);
	return r ? &r->detail : p->ops->get_textview ? p->ops->get_textview(p) : NULL;
}

/* Each blue text has a target, and down reaches each target from the first line on. Returns the
 * number of targets. */
static size_t
check_references(struct bench *b, struct pane *p, struct buf *screen)
{
	const struct doc *d = &view_of(p)->doc;
	size_t pieces = d->pieces.n, targets = d->targets.n, reached = 0;
	bool *seen = x_new_array(bool, targets + 1);
	for (size_t i = 0; i < pieces; i++)
		if (d->pieces.v[i].role == ROLE_REFERENCE && !d->pieces.v[i].target_number)
			fail_msg("cannot be opened: %.*s in\n%s", STR_ARG(d->pieces.v[i].text),
			    buf_z(screen));
	pane_handle_action(p, ACT_OTHER_PART);
	draw(b, p, screen);
	for (size_t i = 0; i < targets + 2 * d->lines.n; i++) {
		const struct doc_target *t = textview_selected_target(view_of(p));
		if (t && !seen[t - d->targets.v]) {
			seen[t - d->targets.v] = true;
			reached++;
		}
		pane_handle_action(p, ACT_DOWN);
		draw(b, p, screen);
	}
	if (reached != targets)
		fail_msg("%zu of %zu targets reached in\n%s", reached, targets, buf_z(screen));
	x_free(seen);
	pane_handle_action(p, ACT_OTHER_PART);
	return targets;
}

/* Walks the references in the details of some rows of each pane, stacked and in two columns. */
TEST(each_blue_text_opens_and_is_reached)
{
	enum { ROWS = 12 };
	static const int sizes[][2] = { { 24, 80 }, { 30, 100 }, { 36, 120 }, { 45, 160 } };
	struct bench b = { 0 };
	struct buf screen = { 0 };
	size_t targets = 0;
	bench_start(&b);
	bench_read(&b);
	for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
		screen_open(&b, sizes[s][0], sizes[s][1]);
		for (size_t i = 0; i < PANES; i++) {
			struct pane *p = open_pane(&b, &panes[i]);
			struct rows_pane *r = rows_pane_or_null(p);
			for (size_t row = 0; r && row < ROWS && row < rows_pane_shown_rows(r).n;
			     row++) {
				list_go_to_row(&r->pos, row);
				rows_pane_move_cursor(r, 0);
				rows_pane_rebuild(r);
				draw(&b, p, &screen);
				targets += check_references(&b, p, &screen);
			}
			close_pane(&b);
		}
		screen_close(&b);
	}
	assert_true(targets > 500);
	buf_free(&screen);
	bench_end(&b);
}

/* Number of letters and digits after row 2: the readable text. */
static size_t
count_letters(const struct buf *screen)
{
	struct str body = buf_str(screen), row;
	size_t n = 0;
	str_next(&body, '\n', &row);
	while (str_next(&body, '\n', &row))
		for (size_t i = 0; i < row.n; i++)
			n += isalnum((unsigned char)row.p[i]) || (unsigned char)row.p[i] == 0xC3;
	return n;
}

/* A wider window shows at least as much text as a narrower one. From 100 columns on the detail
 * takes space from the list: that step is excluded. */
TEST(a_wider_window_shows_at_least_as_much)
{
	static const int rows[] = { 24, 30, 36, 45 };
	static const int cols[] = { 60, 80, 100, 120, 140, 160, 200, 250 };
	enum { HEIGHTS = sizeof(rows) / sizeof(*rows), WIDTHS = sizeof(cols) / sizeof(*cols) };
	static size_t seen[PANES][HEIGHTS][WIDTHS];
	CLEANUP(bench_end) struct bench b = { 0 };
	auto_buf screen = { 0 };
	size_t less = 0;
	bench_start(&b);
	bench_read(&b);
	for (size_t r = 0; r < HEIGHTS; r++)
		for (size_t w = 0; w < WIDTHS; w++) {
			screen_open(&b, rows[r], cols[w]);
			for (size_t i = 0; i < PANES; i++) {
				struct pane *p = open_pane(&b, &panes[i]);
				draw(&b, p, &screen);
				seen[i][r][w] = count_letters(&screen);
				close_pane(&b);
				bool detail_came = w && cols[w] == 100 && rows[r] >= 28;
				if (w && !detail_came && seen[i][r][w] < seen[i][r][w - 1]) {
					print_error(
					    "%s %d rows: %zu letters at %d columns, %zu at %d\n",
					    panes[i].where, rows[r], seen[i][r][w - 1], cols[w - 1],
					    seen[i][r][w], cols[w]);
					less++;
				}
			}
			screen_close(&b);
		}
	assert_int_equal(less, 0);
}

int
main(void)
{
	setlocale(LC_ALL, "");
	return run_all_tests(shared_service_set_up, shared_service_tear_down);
}
