#include "ui/catalog/checks_pane.h"

#include "app/catalog/finding_row.h"
#include "base/utf8.h"
#include "ui/catalog/catalog_pane.h"

struct checked {
	struct findings findings;
	unsigned revision; /* the number of what was checked; 0: none */
};

static struct findings *
findings_of(const struct rows_pane *r)
{
	return &((struct checked *)r->of)->findings;
}

/* A catalog is checked once, however often panes look again. */
static void
load_checks(struct rows_pane *r)
{
	struct checked *own = r->of;
	struct findings *f = findings_of(r);
	const struct console *c = r->pane.console;
	unsigned revision = catalog_graph(c->catalog) ? c->catalog->revisions : 0;
	if (own->revision == revision)
		return;
	own->revision = revision;
	findings_free(f);
	findings_collect(f, c->catalog, FINDINGS_ALL, &c->launch->config.mute);
	table_set_rows(&r->table, f->rows.v, f->rows.n);
}

/* The finding, what the rule is for, and the item it is about. */
static void
describe_finding(const struct rows_pane *r, size_t at, struct doc *d)
{
	const struct console *c = r->pane.console;
	const struct finding_row *row = table_row(&r->table, at);
	struct item_story story = item_story_now(c);
	enum catalog_part part = row->leads.kind < GRAPH_KINDS
	    ? catalog_part_of((enum graph_kind)row->leads.kind)
	    : CATALOG_PARTS;
	doc_label(d, "Finding");
	doc_value(d, row->rule < CHECK_RULES ? ROLE_LEAD : ROLE_TEXT, row->message);
	doc_label(d, "Rule");
	doc_words(d, ROLE_TEXT, "%.*s, %.*s: %s", STR_ARG(row->id), STR_ARG(row->severity),
	    check_rules[row->rule].meaning);
	doc_label(d, "Where");
	if (row->leads.kind == GRAPH_KINDS)
		doc_text(d, ROLE_TEXT, row->where);
	else
		doc_link(d, ROLE_REFERENCE, row->where, &row->leads);
	size_t number = part < CATALOG_PARTS ? catalog_find(c->catalog, part, row->path) : SIZE_MAX;
	if (number == SIZE_MAX)
		return;
	doc_line(d);
	item_doc(d, part, catalog_list(c->catalog, part), number, &story);
}

static void
finding_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct finding_row *row = table_row(&r->table, at);
	buf_addf(out, "%.*s: ", STR_ARG(row->id));
	text_clean(out, row->message, r->pane.console->look.ascii_lines);
}

static void
finding_counts(const struct rows_pane *r, struct buf *out)
{
	if (!catalog_graph(r->pane.console->catalog))
		return;
	if (findings_of(r)->muted)
		buf_addf(out, "%zu muted \xC2\xB7 ", findings_of(r)->muted);
	catalog_add_counts(r, out, "finding", "findings");
}

static void
say_no_findings(const struct rows_pane *r, struct buf *out)
{
	const struct catalog *c = r->pane.console->catalog;
	if (catalog_graph(c))
		buf_addz(
		    out, "Nothing was found: every check of the catalog and the journeys holds.");
	else if (!catalog_say_unread(r->pane.console, out) || !out->n)
		buf_addz(out, "The checks run when the whole catalog is read.");
}

static void
checks_crumb(const struct rows_pane *r, struct buf *out)
{
	(void)r;
	buf_addz(out, "Checks");
}

static bool
what_finding_is(const struct rows_pane *r, size_t at, struct row_what *out)
{
	const struct finding_row *row = table_row(&r->table, at);
	*out = (struct row_what){
		.link = row->leads.kind, .to = row->leads.path, .name = row->message
	};
	*(row->journey ? &out->id : &out->path) = row->path;
	return row->leads.kind != GRAPH_KINDS;
}

static bool
is_placed(const struct rows_pane *r, const char *id)
{
	for (size_t i = 0; i < r->columns_n; i++)
		if (r->columns[i].column && str_eqz(str_of(r->columns[i].column->id), id))
			return true;
	return false;
}

/* A mark before the word, that colour is not all there is. */
static void
mark_severity(struct buf *text, enum check_severity severity, bool ascii)
{
	static const char *const marks[] = {
		[CHECK_ERROR] = "x", [CHECK_WARNING] = "!", [CHECK_NOTE] = "\xC2\xB7"
	};
	_Static_assert(
	    sizeof(marks) / sizeof(*marks) == CHECK_SEVERITIES, "a mark for every severity");
	struct buf marked = { 0 };
	bool plain = ascii && severity == CHECK_NOTE;
	buf_addf(&marked, "%s %s", plain ? "." : marks[severity], buf_z(text));
	buf_free(text);
	*text = marked;
}

/* Where no path stands beside it, a finding begins with what it is about. */
static const char *
more(const struct rows_pane *r, const struct column *column, const void *of, struct buf *text)
{
	enum { NAME = 34 };
	const struct finding_row *row = of;
	bool ascii = r->pane.console->look.ascii_lines;
	struct buf clean = { 0 }, whole = { 0 };
	if (column && str_eqz(str_of(column->id), "severity"))
		mark_severity(text, check_rules[row->rule].severity, ascii);
	if (!column || !str_eqz(str_of(column->id), "message") || is_placed(r, "path"))
		return NULL;
	text_clean(&clean, row->name, ascii);
	text_cut(&whole, buf_str(&clean), NAME, ascii);
	buf_addz(&whole, ": ");
	buf_adds(&whole, buf_str(text));
	buf_reset(text);
	buf_adds(text, buf_str(&whole));
	buf_free(&clean);
	buf_free(&whole);
	return NULL;
}

static enum role
role_of_finding(const struct rows_pane *r, const struct column *column, const void *of)
{
	static const enum role roles[] = {
		[CHECK_ERROR] = ROLE_BAD, [CHECK_WARNING] = ROLE_WARN, [CHECK_NOTE] = ROLE_TEXT
	};
	_Static_assert(
	    sizeof(roles) / sizeof(*roles) == CHECK_SEVERITIES, "a row for every severity");
	(void)r;
	if (!column || !str_eqz(str_of(column->id), "severity"))
		return ROLE_TEXT;
	return roles[check_rules[((const struct finding_row *)of)->rule].severity];
}

static void
checks_entered(struct pane *p)
{
	catalog_want(p->console->catalog, CATALOG_OFFERS);
	catalog_look(p->console->catalog);
}

static void
close_findings(struct rows_pane *r)
{
	findings_free(findings_of(r));
	x_free(r->of);
}

static bool
findings_are_few(const struct rows_pane *r)
{
	(void)r;
	return true;
}

static const struct rows_kind kind = {
	.is_short = findings_are_few,
	.actions = { catalog_pointer_actions, rows_actions, catalog_tree_action },
	.list_scope = SCOPE_CATALOG,
	.detail_scope = SCOPE_ITEM,
	.crumb = checks_crumb,
	.refuse = catalog_refuse,
	.words = catalog_pointer_words,
	.status = catalog_status,
	.cancel = catalog_stop_reading,
	.entered = checks_entered,
	.load = load_checks,
	.describe = describe_finding,
	.headline = finding_headline,
	.counts = finding_counts,
	.say_empty = say_no_findings,
	.what = what_finding_is,
	.role = role_of_finding,
	.more = more,
	.close = close_findings,
};

struct pane *
checks_pane_new(struct console *c)
{
	return &rows_pane_new(c, &kind, &findings_resource, x_new(struct checked))->pane;
}
