#include "ui/journey/journeys_pane.h"

#include "base/utf8.h"
#include "catalog/graph_names.h"
#include "ui/journey/flow_doc.h"
#include "ui/journey/journey_context.h"
#include "ui/rows/catalog_rows.h"
#include "ui/rows/compare_pane.h"
#include "ui/rows/empty.h"
#include "ui/rows/export_menu.h"
#include "ui/rows/page_export.h"

/* ---- rows ---- */

/* Collects the findings of single journeys. Findings without a journey, such as a missing
 * fallback, are shown in each flow. */
static void
note_journey_finding(void *ctx, const struct check_finding *found)
{
	struct journeys_view *v = ctx;
	const struct journey_finding f = { found->journey_number - 1,
		str_of(check_rules[found->rule].id), arena_str(&v->finding_texts, found->message) };
	if (found->journey_number)
		vec_push(&v->findings, f);
}

static size_t
count_findings_about(const struct journeys_view *v, size_t at)
{
	size_t n = 0;
	for (size_t i = 0; i < v->findings.n; i++)
		n += v->findings.v[i].journey_index == at;
	return n;
}

static void
collect_journey_findings(struct rows_pane *r)
{
	struct journeys_view *v = journeys_view_of(r);
	const struct catalog *c = r->pane.console->catalog;
	const struct check_items segments = catalog_items(c, CATALOG_SEGMENTS);
	const struct check_items offers = catalog_items(c, CATALOG_OFFERS);
	v->findings.n = 0;
	v->findings_policy = v->policy;
	arena_reset(&v->finding_texts);
	if (v->journeys && catalog_graph(c))
		check_journeys(
		    v->journeys, &segments, &offers, &v->policy, note_journey_finding, v);
}

static bool
is_policy_of_findings(const struct journeys_view *v)
{
	return v->findings_policy.any_condition == v->policy.any_condition &&
	    v->findings_policy.last_match_wins == v->policy.last_match_wins;
}

static void
load_journeys(struct rows_pane *r)
{
	struct journeys_view *v = journeys_view_of(r);
	const struct catalog *c = r->pane.console->catalog;
	const struct journeys *all = catalog_graph(c) ? catalog_journeys(c) : NULL;
	unsigned revision = catalog_graph(c) ? c->revision_count : 0;
	r->is_short = true;
	if (revision != v->revision) {
		v->journeys = all;
		whatif_load_segments(r);
	}
	if (revision != v->revision || !is_policy_of_findings(v))
		collect_journey_findings(r);
	v->revision = revision;
	arena_reset(&v->text_arena);
	v->rows.n = 0;
	if (r->part && all)
		whatif_evaluate(v);
	struct flow_doc_context context = journeys_doc_context(r);
	for (size_t i = 0; all && i < all->n; i++) {
		struct flow_row row;
		flow_row_fill(&row, &v->text_arena, &context, i, count_findings_about(v, i),
		    r->pane.console->look.ascii_lines);
		vec_push(&v->rows, row);
	}
	table_set_rows(&r->table, v->rows.v, v->rows.n);
}

static const struct flow_row *
row_at(const struct rows_pane *r, size_t at)
{
	return table_row(&r->table, at);
}

/* ---- texts ---- */

/* The flow, with the journey's surroundings to the right of it if there is room; below it the
 * offers of each channel. The what-if panel takes the room of both. */
static void
add_flow(const struct rows_pane *r, struct doc *d, size_t journey)
{
	enum { TWO_COLUMNS_WIDTH_MIN = 98 };
	const struct console *c = r->pane.console;
	struct flow_doc_context context = journeys_doc_context(r);
	const struct check_items offers = catalog_items(c->catalog, CATALOG_OFFERS);
	struct doc_columns columns;
	if (r->part || !context.graph || d->width < TWO_COLUMNS_WIDTH_MIN) {
		flow_doc(d, &context, journey);
	} else {
		doc_columns_start(&columns, d, DOC_FACTS_PERCENT);
		flow_doc(&columns.left, &context, journey);
		journey_context_doc(&columns.right, &context, c->baskets, journey);
		doc_columns_end(&columns, d);
	}
	if (!r->part && context.graph)
		journey_offers_doc(d, &context, &offers, journey);
}

