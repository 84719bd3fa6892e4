#include "ui/shell/help.h"

#include "app/app_context.h"
#include "app/conf.h"
#include "app/state.h"
#include "base/utf8.h"
#include "basket/row.h"
#include "catalog/item_row.h"
#include "ui/journal/write_session.h"
#include "ui/kit/palette.h"
#include "ui/kit/text_pane.h"
#include "ui/rows/rows_pane.h"
#include "ui/term/term.h"

#include <stdlib.h>

static const struct {
	const char *key;
	enum action action;
} foreign_key_table[] = {
	{ "a", ACT_MARK_ALL },                                     /* lazygit: mark all */
	{ "A", ACT_MARK_ALL }, { "b", ACT_PAGE_UP },               /* less, tig */
	{ "D", ACT_IN },                                           /* k9s: describe */
	{ "d", ACT_IN }, { "E", ACT_EXPORT },                      /* E: edit a file */
	{ "I", ACT_ABOUT }, { "p", ACT_OUT }, { "P", ACT_EXPORT }, /* less: print */
	{ "n", ACT_FILTER }, { "N", ACT_FILTER },                  /* vim: the next match */
	{ "r", ACT_REFRESH }, { "S", ACT_SORT },                   /* htop, VisiData */
	{ "W", ACT_EXPORT }, { "x", ACT_SEND_MENU },               /* lazygit: action menu */
	{ "X", ACT_SEND_MENU }, { "z", ACT_FULL_SIZE },            /* tmux: zoom */
	{ "Z", ACT_QUIT },                                         /* vim: ZZ */
	{ "0", ACT_CANCEL },                                       /* k9s: clear the filter */
	{ "9", ACT_ANYTHING }, { "^", ACT_SCROLL_LEFT }, { "$", ACT_SCROLL_RIGHT },
	{ "{", ACT_PAGE_UP }, { "}", ACT_PAGE_DOWN }, { "(", ACT_PREV_SIBLING },
	{ ")", ACT_NEXT_SIBLING }, { "+", ACT_FULL_SIZE },                  /* lazygit: enlarge */
	{ "_", ACT_FULL_SIZE }, { "=", ACT_COLUMNS }, { "'", ACT_GO_VIEW }, /* vim: a mark */
	{ "\"", ACT_SEND_MENU }, { "@", ACT_GO_VIEW }, { "#", ACT_FILTER }, { "%", ACT_ANYTHING },
	{ "&", ACT_FILTER },  /* less: show only matching lines */
	{ "!", ACT_SUSPEND }, /* open a shell */
	{ "|", ACT_EXPORT }, { ";", ACT_ANYTHING }, { ",", ACT_SCROLL_LEFT },
	{ "Ctrl-A", ACT_MARK_ALL }, { "Ctrl-E", ACT_DOWN }, { "Ctrl-N", ACT_DOWN },
	{ "Ctrl-P", ACT_ANYTHING }, /* command palette of an editor */
	{ "Ctrl-S", ACT_SAVE_VIEW }, { "Ctrl-T", ACT_ANYTHING }, { "Ctrl-V", ACT_MARK_RANGE },
	{ "Ctrl-W", ACT_OTHER_PART }, /* vim: the other window */
	{ "Ctrl-X", ACT_QUIT },       /* nano */
	{ "Ctrl-Y", ACT_UP }, { "F5", ACT_REFRESH }, { "F10", ACT_QUIT }, /* mc, htop */
};

enum action
foreign_key_action(struct str key)
{
	for (size_t i = 0; i < sizeof(foreign_key_table) / sizeof(*foreign_key_table); i++)
		if (str_eqz(key, foreign_key_table[i].key))
			return foreign_key_table[i].action;
	return ACT_NONE;
}

static void
add_config_path(struct doc *d, const char *label, const char *name)
{
	struct buf path = { 0 };
	append_config_path(&path, name);
	doc_add_labelled(d, label, buf_str(&path));
	buf_free(&path);
}

static void
add_terminal_facts(const struct console *c, struct doc *d)
{
	static const char *const backgrounds[] = { [BACKGROUND_UNKNOWN] = "not known",
		[BACKGROUND_DARK] = "dark",
		[BACKGROUND_LIGHT] = "light" };
	const char *term = getenv("TERM");
	int rows, cols;
	term_get_size(&rows, &cols);
	doc_add_labelled(d, "Terminal", str_of(term ? term : "not set"));
	doc_add_label(d, "Window");
	doc_printf(d, ROLE_TEXT, "%d columns, %d rows", cols, rows);
	doc_add_labelled(d, "Theme", str_of(c->theme));
	doc_add_labelled(d, "Ground", str_of(backgrounds[c->background]));
	doc_add_labelled(
	    d, "Clipboard", str_of(c->clipboard.setting ? c->clipboard.setting : "auto"));
	if (c->terminal_proof == PROOF_RAW)
		doc_add_value(d, ROLE_TEXT,
		    STR(", but links do not arrive, so only the link is shown; :clipboard tries "
			"again"));
}

