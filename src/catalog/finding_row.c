#include "catalog/finding_row.h"

#include "catalog/graph_names.h"
#include "list/columns.h"
#include "model/path.h"

#include <stddef.h>
#include <stdlib.h>

struct finding_collector {
	struct findings *findings;
	const struct graph *graph;
	const struct muted_checks *mute;
};

/* Several journeys may share an id: the number identifies one. */
static void
set_journey_location(struct finding_row *row, struct arena *a)
{
	row->name = arena_printf(a, "journey %zu", row->journey_number);
	row->location = row->name;
	if (row->path.n)
		row->location = arena_printf(
		    a, "%.*s, %.*s", STR_ARG(row->name), STR_ARG(row->path));
	row->target = (struct doc_target){ LINK_JOURNEY,
		arena_printf(a, "%zu", row->journey_number) };
}

static void
set_item_location(struct finding_row *row, struct arena *a, const struct graph *g)
{
	uint32_t at = graph_find_any_kind(g, row->path);
	row->name = row->location = row->path;
	row->target = (struct doc_target){ GRAPH_KINDS, row->path };
	if (at == GRAPH_NONE)
		return;
	row->target.kind = (int)g->nodes.v[at].kind;
	row->name = arena_str(a, path_last_part(graph_name(&g->nodes.v[at])));
}

/* "/products/binder does not exist" is "…/binder does not exist" in a list. */
static struct str
shorten_message(struct arena *a, const struct check_finding *found)
{
	struct str all = found->message, path = found->mentioned, last = path_last_part(path);
	if (path.n == last.n)
		return arena_str(a, all);
	size_t start = (size_t)(path.p - all.p);
	return arena_printf(a, "%.*s\xE2\x80\xA6/%.*s%.*s", STR_ARG(str_sub(all, 0, start)),
	    STR_ARG(last), STR_ARG(str_sub(all, start + path.n, all.n)));
}

static void
add_finding(void *ctx, const struct check_finding *found)
{
	struct finding_collector *c = ctx;
	struct arena *a = &c->findings->text_arena;
	if (c->mute->muted_rules[found->rule]) {
		c->findings->muted_count++;
		return;
	}
	struct finding_row row = { .id = str_of(check_rules[found->rule].id),
		.severity = str_of(check_severities[check_rules[found->rule].severity]),
		.path = arena_str(a, found->path),
		.message = arena_str(a, found->message),
		.short_message = shorten_message(a, found),
		.rule = found->rule,
		.journey_number = found->journey_number };
	if (found->journey_number)
		set_journey_location(&row, a);
	else
		set_item_location(&row, a, c->graph);
	vec_push(&c->findings->rows, row);
}

static int
by_rule(const void *x, const void *y)
{
	const struct finding_row *a = x, *b = y;
	int order = (a->rule > b->rule) - (a->rule < b->rule);
	order = order
	    ? order
	    : (a->journey_number > b->journey_number) - (a->journey_number < b->journey_number);
	order = order ? order : str_cmp(a->path, b->path);
	return order ? order : str_cmp(a->message, b->message);
}

/* Errors first. */
static int
order_of_severities(const void *x, const void *y)
{
	enum check_severity a = check_rules[((const struct finding_row *)x)->rule].severity;
	enum check_severity b = check_rules[((const struct finding_row *)y)->rule].severity;
	return (a > b) - (a < b);
}

static int
by_severity(const void *x, const void *y)
{
	int order = order_of_severities(x, y);
	return order ? order : by_rule(x, y);
}

void
findings_sort_by_rule(struct findings *f)
{
	if (f->rows.n)
		qsort(f->rows.v, f->rows.n, sizeof(*f->rows.v), by_rule);
}

/* Findings may be identical: these are adjacent, so the key has a counter. */
static void
set_finding_keys(struct findings *f)
{
	unsigned same = 0;
	for (size_t i = 0; i < f->rows.n; i++) {
		struct finding_row *row = &f->rows.v[i];
		same = i && by_severity(row - 1, row) == 0 ? same + 1 : 0;
		row->key = arena_printf(&f->text_arena, "%.*s %.*s %.*s %u", STR_ARG(row->id),
		    STR_ARG(row->location), STR_ARG(row->message), same);
	}
}

