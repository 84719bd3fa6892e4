#include "ui/catalog_pane.h"

#include "app/basket_doc.h"
#include "app/price_grid.h"
#include "base/utf8.h"
#include "ui/baskets_pane.h"
#include "ui/goto.h"
#include "ui/journeys_pane.h"
#include "ui/menu.h"
#include "ui/prompt.h"
#include "ui/send.h"
#include "ui/text_pane.h"
#include "ui/tree_pane.h"
#include "ui/users_pane.h"

enum { PAGE = 50 };

/* What the selected row is, or what the selected link of its detail leads to. */
static bool
what_is_meant(struct rows_pane *r, struct row_what *out)
{
	const struct doc_target *t = r->in_detail ? textview_target(&r->detail) : NULL;
	if (!t)
		return rows_pane_row(r) && r->kind->what(r, r->pos.cursor, out);
	*out = (struct row_what){ .link = t->kind, .path = t->path, .name = t->path };
	return true;
}

static struct str
leads_to(const struct row_what *w)
{
	return w->to.n ? w->to : w->path;
}

/* ---- following ---- */

/* "/segments/lapsed-90 is named by 2 journeys and does not exist" */
static void
say_missing(struct console *c, enum graph_kind kind, struct str path)
{
	struct users users;
	struct buf words = { 0 };
	users_collect(&users, c->catalog, c->baskets, kind, path);
	text_clean(&words, path, c->look.ascii_lines);
	if (!catalog_graph(c->catalog)) {
		buf_addz(&words, ": the catalog is not read to its end yet");
	} else if (users.rows.n == 0) {
		struct str commit = catalog_commit(c->catalog);
		buf_addz(&words, " is not in catalog ");
		text_clean(&words, str_sub(commit, 0, 7), false);
	} else {
		buf_addz(&words, " is named by ");
		for (int link = 0; link <= LINK_BASKET; link++) {
			size_t n = 0;
			for (size_t i = 0; i < users.rows.n; i++)
				n += users.rows.v[i].link == link;
			if (n == 0)
				continue;
			buf_addz(&words, str_ends(buf_str(&words), STR("by ")) ? "" : ", ");
			words_plural(&words, n,
			    link == LINK_BASKET ? "open basket" : graph_kinds[link].one,
			    link == LINK_BASKET ? "open baskets" : graph_kinds[link].many);
		}
		buf_addz(&words, " and does not exist");
	}
	console_say(c, ROLE_WARN, "%s", buf_z(&words));
	buf_free(&words);
	users_free(&users);
}

/* Baskets are in pane 1: a filter there, and what was there before one step back. */
static void
show_baskets(struct console *c, const char *key, struct str value)
{
	struct buf line = { 0 };
	buf_addf(&line, "baskets %s=", key);
	view_write_quoted(&line, value);
	goto_run(c, GOTO_VIEW, buf_str(&line));
	buf_free(&line);
}

static bool
go_journey(struct console *c, size_t at)
{
	const struct journeys *all = catalog_journeys(c->catalog);
	if (!all || at >= all->n)
		return false;
	jump_to(c, ROOT_JOURNEYS);
	return journeys_pane_go(c, at);
}

