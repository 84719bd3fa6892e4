#include "base/utf8.h"
#include "ui/journey/flow_doc.h"
#include "ui/journey/journeys_pane.h"
#include "ui/kit/dialog.h"
#include "ui/kit/menu.h"
#include "ui/kit/prompt.h"

enum { PANEL_WIDTH_MIN = 38, FLOW_WIDTH_MIN = 46, TICK_ROWS_MIN = 3, TALL_ROWS_MIN = 34 };

/* ---- the visitor ---- */

void
whatif_evaluate(struct journeys_view *v)
{
	v->memberships = (struct whatif_memberships){ v->all_memberships.v, v->all_memberships.n };
	v->visitor = (struct whatif_visitor){ whatif_find_membership, &v->memberships };
	whatif_free(&v->whatif);
	whatif_run(&v->whatif, v->journeys, &v->policy, &v->visitor);
}

/* True if a journey has a condition on the segment. Those segments come first, in the journeys'
 * order. */
static bool
is_segment_in_conditions(const struct journeys *all, struct str segment)
{
	for (size_t i = 0; all && i < all->n; i++)
		for (size_t k = 0; k < all->v[i].conditions_n; k++)
			if (str_eq(all->v[i].conditions[k].value, segment))
				return true;
	return false;
}

static void
add_membership(struct journeys_view *v, struct str segment, const struct whatif_membership *before,
    size_t before_n)
{
	struct whatif_membership t = { arena_str(&v->tick_texts, segment), WHATIF_NO };
	for (size_t i = 0; i < v->all_memberships.n; i++)
		if (str_eq(v->all_memberships.v[i].segment, segment))
			return;
	for (size_t i = 0; i < before_n; i++)
		if (str_eq(before[i].segment, segment))
			t.membership = before[i].membership;
	vec_push(&v->all_memberships, t);
}

/* ---- filtering the segments ---- */

static void
filter_ticks(struct journeys_view *v)
{
	v->shown_memberships.n = 0;
	for (size_t i = 0; i < v->all_memberships.n; i++)
		if (text_has_words(v->all_memberships.v[i].segment, buf_str(&v->segment_filter)))
			vec_push(&v->shown_memberships, i);
	list_set_size(&v->segment_list, v->shown_memberships.n, v->segment_list.visible_rows);
}

static void
filter_segments_by(struct console *c, struct str words)
{
	struct journeys_view *v = journeys_view_of(rows_pane_of(console_tab_pane(c, TAB_JOURNEYS)));
	buf_reset(&v->segment_filter);
	buf_adds(&v->segment_filter, words);
	v->segment_list.cursor = v->segment_list.first_visible_row = 0;
	filter_ticks(v);
	console_request_redraw(c);
}

bool
whatif_clear_narrowing(struct journeys_view *v)
{
	bool narrowed = v->segment_filter.n > 0;
	buf_reset(&v->segment_filter);
	filter_ticks(v);
	return narrowed;
}

void
whatif_run_filter(struct pane *p)
{
	struct journeys_view *v = journeys_view_of(rows_pane_of(p));
	if (rows_pane_of(p)->part_focused)
		console_push_modal(p->console,
		    prompt_narrow_new(p->console, buf_str(&v->segment_filter), filter_segments_by));
	else
		rows_run_filter(p);
}

void
whatif_load_segments(struct rows_pane *r)
{
	struct journeys_view *v = journeys_view_of(r);
	const struct catalog *c = r->pane.console->catalog;
	const struct check_items segments = catalog_items(c, CATALOG_SEGMENTS);
	struct whatif_membership *before = v->all_memberships.v;
	size_t before_n = v->all_memberships.n;
	/* The old ticks are still needed until the new ones are built. */
	struct arena old = v->tick_texts;
	memset(&v->all_memberships, 0, sizeof(v->all_memberships));
	v->last_unticked = NULL;
	v->tick_texts = (struct arena){ 0 };
	for (size_t i = 0; v->journeys && i < v->journeys->n; i++)
		for (size_t k = 0; k < v->journeys->v[i].conditions_n; k++)
			if (check_find_item(&segments, v->journeys->v[i].conditions[k].value))
				add_membership(
				    v, v->journeys->v[i].conditions[k].value, before, before_n);
	for (size_t i = 0; i < segments.n; i++)
		if (!is_segment_in_conditions(v->journeys, segments.v[i].path))
			add_membership(v, segments.v[i].path, before, before_n);
	x_free(before);
	arena_free(&old);
	filter_ticks(v);
}

