#include "ui/shell/home_boxes.h"

#include "base/utf8.h"
#include "basket/sent_links.h"
#include "catalog/graph_names.h"
#include "list/bar.h"
#include "model/decimal.h"
#include "model/path.h"
#include "ui/journal/write_session.h"
#include "ui/shell/home_calls.h"
#include "ui/shell/shell.h"

enum {
	NAME_CELLS_MIN = 16, /* a bar leaves so much to the names */
	BAR_CELLS_LONG = 20,
	BAR_CELLS_SHORT = 12,
	GAP = 2
};

struct home_text {
	struct doc *d;
	const struct home_facts *f;
	const struct console *c;
	int rows; /* of the box */
};

static int
max_int(int a, int b)
{
	return a > b ? a : b;
}

static int
width_of_count(size_t n)
{
	struct buf count = { 0 };
	format_count(&count, n);
	int cells = text_width(buf_str(&count));
	buf_free(&count);
	return cells;
}

static void
add_sentence(const struct home_text *t, enum role role, const char *words)
{
	doc_begin_line(t->d);
	doc_printf(t->d, ROLE_TEXT, " ");
	doc_add_value(t->d, role, str_of(words));
}

/* Adds "14 more", which opens the whole list. */
static void
add_more(const struct home_text *t, size_t more, struct str view)
{
	const struct doc_target all = { LINK_VIEW, view };
	struct buf words = { 0 };
	format_plural(&words, more, "more", "more");
	doc_begin_line(t->d);
	doc_printf(t->d, ROLE_TEXT, " ");
	doc_add_link(t->d, ROLE_LABEL, buf_str(&words), &all);
	buf_free(&words);
}

/* The number of `n` rows to show: all, or one less than there is room for. */
static size_t
count_shown(const struct home_text *t, size_t n)
{
	return n <= (size_t)t->rows ? n : (size_t)max_int(t->rows - 1, 0);
}

/* ---- Needs you ---- */

/* A line with a number that opens its rows. */
struct need {
	size_t n;
	bool is_counted; /* false: its list is not read yet */
	enum role role;
	struct doc_target target; /* a path that is empty: no link */
	struct str words;
};

static void
append_visit(struct buf *out, const struct console *c)
{
	if (c->presenting)
		buf_addz(out, "your last visit");
	else
		format_recent_time(out, shell_of(c)->last_visit.visited_at, console_now(c),
		    c->time_style == TIME_UTC);
}

static struct need
need_of_count(const struct home_text *t, const struct home_count *count, struct str words)
{
	return (struct need){ .n = count->n,
		.is_counted = t->f->has_baskets,
		.role = ROLE_TEXT,
		.target = { LINK_VIEW, count->view },
		.words = words };
}

static struct need
need_of_findings(const struct home_text *t)
{
	const struct home_facts *f = t->f;
	bool one = f->findings.n == 1;
	return (struct need){ .n = f->findings.n,
		.is_counted = f->findings.view.n > 0,
		.role = ROLE_TEXT,
		.target = { LINK_FINDINGS, f->findings.view },
		.words = f->severity == CHECK_WARNING
		    ? one ? STR("warning in the catalog") : STR("warnings in the catalog")
		    : one ? STR("error in the catalog")
			  : STR("errors in the catalog") };
}

static void
add_need(struct doc *d, const struct need *need, int cells)
{
	struct buf number = { 0 };
	if (need->is_counted)
		format_count(&number, need->n);
	else
		buf_addc(&number, '?');
	doc_begin_line(d);
	doc_add_aligned_number(
	    d, 1 + cells, need->is_counted ? ROLE_LEAD : ROLE_LABEL, buf_str(&number));
	doc_printf(d, ROLE_TEXT, " ");
	size_t first = d->pieces.n - 2;
	if (need->is_counted && need->target.path.n) {
		doc_add_link(d, need->role, need->words, &need->target);
		for (size_t i = first; i < d->pieces.n; i++) /* the number belongs to the link */
			d->pieces.v[i].target_number = (uint32_t)d->targets.n;
	} else {
		doc_add_text(d, need->is_counted ? ROLE_TEXT : ROLE_LABEL, need->words);
	}
	buf_free(&number);
}