void
catalog_follow(struct console *c, int link, struct str path)
{
	struct str own = path; /* may belong to what is closed on the way */
	char *copy = str_dup(own);
	own = str_of(copy);
	enum catalog_part part = link < GRAPH_KINDS ? catalog_part_of((enum graph_kind)link)
						    : CATALOG_PARTS;
	struct pane *p = part < CATALOG_PARTS ? item_pane_new(c, part, own) : NULL;
	if (p)
		console_push(c, p);
	else if (part < CATALOG_PARTS)
		say_missing(c, (enum graph_kind)link, own);
	else if (link == GRAPH_JOURNEY) {
		const struct graph *g = catalog_graph(c->catalog);
		uint32_t at = g ? graph_find(g, GRAPH_JOURNEY, own) : GRAPH_NONE;
		if (at == GRAPH_NONE || !go_journey(c, g->nodes.v[at].at))
			say_missing(c, GRAPH_JOURNEY, own);
	} else if (link == LINK_JOURNEY) {
		int64_t number = 0;
		str_to_int64(own, &number);
		if (!go_journey(c, (size_t)number - 1))
			console_say(c, ROLE_WARN, "There is no journey %s any more", copy);
	} else if (link == LINK_BASKET)
		show_baskets(c, "id", own);
	else if (link == LINK_BASKETS)
		show_baskets(c, str_starts(own, STR("/products/")) ? "product" : "offer", own);
	else if (link == LINK_USERS) {
		const struct graph *g = catalog_graph(c->catalog);
		uint32_t at = g ? graph_find_any(g, own) : GRAPH_NONE;
		if (at != GRAPH_NONE)
			console_push(c, users_pane_new(c, g->nodes.v[at].kind, own));
	} else {
		console_push(c, users_pane_new(c, (enum graph_kind)link, own));
	}
	x_free(copy);
}

void
catalog_run_in(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	const struct doc_target *t = r->in_detail ? textview_target(&r->detail) : NULL;
	if (t)
		catalog_follow(p->console, t->kind, t->path);
	else if (r->in_detail)
		console_say(p->console, ROLE_TEXT, "Nothing to follow is selected here");
	else
		rows_run_in(p);
}

const char *
catalog_refuse(const struct pane *p, enum action a)
{
	const struct rows_pane *r = rows_pane_of(p);
	if (a == ACT_IN && r->in_detail && !textview_leads(&r->detail))
		return "Nothing can be followed here";
	return rows_pane_refuse(p, a);
}

/* To what the row points at; what nothing can be shown of has its detail. */
static void
run_to(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct row_what w;
	if (r->in_detail)
		catalog_run_in(p);
	else if (r->kind->what(r, r->pos.cursor, &w))
		catalog_follow(p->console, w.link, leads_to(&w));
	else
		rows_run_other_part(p);
}

const struct pane_action catalog_pointer_actions[] = {
	{ ACT_IN, run_to },
	{ ACT_NEXT_SIBLING, rows_run_sibling },
	{ ACT_USED_BY, catalog_run_used_by },
	{ ACT_SEND_MAIN, catalog_run_send },
	{ ACT_REFRESH, catalog_run_refresh },
	ROWS_ACTIONS,
	{ ACT_TREE, catalog_run_tree },
	{ ACT_NONE, NULL },
};

const char *
catalog_pointer_words(const struct pane *p, enum action a, struct buf *room)
{
	struct rows_pane *r = rows_pane_of(p);
	struct row_what w;
	(void)room;
	if (a == ACT_IN)
		return r->in_detail ? "follow" : "go there";
	if (a != ACT_SEND_MAIN)
		return NULL;
	return what_is_meant(r, &w) && !w.path.n ? "id" : "path";
}

void
catalog_run_used_by(struct pane *p)
{
	struct row_what w;
	if (!what_is_meant(rows_pane_of(p), &w))
		return;
	if (w.link >= GRAPH_KINDS)
		catalog_follow(p->console, w.link, leads_to(&w));
	else
		console_push(
		    p->console, users_pane_new(p->console, (enum graph_kind)w.link, w.path));
}

/* A campaign among the others; anything else alone. */
void
catalog_run_tree(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct row_what w;
	if (!what_is_meant(r, &w))
		return;
	if (w.link >= GRAPH_KINDS || catalog_part_of((enum graph_kind)w.link) == CATALOG_PARTS)
		console_say(p->console, ROLE_TEXT, "Only an item of the catalog has a tree");
	else if (w.link == GRAPH_CAMPAIGN)
		console_push(p->console, campaigns_tree_pane_new(p->console, w.path));
	else
		console_push(
		    p->console, item_tree_pane_new(p->console, (enum graph_kind)w.link, w.path));
}

void
catalog_run_source(struct pane *p)
{
	struct row_what w;
	struct rows_pane *r = rows_pane_of(p);
	if (r->kind->what(r, r->pos.cursor, &w) && w.json.n)
		console_push(p->console, source_pane_new(p->console, p));
	else
		console_say(p->console, ROLE_TEXT, "This row has no JSON of its own");
}

