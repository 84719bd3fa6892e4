#include "ui/shell/goto.h"
#include "ui/shell/demo_control.h"

#include "audit/row.h"
#include "base/utf8.h"
#include "basket/link.h"
#include "basket/person_row.h"
#include "basket/sent_links.h"
#include "identity/row.h"
#include "identity/paste.h"
#include "journey/row.h"
#include "ui/access/requests_pane.h"
#include "ui/audit/audit_pane.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/groups_pane.h"
#include "ui/basket/persons_pane.h"
#include "ui/basket/sent_links_pane.h"
#include "ui/basket/watch.h"
#include "ui/catalog/catalog_pane.h"
#include "ui/identity/form.h"
#include "ui/journey/journeys_pane.h"
#include "ui/kit/prompt.h"
#include "ui/rows/user_command.h"
#include "ui/shell/audience.h"
#include "ui/shell/saved.h"
#include "ui/shell/shell.h"
#include "ui/shell/switch_environment.h"
#include "ui/shell/theme_menu.h"
#include "ui/shell/tour.h"

static struct str
first_word(struct str s)
{
	return str_sub(s, 0, str_find_char(s, ' '));
}

/* Shows the baskets that match the words or terms. */
static void
show_matching_baskets(struct console *c, struct str words)
{
	struct pane *p = console_tab_pane(c, TAB_BASKETS);
	struct view view;
	struct err err;
	if (!view_parse_terms(&view, view_find_resource("baskets"), words, &err) ||
	    !rows_pane_show_view(rows_pane_of(p), &view, true, &err))
		console_show(c, ROLE_WARN, "%s", err.text);
	else
		baskets_search(c->baskets);
	view_free(&view);
}

static void
show_terms(struct console *c, const char *key, struct str value)
{
	struct buf line = { 0 };
	buf_addz(&line, key);
	view_write_quoted(&line, value);
	show_matching_baskets(c, buf_str(&line));
	buf_free(&line);
}

static void
show_view(struct console *c, struct str line)
{
	struct view view = { 0 };
	struct err err;
	if (line.p[0] == '@') {
		saved_view_open(c, line);
		return;
	}
	if (!view_parse(&view, line, &err) || !goto_view(c, &view, &err))
		console_show(c, ROLE_WARN, "%s", err.text);
	view_free(&view);
}

/* Persons and groups are made from the baskets in pane 1, so these are read as far back as the
 * VIEW requires; for sent links, from any time on. If the range is the same as before, nothing is
 * read. */
static bool
read_baskets_back_to(
    struct console *c, struct pane *baskets, const struct view *view, struct err *err)
{
	struct str since = view_is_of_sent_links(view) ? STR_NONE : view_term_value(view, "since");
	struct buf terms = { 0 };
	struct view wider;
	if (str_eq(since, view_term_value(&c->baskets->view, "since")))
		return true;
	if (since.n) {
		buf_addz(&terms, "since=");
		view_write_quoted(&terms, since);
	}
	bool ok = view_parse_terms(&wider, view_find_resource("baskets"), buf_str(&terms), err) &&
	    rows_pane_show_view(rows_pane_of(baskets), &wider, true, err);
	view_free(&wider);
	buf_free(&terms);
	return ok;
}