/* Says once why the baskets are not counted. */
static void
add_unread_reason(const struct home_text *t)
{
	const struct baskets *b = t->c->baskets;
	struct buf words = { 0 }, key = { 0 };
	console_append_key_of(t->c, &key, b->state == BASKETS_FAILED ? ACT_RETRY : ACT_REFRESH);
	if (b->state == BASKETS_FAILED) {
		buf_addz(&words, "x Baskets could not be read: ");
		format_err(&words, &b->err, b->attempt_count);
		buf_addf(&words, ". %s tries again", buf_z(&key));
	} else if (b->state == BASKETS_READING) {
		buf_addf(&words, "Reading baskets %s", t->d->ascii ? "..." : "\xE2\x80\xA6");
	} else if (!client_has_address(t->c->client)) {
		buf_addz(&words, "Waiting for the demo's service to start");
	} else {
		buf_addf(&words, "Baskets are not read. %s reads them", buf_z(&key));
	}
	add_sentence(t, b->state == BASKETS_FAILED ? ROLE_BAD : ROLE_LABEL, buf_z(&words));
	buf_free(&words);
	buf_free(&key);
}

static void
add_writes(const struct home_text *t, int cells)
{
	size_t n = t->c->write_session ? write_session_count_unknown(t->c->write_session) : 0;
	const struct need unknown = { .n = n,
		.is_counted = true,
		.role = ROLE_WARN,
		.target = { LINK_ACTION, STR("unknown") },
		.words = n == 1 ? STR("write not confirmed") : STR("writes not confirmed") };
	if (n) {
		add_need(t->d, &unknown, cells);
		return;
	}
	doc_begin_line(t->d);
	doc_printf(t->d, ROLE_TEXT, "%*sall writes confirmed", cells + 2, "");
}

/* Adds "18 links you sent in 7 days: 12 open, 4 completed, 2 gone", on two lines if that is too
 * long for one. */
static void
add_links(const struct home_text *t, int cells)
{
	const struct home_facts *f = t->f;
	struct buf words = { 0 }, results = { 0 };
	buf_addf(&words, "link%s you sent in 7 days", f->links.n == 1 ? "" : "s");
	sent_link_append_results(&results, f->link_results);
	bool fits = cells + 4 + (int)words.n + 2 + (int)results.n <= t->d->width;
	if (fits)
		buf_addf(&words, ": %s", buf_z(&results));
	const struct need need = need_of_count(t, &f->links, buf_str(&words));
	add_need(t->d, &need, cells);
	if (!fits) {
		doc_begin_line(t->d);
		doc_printf(t->d, ROLE_LABEL, "%*s%s", cells + 2, "", buf_z(&results));
	}
	buf_free(&words);
	buf_free(&results);
}

static void
write_needs(const struct home_text *t)
{
	const struct home_facts *f = t->f;
	struct buf since = { 0 };
	if (f->has_last_visit) {
		buf_addf(&since, "%snew since ", f->may_be_more ? "or more " : "");
		append_visit(&since, t->c);
	} else {
		buf_addz(&since, "new today");
	}
	struct need needs[5];
	size_t n = 0;
	int cells = 1;
	needs[n++] = need_of_count(t, &f->new_baskets, buf_str(&since));
	if (t->c->app->masked) { /* a masked person is not found in the contact log */
		needs[n++] = need_of_count(t, &f->reachable, STR("reachable by mail"));
	} else {
		needs[n++] = need_of_count(
		    t, &f->reachable, STR("reachable by mail, not contacted"));
		needs[n++] = need_of_count(t, &f->contacted, STR("contacted today"));
		if (f->contacted_unnamed.n)
			needs[n++] = need_of_count(
			    t, &f->contacted_unnamed, STR("without a name contacted today"));
	}
	needs[n++] = need_of_findings(t);
	for (size_t i = 0; i < n; i++)
		cells = max_int(cells, needs[i].is_counted ? width_of_count(needs[i].n) : 1);
	if (f->links.n)
		cells = max_int(cells, width_of_count(f->links.n));
	if (!f->has_baskets)
		add_unread_reason(t);
	for (size_t i = 0; i < n; i++)
		add_need(t->d, &needs[i], cells);
	if (f->links.n)
		add_links(t, cells);
	add_writes(t, cells);
	buf_free(&since);
}