/* ---- sending ---- */

static void
write_path(struct buf *out, struct rows_pane *r, const struct row_what *w)
{
	(void)r;
	buf_adds(out, w->path);
}

static void
write_id(struct buf *out, struct rows_pane *r, const struct row_what *w)
{
	(void)r;
	buf_adds(out, w->id);
}

static void
write_name(struct buf *out, struct rows_pane *r, const struct row_what *w)
{
	(void)r;
	buf_adds(out, w->name);
}

static void
write_json(struct buf *out, struct rows_pane *r, const struct row_what *w)
{
	(void)r;
	buf_adds(out, w->json);
}

/* Charges come with their offer, and so does all else that points at an item. */
static enum endpoint
endpoint_of(const struct rows_pane *r, const struct row_what *w)
{
	enum catalog_part part = w->link < GRAPH_KINDS ? catalog_part_of((enum graph_kind)w->link)
						       : CATALOG_PARTS;
	return part < CATALOG_PARTS ? catalog_resource(part)->endpoint
				    : r->table.view.resource->endpoint;
}

/* The read that brings this one item. */
static void
write_curl(struct buf *out, struct rows_pane *r, const struct row_what *w)
{
	const struct client *client = r->pane.console->client;
	const struct list_query query = { .limit = PAGE, .after = WHEN_NONE, .path = w->path };
	const struct list_cursor start = { 0 };
	enum endpoint e = endpoint_of(r, w);
	struct buf text = { 0 };
	list_query_write(&text, client_names(client), e, &query, &start);
	client_curl(out, client, e, buf_str(&text));
	buf_free(&text);
}

static void
write_row(struct buf *out, struct rows_pane *r, const struct row_what *w)
{
	struct cell_context cells = console_cells(r->pane.console);
	const struct column *columns = r->table.view.resource->columns;
	(void)w;
	cells.whole = true;
	for (int i = 0; columns[i].id; i++) {
		const struct placed_column column = { .column = &columns[i] };
		buf_addz(out, i ? "\t" : "");
		column_write(out, &column, rows_pane_row(r), STR_NONE, &cells);
	}
}

static void
write_view(struct buf *out, struct rows_pane *r, const struct row_what *w)
{
	(void)w;
	if (view_resource(r->table.view.resource->name))
		view_write(out, &r->table.view);
}

static const struct {
	const char *words, *what;
	void (*write)(struct buf *out, struct rows_pane *r, const struct row_what *w);
} choices[] = {
	{ "path", "the path", write_path },
	{ "name", "the name", write_name },
	{ "id", "the id", write_id },
	{ "JSON as the service sent it", "the JSON as sent", write_json },
	{ "the request as curl, with $BACKROOM_TOKEN", "the request as curl", write_curl },
	{ "row, tabs between the columns", "the row", write_row },
	{ "VIEW line of this list", "the VIEW line", write_view },
};

static void
item_text_chosen(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_pane(c));
	struct row_what w;
	struct buf text = { 0 };
	(void)ctx;
	if (!rows_pane_row(r) || !r->kind->what(r, r->pos.cursor, &w))
		return;
	choices[value].write(&text, r, &w);
	if (text.n)
		send_text(c, buf_str(&text), choices[value].what);
	else
		console_say(c, ROLE_WARN, "Not sent: this row has none");
	buf_free(&text);
}

void
catalog_run_send_menu(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct menu *m = menu_new(
	    p->console, "Send to your clipboard", false, item_text_chosen, NULL);
	struct buf text = { 0 };
	struct row_what w;
	bool there = rows_pane_row(r) && r->kind->what(r, r->pos.cursor, &w);
	for (int i = 0; i < (int)(sizeof(choices) / sizeof(*choices)); i++) {
		buf_reset(&text);
		if (there)
			choices[i].write(&text, r, &w);
		if (text.n || !there)
			menu_add(m, i, false, "%s", choices[i].words);
	}
	buf_free(&text);
	menu_open(m);
}