bool
goto_view(struct console *c, struct view *view, struct err *err)
{
	enum catalog_part part = catalog_part_of_resource(view->resource);
	struct pane *p = NULL;
	if (part < CATALOG_PARTS) {
		p = &catalog_pane_show_part(c, part)->pane;
	} else if (view->resource->row_ops == &journey_row_ops) {
		view->resource = view->term_resource =
		    &flow_resource; /* has the same filter keys */
		p = jump_to(c, TAB_JOURNEYS);
	} else if (view->resource->row_ops == &known_row_ops) {
		view->resource = view->term_resource =
		    &identities_resource; /* has the same filter keys */
		console_go_to_tab(c, TAB_IDENTITIES);
		p = console_tab_pane(c, TAB_IDENTITIES);
	} else if (view->group_keys.n || view->resource->row_ops == &person_row_ops ||
	    view_is_of_sent_links(view)) {
		unsigned jumped = c->jumps.last_id;
		if (!read_baskets_back_to(c, jump_to(c, TAB_BASKETS), view, err))
			return false;
		p = view->group_keys.n            ? groups_pane_new(c, view, err)
		    : view_is_of_sent_links(view) ? sent_links_pane_new(c, view, err)
						  : persons_pane_new(c, view, err);
		if (!p)
			return false;
		console_push_pane(c, p);
		jump_set_opened_pane(c, jumped, p);
		return true;
	} else if (view->resource->row_ops == &audit_row_ops) {
		p = audit_pane_get(c);
	} else if (view->resource->row_ops == &basket_row_ops) {
		p = jump_to(c, TAB_BASKETS);
	} else {
		return err_set(err, ERR_USAGE,
		    "the console does not show %s; backroom get %s prints them",
		    view->resource->name, view->resource->name);
	}
	if (!rows_pane_show_view(rows_pane_of(p), view, true, err))
		return false;
	rows_pane_on_view_accepted(rows_pane_of(p));
	return true;
}

/* Selects a basket that was already read; searches for any other. */
static void
show_basket(struct console *c, struct str id)
{
	struct buf whole = { 0 };
	const struct basket_row *row = baskets_row(c->baskets, id);
	if (!row) { /* links and tickets often omit the prefix of ids */
		buf_addf(&whole, "basket-%.*s", STR_ARG(id));
		row = baskets_row(c->baskets, buf_str(&whole));
	}
	if (!row)
		show_terms(c, "id:", id);
	else if (!rows_pane_select(rows_pane_of(console_tab_pane(c, TAB_BASKETS)), row->id))
		show_terms(c, "id=", row->id);
	buf_free(&whole);
}

/* Opens the basket that a recovery link belongs to: by the link, or by the id in it. */
static void
show_basket_of_link(struct console *c, struct str address)
{
	struct baskets *list = c->baskets;
	for (size_t i = 0; (i = basket_link_find(list, i, address)) != SIZE_MAX; i++) {
		const struct basket_row *row = &list->rows.v[i];
		struct link link;
		basket_link_examine(&link, &c->app->link_rules, list, row);
		bool same = link.present && str_eq(buf_str(&link.address), address);
		link_free(&link);
		if (!same)
			continue;
		show_basket(c, row->id);
		return;
	}
	size_t at = str_find(address, STR("basket="));
	if (at == SIZE_MAX) {
		console_show(c, ROLE_WARN,
		    "No basket read so far has this link, and the link names no basket");
		return;
	}
	struct str id = str_sub(address, at + 7, address.n);
	show_basket(c, str_sub(id, 0, str_find_char(id, '&')));
}

/* Opens the request of this console with the id. Others are in the service's log only. */
static void
show_request(struct console *c, struct str id)
{
	if (requests_pane_show(c, id))
		return;
	console_show(c, ROLE_WARN,
	    "Not a request of this console. The service's log: backroom logs id=%.*s", STR_ARG(id));
}

/* Opens the item with the path, or else the baskets that contain the path. */
static void
show_path(struct console *c, struct str path)
{
	const struct graph *g = catalog_graph(c->catalog);
	uint32_t at = g ? graph_find_any_kind(g, path) : GRAPH_NONE;
	if (at != GRAPH_NONE) {
		c->nav->open_item(c, (int)g->nodes.v[at].kind, path);
		return;
	}
	jump_to(c, TAB_BASKETS);
	show_terms(c,
	    str_starts(path, STR("/tags/"))           ? "tag="
		: str_starts(path, STR("/products/")) ? "product:"
						      : "offer:",
	    path);
}

/* Runs the action and puts the text into its prompt. */
static void
begin_prompt(struct console *c, enum action a, struct str text)
{
	shell_run_action(c, a);
	if (console_top_modal(c))
		prompt_set_text(console_top_modal(c), text);
}

/* Runs the action and answers its prompt with the text. */
static void
answer_prompt(struct console *c, enum action a, struct str text)
{
	begin_prompt(c, a, text);
	if (console_top_modal(c))
		console_top_modal(c)->ops->on_key(console_top_modal(c), KEY_RETURN);
}

