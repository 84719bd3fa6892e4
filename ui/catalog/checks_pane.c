#include "ui/catalog/checks_pane.h"

#include "base/utf8.h"
#include "catalog/finding_row.h"
#include "ui/catalog/catalog_pane.h"
#include "ui/catalog/item_doc.h"
#include "ui/rows/catalog_rows.h"
#include "ui/rows/empty.h"

struct checks_pane_state {
	struct findings findings;
	unsigned revision; /* the catalog's revision that was checked; 0: none */
};

static struct findings *
findings_of(const struct rows_pane *r)
{
	return &((struct checks_pane_state *)r->kind_data)->findings;
}

/* Checks each revision of the catalog only once, for all panes. */
static void
load_checks(struct rows_pane *r)
{
	struct checks_pane_state *own = r->kind_data;
	struct findings *f = findings_of(r);
	const struct console *c = r->pane.console;
	unsigned revision = catalog_graph(c->catalog) ? c->catalog->revision_count : 0;
	r->is_short = true;
	if (own->revision == revision)
		return;
	own->revision = revision;
	findings_free(f);
	findings_collect(f, c->catalog, FINDINGS_ALL, &c->app->config.mute);
	table_set_rows(&r->table, f->rows.v, f->rows.n);
}

static enum role
role_of_severity(enum check_severity severity)
{
	static const enum role roles[] = {
		[CHECK_ERROR] = ROLE_BAD, [CHECK_WARNING] = ROLE_WARN, [CHECK_NOTE] = ROLE_TEXT
	};
	_Static_assert(sizeof(roles) / sizeof(*roles) == CHECK_SEVERITIES,
	    "every severity needs a row in this table");
	return roles[severity];
}

/* The catalog list that contains the finding's item; CATALOG_PARTS if none does. */
static enum catalog_part
part_of_finding(const struct finding_row *row)
{
	return row->target.kind < GRAPH_KINDS ? catalog_part_of((enum graph_kind)row->target.kind)
					      : CATALOG_PARTS;
}

static void
add_finding_place(struct doc *d, const struct finding_row *row, const struct catalog_item *item,
    const struct item_doc_context *context)
{
	struct buf when = { 0 };
	doc_add_label(d, "Where");
	if (row->target.kind == GRAPH_KINDS)
		doc_add_text(d, ROLE_TEXT, row->location);
	else
		doc_add_link(d, ROLE_REFERENCE, row->location, &row->target);
	if (item && item->modified != WHEN_NONE && !context->presenting) {
		format_date(&when, item->modified, context->time_style == TIME_UTC);
		doc_printf(d, ROLE_LABEL, "   changed %s", buf_z(&when));
		if (item->user.n)
			doc_printf(d, ROLE_LABEL, " by ");
		doc_add_text(d, ROLE_LABEL, item->user);
	}
	buf_free(&when);
}

/* The pane that lists the finding's item; ACT_NONE: none does. */
static enum action
pane_of_finding(const struct finding_row *row)
{
	if (row->target.kind >= GRAPH_KINDS)
		return ACT_NONE;
	if (row->target.kind == GRAPH_JOURNEY)
		return ACT_PANE_JOURNEYS;
	return row->target.kind == GRAPH_CAMPAIGN ? ACT_PANE_CAMPAIGNS
	    : row->target.kind == GRAPH_OFFER     ? ACT_PANE_OFFERS
						  : ACT_PANE_CATALOG;
}

/* The keys that show the item, and what can be changed here: "Enter opens it, 3 lists all offers;
 * there P plans new prices". */
static void
add_place_to_fix(struct doc *d, const struct console *c, const struct finding_row *row)
{
	struct buf open = { 0 }, pane = { 0 }, plan = { 0 };
	enum action a = pane_of_finding(row);
	bool is_price = row->rule >= CHECK_PRICE_NEGATIVE && row->rule <= CHECK_PRICE_ENDING;
	if (a == ACT_NONE)
		return;
	console_append_key_of(c, &open, ACT_IN);
	console_append_key_of(c, &pane, a);
	doc_add_label(d, "");
	doc_printf(d, ROLE_LABEL, "%s opens it, %s lists all %s; ", buf_z(&open), buf_z(&pane),
	    graph_kinds[row->target.kind].plural);
	if (is_price) {
		keymap_append_key(&plan, &c->keys, SCOPE_CATALOG, ACT_PLAN);
		doc_printf(d, ROLE_LABEL, "there %s plans new prices", buf_z(&plan));
	} else {
		doc_printf(d, ROLE_LABEL, "change it in the service's own editor");
	}
	buf_free(&open);
	buf_free(&pane);
	buf_free(&plan);
}

/* How to fix it, and how to hide the rule. */
static void
add_how_to_fix(struct doc *d, const struct console *c, const struct finding_row *row)
{
	struct buf key = { 0 };
	console_append_key_of(c, &key, ACT_REFRESH);
	doc_add_label(d, "Fix");
	doc_add_value(d, ROLE_TEXT, str_of(check_rules[row->rule].how_to_fix));
	add_place_to_fix(d, c, row);
	doc_add_label(d, "");
	doc_printf(d, ROLE_LABEL, "%s checks again. To hide this rule: mute %.*s in config.conf",
	    buf_z(&key), STR_ARG(row->id));
	buf_free(&key);
}