/* The path, or the id of what has none, as a journey; whether it was a path. */
static bool
add_main(struct buf *out, const struct row_what *w)
{
	buf_adds(out, w->path.n ? w->path : w->id);
	return w->path.n > 0;
}

/* Of marked rows one a line, in the order in which they are shown. */
void
catalog_run_send(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct buf text = { 0 };
	struct row_what w;
	size_t n = 0, paths = 0;
	struct listed s = rows_pane_listed(r);
	for (size_t i = 0; i < s.n && !r->in_detail && r->marks.n; i++) {
		if (!rows_pane_is_marked(r, listed_id(&s, i)) || !r->kind->what(r, i, &w))
			continue;
		buf_addz(&text, n++ ? "\n" : "");
		paths += add_main(&text, &w);
	}
	if (n == 0 && what_is_meant(r, &w))
		paths += add_main(&text, &w);
	if (text.n)
		send_text(p->console, buf_str(&text),
		    paths       ? n > 1 ? "the paths" : "the path"
			: n > 1 ? "the ids"
				: "the id");
	buf_free(&text);
}

/* ---- the rest ---- */

void
catalog_run_refresh(struct pane *p)
{
	console_say(
	    p->console, ROLE_TEXT, "Reading the catalog again; what is seen stays until then");
	catalog_refresh(p->console->catalog);
}

static bool
take_date(struct console *c, struct str text, struct err *err)
{
	int64_t t;
	struct str typed = str_trim(text);
	struct buf words = { 0 };
	bool today = typed.n == 0 || str_eqz(typed, "today");
	if (today)
		t = console_now(c);
	else if (!when_parse(typed, &t))
		return err_set(err, ERR_USAGE, "a date is written 2026-11-20");
	struct when_parts day = when_split(t);
	day.hour = day.minute = day.second = day.ms = 0;
	c->start_day = when_join(&day);
	console_changed(c);
	words_date(&words, c->start_day, true);
	console_say(c, ROLE_TEXT, "Payments count from %s, for all timelines",
	    today ? "today" : buf_z(&words));
	buf_free(&words);
	return true;
}

void
catalog_run_start_date(struct pane *p)
{
	struct buf now = { 0 };
	when_write(&now, p->console->start_day);
	console_open(p->console,
	    prompt_text_new(p->console, "Payments from (a date; nothing: today): ",
		str_sub(buf_str(&now), 0, 10), take_date));
	buf_free(&now);
}

/* The campaign that is meant: the row's own, or that of the offer. */
static struct str
campaign_meant(struct rows_pane *r)
{
	const struct graph *g = catalog_graph(r->pane.console->catalog);
	struct row_what w;
	if (!g || !r->kind->what(r, r->pos.cursor, &w))
		return STR_NONE;
	if (w.link == GRAPH_CAMPAIGN)
		return w.path;
	uint32_t at = w.link == GRAPH_OFFER ? graph_find(g, GRAPH_OFFER, w.path) : GRAPH_NONE;
	return at == GRAPH_NONE || !g->nodes.v[at].item ? STR_NONE
							: graph_campaign_of(g->nodes.v[at].item);
}

void
catalog_run_currencies(struct pane *p)
{
	struct console *c = p->console;
	struct str campaign = campaign_meant(rows_pane_of(p));
	struct buf title = { 0 };
	if (!campaign.n) {
		console_say(c, ROLE_TEXT, "Only of a campaign and its offers");
		return;
	}
	const struct check_items offers = catalog_items(c->catalog, CATALOG_OFFERS);
	buf_addz(&title, "Prices by currency, ");
	text_clean(&title, campaign, c->look.ascii_lines);
	struct pane *grid = text_pane_new(c, buf_z(&title), SCOPE_TEXT);
	struct doc *d = &text_pane_view(grid)->doc;
	price_grid_doc(d, &offers, campaign, d->width);
	text_pane_ready(grid);
	console_push(c, grid);
	buf_free(&title);
}