static void
evaluate_again(struct rows_pane *r)
{
	rows_pane_on_change(&r->pane);
	console_request_redraw(r->pane.console);
}

/* ---- keys ---- */

/* Opens the panel with the focus on its segments; closes it if it has the focus. */
void
whatif_run_toggle(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct journeys_view *v = journeys_view_of(r);
	r->part_focused = !r->part_focused;
	r->part = r->part_focused ? &v->panel.pane : NULL;
	if (r->part)
		r->in_detail = r->detail_covers_list = false;
	else
		whatif_clear_narrowing(v);
	evaluate_again(r);
}

/* From yes to no, so that an untick does not show the results for unknown in between; once more
 * to unknown, and back to no. */
void
whatif_run_tick(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct journeys_view *v = journeys_view_of(r);
	if (v->segment_list.cursor >= v->shown_memberships.n)
		return;
	struct whatif_membership *t =
	    &v->all_memberships.v[v->shown_memberships.v[v->segment_list.cursor]];
	bool again = t == v->last_unticked;
	v->last_unticked = t->membership == WHATIF_YES ? t : NULL;
	t->membership = t->membership == WHATIF_NO && !again ? WHATIF_YES
	    : t->membership == WHATIF_NO                     ? WHATIF_UNKNOWN
							     : WHATIF_NO;
	evaluate_again(r);
}

static struct whatif_membership *
find_membership(struct journeys_view *v, struct str name)
{
	for (size_t i = 0; i < v->all_memberships.n; i++) {
		struct whatif_membership *t = &v->all_memberships.v[i];
		if (str_eq(t->segment, name) || str_eq(flow_short_name(t->segment), name))
			return t;
	}
	return NULL;
}

void
whatif_open_for(struct console *c, struct str names)
{
	struct pane *p = jump_to(c, TAB_JOURNEYS);
	struct journeys_view *v = journeys_view_of(rows_pane_of(p));
	struct str name;
	if (!rows_pane_of(p)->part_focused)
		whatif_run_toggle(p);
	for (size_t i = 0; i < v->all_memberships.n; i++)
		v->all_memberships.v[i].membership = WHATIF_NO;
	v->last_unticked = NULL;
	whatif_clear_narrowing(v); /* so that the cursor can be on each of them */
	while (names.n && str_next(&names, ' ', &name)) {
		bool is_unknown = name.n && name.p[0] == '?';
		struct whatif_membership *t = find_membership(v, str_sub(name, is_unknown, name.n));
		struct buf clean = { 0 };
		text_clean(&clean, name, c->look.ascii_lines);
		if (t) {
			t->membership = is_unknown ? WHATIF_UNKNOWN : WHATIF_YES;
			v->segment_list.cursor = (size_t)(t - v->all_memberships.v);
		} else if (name.n)
			console_show(c, ROLE_WARN, "No segment %s", buf_z(&clean));
		buf_free(&clean);
	}
	evaluate_again(rows_pane_of(p));
}

static void
change_policy(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_tab_pane(c, TAB_JOURNEYS));
	struct whatif_policy *policy = &journeys_view_of(r)->policy;
	bool *const parts[] = { &policy->any_condition, &policy->last_match_wins,
		&policy->scales_splits };
	(void)ctx;
	*parts[value] = !*parts[value];
	evaluate_again(r);
}

