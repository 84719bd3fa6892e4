#include "ui/catalog/catalog_pane.h"

#include "ui/catalog/prices_pane.h"
#include "ui/kit/prompt.h"
#include "ui/rows/catalog_rows.h"
#include "ui/rows/compare_pane.h"

static bool
on_start_date(struct console *c, struct str text, struct err *err)
{
	int64_t t;
	struct str typed = str_trim(text);
	struct buf words = { 0 };
	bool today = typed.n == 0 || str_eqz(typed, "today");
	if (today)
		t = when_local_date(console_now(c));
	else if (!when_parse(typed, &t))
		return err_set(err, ERR_USAGE, "write a date as 2026-11-20");
	struct when_parts day = when_split(t);
	day.hour = day.minute = day.second = day.ms = 0;
	c->start_day = when_join(&day);
	console_notify_panes(c);
	format_date(&words, c->start_day, true);
	console_show(
	    c, ROLE_TEXT, "First payment %s, in all timelines", today ? "today" : buf_z(&words));
	buf_free(&words);
	return true;
}

static void
catalog_run_start_date(struct pane *p)
{
	struct buf now = { 0 };
	when_write(&now, p->console->start_day);
	struct modal *m = prompt_text_new(p->console,
	    "First payment on (empty = today): ", str_sub(buf_str(&now), 0, 10), on_start_date);
	prompt_set_enter_label(m, "recalculate");
	console_push_modal(p->console, m);
	buf_free(&now);
}

/* The campaign of the selected row: the row itself, or the campaign of its offer. */
static struct str
selected_campaign(const struct rows_pane *r)
{
	const struct graph *g = catalog_graph(r->pane.console->catalog);
	struct row_target w;
	if (!g || !r->kind->get_target(r, r->pos.cursor, &w))
		return STR_NONE;
	if (w.link_kind == GRAPH_CAMPAIGN)
		return w.path;
	uint32_t at = w.link_kind == GRAPH_OFFER ? graph_find(g, GRAPH_OFFER, w.path) : GRAPH_NONE;
	return at == GRAPH_NONE || !g->nodes.v[at].item ? STR_NONE
							: graph_campaign_of(g->nodes.v[at].item);
}

const char *
catalog_why_not_priced(const struct pane *p, enum action a)
{
	const struct rows_pane *r = rows_pane_of(p);
	if (a == ACT_CURRENCIES && rows_pane_selected_row(r) && !selected_campaign(r).n)
		return "Works on a campaign or an offer";
	return catalog_why_not(p, a);
}

static void
catalog_run_currencies(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct str campaign = selected_campaign(r);
	struct row_target here = { 0 };
	if (campaign.n && r->kind->get_target(r, r->pos.cursor, &here))
		console_push_pane(p->console, prices_pane_new(p->console, campaign, here.path));
	else
		console_show(p->console, ROLE_TEXT, "Works on a campaign or an offer");
}

/* Opens a plan for the marked offers, or for all that are shown. */
void
catalog_run_plan(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	VEC(struct str) paths = { 0 };
	struct buf select = { 0 };
	struct row_target w;
	for (size_t i = 0; i < r->table.shown_numbers.n; i++)
		if (r->kind->get_target(r, i, &w) &&
		    (!r->marked_ids.n || rows_pane_is_marked(r, table_id(&r->table, i))))
			vec_push(&paths, w.path);
	view_write(&select, &r->table.view);
	if (r->marked_ids.n)
		buf_addf(&select, " (%zu marked)", r->marked_ids.n);
	const struct new_plan_request ask = { paths.v, paths.n, buf_str(&select) };
	p->console->nav->open_plan(p->console, &ask);
	vec_free(&paths);
	buf_free(&select);
}

void
catalog_add_variables(const struct rows_pane *r, size_t at, struct command_variables *v)
{
	item_row_add_variables(v, table_row(&r->table, at));
}

const struct pane_action catalog_actions[] = {
	{ ACT_IN, catalog_run_open },
	{ ACT_NEXT_SIBLING, rows_run_sibling },
	{ ACT_USED_BY, catalog_run_used_by },
	{ ACT_FILTER, rows_run_filter },
	{ ACT_START_DATE, catalog_run_start_date },
	{ ACT_CURRENCIES, catalog_run_currencies },
	{ ACT_SOURCE, catalog_run_source },
	{ ACT_DIFF, rows_run_compare },
	{ ACT_TREE, catalog_run_tree },
	{ ACT_SEND_MAIN, catalog_run_send },
	{ ACT_REFRESH, catalog_run_refresh },
	{ ACT_SEND_MENU, catalog_run_send_menu },
	{ ACT_NONE, NULL },
};