/* Findings come first, because after a flow they would be overlooked. */
static void
describe_journey(const struct rows_pane *r, size_t at, struct doc *d)
{
	const struct journeys_view *v = journeys_view_of(r);
	size_t journey = row_at(r, at)->journey_index;
	for (size_t i = 0; i < v->findings.n; i++) {
		const struct journey_finding *f = &v->findings.v[i];
		if (f->journey_index != journey)
			continue;
		doc_begin_line(d);
		doc_printf(d, ROLE_WARN, " ! %.*s: ", STR_ARG(f->rule));
		doc_add_value(d, ROLE_WARN, f->message);
	}
	add_flow(r, d, journey);
}

static void
append_journey_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct flow_row *row = row_at(r, at);
	buf_addf(out, "Journey %.*s", STR_ARG(row->number));
	if (!r->pane.console->presenting)
		buf_addf(out, " %s %.*s", r->pane.console->look.ascii_lines ? "" : "\xC2\xB7",
		    STR_ARG(row->id));
}

/* Explains why there are no journeys: the service has no such endpoint, or its response is
 * unusable. */
static void
describe_unread_journeys(const struct console *c, struct doc *d)
{
	const struct err *err = catalog_journeys_err(c->catalog);
	struct buf words = { 0 };
	if (err->kind == ERR_NOT_FOUND) {
		empty_add_title(d, "This service has no journeys endpoint");
		return;
	}
	format_err(&words, err, 0);
	empty_add_title(d, "The journeys could not be read");
	empty_add_reason(d, buf_str(&words));
	empty_add_action(d, c, ACT_REFRESH, "reload");
	buf_free(&words);
}

static void
describe_no_journeys(const struct rows_pane *r, struct doc *d)
{
	const struct console *c = r->pane.console;
	if (catalog_graph(c->catalog) && catalog_journeys(c->catalog)) {
		empty_add_title(d, "The service has no journeys");
		empty_add_reason(d, STR("Every visitor gets the fallback."));
	} else if (catalog_graph(c->catalog) && catalog_journeys_err(c->catalog)) {
		describe_unread_journeys(c, d);
	} else {
		catalog_describe_unread(c, d);
	}
}

static void
append_journeys_crumb(const struct rows_pane *r, struct buf *out)
{
	const struct journeys_view *v = journeys_view_of(r);
	buf_addz(out, "Journeys");
	if (!v->journeys)
		return;
	buf_addz(out, " from ");
	text_clean(out,
	    v->journeys->starting_point.n ? v->journeys->starting_point : STR("nowhere"), false);
	buf_addz(out, ", else ");
	text_clean(out,
	    v->journeys->fallback_tag.n ? v->journeys->fallback_tag
					: str_of(flow_no_fallback_words(v->journeys)),
	    false);
	/* While presenting, the counts and the message line are hidden; this note is still
	 * shown. */
	if (r->pane.console->presenting)
		buf_addz(out, ", simulated");
}

static void
write_journeys_title(const struct rows_pane *r, struct title *out)
{
	const struct journeys_view *v = journeys_view_of(r);
	append_journeys_crumb(r, &out->breadcrumb);
	if (!v->journeys)
		return;
	if (view_is_filtered(&r->table.view))
		buf_addf(&out->counts, "%zu of ", r->table.shown_numbers.n);
	format_plural(&out->counts, r->table.n, "journey", "journeys");
	buf_addz(&out->counts, " \xC2\xB7 ");
	if (v->findings.n)
		format_plural(&out->counts, v->findings.n, "finding", "findings");
	else
		buf_addz(&out->counts, "no findings");
	buf_addz(&out->counts, " \xC2\xB7 simulated");
}