void
whatif_run_policy(struct pane *p)
{
	const struct whatif_policy *policy = &journeys_view_of(rows_pane_of(p))->policy;
	struct menu *m = menu_new(
	    p->console, "Assumptions (not defined by the API)", true, change_policy, NULL);
	/* A tick is the usual assumption, so that the ticks are the current assumptions. */
	menu_add(m, 0, !policy->any_condition,
	    "all conditions of a journey must hold; without the tick, one is enough");
	menu_add(m, 1, !policy->last_match_wins,
	    "the first journey that matches wins; without, the last one");
	menu_add(m, 2, !policy->scales_splits,
	    "splits count as they are; without, they are scaled to 100");
	menu_set_closing_action(m, ACT_POLICY);
	menu_set_place(m, MENU_AT_CURSOR);
	menu_open(m);
}

static struct whatif_panel *
panel_of(const struct pane *p)
{
	return (struct whatif_panel *)(uintptr_t)p;
}

static enum scope
panel_scope(const struct pane *p)
{
	(void)p;
	return SCOPE_WHATIF;
}

static void
run_move(struct pane *p)
{
	struct journeys_view *v = journeys_view_of(panel_of(p)->rows);
	v->segment_list.count = v->shown_memberships.n; /* keys may arrive before the first frame */
	list_handle_action(&v->segment_list, p->running_action);
}

/* ---- layout ---- */

/* Cells of a segment's check box, and of the gap between columns. */
enum { TICK_BOX_CELLS = 6, TICK_GAP = 1 };

static int
membership_width(const struct journeys_view *v)
{
	int most = 0;
	for (size_t i = 0; i < v->all_memberships.n; i++) {
		int cells = text_width(flow_short_name(v->all_memberships.v[i].segment));
		most = cells > most ? cells : most;
	}
	return TICK_BOX_CELLS + most;
}

/* The number of columns: as many as the names allow, for the fewest rows. */
static int
columns_for(const struct journeys_view *v)
{
	int columns = (v->panel_area.w - 1) / membership_width(v);
	return columns > 0 ? columns : 1;
}

static int
rows_for(size_t n, int columns)
{
	return ((int)n + columns - 1) / columns;
}

/* The number of rows for the result: enough for any result, so that nothing below moves when a
 * tick changes. */
static int
rows_of_results(const struct journeys_view *v)
{
	enum { SHARE_ROWS_MAX = 4, DRAWN_ROWS = 1, REASON_ROWS = 2 };
	size_t most = 1;
	for (size_t i = 0; i < v->journeys->n; i++)
		most = v->journeys->v[i].destinations_n > most ? v->journeys->v[i].destinations_n
							       : most;
	return (most < SHARE_ROWS_MAX ? (int)most : SHARE_ROWS_MAX) + DRAWN_ROWS + REASON_ROWS;
}

/* Places the result at the top, the segments below it, and the assumptions if there is room
 * left. */
static void
place_panel_parts(struct rows_pane *r)
{
	enum { HEADING_ROWS = 1, GAP = 1, REASON_ROWS = 1 };
	struct journeys_view *v = journeys_view_of(r);
	struct flow_doc_context context = journeys_doc_context(r);
	struct doc *d = &v->result.doc;
	struct doc assumed = { .width = v->panel_area.w,
		.ascii = r->pane.console->look.ascii_lines,
		.hides_private = r->pane.console->presenting };
	int all = v->panel_area.h - (v->title_on_rule ? 0 : HEADING_ROWS) - GAP - HEADING_ROWS;
	int most = all - TICK_ROWS_MIN, rows = rows_of_results(v);
	rows = rows < most ? rows : most < 0 ? 0 : most;
	doc_clear(d);
	d->ascii = assumed.ascii;
	d->hides_private = assumed.hides_private;
	d->width = v->panel_area.w;
	flow_result_doc(d, &context, rows > REASON_ROWS + 1 ? (size_t)(rows - REASON_ROWS) : 1);
	textview_on_built(&v->result);
	textview_arrange(&v->result, rows);
	flow_policy_doc(&assumed, &context);
	v->segment_columns = columns_for(v);
	int left = all - rows, needed = rows_for(v->all_memberships.n, v->segment_columns);
	bool fits = left >= needed + GAP + (int)assumed.lines.n;
	v->assumed_rows = fits ? (int)assumed.lines.n : 0;
	left -= fits ? v->assumed_rows + GAP : 0;
	v->segment_rows = left > needed && needed > 0 ? needed : left > 0 ? left : 0;
	list_set_size(&v->segment_list, v->shown_memberships.n,
	    (size_t)v->segment_rows * (size_t)v->segment_columns);
	doc_free(&assumed);
}

