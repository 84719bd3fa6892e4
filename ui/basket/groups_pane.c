#include "ui/basket/groups_pane.h"

#include "base/utf8.h"
#include "ui/basket/folded.h"
#include "ui/basket/group_doc.h"
#include "ui/kit/menu.h"
#include "ui/rows/empty.h"

#include <string.h>

struct shown_groups {
	struct derived_list_state built_from;
	bool built_whole; /* all baskets were read */
	struct groups groups;
	struct sent_links links; /* the rows, if these are groups of sent links */
	struct buf source_json; /* JSON of the group whose source was requested last */
};

static struct shown_groups *
groups_of(const struct rows_pane *r)
{
	return r->kind_data;
}

/* ---- rows ---- */

/* All links are in the contact log, so no older ones are missing. */
static void
count_sent_links(struct rows_pane *r)
{
	struct shown_groups *own = groups_of(r);
	sent_links_make_now(&own->links, r->pane.console);
	groups_count_sent_links(&own->groups, &own->links, console_now(r->pane.console));
}

static void
count_baskets(struct rows_pane *r)
{
	struct groups *g = &groups_of(r)->groups;
	const struct baskets *b = r->pane.console->baskets;
	/* Pane 1 may have been read with since=, for another VIEW than this one, so older
	 * baskets may be missing. */
	bool whole = baskets_is_whole(b);
	groups_begin(g, console_now(r->pane.console),
	    whole ? baskets_oldest_created(b) : baskets_known_from_time(b), whole);
	for (size_t i = 0; i < b->rows.n; i++) {
		const struct basket_row *row = &b->rows.v[i];
		groups_add(g, row, g->filter.needs_json ? baskets_json(b, row, NULL) : STR_NONE);
	}
	groups_end(g);
}

static void
count_groups(struct rows_pane *r)
{
	struct groups *g = &groups_of(r)->groups;
	const struct console *c = r->pane.console;
	g->has_amounts = catalog_graph(c->catalog) != NULL;
	g->has_contact_status = !c->app->masked && !view_is_of_sent_links(&g->view);
	if (view_is_of_sent_links(&g->view))
		count_sent_links(r);
	else
		count_baskets(r);
	table_set_rows(&r->table, g->rows.v, g->rows.n);
}

static void
load_groups(struct rows_pane *r)
{
	struct shown_groups *own = groups_of(r);
	bool anew, whole = baskets_is_whole(r->pane.console->baskets);
	if (!own->groups.level_count ||
	    (!derived_list_needs_rebuild(&own->built_from, r->pane.console->baskets, &anew) &&
		own->built_whole == whole))
		return;
	own->built_whole = whole;
	count_groups(r);
}

/* The table only sorts; the VIEW's other terms are applied by the groups. */
static struct shown_rows
shown_groups_rows(const struct rows_pane *r)
{
	const struct shown_groups *own = groups_of(r);
	struct shown_rows s = table_shown_rows(&r->table);
	if (own->groups.level_count)
		s.view = &own->groups.view;
	if (derived_list_is_outdated(&own->built_from, r->pane.console->baskets))
		s.n = s.total_count = 0;
	return s;
}

/* Gives the table a view with only the sort order, because the groups apply the other terms. */
static void
apply_sort_order(struct rows_pane *r, const struct view *view)
{
	struct buf line = { 0 };
	struct view order;
	struct err none;
	if (view->sort_count)
		buf_addz(&line, "sort=");
	view_write_sort(&line, view);
	table_free(&r->table);
	table_init(&r->table, view->resource);
	if (view_parse_terms(&order, view->resource, buf_str(&line), &none))
		table_set_view(&r->table, &order, (struct age_context){ 0 }, &none);
	view_free(&order);
	buf_free(&line);
}

static bool
set_groups_view(struct rows_pane *r, struct view *view, struct err *err)
{
	struct shown_groups *own = groups_of(r);
	struct groups fresh;
	if (!view)
		return true;
	if (!view->group_keys.n)
		return err_set(
		    err, ERR_USAGE, "group= chooses the grouping; Esc goes back to the baskets");
	if (!groups_init(&fresh, view, console_ages(r->pane.console), err))
		return false;
	groups_free(&own->groups);
	own->groups = fresh;
	apply_sort_order(r, &own->groups.view);
	own->built_from.is_built = false;
	load_groups(r);
	return true;
}

static const struct group_row *
group_at(const struct rows_pane *r, size_t at)
{
	struct shown_rows s = shown_groups_rows(r);
	return shown_rows_at(&s, at);
}