/* The API states no version, so only that of the demo's service is known: it is this program's. */
static void
add_service(const struct app_context *l, struct doc *d)
{
	struct buf address = { 0 };
	bool is_demo = l->options.demo_pack != NULL;
	app_context_append_service_name(&address, l);
	doc_add_labelled(d, "Service", l->recording ? STR("none: this is a replay") : buf_str(&address));
	doc_add_labelled(d, "Version",
	    is_demo ? STR("Backroom " BACKROOM_VERSION ", served from memory")
		    : STR("not known: the service does not say"));
	if (!str_eq_nocase(str_of(l->badge), str_of(l->environment_name)))
		doc_add_labelled(d, "Name", str_of(l->environment_name));
	buf_free(&address);
}

/* The files that this account's console reads and writes. */
static void
add_paths(const struct console *c, struct doc *d)
{
	struct buf path = { 0 }, config = { 0 };
	struct err err;
	bool kept = c->write_session->journal.persistent && state_path(&path, "", &err);
	append_own_config_path(&config);
	doc_add_labelled(d, "Settings", buf_str(&config));
	add_config_path(d, "Keys", "keys.conf");
	add_config_path(d, "Views", "views");
	add_config_path(d, "Themes", "themes");
	doc_add_labelled(d, "State", kept ? buf_str(&path) : STR("in memory only"));
	buf_addz(&path, JOURNAL_FILE);
	doc_add_labelled(d, "Journal", kept ? buf_str(&path) : STR("in memory only"));
	doc_add_labelled(
	    d, "Log", c->app->options.log ? str_of(c->app->options.log) : STR("off; --log FILE"));
	buf_free(&path);
	buf_free(&config);
}

struct pane *
about_pane_new(struct console *c)
{
	struct pane *p = text_pane_new(c, "About", SCOPE_TEXT);
	struct doc *d = &text_pane_view(p)->doc;
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, " Backroom %s", BACKROOM_VERSION);
	add_service(c->app, d);
	doc_begin_line(d);
	add_paths(c, d);
	doc_begin_line(d);
	add_terminal_facts(c, d);
	text_pane_on_filled(p);
	return p;
}

enum { KEY_COLUMN = 1, WORDS_COLUMN = 22 };

static void
add_heading(struct doc *d, const char *words)
{
	doc_begin_line(d);
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, " %s", words);
}

/* Explains the filter: the grammar, examples, and the resource's keys. */
static void
add_grammar(struct doc *d, const struct view_resource *resource)
{
	static const char *const of_baskets[] = {
		"mara elli            rows with both words, in any text",
		"!kell                rows without this word",
		"tag=/tags/uk/direct  exactly this;  tag:reseller  contains it",
		"since=7d until=1d    30m 1h 7d 2w, today, yesterday, 2026-11-20",
		"customFields.x=1     any custom field;  tag=\"\"  those without one",
		"group=channel,day    count by these, in :baskets and after F",
		"due>50 age<2h        more, less;  person~^m  regular expression",
		"sort=kind,-created   order;  cols=age,person:20  columns, widths",
		NULL,
	};
	static const char *const of_others[] = {
		"win digital          rows with both words, in any text",
		"!copy                rows without this word",
		"path=/offers2/a      exactly this;  path:winback  contains it",
		"name~^seat           regular expression;  modified>7d  newer",
		"sort=kind,-name      order;  cols=name,path  columns",
		NULL,
	};
	static const char *const of_items[] = {
		"text:word            in any attribute, however deep",
		"attribute.label=x    an attribute by its name",
		NULL,
	};
	struct buf keys = { 0 };
	bool baskets = resource->row_ops == &basket_row_ops;
	add_heading(d, "The filter and the VIEW line");
	for (const char *const *line = baskets ? of_baskets : of_others; *line; line++) {
		doc_begin_line(d);
		doc_printf(d, ROLE_TEXT, " %s", *line);
	}
	for (const char *const *line = of_items; *line && resource->row_ops == &item_row_ops;
	     line++) {
		doc_begin_line(d);
		doc_printf(d, ROLE_TEXT, " %s", *line);
	}
	for (const char *const *key = resource->keys; *key; key++)
		buf_addf(&keys, "%s%s", key == resource->keys ? "" : " ", *key);
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " Keys: ");
	doc_add_value(d, ROLE_TEXT, buf_str(&keys));
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " %s",
	    baskets ? "The service applies since=; Backroom applies the rest."
		: resource->row_ops == &item_row_ops
		? "On Enter the service applies path tag attribute modified reduced source."
		: "Backroom applies all terms.");
	buf_free(&keys);
}