/* Places the panel to the right of the flow or below it if both fit; otherwise over the flow, or
 * over the whole body while it has the focus. */
static void
arrange_panel(struct pane *p, const struct layout *layout)
{
	struct rows_pane *r = panel_of(p)->rows;
	struct journeys_view *v = journeys_view_of(r);
	struct layout *l = &r->layout; /* the panel takes its area from the list and the detail */
	(void)layout;
	v->panel_area = (struct rect){ 0 };
	v->title_on_rule = false;
	if (!v->journeys)
		return;
	if (l->detail.h > 0 && l->detail.w >= FLOW_WIDTH_MIN + PANEL_WIDTH_MIN + 1) {
		int flow = l->detail.w * 52 / 100;
		v->panel_area = (struct rect){ .y = l->detail.y,
			.x = l->detail.x + flow + 1,
			.h = l->detail.h,
			.w = l->detail.w - flow - 1 };
		l->detail.w = flow;
		v->title_on_rule = true;
	} else if (l->rule_x >= 0 && l->detail.h >= TALL_ROWS_MIN) {
		int flow = l->detail.h / 2;
		v->panel_area = (struct rect){ .y = l->detail.y + flow + 1,
			.x = l->detail.x,
			.h = l->detail.h - flow - 1,
			.w = l->detail.w };
		l->detail.h = flow;
		v->title_on_rule = true;
	} else if (l->detail.h > 0 && l->list.h > 0 && r->part_focused) {
		v->panel_area = l->detail;
		l->detail.h = 0;
	} else if (r->part_focused) {
		v->panel_area = l->body;
		l->list.h = l->detail.h = 0;
		l->rule_y = -1;
	}
	if (v->panel_area.h > 0)
		place_panel_parts(r);
}

/* ---- drawing ---- */

static const char panel_title[] = "What this visitor gets", ticks_heading[] = "The visitor is in";

static const char *const tick_marks[] = {
	[WHATIF_NO] = "[ ]",
	[WHATIF_YES] = "[x]",
	[WHATIF_UNKNOWN] = "[?]",
};
_Static_assert(sizeof(tick_marks) / sizeof(*tick_marks) == WHATIF_ANSWERS,
    "every answer needs a row in this table");

static void
draw_membership(const struct rows_pane *r, const struct surface *s, int y, size_t at)
{
	static const enum role roles[] = {
		[WHATIF_NO] = ROLE_TEXT,
		[WHATIF_YES] = ROLE_LEAD,
		[WHATIF_UNKNOWN] = ROLE_UNKNOWN,
	};
	_Static_assert(sizeof(roles) / sizeof(*roles) == WHATIF_ANSWERS,
	    "every answer needs a row in this table");
	const struct journeys_view *v = journeys_view_of(r);
	const struct whatif_membership *t = &v->all_memberships.v[v->shown_memberships.v[at]];
	bool cursor = at == v->segment_list.cursor, here = cursor && r->part_focused;
	enum role role = here ? ROLE_SELECTED : roles[t->membership];
	struct buf name = { 0 };
	text_clean(&name, flow_short_name(t->segment), s->look->ascii_lines);
	if (here)
		surface_fill(s, y, 0, s->w, ROLE_SELECTED);
	if (cursor)
		surface_print(s, y, 0, role, "%s", s->look->ascii_lines ? ">" : "\xE2\x96\xB8");
	surface_print(s, y, 2, role, "%s", tick_marks[t->membership]);
	surface_draw_text_in(s, y, TICK_BOX_CELLS, s->w - TICK_BOX_CELLS, role, buf_str(&name));
	if (here)
		surface_set_cursor(s, y, 3);
	buf_free(&name);
}

