#include "catalog/finding_row.h"
#include "catalog/graph_names.h"
#include "catalog/user_row.h"
#include "ui/shell/shell.h"
#include "ui/shell/switch_environment.h"

#include "base/utf8.h"
#include "ui/catalog/catalog_pane.h"
#include "ui/catalog/tree_pane.h"
#include "ui/catalog/users_pane.h"
#include "ui/identity/form.h"
#include "ui/journal/journal_pane.h"
#include "ui/journal/write_session.h"
#include "ui/journey/journeys_pane.h"
#include "ui/linear/linear.h"
#include "ui/plan/plan_pane.h"
#include "ui/plan/plans.h"
#include "ui/rows/command_here.h"
#include "ui/rows/user_command.h"
#include "ui/shell/goto.h"

/* Shows a message: "/segments/lapsed-90 is named by 2 journeys and does not exist". */
static void
show_missing_item(struct console *c, enum graph_kind kind, struct str path)
{
	struct used_by users;
	struct buf words = { 0 };
	used_by_collect(&users, c->catalog, c->baskets, kind, path);
	text_clean(&words, path, c->look.ascii_lines);
	if (!catalog_graph(c->catalog)) {
		buf_addz(&words, ": the catalog has not been read completely yet");
	} else if (users.rows.n == 0) {
		struct str commit = catalog_commit(c->catalog);
		buf_addz(&words, " is not in catalog ");
		text_clean(&words, str_sub(commit, 0, 7), false);
	} else {
		buf_addz(&words, " is used by ");
		for (int link = 0; link <= LINK_BASKET; link++) {
			size_t n = 0;
			for (size_t i = 0; i < users.rows.n; i++)
				n += users.rows.v[i].link_kind == link;
			if (n == 0)
				continue;
			buf_addz(&words, str_ends(buf_str(&words), STR("by ")) ? "" : ", ");
			format_plural(&words, n,
			    link == LINK_BASKET ? "open basket" : graph_kinds[link].singular,
			    link == LINK_BASKET ? "open baskets" : graph_kinds[link].plural);
		}
		buf_addz(&words, " and does not exist");
	}
	console_show(c, ROLE_WARN, "%s", buf_z(&words));
	buf_free(&words);
	used_by_free(&users);
}

/* Filters pane 1; back returns to the previous view there. */
static void
show_baskets(struct console *c, const char *key, struct str value)
{
	struct buf line = { 0 };
	buf_addf(&line, "baskets %s=", key);
	view_write_quoted(&line, value);
	goto_typed(c, TYPED_VIEW, buf_str(&line));
	buf_free(&line);
}

static bool
go_to_journey_at(struct console *c, size_t at)
{
	const struct journeys *all = catalog_journeys(c->catalog);
	if (!all || at >= all->n)
		return false;
	jump_to(c, TAB_JOURNEYS);
	return journeys_pane_go_to(c, at);
}

static void
go_to_journey(struct console *c, struct str id)
{
	const struct graph *g = catalog_graph(c->catalog);
	uint32_t at = g ? graph_find(g, GRAPH_JOURNEY, id) : GRAPH_NONE;
	if (at == GRAPH_NONE || !go_to_journey_at(c, g->nodes.v[at].item_index))
		show_missing_item(c, GRAPH_JOURNEY, id);
}

static void
go_to_numbered_journey(struct console *c, struct str number)
{
	int64_t n = 0;
	str_to_int64(number, &n);
	if (!go_to_journey_at(c, (size_t)n - 1))
		console_show(c, ROLE_WARN, "Journey %.*s no longer exists", STR_ARG(number));
}

static void
go_to_basket(struct console *c, struct str id)
{
	show_baskets(c, "id", id);
}

static void
go_to_baskets(struct console *c, struct str path)
{
	show_baskets(c, str_starts(path, STR("/products/")) ? "product" : "offer", path);
}

static void
go_to_used_by(struct console *c, struct str path)
{
	const struct graph *g = catalog_graph(c->catalog);
	uint32_t at = g ? graph_find_any_kind(g, path) : GRAPH_NONE;
	if (at != GRAPH_NONE)
		console_push_pane(c, used_by_pane_new(c, g->nodes.v[at].kind, path));
}

static void
go_to_view(struct console *c, struct str line)
{
	goto_typed(c, TYPED_VIEW, line);
}