void
findings_collect(
    struct findings *f, const struct catalog *c, unsigned subjects, const struct muted_checks *mute)
{
	struct finding_collector collecting = { f, catalog_graph(c), mute };
	*f = (struct findings){ 0 };
	if (!collecting.graph)
		return;
	const struct check_catalog all = { .campaigns = catalog_items(c, CATALOG_CAMPAIGNS),
		.offers = catalog_items(c, CATALOG_OFFERS),
		.assets = catalog_items(c, CATALOG_ASSETS),
		.products = catalog_items(c, CATALOG_PRODUCTS),
		.segments = catalog_items(c, CATALOG_SEGMENTS),
		.journeys = catalog_journeys(c),
		.now = clock_now(c->clock) };
	if (subjects & FINDINGS_CATALOG)
		check_catalog(&all, add_finding, &collecting);
	if (subjects & FINDINGS_JOURNEYS && catalog_journeys(c))
		check_journeys(catalog_journeys(c), &all.segments, &all.offers, NULL, add_finding,
		    &collecting);
	if (f->rows.n)
		qsort(f->rows.v, f->rows.n, sizeof(*f->rows.v), by_severity);
	set_finding_keys(f);
}

void
findings_free(struct findings *f)
{
	arena_free(&f->text_arena);
	vec_free(&f->rows);
}

/* ---- list rows ---- */

static bool
match_finding(const struct row_term *t, const void *of, struct str json)
{
	const struct finding_row *row = of;
	(void)json;
	if (row_term_has_key(t, "message"))
		return row_term_matches_text(t, row->message) ||
		    row_term_matches_text(t, row->short_message);
	if (row_term_has_key(t, "path"))
		return row_term_matches_text(t, row->name) ||
		    row_term_matches_text(t, row->location);
	if (!row_term_is_word(t))
		return row_term_matches_column(t, row);
	return row_term_matches_text(t, row->id) || row_term_matches_text(t, row->severity) ||
	    row_term_matches_text(t, row->location) || row_term_matches_text(t, row->message);
}

static const struct row_ops ops = {
	.size = sizeof(struct finding_row),
	.match_term = match_finding,
	.compare = by_severity,
	.id_offset = offsetof(struct finding_row, key),
};

#define TEXT(member) .text_offset = offsetof(struct finding_row, member)

static const struct column columns[] = {
	{ COLUMN("severity", "SEVERITY", 8, 8, ALWAYS), .flags = COLUMN_NEVER_CUT, TEXT(severity),
	    .compare = order_of_severities },
	{ COLUMN("path", "WHERE", 16, 34, ALWAYS), .flags = COLUMN_PRIVATE | COLUMN_WHOLE_FIRST,
	    .alias = "where", TEXT(name),
	    .full_text_offset = offsetof(struct finding_row, location) },
	{ COLUMN("message", "FINDING", 24, 60, ALWAYS), .alias = "finding",
	    .flags = COLUMN_SHOWN_IF_EMPTY | COLUMN_WHOLE_FIRST, TEXT(short_message),
	    .full_text_offset = offsetof(struct finding_row, message) },
	{ COLUMN("id", "RULE", 12, 16, ROOM), .flags = COLUMN_PRIVATE, .alias = "rule", TEXT(id) },
	{ .id = NULL },
};

static const char *const view_keys[] = { "id", "severity", "path", "message", NULL };

const struct view_resource findings_resource = { .name = "findings",
	.singular = "finding",
	.keys = view_keys,
	.columns = columns,
	.row_ops = &ops };

void
finding_row_add_variables(struct command_variables *v, const struct finding_row *row)
{
	command_variables_add(v, "BACKROOM_RULE", row->id);
	command_variables_add(v, "BACKROOM_SEVERITY", row->severity);
	command_variables_add(v, "BACKROOM_MESSAGE", row->message);
	command_variables_add(v, "BACKROOM_NAME", row->name);
}