static const char *
no_ticks_reason(const struct journeys_view *v)
{
	return v->all_memberships.n ? "No segment matches. Esc shows all."
				    : "There are no segments.";
}

/* Fills the first column from top to bottom, then the next. */
static void
draw_ticks(const struct rows_pane *r, const struct surface *s)
{
	const struct journeys_view *v = journeys_view_of(r);
	const struct list *l = &v->segment_list;
	int cells = v->segment_columns > 1 ? membership_width(v) : s->w;
	int left = s->w - 1 - v->segment_columns * cells;
	int gap = left >= (v->segment_columns - 1) * TICK_GAP ? TICK_GAP : 0;
	for (int i = 0;
	     i < (int)l->visible_rows && l->first_visible_row + (size_t)i < v->shown_memberships.n;
	     i++) {
		struct surface column = surface_part(s, 0, i / s->h * (cells + gap), s->h, cells);
		draw_membership(r, &column, i % s->h, l->first_visible_row + (size_t)i);
	}
	if (v->shown_memberships.n == 0)
		surface_print(s, 0, 1, ROLE_LABEL, "%s", no_ticks_reason(v));
}

/* Appends "2 of 14 ticked", or "/jp · 20 of 400". */
static void
write_tick_count(struct buf *out, const struct journeys_view *v, bool ascii)
{
	size_t ticked = 0;
	for (size_t i = 0; i < v->all_memberships.n; i++)
		ticked += v->all_memberships.v[i].membership == WHATIF_YES;
	if (!v->segment_filter.n) {
		buf_addf(out, "%zu of %zu ticked", ticked, v->all_memberships.n);
		return;
	}
	buf_addc(out, '/');
	text_clean(out, buf_str(&v->segment_filter), ascii);
	buf_addf(out, "%s%zu of %zu", ascii ? "  " : " \xC2\xB7 ", v->shown_memberships.n,
	    v->all_memberships.n);
}

/* "The visitor is in   2 of 14 ticked", or "/jp · 20 of 400   8 more ▾". */
static void
draw_ticks_heading(const struct rows_pane *r, const struct surface *s, int y)
{
	enum { MORE_CELLS = 10 };
	const struct journeys_view *v = journeys_view_of(r);
	const struct list *l = &v->segment_list;
	int x = 3 +
	    surface_print(s, y, 1, r->part_focused ? ROLE_LEAD : ROLE_TEXT, "%s", ticks_heading);
	size_t seen = l->first_visible_row + l->visible_rows;
	int end = seen < v->shown_memberships.n ? s->w - 1 - MORE_CELLS : s->w;
	struct buf words = { 0 };
	if (seen < v->shown_memberships.n)
		surface_print(s, y, end, ROLE_LABEL, "%zu more %s", v->shown_memberships.n - seen,
		    s->look->ascii_lines ? "v" : "\xE2\x96\xBE");
	write_tick_count(&words, v, s->look->ascii_lines);
	surface_draw_text_in(s, y, x, end - x - 1, ROLE_LABEL, buf_str(&words));
	buf_free(&words);
}

/* Draws "┬─ What this visitor gets ───" on the rule above the panel, or in the panel's first row
 * if there is none. */
static void
draw_panel_title(const struct rows_pane *r, const struct surface *screen, const struct surface *s)
{
	const struct journeys_view *v = journeys_view_of(r);
	enum role role = r->part_focused ? ROLE_LEAD : ROLE_TEXT;
	int y = v->panel_area.y - 1, x = v->panel_area.x;
	bool beside = x > r->layout.detail.x;
	if (!v->title_on_rule) {
		surface_print(s, 0, 0, role, " %s ", panel_title);
		return;
	}
	surface_draw_rule(screen, y, x, v->panel_area.w, s->look->frame);
	if (beside)
		surface_print(screen, y, x - 1, s->look->frame, "%s",
		    s->look->ascii_lines ? "+" : "\xE2\x94\xAC");
	surface_print(screen, y, x + 1, role, " %s ", panel_title);
	for (int i = 0; beside && i < s->h; i++)
		surface_print(screen, v->panel_area.y + i, x - 1, s->look->frame, "%s",
		    s->look->ascii_lines ? "|" : "\xE2\x94\x82");
}

