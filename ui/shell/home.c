#include "ui/shell/home.h"

#include "basket/groups.h"
#include "catalog/finding_row.h"
#include "catalog/graph_names.h"
#include "list/bar.h"
#include "model/decimal.h"
#include "ui/basket/folded.h"
#include "ui/journal/write_session.h"
#include "ui/kit/text_pane.h"
#include "ui/shell/shell.h"

enum {
	TOP_ROWS = 3,
	TOP_ROWS_BESIDE = 6,
	TWO_PARTS_WIDTH_MIN = 130,
	NAME_CELLS = 26,
	BAR_CELLS = 14
};

/* ---- counts ---- */

#define HALF_A_DAY (WHEN_DAY / 24 * (GROUP_TREND_BIN_COUNT - 1))

/* Counts the baskets of a VIEW. Call groups_free() afterwards. */
static bool
count_view(struct groups *g, const char *line, const struct console *c, int64_t now)
{
	const struct baskets *b = c->baskets;
	struct view view;
	struct err none;
	bool ok = view_parse(&view, str_of(line), &none) && groups_init(g, &view, now, &none);
	view_free(&view);
	if (!ok)
		return false;
	/* By hour, as far back as all baskets are known. */
	int64_t known = baskets_known_from_time(b), from = now - HALF_A_DAY;
	groups_begin(g, now, known > from ? known : from, known <= from);
	for (size_t i = 0; i < b->rows.n; i++)
		groups_add(g, &b->rows.v[i], STR_NONE);
	groups_end(g);
	return true;
}

/* Adds a count and a name that links to the rows counted. */
static void
add_group_count(struct doc *d, const struct group_row *row, int64_t most, bool bars)
{
	struct buf count = { 0 }, view = { 0 };
	const int64_t share = most ? row->basket_count * 100 * DECIMAL_ONE / most : 0;
	int column = d->lines.v[d->lines.n - 1].cell_count;
	group_row_write_view(&view, row);
	const struct doc_target to = { LINK_VIEW, buf_str(&view) };
	doc_add_cut_link(d, ROLE_REFERENCE, group_row_name(row, 0), &to, NAME_CELLS);
	format_count(&count, row->basket_count);
	doc_add_aligned_number(d, column + NAME_CELLS + 6, ROLE_LEAD, buf_str(&count));
	if (bars) {
		doc_pad_to_column(d, column + NAME_CELLS + 8);
		bar_add_to_doc(d, &share, 1, 0, BAR_CELLS);
	}
	buf_free(&count);
	buf_free(&view);
}

/* Adds the largest groups, one per line. */
static void
add_top_groups(
    struct doc *d, const struct console *c, const char *label, const char *view, size_t top)
{
	struct groups g;
	if (!count_view(&g, view, c, console_now(c)))
		return;
	for (size_t i = 0; i < g.rows.n && i < top; i++) {
		doc_add_label(d, i ? "" : label);
		add_group_count(d, &g.rows.v[i], g.rows.v[0].basket_count, d->width > 60);
	}
	if (g.rows.n > top) {
		const struct doc_target all = { LINK_VIEW, str_of(view) };
		struct buf words = { 0 };
		format_plural(&words, g.rows.n - top, "more", "more");
		doc_add_label(d, "");
		doc_add_link(d, ROLE_REFERENCE, buf_str(&words), &all);
		buf_free(&words);
	}
	groups_free(&g);
}

/* ---- content ---- */

/* Appends "240 baskets, all read". */
static void
write_read_state(struct buf *out, const struct console *c)
{
	const struct baskets *b = c->baskets;
	if (b->read_at == WHEN_NONE) {
		buf_addz(out, "baskets not read");
		return;
	}
	format_plural(out, b->rows.n, "basket", "baskets");
	if (baskets_has_all_requested(b) && b->created_after != WHEN_NONE) {
		buf_addz(out, ", all since ");
		format_day(out, b->created_after, c->time_style == TIME_UTC);
	} else {
		buf_addz(out,
		    baskets_has_all_requested(b) ? ", all read"
						 : " read \xC2\xB7 the service has more");
	}
}