static void
use_theme(struct console *c, enum action a, struct str text)
{
	(void)a;
	theme_set(c, text);
}

static void
open_saved_view(struct console *c, enum action a, struct str text)
{
	(void)a;
	saved_view_open(c, text);
}

static void
delete_saved_view(struct console *c, enum action a, struct str text)
{
	(void)a;
	saved_view_ask_delete(c, text);
}

static void
set_mask(struct console *c, enum action a, struct str text)
{
	(void)a;
	audience_run_mask(c, text);
}

static void
switch_environment_to(struct console *c, enum action a, struct str text)
{
	(void)a;
	switch_environment_by_name(c, text);
}

static void
set_presenting(struct console *c, enum action a, struct str text)
{
	(void)a;
	audience_run_present(c, text);
}

/* Groups the sent links that are shown, else the baskets of pane 1. */
static void
group_baskets_by(struct console *c, enum action a, struct str text)
{
	const struct rows_pane *r = rows_pane_or_null(console_top_pane(c));
	(void)a;
	if (r && view_is_of_sent_links(rows_pane_shown_rows(r).view)) {
		groups_pane_open(c, rows_pane_shown_rows(r).view, text);
		return;
	}
	jump_to(c, TAB_BASKETS);
	groups_pane_open(c, &c->baskets->view, text);
}

static void
run_watch(struct console *c, enum action a, struct str text)
{
	(void)a;
	watch_run_command(c, text);
}

static void
run_what_if(struct console *c, enum action a, struct str text)
{
	(void)a;
	whatif_open_for(c, text);
}

static void
run_tour(struct console *c, enum action a, struct str text)
{
	(void)a;
	tour_run_command(c, text);
}

static void
run_demo_command(struct console *c, enum action a, struct str text)
{
	if (a == ACT_DEMO_NOW) /* also named "demo" */
		a = demo_control_action(&text);
	const char *why = shell_why_not(c, a);
	if (why)
		console_show(c, ROLE_WARN, "%s", why);
	else
		demo_control_run(c, a, text);
}

/* True if the command runs on baskets, but not on the rows of the visible pane. */
static bool
needs_basket_pane(const struct console *c, struct str name)
{
	const struct user_command *command = config_find_command(&c->app->config, name);
	return command && !c->nav->has_command(c, command) && command_runs_in(command, "baskets");
}

/* Runs the user command on the rows of the visible pane, or goes to pane 1 if it needs baskets. */
static void
run_user_command_named(struct console *c, enum action a, struct str text)
{
	if (c->nav->has_action(c, a) && !needs_basket_pane(c, text)) {
		user_command_run_named(c, text);
		return;
	}
	jump_to(c, TAB_BASKETS); /* the basket selected there was not visible before */
	console_show(c, ROLE_TEXT, "The basket under the cursor changed. Type run again");
}

/* Actions that accept text after their name. */
static const struct command_with_argument {
	enum action id;
	void (*run)(struct console *c, enum action a, struct str text);
} commands_with_argument[] = {
	{ ACT_FILTER, begin_prompt },
	{ ACT_START_DATE, begin_prompt },
	{ ACT_SNAPSHOT, begin_prompt },
	{ ACT_COMPARE, begin_prompt },
	{ ACT_SAVE_VIEW, answer_prompt },
	{ ACT_THEME, use_theme },
	{ ACT_GO_VIEW, open_saved_view },
	{ ACT_UNSAVE, delete_saved_view },
	{ ACT_MASK, set_mask },
	{ ACT_PRESENT, set_presenting },
	{ ACT_ENVIRONMENT, switch_environment_to },
	{ ACT_GROUP, group_baskets_by },
	{ ACT_WATCH, run_watch },
	{ ACT_RUN, run_user_command_named },
	{ ACT_TOUR, run_tour },
	{ ACT_DEMO_NOW, run_demo_command },
	{ ACT_DEMO_FAULT, run_demo_command },
	{ ACT_DEMO_SAVE, run_demo_command },
	{ ACT_DEMO_LOAD, run_demo_command },
	{ ACT_WHATIF, run_what_if },
};