/* ---- Call first ---- */

static size_t
count_calls(const struct home_facts *f)
{
	return f->reachable.n > HOME_CALLS_MAX ? HOME_CALLS_MAX + 1 : f->reachable.n;
}

static void
write_calls(const struct home_text *t)
{
	size_t n = count_calls(t->f), shown = count_shown(t, n);
	shown = shown > t->f->call_count ? t->f->call_count : shown;
	home_calls_write(t->d, t->c, t->f->calls, shown);
	if (t->f->reachable.n > shown)
		add_more(t, t->f->reachable.n - shown, t->f->reachable.view);
}

/* ---- groups ---- */

/* The path without its root, as the lists of baskets show it; the name of an item if no other row
 * has it. */
static struct str
name_of_group(const struct home_text *t, enum home_group by, const struct group_row *row)
{
	const struct graph *g = catalog_graph(t->c->catalog);
	struct str path = group_row_name(row, 0), campaigns = STR("/offers/");
	uint32_t node = g && by == HOME_BY_OFFER ? graph_find(g, GRAPH_OFFER, path) : GRAPH_NONE;
	if (node != GRAPH_NONE)
		return graph_name(&g->nodes.v[node]);
	if (by == HOME_BY_CHANNEL)
		return path_below_root(path);
	return str_starts(path, campaigns) ? str_sub(path, campaigns.n, path.n) : path;
}

/* A name that another row has, too, is replaced by the path. */
static struct str
distinct_name_of_group(const struct home_text *t, enum home_group by, size_t at, size_t n)
{
	const struct groups *g = &t->f->groups[by];
	struct str name = name_of_group(t, by, &g->rows.v[at]);
	for (size_t i = 0; i < n && i < g->rows.n; i++)
		if (i != at && str_eq(name, name_of_group(t, by, &g->rows.v[i])))
			return path_below_root(group_row_name(&g->rows.v[at], 0));
	return name;
}

struct group_cells {
	int name, count, bar;
	uint32_t most; /* baskets of the largest group */
};

static struct group_cells
measure_groups(const struct home_text *t, enum home_group by, size_t n)
{
	const struct groups *g = &t->f->groups[by];
	struct group_cells cells = { .most = 1 };
	for (size_t i = 0; i < n; i++) {
		struct buf name = { 0 };
		text_clean(&name, distinct_name_of_group(t, by, i, n), t->d->ascii);
		cells.name = max_int(cells.name, text_width(buf_str(&name)));
		cells.count = max_int(cells.count, width_of_count(g->rows.v[i].basket_count));
		cells.most = cells.most > g->rows.v[i].basket_count ? cells.most
								    : g->rows.v[i].basket_count;
		buf_free(&name);
	}
	int room = t->d->width - 2 - GAP - cells.count; /* for the name, and the bar with its gap */
	int least = cells.name < NAME_CELLS_MIN ? cells.name : NAME_CELLS_MIN;
	cells.bar = room - cells.name >= BAR_CELLS_LONG + GAP ? BAR_CELLS_LONG
	    : room - least >= BAR_CELLS_SHORT + GAP           ? BAR_CELLS_SHORT
							      : 0;
	room -= cells.bar ? cells.bar + GAP : 0;
	cells.name = cells.name > room ? max_int(room, 1) : cells.name;
	return cells;
}