/* The meaning of symbols in lists: those of all lists, and those of one resource. */
static const struct sign {
	const char *resource; /* name of the resource; NULL: all lists */
	const char *symbol, *ascii, *meaning;
} sign_explanations[] = {
	{ .symbol = "\xE2\x96\xB8", .ascii = ">", .meaning = "the selected row" },
	{ .symbol = "*", .meaning = "marked: y, Y and e work on all marked rows" },
	{ .symbol = "\xE2\x96\xB4 \xE2\x96\xBE",
	    .ascii = "^ v",
	    .meaning = "sorted by this column, up or down" },
	{ .symbol = "\xC2\xB7", .ascii = ".", .meaning = "empty" },
	{ .symbol = "\xE2\x80\xA6",
	    .ascii = "~",
	    .meaning = "shortened; the detail shows the whole text" },
	{ .symbol = "+2", .meaning = "two more; the detail lists them" },
	{ .symbol = "!", .meaning = "check this: it has hidden characters or another problem" },
	{ .symbol = "?", .meaning = "not known or not computed; the detail says why" },
	{ .resource = "baskets",
	    .symbol = "\xE2\x94\x8A",
	    .ascii = "|",
	    .meaning = "in groups: this period is not complete yet" },
	{ .resource = "baskets", .symbol = "mail", .meaning = "has an e-mail address" },
	{ .resource = "baskets", .symbol = "sign-in", .meaning = "has a sign-in" },
	{ .resource = "baskets", .symbol = "both", .meaning = "has both" },
	{ .resource = "baskets",
	    .symbol = "no name",
	    .meaning = "anonymous: no name, company or e-mail" },
	{ .resource = "baskets",
	    .symbol = "sent",
	    .meaning = "this link was sent to a clipboard from here" },
	{ .resource = "baskets",
	    .symbol = "ok ! x",
	    .meaning = "link checks: passed, warning, blocked" },
	{ .resource = "journeys",
	    .symbol = "\xE2\x96\x88 \xE2\x96\x92 \xE2\x96\x91",
	    .ascii = "# = +",
	    .meaning = "the first, second, third destination's share" },
	{ .resource = "journeys",
	    .symbol = "FIRES",
	    .meaning = "this journey gets the visitor; not reached: an earlier one does" },
	{ .resource = "journeys",
	    .symbol = "simulated",
	    .meaning = "simulated by Backroom: the API does not define the order of journeys" },
	{ .resource = "findings",
	    .symbol = "x ! \xC2\xB7",
	    .ascii = "x ! .",
	    .meaning = "error, warning, note" },
	{ .resource = "offers",
	    .symbol = "x12",
	    .meaning = "number of payments; without it, open-ended" },
};

static void
add_signs(struct doc *d, const struct view_resource *resource)
{
	add_heading(d, "Signs");
	for (size_t i = 0; i < sizeof(sign_explanations) / sizeof(*sign_explanations); i++) {
		const struct sign *s = &sign_explanations[i];
		if (s->resource && !str_eqz(str_of(s->resource), resource->name))
			continue;
		doc_begin_line(d);
		doc_pad_to_column(d, KEY_COLUMN);
		doc_printf(d, ROLE_LEAD, "%s", d->ascii && s->ascii ? s->ascii : s->symbol);
		doc_pad_to_column(d, WORDS_COLUMN);
		doc_add_value(d, ROLE_TEXT, str_of(s->meaning));
	}
}

struct pane *
help_pane_new(struct console *c)
{
	struct pane *seen = console_top_pane(c);
	struct palette all = { 0 };
	palette_find(&all, c, STR_NONE);
	struct pane *p = text_pane_new(c, "Keys", SCOPE_TEXT);
	struct doc *d = &text_pane_view(p)->doc;
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, " Keys and commands %s", scope_infos[pane_scope(seen)].help);
	palette_write_doc(&all, c, d);
	palette_free(&all);
	text_pane_on_filled(p);
	return p;
}

struct pane *
signs_pane_new(struct console *c)
{
	const struct rows_pane *seen = rows_pane_or_null(console_top_pane(c));
	const struct view_resource *resource = seen ? rows_pane_shown_rows(seen).view->term_resource
						    : view_find_resource("baskets");
	struct pane *p = text_pane_new(c, "Signs", SCOPE_TEXT);
	struct doc *d = &text_pane_view(p)->doc;
	add_signs(d, resource);
	add_grammar(d, resource);
	text_pane_on_filled(p);
	return p;
}