static bool
append_journeys_status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct whatif_policy *policy = &journeys_view_of(rows_pane_of(p))->policy;
	bool usual = !policy->any_condition && !policy->last_match_wins && !policy->scales_splits;
	if (catalog_append_status(p, out, role))
		return true;
	*role = ROLE_LABEL;
	if (!usual) { /* the panel may have no room for it */
		buf_addz(out, "Simulation: ");
		flow_write_policy(out, policy);
		return true;
	}
	buf_addz(out, "Simulation: the API does not define the order of journeys");
	return true;
}

static bool
find_journey_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	size_t journey = row_at(r, at)->journey_index;
	*out = (struct row_target){ .link_kind = LINK_JOURNEY,
		.link_path = row_at(r, at)->number,
		.id = journeys_view_of(r)->journeys->v[journey].id,
		.json = catalog_journey_json(r->pane.console->catalog, journey) };
	return true;
}

/* ---- the web page ---- */

/* Writes the marked journeys, else all that are shown. */
static bool
write_journeys_page(struct console *c, struct str typed, struct err *err)
{
	const struct rows_pane *r = rows_pane_of(console_top_pane(c));
	struct page_choice choice = { 0 };
	for (size_t i = 0; i < r->table.shown_numbers.n; i++)
		if (!r->marked_ids.n || rows_pane_is_marked(r, table_id(&r->table, i)))
			page_choose_journey(&choice, row_at(r, i)->journey_index);
	bool ok = page_export_write(c, &choice, typed, err);
	page_choice_free(&choice);
	return ok;
}

static void
run_journeys_page(struct pane *p)
{
	export_ask_file(p->console, "journeys", "html", write_journeys_page);
}

/* ---- the pane ---- */

static void
style_journey_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	const struct flow_row *row = of;
	struct str id = str_of(column ? column->id : NULL);
	(void)r;
	(void)text;
	if (str_eqz(id, "whatif"))
		style->role = row->role;
	else if (str_eqz(id, "findings") && row->has_finding)
		style->role = ROLE_WARN;
	else if (str_starts(row->verdict, STR("not reached")))
		style->role = ROLE_LABEL;
	else if (str_eqz(id, "split"))
		style->role = ROLE_BAR;
}

static const char *
why_not_in_journeys(const struct pane *p, enum action a)
{
	const struct rows_pane *r = rows_pane_of(p);
	const struct journeys_view *v = journeys_view_of(r);
	if (a == ACT_WHATIF && !v->journeys && catalog_graph(p->console->catalog))
		return "No what-if: the journeys could not be read";
	if (a == ACT_WHATIF && !v->journeys)
		return "What-if works when the catalog has been read";
	if (a == ACT_WEB_PAGE && page_export_why_not(p->console))
		return page_export_why_not(p->console);
	if (a == ACT_TICK && !r->part_focused)
		return "Works in the what-if. w opens it";
	if (a == ACT_USED_BY && !r->part_focused && !r->in_detail)
		return "Nothing refers to a journey. Tab, then u shows what else uses its items";
	if (a == ACT_IN && r->part_focused)
		return "Works in the overview and the flow. Tab goes there";
	return catalog_why_not(p, a);
}

enum { BOTH_KEYS_WIDTH_MIN = 80 };

/* "Space or Enter yes/no/unknown": names both keys if there is room. */
static const char *
label_tick_keys(const struct pane *p, struct buf *room)
{
	struct str all, first;
	keymap_append_keys(room, &p->console->keys, SCOPE_WHATIF, ACT_TICK);
	all = buf_str(room);
	str_next(&all, ' ', &first);
	if (!all.n || p->console->layout.body.w < BOTH_KEYS_WIDTH_MIN)
		return NULL;
	char *others = str_dup(all);
	buf_reset(room);
	buf_addf(room, "or %s %s", others, action_infos[ACT_TICK].label);
	x_free(others);
	return buf_z(room);
}