static const char *
severity_mark(enum check_severity severity, bool ascii)
{
	static const char *const marks[] = {
		[CHECK_ERROR] = "x", [CHECK_WARNING] = "!", [CHECK_NOTE] = "\xC2\xB7"
	};
	_Static_assert(sizeof(marks) / sizeof(*marks) == CHECK_SEVERITIES,
	    "every severity needs a mark in this table");
	return ascii && severity == CHECK_NOTE ? "." : marks[severity];
}

/* The finding, how to fix it, its item, and the part of the item that is wrong. */
static void
add_finding(struct doc *d, const struct console *c, const struct finding_row *row,
    const struct listing *list, size_t number)
{
	struct item_doc_context context = item_doc_context_now(c);
	enum check_severity severity = check_rules[row->rule].severity;
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " ");
	doc_printf(d, role_of_severity(severity), "%s %.*s", severity_mark(severity, d->ascii),
	    STR_ARG(row->severity));
	doc_pad_to_column(d, DOC_VALUE_COLUMN);
	doc_add_value(d, ROLE_LEAD, row->message);
	add_how_to_fix(d, c, row);
	add_finding_place(d, row, list ? &list->items.v[number] : NULL, &context);
	size_t before = d->lines.n;
	doc_begin_line(d);
	if (list)
		item_doc_add_checked_part(
		    d, part_of_finding(row), list, number, row->rule, &context);
	if (d->lines.n == before + 1)
		d->lines.n = before;
}

/* With enough room the item's other facts are to the right of the finding. */
static void
describe_finding(const struct rows_pane *r, size_t at, struct doc *d)
{
	enum { TWO_COLUMNS_WIDTH_MIN = 98 };
	const struct console *c = r->pane.console;
	const struct finding_row *row = table_row(&r->table, at);
	struct item_doc_context context = item_doc_context_now(c);
	enum catalog_part part = part_of_finding(row);
	size_t number = part < CATALOG_PARTS ? catalog_find(c->catalog, part, row->path) : SIZE_MAX;
	const struct listing *list = number == SIZE_MAX ? NULL : catalog_list(c->catalog, part);
	struct doc_columns columns;
	if (d->width < TWO_COLUMNS_WIDTH_MIN || !list) {
		add_finding(d, c, row, list, number);
		return;
	}
	doc_columns_start(&columns, d, DOC_FACTS_PERCENT);
	add_finding(&columns.left, c, row, list, number);
	item_doc_add_surroundings(&columns.right, part, list, number, row->rule, &context);
	doc_columns_end(&columns, d);
}

/* The finding's item and the item's kind: "Kiosk Harbour · offer". */
static void
append_finding_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct finding_row *row = table_row(&r->table, at);
	bool ascii = r->pane.console->look.ascii_lines;
	text_clean(out, row->name, ascii);
	if (part_of_finding(row) < CATALOG_PARTS)
		buf_addf(out, "%s%s", ascii ? "  " : " \xC2\xB7 ",
		    graph_kinds[row->target.kind].singular);
}

/* The items of the catalog; journeys are checked as well, but are not items. */
static size_t
count_items(const struct catalog *c)
{
	size_t n = 0;
	for (int part = 0; part < CATALOG_PARTS; part++)
		n += catalog_items(c, (enum catalog_part)part).n;
	return n;
}

/* "4 errors  2 warnings  6 notes  of 140 items", the errors and warnings in their colours. */
static void
append_severities(const struct rows_pane *r, struct title *out)
{
	const struct findings *f = findings_of(r);
	size_t n[CHECK_SEVERITIES] = { 0 };
	struct buf plural = { 0 };
	for (size_t i = 0; i < f->rows.n; i++)
		n[check_rules[f->rows.v[i].rule].severity]++;
	for (int i = 0; i < CHECK_SEVERITIES; i++) {
		if (!n[i])
			continue;
		buf_reset(&plural);
		buf_addf(&plural, "%ss", check_severities[i]);
		size_t start = out->counts.n;
		format_plural(&out->counts, n[i], check_severities[i], buf_z(&plural));
		title_add_accent(out, start, role_of_severity((enum check_severity)i));
		buf_addz(&out->counts, "  ");
	}
	buf_addz(&out->counts, "of ");
	format_plural(&out->counts, count_items(r->pane.console->catalog), "item", "items");
	buf_free(&plural);
}

/* With a filter or without findings, only the number of findings. */
static void
write_checks_title(const struct rows_pane *r, struct title *out)
{
	const struct findings *f = findings_of(r);
	buf_addz(&out->breadcrumb, "Checks");
	if (!catalog_graph(r->pane.console->catalog))
		return;
	if (f->muted_count)
		buf_addf(&out->counts, "%zu muted \xC2\xB7 ", f->muted_count);
	if (f->rows.n && !view_is_filtered(&r->table.view)) {
		append_severities(r, out);
		catalog_append_read_time(r->pane.console, &out->counts);
	} else {
		catalog_append_counts(r, &out->counts, "finding", "findings");
	}
}