static void
add_clock(struct doc *d, const struct console *c)
{
	struct buf when = { 0 };
	format_time_long(&when, console_now(c), c->time_style == TIME_UTC);
	doc_add_label(d, "Now");
	doc_printf(d, ROLE_LEAD, "%s", buf_z(&when));
	doc_wrap(d, DOC_VALUE_COLUMN, 40);
	doc_printf(d, ROLE_LABEL, "   ");
	buf_reset(&when);
	write_read_state(&when, c);
	doc_printf(d, ROLE_LABEL, "%s", buf_z(&when));
	buf_free(&when);
}

static void
add_since_last_visit(struct doc *d, const struct console *c)
{
	const struct last_visit *l = &shell_of(c)->last_visit;
	struct buf view = { 0 }, words = { 0 };
	bool more;
	last_visit_append_view(&view, l);
	if (view.n) {
		const struct doc_target to = { LINK_VIEW, buf_str(&view) };
		format_plural(&words, last_visit_count_new(l, c, &more), "basket", "baskets");
		doc_add_label(d, "Since");
		doc_add_link(d, ROLE_REFERENCE, buf_str(&words), &to);
		buf_reset(&words);
		format_time(&words, l->visited_at, console_now(c), c->time_style == TIME_UTC);
		doc_printf(d, ROLE_LABEL, "%s since your last visit, %s", more ? " or more" : "",
		    buf_z(&words));
	}
	buf_free(&view);
	buf_free(&words);
}

/* Adds the baskets by age, and how many of the people can be contacted. */
static void
add_counts_by_age(struct doc *d, const struct console *c)
{
	struct groups g;
	if (!count_view(&g, "baskets group=bucket", c, console_now(c)))
		return;
	for (size_t i = 0; i < g.rows.n; i++) {
		const struct group_row *row = &g.rows.v[i];
		struct buf n = { 0 }, view = { 0 };
		doc_add_label(d, i ? "" : "Baskets");
		add_group_count(d, row, 0, false);
		format_count(&n, row->reachable_count);
		group_row_write_view(&view, row);
		buf_addz(&view, " reach:mail");
		const struct doc_target to = { LINK_VIEW, buf_str(&view) };
		doc_printf(d, ROLE_LABEL, "   ");
		doc_add_link(d, ROLE_REFERENCE, buf_str(&n), &to);
		doc_printf(d, ROLE_LABEL, " by mail");
		buf_free(&n);
		buf_free(&view);
	}
	groups_free(&g);
}

/* Adds the last hours, and the same hours of the day before. */
static void
add_hour_counts(struct doc *d, const struct console *c)
{
	static const struct {
		const char *label;
		int64_t hours_ago_ms;
	} lines[] = { { "12 hours", 0 }, { "Yesterday", WHEN_DAY } };
	for (size_t i = 0; i < 2; i++) {
		struct groups g;
		struct buf trend = { 0 }, n = { 0 };
		uint32_t all = 0;
		int64_t from = console_now(c) - lines[i].hours_ago_ms - HALF_A_DAY;
		if (baskets_known_from_time(c->baskets) > from && lines[i].hours_ago_ms) {
			doc_add_label(d, lines[i].label);
			doc_printf(d, ROLE_LABEL, "baskets this old are not read yet");
			continue;
		}
		if (!count_view(
			&g, "baskets group=kind", c, console_now(c) - lines[i].hours_ago_ms))
			continue;
		for (int k = 0; k < GROUP_TREND_BIN_COUNT; k++)
			all += g.total.bin_counts[k];
		group_row_write_trend(&trend, &g.total, d->ascii);
		format_count(&n, all);
		doc_add_label(d, lines[i].label);
		doc_add_drawing(d, ROLE_TEXT, "%s  ", buf_z(&trend));
		doc_printf(d, ROLE_LEAD, "%s", buf_z(&n));
		doc_printf(d, ROLE_LABEL, "%s",
		    i == 0 ? " in the last 12 hours, one bar per hour"
			   : " in the same hours yesterday");
		buf_free(&trend);
		buf_free(&n);
		groups_free(&g);
	}
}