static const char *
journeys_action_words(const struct pane *p, enum action a, struct buf *room)
{
	const struct rows_pane *r = rows_pane_of(p);
	if (a == ACT_WHATIF)
		return r->part_focused ? "what-if off" : r->part ? "segments" : "what if";
	if (a == ACT_TICK)
		return label_tick_keys(p, room);
	if (a == ACT_IN)
		return r->in_detail ? "open" : "flow";
	return a == ACT_SEND_MAIN ? "id" : NULL;
}

static bool
cancel_journeys(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (!r->part_focused)
		return catalog_stop_reading(p);
	if (!whatif_clear_narrowing(journeys_view_of(r)))
		r->part_focused = false;
	return true;
}

static void
on_enter_journeys(struct pane *p)
{
	catalog_read(p->console->catalog, CATALOG_SEGMENTS);
	catalog_check_revision(p->console->catalog);
}

static void
close_journeys(struct rows_pane *r)
{
	struct journeys_view *v = journeys_view_of(r);
	whatif_free(&v->whatif);
	textview_free(&v->result);
	vec_free(&v->rows);
	vec_free(&v->findings);
	vec_free(&v->all_memberships);
	vec_free(&v->shown_memberships);
	buf_free(&v->segment_filter);
	arena_free(&v->text_arena);
	arena_free(&v->tick_texts);
	arena_free(&v->finding_texts);
	x_free(v);
}

static const struct pane_action actions[] = { { ACT_TICK, whatif_run_tick },
	{ ACT_WHATIF, whatif_run_toggle }, { ACT_POLICY, whatif_run_policy },
	{ ACT_IN, catalog_run_open }, { ACT_NEXT_SIBLING, rows_run_sibling },
	{ ACT_USED_BY, catalog_run_used_by }, { ACT_FILTER, whatif_run_filter },
	{ ACT_SOURCE, catalog_run_source }, { ACT_DIFF, rows_run_compare },
	{ ACT_SEND_MAIN, catalog_run_send }, { ACT_REFRESH, catalog_run_refresh },
	{ ACT_SEND_MENU, catalog_run_send_menu }, { ACT_WEB_PAGE, run_journeys_page },
	{ ACT_NONE, NULL } };

static void
add_journey_variables(const struct rows_pane *r, size_t at, struct command_variables *v)
{
	command_variables_add(v, "BACKROOM_NUMBER", row_at(r, at)->number);
}

static const struct rows_kind kind = {
	.add_variables = add_journey_variables,
	.actions = { actions, rows_actions },
	.yielding_columns = "id split", /* GOES TO has the shares in numbers */
	.whole_column = "destination",
	.list_scope = SCOPE_JOURNEYS,
	.detail_scope = SCOPE_FLOW,
	.why_unavailable = why_not_in_journeys,
	.label_action = journeys_action_words,
	.write_status = append_journeys_status,
	.cancel = cancel_journeys,
	.on_enter = on_enter_journeys,
	.load_rows = load_journeys,
	.style_cell = style_journey_cell,
	.describe_row = describe_journey,
	.write_headline = append_journey_headline,
	.write_title = write_journeys_title,
	.describe_empty = describe_no_journeys,
	.get_target = find_journey_target,
	.export_label = page_export_label,
	.export_action = ACT_WEB_PAGE,
	.close = close_journeys,
};

struct pane *
journeys_pane_new(struct console *c)
{
	struct journeys_view *v = x_new(struct journeys_view);
	struct rows_pane *r = rows_pane_new(c, &kind, &flow_resource, v);
	whatif_panel_init(v, r);
	return &r->pane;
}

bool
journeys_pane_go_to(struct console *c, size_t at)
{
	const struct journeys *all = catalog_journeys(c->catalog);
	if (!all || at >= all->n)
		return false;
	struct rows_pane *r = rows_pane_of(console_tab_pane(c, TAB_JOURNEYS));
	console_go_to_tab(c, TAB_JOURNEYS);
	struct str number = r->table.n > at ? journeys_view_of(r)->rows.v[at].number : STR_NONE;
	/* The row exists: clear filters until it is shown. */
	while (!rows_pane_select(r, number) && rows_pane_cancel(&r->pane))
		;
	return true;
}