static void
add_group_row(const struct home_text *t, const struct group_row *row, struct str name,
    const struct group_cells *cells)
{
	const int64_t share = (int64_t)row->basket_count * 100 * DECIMAL_ONE / cells->most;
	struct buf count = { 0 }, view = { 0 };
	struct doc *d = t->d;
	group_row_write_view(&view, row);
	const struct doc_target to = { LINK_VIEW, buf_str(&view) };
	format_count(&count, row->basket_count);
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " ");
	doc_add_cut_link(d, ROLE_TEXT, name, &to, cells->name);
	doc_add_aligned_number(d, 1 + cells->name + GAP + cells->count, ROLE_LEAD, buf_str(&count));
	if (cells->bar) {
		doc_pad_to_column(d, 1 + cells->name + GAP + cells->count + GAP);
		bar_add_to_doc(d, &share, 1, 0, cells->bar);
	}
	buf_free(&count);
	buf_free(&view);
}

static void
write_groups(const struct home_text *t, enum home_group by, const char *all)
{
	const struct groups *g = &t->f->groups[by];
	size_t shown = count_shown(t, g->rows.n);
	struct group_cells cells = measure_groups(t, by, shown);
	for (size_t i = 0; i < shown; i++)
		add_group_row(t, &g->rows.v[i], distinct_name_of_group(t, by, i, shown), &cells);
	if (g->rows.n > shown)
		add_more(t, g->rows.n - shown, str_of(all));
}

/* Baskets that were not read are not in these groups, so say from when on they are. */
static void
write_ages(const struct home_text *t)
{
	int64_t known = baskets_known_from_time(t->c->baskets);
	struct buf words = { 0 };
	write_groups(t, HOME_BY_AGE, "baskets group=bucket");
	if (known != WHEN_NONE) {
		buf_addz(&words, "not read before ");
		format_day(&words, known, t->c->time_style == TIME_UTC);
		add_sentence(t, ROLE_LABEL, buf_z(&words));
	}
	buf_free(&words);
}

static void
write_start_pages(const struct home_text *t)
{
	write_groups(t, HOME_BY_START_PAGE, "baskets group=start-page");
}

static void
write_offers(const struct home_text *t)
{
	write_groups(t, HOME_BY_OFFER, "baskets group=offer");
}

static void
write_channels(const struct home_text *t)
{
	write_groups(t, HOME_BY_CHANNEL, "baskets group=channel");
}

static void
write_products(const struct home_text *t)
{
	write_groups(t, HOME_BY_PRODUCT, "baskets group=product");
}

/* ---- By hour ---- */

static void
write_hours(const struct home_text *t)
{
	static const char *const words[] = { [HOME_TODAY] = "in the last 12 hours",
		[HOME_YESTERDAY] = "in the same hours yesterday" };
	int cells = max_int(
	    width_of_count(t->f->hours[0].count.n), width_of_count(t->f->hours[1].count.n));
	for (int day = 0; day < HOME_DAYS; day++) {
		const struct home_hours *h = &t->f->hours[day];
		const struct doc_target to = { LINK_VIEW, h->count.view };
		struct buf trend = { 0 }, count = { 0 };
		if (!h->is_read) {
			add_sentence(t, ROLE_LABEL,
			    day == HOME_YESTERDAY ? "The same hours yesterday are not read"
						  : "The last 12 hours are not read");
			continue;
		}
		group_row_write_trend(&trend, &h->groups.total, t->d->ascii);
		format_count(&count, h->count.n);
		doc_begin_line(t->d);
		doc_printf(t->d, ROLE_TEXT, " ");
		if (!t->c->linear) /* a drawing before the words would be a level of a tree there */
			doc_add_drawing(t->d, ROLE_BAR, "%s", buf_z(&trend));
		doc_add_aligned_number(
		    t->d, 1 + GROUP_TREND_BIN_COUNT + 1 + GAP + cells, ROLE_LEAD, buf_str(&count));
		doc_printf(t->d, ROLE_TEXT, " ");
		doc_add_link(t->d, ROLE_TEXT,
		    h->is_whole ? str_of(words[day]) : STR("in the hours that are read"), &to);
		buf_free(&trend);
		buf_free(&count);
	}
}