/* ---- texts of a group ---- */

static void
write_group_names(struct buf *out, const struct group_row *row, bool presenting)
{
	for (size_t i = 0; i < row->groups->level_count; i++) {
		bool hidden = presenting && group_row_is_private(row, i);
		struct str name = hidden ? STR("hidden") : group_row_name(row, i);
		buf_addf(out, "%s%.*s", i ? ", " : "", STR_ARG(name));
	}
}

static void
describe_group(const struct rows_pane *r, size_t at, struct doc *d)
{
	group_doc(d, group_at(r, at), r->pane.console->time_style == TIME_UTC);
}

static void
append_group_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct group_row *row = group_at(r, at);
	struct buf names = { 0 };
	write_group_names(&names, row, r->pane.console->presenting);
	text_clean(out, buf_str(&names), r->pane.console->look.ascii_lines);
	buf_addz(out, r->pane.console->look.ascii_lines ? "  " : " \xC2\xB7 ");
	if (view_is_of_sent_links(&row->groups->view))
		format_plural(out, row->basket_count, "link", "links");
	else
		format_plural(out, row->basket_count, "basket", "baskets");
	buf_free(&names);
}

static void
write_groups_title(const struct rows_pane *r, struct title *out)
{
	const struct groups *g = &groups_of(r)->groups;
	buf_addz(&out->breadcrumb, "Groups");
	format_plural(&out->counts, shown_groups_rows(r).total_count, "group", "groups");
	if (view_is_filtered(&g->view)) {
		buf_addz(&out->counts, " of ");
		format_count(&out->counts, g->total.basket_count);
		buf_addz(&out->counts, g->total.basket_count == 1 ? " match" : " matches");
	}
	if (view_is_of_sent_links(&g->view) && g->total.basket_count) {
		buf_addz(&out->counts, ": ");
		group_row_write_results(&out->counts, &g->total);
	}
	if (g->overlapping)
		buf_addz(&out->counts, " \xC2\xB7 a basket can be in several");
	derived_list_append_counts(r, &out->counts);
}

static bool
find_group_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	struct shown_groups *own = groups_of(r);
	const struct group_row *row = group_at(r, at);
	buf_reset(&own->source_json);
	group_row_write(&own->source_json, row);
	*out = (struct row_target){ .id = group_row_name(row, 0),
		.name = group_row_name(row, 0),
		.json = buf_str(&own->source_json) };
	return true;
}

static void
close_groups(struct rows_pane *r)
{
	struct shown_groups *own = r->kind_data;
	groups_free(&own->groups);
	sent_links_free(&own->links);
	buf_free(&own->source_json);
	x_free(own);
}

static void
describe_no_groups(const struct rows_pane *r, struct doc *d)
{
	if (!view_is_of_sent_links(&groups_of(r)->groups.view)) {
		derived_list_describe_empty(r, d);
		return;
	}
	empty_add_title(d, "No sent link matches");
	empty_add_key(d, "Esc", "clear the filter, then go back");
}

/* ---- actions ---- */

static void
run_into_group(struct pane *p)
{
	const struct rows_pane *r = rows_pane_of(p);
	const struct group_row *row = rows_pane_selected_row(r);
	struct buf line = { 0 };
	if (!row)
		return;
	group_row_write_view(&line, row);
	const char *rows = view_is_of_sent_links(&row->groups->view) ? "links" : "baskets";
	struct console *c = p->console;
	struct buf back = { 0 };
	c->nav->run_typed_text(c, TYPED_VIEW, buf_str(&line));
	console_append_key_of(c, &back, ACT_BACK);
	console_show(c, ROLE_TEXT, "The %s of this group. %s goes back to the groups",
	    rows, buf_z(&back));
	buf_free(&back);
	buf_free(&line);
}

static void
run_second_key(struct pane *p)
{
	groups_pane_ask_keys(p->console, &groups_of(rows_pane_of(p))->groups.view);
}

static const char *
why_not_in_groups(const struct pane *p, enum action a)
{
	if (a == ACT_IN && !rows_pane_selected_row(rows_pane_of(p)))
		return "No group is selected";
	return derived_list_why_not(p, a);
}

static const char *
groups_action_words(const struct pane *p, enum action a, struct buf *room)
{
	bool links = view_is_of_sent_links(&groups_of(rows_pane_of(p))->groups.view);
	(void)room;
	return a == ACT_IN ? links ? "show links" : "show baskets" : a == ACT_GROUP ? "split further" : NULL;
}