static const struct command_with_argument *
command_with_argument_of(enum action a)
{
	for (size_t i = 0; i < sizeof(commands_with_argument) / sizeof(*commands_with_argument);
	     i++)
		if (commands_with_argument[i].id == a)
			return &commands_with_argument[i];
	return NULL;
}

/* Suggests a VIEW if the line is a key and a value, for the visible pane or for baskets:
 * "/since=2h". */
static bool
add_suggested_view(struct buf *out, struct console *c, struct str line)
{
	struct rows_pane *r = rows_pane_or_null(console_top_pane(c));
	struct buf terms = { 0 };
	bool here = r &&
	    typed_append_terms(&terms, c, rows_pane_shown_rows(r).view->term_resource, line);
	bool meant = here || typed_append_terms(&terms, c, view_find_resource("baskets"), line);
	if (meant)
		console_append_key_of(c, out, here ? ACT_FILTER : ACT_ANYTHING);
	buf_addf(out, "%s%s", meant && !here ? "baskets " : "", buf_z(&terms));
	buf_free(&terms);
	return meant;
}

/* Otherwise the user probably searched for baskets, with words that start like an action's name. */
static void
show_no_text_expected(struct console *c, enum action a, struct str line)
{
	struct buf breadcrumb = { 0 }, words = { 0 };
	if (a == ACT_PLAN) {
		text_clean(&words, str_sub(line, strlen("plan "), line.n), c->look.ascii_lines);
		console_show(c, ROLE_WARN, "plan asks for its rules: :plan in offers, then type %s",
		    buf_z(&words));
	} else if (add_suggested_view(&breadcrumb, c, line)) {
		console_show(c, ROLE_WARN, "%s takes no arguments. As a VIEW: %s",
		    action_infos[a].name, buf_z(&breadcrumb));
	} else {
		console_append_key_of(
		    c, &breadcrumb, c->tab == TAB_BASKETS ? ACT_FILTER : ACT_ANYTHING);
		buf_addz(&breadcrumb, c->tab == TAB_BASKETS ? "" : "baskets ");
		text_clean(&words, line, c->look.ascii_lines);
		console_show(c, ROLE_WARN, "%s takes no arguments. %s%s searches",
		    action_infos[a].name, buf_z(&breadcrumb), buf_z(&words));
	}
	buf_free(&breadcrumb);
	buf_free(&words);
}

static void
run_action(struct console *c, struct str line)
{
	struct str name = first_word(line), text = str_trim(str_sub(line, name.n, line.n));
	enum action a = action_by_name(name);
	const struct command_with_argument *takes = command_with_argument_of(a);
	if (!text.n)
		shell_run_action(c, a);
	else if (takes && tour_stops_action(c, a))
		return;
	else if (takes)
		takes->run(c, a, text);
	else
		show_no_text_expected(c, a, line);
}

void
goto_typed(struct console *c, enum typed_kind kind, struct str text)
{
	struct str s = str_trim(text);
	bool of_baskets = kind == TYPED_LINK || kind == TYPED_BASKET || kind == TYPED_EMAIL ||
	    kind == TYPED_WORDS;
	if (of_baskets)
		jump_to(c, TAB_BASKETS);
	switch (kind) {
	case TYPED_NOTHING:
		break;
	case TYPED_TOKEN:
		if (!identity_form_paste(c, s))
			console_show(
			    c, ROLE_WARN, "The pasted token names no identity. It was discarded");
		break;
	case TYPED_IDENTITY:
		identity_form_paste(c, s);
		break;
	case TYPED_LINK:
		show_basket_of_link(c, s);
		break;
	case TYPED_BASKET:
		show_basket(c, s);
		break;
	case TYPED_JOURNEY:
		c->nav->open_item(c, GRAPH_JOURNEY, s);
		break;
	case TYPED_REQUEST:
		show_request(c, s);
		break;
	case TYPED_EMAIL:
		show_terms(c, "email:", s);
		break;
	case TYPED_PATH:
		show_path(c, s);
		break;
	case TYPED_VIEW:
		show_view(c, s);
		break;
	case TYPED_ACTION:
		run_action(c, s);
		break;
	case TYPED_WORDS:
		show_matching_baskets(c, s);
		break;
	}
}