/* ---- all boxes ---- */

static const struct {
	const char *title;
	enum home_group group; /* HOME_GROUPS: not a list of groups */
	void (*write)(const struct home_text *t);
} boxes[HOME_BOXES] = {
	[HOME_BOX_NEEDS] = { "Needs you", HOME_GROUPS, write_needs },
	[HOME_BOX_CALLS] = { "Call first", HOME_GROUPS, write_calls },
	[HOME_BOX_AGES] = { "When", HOME_BY_AGE, write_ages },
	[HOME_BOX_HOURS] = { "By hour", HOME_GROUPS, write_hours },
	[HOME_BOX_START_PAGES] = { "Start pages", HOME_BY_START_PAGE, write_start_pages },
	[HOME_BOX_OFFERS] = { "Offers", HOME_BY_OFFER, write_offers },
	[HOME_BOX_CHANNELS] = { "Channels", HOME_BY_CHANNEL, write_channels },
	[HOME_BOX_PRODUCTS] = { "Products", HOME_BY_PRODUCT, write_products },
};

const char *
home_box_title(enum home_box_id id)
{
	return boxes[id].title;
}

/* The rows of a box that lists as many as there are; 0 if it has none. */
static size_t
count_list_rows(const struct home_facts *f, enum home_box_id id)
{
	return id == HOME_BOX_CALLS         ? count_calls(f)
	    : boxes[id].group < HOME_GROUPS ? f->groups[boxes[id].group].rows.n
					    : 0;
}

static void
write_box(const struct home_text *t, enum home_box_id id)
{
	bool is_list = id != HOME_BOX_NEEDS && id != HOME_BOX_HOURS;
	if (id != HOME_BOX_NEEDS && !t->f->has_baskets)
		add_sentence(t, ROLE_LABEL, "not read yet");
	else if (is_list && !count_list_rows(t->f, id))
		add_sentence(t, ROLE_LABEL,
		    id == HOME_BOX_CALLS ? "Everyone reachable by mail was contacted"
					 : "No baskets");
	else
		boxes[id].write(t);
}

/* The rows that a box would fill. */
static struct home_wish
wish_of_box(const struct home_facts *f, const struct console *c, enum home_box_id id, int width)
{
	struct home_wish wish = { .rows = (int)count_list_rows(f, id) };
	wish.is_list = wish.rows > 0 && id != HOME_BOX_AGES;
	if (!wish.is_list) {
		struct doc d = { .width = width,
			.ascii = c->look.ascii_lines,
			.hides_private = c->presenting };
		const struct home_text t = { &d, f, c, wish.rows };
		write_box(&t, id);
		wish.rows = (int)d.lines.n;
		doc_free(&d);
	}
	return wish;
}

void
home_boxes_write(struct doc *d, struct home_grid *g, int w, int h, const struct home_facts *f,
    const struct console *c)
{
	struct home_wish wishes[HOME_BOXES];
	home_grid_make_columns(g, w);
	for (int id = 0; id < HOME_BOXES; id++) {
		int column = home_grid_column(g, (enum home_box_id)id);
		wishes[id] = wish_of_box(
		    f, c, (enum home_box_id)id, home_grid_width(g, column < 0 ? 0 : column));
	}
	home_grid_place(g, h, wishes);
	for (size_t i = 0; i < g->n; i++) {
		struct home_box *b = &g->boxes[i];
		const struct home_text t = { d, f, c, b->rows };
		d->width = home_grid_width(g, b->column);
		doc_begin_line(d);
		doc_printf(d, ROLE_LEAD, "%s", boxes[b->id].title);
		b->first_line = d->lines.n;
		write_box(&t, b->id);
		b->line_count = d->lines.n - b->first_line;
	}
}