static void
draw_policy(const struct rows_pane *r, const struct surface *s)
{
	struct flow_doc_context context = journeys_doc_context(r);
	struct doc d = { .width = s->w,
		.ascii = s->look->ascii_lines,
		.hides_private = r->pane.console->presenting };
	flow_policy_doc(&d, &context);
	dialog_draw_doc(s, &d, 0);
	doc_free(&d);
}

static void
draw_panel(const struct pane *p, const struct surface *screen, const struct layout *layout)
{
	const struct rows_pane *r = panel_of(p)->rows;
	const struct journeys_view *v = journeys_view_of(r);
	struct surface s = surface_part(
	    screen, v->panel_area.y, v->panel_area.x, v->panel_area.h, v->panel_area.w);
	int y = v->title_on_rule ? 0 : 1, rows = (int)v->result.list.visible_rows;
	(void)layout;
	if (v->panel_area.h <= 0)
		return;
	draw_panel_title(r, screen, &s);
	struct surface result = surface_part(&s, y, 0, rows, s.w);
	textview_draw(&v->result, &result);
	y += rows + 1;
	draw_ticks_heading(r, &s, y);
	if (v->assumed_rows) {
		struct surface assumed = surface_part(
		    &s, s.h - v->assumed_rows, 0, v->assumed_rows, s.w);
		draw_policy(r, &assumed);
	}
	struct surface ticks = surface_part(&s, y + 1, 0, v->segment_rows, s.w);
	draw_ticks(r, &ticks);
}

/* Returns the line of the selected segment. */
static size_t
write_panel_doc(const struct pane *p, struct doc *d)
{
	enum { SHARES_MAX = 100 };
	struct rows_pane *r = panel_of(p)->rows;
	const struct journeys_view *v = journeys_view_of(r);
	struct flow_doc_context context = journeys_doc_context(r);
	struct buf words = { 0 };
	size_t selected = SIZE_MAX;
	if (!v->journeys)
		return selected;
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, "%s", panel_title);
	flow_result_doc(d, &context, SHARES_MAX);
	write_tick_count(&words, v, d->ascii);
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, "%s: %s", ticks_heading, buf_z(&words));
	buf_free(&words);
	for (size_t i = 0; i < v->shown_memberships.n; i++) {
		const struct whatif_membership *t =
		    &v->all_memberships.v[v->shown_memberships.v[i]];
		if (i == v->segment_list.cursor)
			selected = d->lines.n;
		doc_begin_line(d);
		doc_printf(d, ROLE_TEXT, "%s ", tick_marks[t->membership]);
		doc_add_text(d, ROLE_TEXT, flow_short_name(t->segment));
	}
	if (!v->shown_memberships.n) {
		doc_begin_line(d);
		doc_printf(d, ROLE_LABEL, "%s", no_ticks_reason(v));
	}
	flow_policy_doc(d, &context);
	return selected;
}

static const struct pane_ops panel_ops = { .get_scope = panel_scope,
	.arrange = arrange_panel,
	.draw = draw_panel,
	.write_doc = write_panel_doc };

static const struct pane_action panel_actions[] = { { ACT_DOWN, run_move }, { ACT_UP, run_move },
	{ ACT_PAGE_DOWN, run_move }, { ACT_PAGE_UP, run_move }, { ACT_HALF_DOWN, run_move },
	{ ACT_HALF_UP, run_move }, { ACT_TOP, run_move }, { ACT_BOTTOM, run_move },
	{ ACT_NONE, NULL } };

void
whatif_panel_init(struct journeys_view *v, struct rows_pane *r)
{
	v->panel = (struct whatif_panel){ .pane = { .ops = &panel_ops,
					      .console = r->pane.console,
					      .actions = { panel_actions } },
		.rows = r };
}