static void
add_findings(struct doc *d, const struct console *c)
{
	static const char *const words[][2] = { [CHECK_ERROR] = { "error", "errors" },
		[CHECK_WARNING] = { "warning", "warnings" },
		[CHECK_NOTE] = { "note", "notes" } };
	static const char *const ids[] = {
		[CHECK_ERROR] = "error", [CHECK_WARNING] = "warning", [CHECK_NOTE] = "note"
	};
	const struct doc_target to = { LINK_ACTION, STR("pane-checks") };
	struct findings f = { 0 };
	struct buf line = { 0 };
	doc_add_label(d, "Checks");
	if (!catalog_graph(c->catalog)) {
		doc_printf(d, ROLE_LABEL,
		    c->catalog->state == CATALOG_FAILED ? "the catalog could not be read"
							: "waiting for the catalog");
		return;
	}
	findings_collect(&f, c->catalog, FINDINGS_ALL, &c->app->config.mute);
	for (int s = 0; s < CHECK_SEVERITIES; s++) {
		size_t n = 0;
		for (size_t i = 0; i < f.rows.n; i++)
			n += str_eqz(f.rows.v[i].severity, ids[s]);
		buf_addz(&line, line.n && n ? ", " : "");
		if (n)
			format_plural(&line, n, words[s][0], words[s][1]);
	}
	doc_add_link(d, ROLE_REFERENCE, line.n ? buf_str(&line) : STR("no findings"), &to);
	findings_free(&f);
	buf_free(&line);
}

static void
add_writes(struct doc *d, const struct console *c)
{
	struct buf words = { 0 };
	doc_add_label(d, "Writes");
	if (c->write_session && write_session_count_unknown(c->write_session)) {
		const struct doc_target to = { LINK_ACTION, STR("unknown") };
		write_session_append_unknown_numbers(c->write_session, &words);
		doc_add_link(d, ROLE_WARN, buf_str(&words), &to);
	} else {
		doc_printf(d, ROLE_TEXT, "all confirmed");
	}
	buf_free(&words);
}

static void
add_service(struct doc *d, const struct console *c)
{
	const struct doc_target to = { LINK_ACTION, STR("whoami") };
	struct buf words = { 0 };
	doc_add_label(d, "Here");
	doc_printf(d, ROLE_LEAD, "%s", c->app->badge);
	app_context_append_service_name(&words, c->app);
	if (c->presenting || c->app->options.demo_pack) {
		doc_printf(d, ROLE_LABEL, "   %s",
		    c->app->options.demo_pack ? "sample data, this machine only" : "");
	} else {
		doc_printf(d, ROLE_LABEL, "   ");
		doc_add_link(d, ROLE_REFERENCE, buf_str(&words), &to);
	}
	if (c->app->masked)
		doc_printf(d, ROLE_WARN, "   people are masked");
	buf_free(&words);
}

static void
add_now_section(struct doc *d, const struct console *c)
{
	add_clock(d, c);
	if (c->baskets->read_at == WHEN_NONE)
		return;
	add_since_last_visit(d, c);
	add_counts_by_age(d, c);
	add_hour_counts(d, c);
}

static void
add_remaining_sections(struct doc *d, const struct console *c, size_t top)
{
	add_top_groups(d, c, "Started", "baskets group=started", top);
	add_top_groups(d, c, "Offers", "baskets group=offer", top);
	add_findings(d, c);
	add_writes(d, c);
	add_service(d, c);
}

static void
write_home(struct doc *d, const struct console *c)
{
	int column = d->width / 2 - 1;
	if (d->width < TWO_PARTS_WIDTH_MIN) {
		add_now_section(d, c);
		add_remaining_sections(d, c, TOP_ROWS);
		return;
	}
	struct doc left = { .width = column - 1, .ascii = d->ascii },
		   right = { .width = d->width - column - 1, .ascii = d->ascii };
	add_now_section(&left, c);
	add_remaining_sections(&right, c, TOP_ROWS_BESIDE);
	doc_add_side_by_side(d, &left, &right, column, true);
	doc_free(&left);
	doc_free(&right);
}

static void
show_home_is_open(struct console *c)
{
	struct buf in = { 0 }, out = { 0 };
	console_append_key_of(c, &in, ACT_IN);
	console_append_key_of(c, &out, ACT_OUT);
	console_show(c, ROLE_TEXT, "This is Today. %s opens the selected line, %s goes back",
	    buf_z(&in), buf_z(&out));
	buf_free(&in);
	buf_free(&out);
}

void
home_open(struct console *c)
{
	static const char title[] = "Today";
	if (text_pane_is_written_by(console_top_pane(c), write_home)) {
		show_home_is_open(c);
		return;
	}
	struct pane *p = text_pane_new(c, title, SCOPE_TEXT);
	text_pane_rebuild_on_read(p, write_home);
	console_push_pane(c, p);
}