static void
describe_no_findings(const struct rows_pane *r, struct doc *d)
{
	if (catalog_graph(r->pane.console->catalog)) {
		empty_add_title(d, "No findings");
		empty_add_reason(d, STR("All catalog and journey checks pass."));
	} else if (!catalog_describe_unread(r->pane.console, d)) {
		empty_add_title(d, "Not checked yet");
		empty_add_reason(d, STR("Checks run when the whole catalog has been read."));
	}
}

/* If the list fills the window, the status shows the complete finding and the key for details; a
 * long finding is shown without the key. */
static bool
append_checks_status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct rows_pane *r = rows_pane_of(p);
	const struct finding_row *row = rows_pane_selected_row(r);
	struct buf key = { 0 }, append_more_places = { 0 };
	if (catalog_append_status(p, out, role))
		return true;
	if (!row || r->in_detail || r->layout.shape != LAYOUT_ONE_PART)
		return false;
	*role = ROLE_TEXT;
	text_clean(out, row->message, p->console->look.ascii_lines);
	console_append_key_of(p->console, &key, ACT_OTHER_PART);
	buf_addf(&append_more_places, ". %s shows how to fix it", buf_z(&key));
	if (text_width(buf_str(out)) + text_width(buf_str(&append_more_places)) <=
	    p->console->layout.body.w - 2)
		buf_adds(out, buf_str(&append_more_places));
	buf_free(&key);
	buf_free(&append_more_places);
	return true;
}

static bool
find_finding_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct finding_row *row = table_row(&r->table, at);
	*out = (struct row_target){
		.link_kind = row->target.kind, .link_path = row->target.path, .name = row->message
	};
	*(row->journey_number ? &out->id : &out->path) = row->path;
	return row->target.kind != GRAPH_KINDS;
}

static bool
is_column_placed(const struct rows_pane *r, const char *id)
{
	for (size_t i = 0; i < r->columns_n; i++)
		if (r->columns[i].column && str_eqz(str_of(r->columns[i].column->id), id))
			return true;
	return false;
}

/* Adds a symbol before the severity, so that it is not shown by colour alone. */
static void
mark_severity(struct buf *text, enum check_severity severity, bool ascii)
{
	struct buf marked = { 0 };
	buf_addf(&marked, "%s %s", severity_mark(severity, ascii), buf_z(text));
	buf_free(text);
	*text = marked;
}

/* If there is no path column, starts the finding's text with the item's name. */
static void
style_finding_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	enum { NAME_COLUMN_CELLS = 34 };
	const struct finding_row *row = of;
	bool ascii = r->pane.console->look.ascii_lines;
	struct buf clean = { 0 }, whole = { 0 };
	struct str id = str_of(column ? column->id : NULL);
	if (str_eqz(id, "severity")) {
		mark_severity(text, check_rules[row->rule].severity, ascii);
		style->role = role_of_severity(check_rules[row->rule].severity);
	}
	if (!str_eqz(id, "message") || is_column_placed(r, "path"))
		return;
	text_clean(&clean, row->name, ascii);
	text_cut(&whole, buf_str(&clean), NAME_COLUMN_CELLS, ascii);
	buf_addz(&whole, ": ");
	buf_adds(&whole, buf_str(text));
	buf_reset(text);
	buf_adds(text, buf_str(&whole));
	buf_free(&clean);
	buf_free(&whole);
}

static void
on_enter_checks(struct pane *p)
{
	catalog_read(p->console->catalog, CATALOG_OFFERS);
	catalog_check_revision(p->console->catalog);
}

static void
close_findings(struct rows_pane *r)
{
	findings_free(findings_of(r));
	x_free(r->kind_data);
}

static void
add_finding_variables(const struct rows_pane *r, size_t at, struct command_variables *v)
{
	finding_row_add_variables(v, table_row(&r->table, at));
}

static const struct rows_kind kind = {
	.add_variables = add_finding_variables,
	.command_pane = "checks",
	.actions = { catalog_pointer_actions, rows_actions, catalog_tree_action },
	.list_scope = SCOPE_CATALOG,
	.detail_scope = SCOPE_ITEM,
	.why_unavailable = catalog_why_not,
	.label_action = catalog_pointer_words,
	.write_status = append_checks_status,
	.cancel = catalog_stop_reading,
	.on_enter = on_enter_checks,
	.load_rows = load_checks,
	.describe_row = describe_finding,
	.write_headline = append_finding_headline,
	.write_title = write_checks_title,
	.describe_empty = describe_no_findings,
	.get_target = find_finding_target,
	.style_cell = style_finding_cell,
	.close = close_findings,
};

struct pane *
checks_pane_new(struct console *c)
{
	return &rows_pane_new(c, &kind, &findings_resource, x_new(struct checks_pane_state))->pane;
}