static void
go_to_findings(struct console *c, struct str terms)
{
	struct view view;
	struct err err;
	if (!view_parse_terms(&view, &findings_resource, terms, &err) ||
	    !rows_pane_show_view(rows_pane_of(jump_to(c, TAB_CHECKS)), &view, true, &err))
		console_show(c, ROLE_WARN, "%s", err.text);
	view_free(&view);
}

static void
go_to_action(struct console *c, struct str name)
{
	shell_run_action(c, action_by_name(name));
}

static void
go_to_write(struct console *c, struct str text)
{
	unsigned number;
	if (journal_number_read(text, &number))
		journal_pane_open(c, number);
}

/* Link targets that are not items of a catalog list. */
static const struct {
	int link_kind;
	void (*open)(struct console *c, struct str to);
} link_openers[] = {
	{ GRAPH_JOURNEY, go_to_journey },
	{ LINK_JOURNEY, go_to_numbered_journey },
	{ LINK_BASKET, go_to_basket },
	{ LINK_BASKETS, go_to_baskets },
	{ LINK_USED_BY, go_to_used_by },
	{ LINK_VIEW, go_to_view },
	{ LINK_ACTION, go_to_action },
	{ LINK_FINDINGS, go_to_findings },
	{ LINK_WRITE, go_to_write },
};

static void
go_to_item(struct console *c, enum graph_kind kind, struct str path)
{
	struct pane *p = item_pane_new(c, catalog_part_of(kind), path);
	if (p)
		console_push_pane(c, p);
	else
		show_missing_item(c, kind, path);
}

/* Opens the target of a link, or the items that use it if it is not an item or page itself. */
static void
open_by_link(struct console *c, int link, struct str path)
{
	for (size_t i = 0; i < sizeof(link_openers) / sizeof(*link_openers); i++) {
		if (link_openers[i].link_kind != link)
			continue;
		link_openers[i].open(c, path);
		return;
	}
	if (link < GRAPH_KINDS && catalog_part_of((enum graph_kind)link) < CATALOG_PARTS)
		go_to_item(c, (enum graph_kind)link, path);
	else
		console_push_pane(c, used_by_pane_new(c, (enum graph_kind)link, path));
}

static void
follow_doc_link(struct console *c, int link, struct str path)
{
	char *own = str_dup(path); /* the path may belong to a pane that is closed */
	open_by_link(c, link, str_of(own));
	x_free(own);
}

static void
open_used_by(struct console *c, enum graph_kind kind, struct str path)
{
	console_push_pane(c, used_by_pane_new(c, kind, path));
}

/* A campaign is shown among all campaigns, any other item alone. */
static void
open_tree(struct console *c, enum graph_kind kind, struct str path)
{
	console_push_pane(c,
	    kind == GRAPH_CAMPAIGN ? campaigns_tree_pane_new(c, path)
				   : item_tree_pane_new(c, kind, path));
}

static const char *
why_not_write(struct console *c)
{
	return c->write_session ? write_session_why_not_now(c->write_session) : NULL;
}

static void
open_plan(struct console *c, const struct new_plan_request *ask)
{
	struct pane *p = plan_pane_new(c, ask);
	console_push_pane(c, p);
	if (!plan_pane_has_rules(p))
		plan_pane_ask_rules(p);
}

static void
speak_lines(struct console *c, struct str text)
{
	linear_speak(c->linear, text);
}

const struct nav shell_nav = {
	.open_item = follow_doc_link,
	.open_used_by = open_used_by,
	.open_tree = open_tree,
	.run_typed_text = goto_typed,
	.open_identity_form = identity_form_open,
	.open_plan = open_plan,
	.open_rollback = plan_pane_open_rollback,
	.add_plan_changes = plans_add_changes,
	.run_action = shell_run_action,
	.has_action = shell_has_action,
	.why_unavailable = shell_why_not,
	.why_write_unavailable = why_not_write,
	.has_command = command_is_here,
	.why_command_unavailable = user_command_why_not_run,
	.switch_environment = switch_environment_now,
	.on_write_result = identity_form_on_written,
	.show_write = journal_pane_open,
	.press_key = shell_press_key,
	.paste_text = shell_paste,
	.speak = speak_lines,
	.draw = shell_draw,
	.is_idle = shell_is_idle,
};