static const struct pane_action groups_actions[] = {
	{ ACT_IN, run_into_group },
	{ ACT_GROUP, run_second_key },
	{ ACT_NONE, NULL },
};

/* Bars are dimmer than the numbers next to them. */
static void
style_group_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	bool drawn = column && str_eqz(str_of(column->id), "trend");
	(void)r;
	(void)text;
	(void)of;
	style->role = drawn ? ROLE_BAR : ROLE_TEXT;
}

static const struct rows_kind kind = {
	.actions = { groups_actions, derived_list_actions, rows_actions },
	.list_scope = SCOPE_BASKETS,
	.detail_scope = SCOPE_DETAIL,
	.load_rows = load_groups,
	.describe_row = describe_group,
	.write_headline = append_group_headline,
	.write_title = write_groups_title,
	.describe_empty = describe_no_groups,
	.get_target = find_group_target,
	.close = close_groups,
	.why_unavailable = why_not_in_groups,
	.label_action = groups_action_words,
	.write_status = derived_list_append_status,
	.cancel = derived_list_cancel,
	.get_shown_rows = shown_groups_rows,
	.set_view = set_groups_view,
	.style_cell = style_group_cell,
	.noun = "group",
};

struct pane *
groups_pane_new(struct console *c, struct view *view, struct err *err)
{
	struct rows_pane *r = rows_pane_new(c, &kind, view->resource, x_new(struct shown_groups));
	if (rows_pane_show_view(r, view, false, err))
		return &r->pane;
	r->pane.ops->close(&r->pane);
	return NULL;
}

/* If a pane of groups is already visible, shows the view there. */
static bool
show_groups(struct console *c, struct view *view, struct err *err)
{
	struct pane *p = console_top_pane(c);
	if (rows_pane_has_kind(p, &kind))
		return rows_pane_show_view(rows_pane_of(p), view, true, err);
	p = groups_pane_new(c, view, err);
	if (p)
		console_push_pane(c, p);
	return p != NULL;
}

void
groups_pane_open(struct console *c, const struct view *of, struct str names)
{
	struct buf line = { 0 };
	struct view view;
	struct err err;
	view_write_terms(&line, of);
	buf_addf(&line, " group=%.*s", STR_ARG(names));
	if (!view_parse_terms(&view, of->term_resource, buf_str(&line), &err) ||
	    !show_groups(c, &view, &err))
		console_show(c, ROLE_WARN, "%s", err.text);
	view_free(&view);
	buf_free(&line);
}

/* ---- choosing the keys ---- */

static void
on_group_key_chosen(struct console *c, void *ctx, int value)
{
	const char *line = ctx;
	struct buf names = { 0 };
	struct view view;
	struct err err;
	if (!view_parse(&view, str_of(line), &err))
		return;
	if (view.group_keys.n && value >= 0)
		buf_addf(&names, "%.*s,", STR_ARG(view.group_keys.v[0]));
	else if (view.group_keys.n)
		buf_adds(&names, view.group_keys.v[0]);
	if (value >= 0)
		buf_addz(&names, group_keys[value].name);
	groups_pane_open(c, &view, buf_str(&names));
	view_free(&view);
	buf_free(&names);
}

static bool
is_key_of(const struct view *view, const char *name)
{
	for (const char *const *key = view->term_resource->group_keys; key && *key; key++)
		if (strcmp(*key, name) == 0)
			return true;
	return false;
}

void
groups_pane_ask_keys(struct console *c, const struct view *view)
{
	struct buf line = { 0 };
	bool again = view->group_keys.n > 0;
	view_write(&line, view);
	const char *title = view_is_of_sent_links(view) ? "Count these links by"
							: "Count these baskets by";
	struct menu *m = menu_new(c, again ? "Then group by" : title, false,
	    on_group_key_chosen, str_dup(buf_str(&line)));
	if (view->group_keys.n > 1)
		menu_add(
		    m, -1, false, "nothing else: only by %.*s", STR_ARG(view->group_keys.v[0]));
	for (int i = 0; group_keys[i].name; i++)
		if (group_keys[i].label && is_key_of(view, group_keys[i].name) &&
		    (!again || !str_eqz(view->group_keys.v[0], group_keys[i].name)))
			menu_add(m, i, false, "%s", group_keys[i].label);
	menu_set_closing_action(m, ACT_GROUP);
	menu_open(m);
	buf_free(&line);
}
