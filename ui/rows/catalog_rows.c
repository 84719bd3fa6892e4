#include "ui/rows/compare_pane.h"
#include "ui/rows/catalog_rows.h"

#include "base/utf8.h"
#include "list/bar.h"
#include "list/export.h"
#include "list/pager.h"
#include "ui/kit/menu.h"
#include "ui/kit/send.h"
#include "ui/rows/empty.h"
#include "ui/rows/send_cells.h"
#include "ui/rows/source_pane.h"
#include "wire/json_lex.h"

enum { COMMIT_CELLS = 7, ONE_CELL = 100 };

/* "1,200 items, reading": in a reload with a bar, since the number of items is known. */
static void
append_catalog_progress(const struct console *c, struct buf *out)
{
	enum { CELLS = 12 };
	const struct graph *g = catalog_graph(c->catalog);
	size_t read = catalog_count_items_read(c->catalog), total = g ? g->nodes.n : 0;
	buf_addz(out, " \xC2\xB7 ");
	if (read) {
		format_plural(out, read, "item", "items");
		buf_addz(out, ", ");
	}
	buf_addz(out, "reading");
	if (read && total >= read) {
		buf_addc(out, ' ');
		bar_append_progress(out, read, total, CELLS, c->look.ascii_lines);
	}
}

void
catalog_append_revision(const struct console *c, struct buf *out)
{
	struct str commit = catalog_commit(c->catalog);
	if (commit.n) {
		buf_addz(out, " \xC2\xB7 catalog ");
		text_clean(out, str_sub(commit, 0, COMMIT_CELLS), false);
	}
	catalog_append_read_time(c, out);
}

void
catalog_append_read_time(const struct console *c, struct buf *out)
{
	if (c->catalog->state == CATALOG_READING) {
		append_catalog_progress(c, out);
	} else if (c->catalog->read_at != WHEN_NONE) {
		buf_addz(out, " \xC2\xB7 read ");
		format_recent_time(
		    out, c->catalog->read_at, console_now(c), c->time_style == TIME_UTC);
	}
}

/* "50 of 78 offers read", with a filter "3 of 50 read, 78 offers in total"; "so far" if reading
 * goes on. Returns false if the service has no more than was read. */
static bool
append_partial_counts(const struct rows_pane *r, const struct listing *list, struct buf *out,
    const char *one, const char *many)
{
	bool filtered = view_is_filtered(&r->table.view), reading = list->state == LISTING_READING;
	if (list->state == LISTING_COMPLETE || list->pager.hits <= (int64_t)list->rows.n ||
	    r->table.n != list->rows.n)
		return false;
	format_count(out, filtered ? r->table.shown_numbers.n : list->rows.n);
	buf_addz(out, " of ");
	if (filtered) {
		format_count(out, list->rows.n);
		buf_addf(out, " read%s, ", reading ? " so far" : "");
	}
	format_plural(out, (uint64_t)list->pager.hits, one, many);
	buf_addz(out, filtered ? " in total" : reading ? " read so far" : " read");
	return true;
}

void
catalog_append_counts(const struct rows_pane *r, struct buf *out, const char *one, const char *many)
{
	enum catalog_part part = catalog_part_of_resource(r->table.view.resource);
	const struct listing *list = part < CATALOG_PARTS
	    ? catalog_list(r->pane.console->catalog, part)
	    : NULL;
	if (list && append_partial_counts(r, list, out, one, many)) {
		if (list->state != LISTING_READING)
			catalog_append_revision(r->pane.console, out);
		return;
	}
	if (view_is_filtered(&r->table.view)) {
		format_count(out, r->table.shown_numbers.n);
		buf_addz(out, " of ");
	}
	format_plural(out, r->table.n, one, many);
	if (part < CATALOG_PARTS && catalog_part_has_cursor_loop(r->pane.console->catalog, part))
		buf_addz(out, " read, more may be missing");
	catalog_append_revision(r->pane.console, out);
}

/* True if the failure is shown in place of rows. */
static bool
has_catalog_failed(const struct console *c)
{
	return c->catalog->state == CATALOG_FAILED && c->catalog->read_at == WHEN_NONE &&
	    client_has_address(c->client);
}

bool
catalog_describe_unread(const struct console *c, struct doc *d)
{
	if (c->catalog->read_at != WHEN_NONE)
		return false;
	if (has_catalog_failed(c)) {
		empty_add_failure(d, c, "Could not read the catalog", &c->catalog->err,
		    c->catalog->attempt_count);
	} else if (empty_add_no_service(d, c)) {
		return true;
	} else if (c->catalog->state == CATALOG_READING) {
		empty_add_reading(d, c, "the catalog", c->catalog->requested_at);
	} else if (c->catalog->state == CATALOG_IDLE) {
		empty_add_title(d, "The catalog has not been read");
		empty_add_action(d, c, ACT_REFRESH, "read the catalog");
	}
	return true;
}

/* Stops reading the catalog; keeps what was read so far. */
bool
catalog_stop_reading(struct pane *p)
{
	struct console *c = p->console;
	size_t read = catalog_count_items_read(c->catalog);
	struct buf words = { 0 }, key = { 0 };
	if (!catalog_stop(c->catalog))
		return false;
	format_plural(&words, read, "item", "items");
	console_append_key_of(c, &key, ACT_REFRESH);
	console_show(c, ROLE_TEXT, "Stopped reading the catalog: %s read. %s continues",
	    buf_z(&words), buf_z(&key));
	console_notify_panes(c);
	buf_free(&words);
	buf_free(&key);
	return true;
}

/* "offers: 50 read; the service repeats itself, more may be missing", for each list whose
 * cursors loop. */
void
catalog_append_cursor_loop(struct buf *out, const struct catalog *c)
{
	for (int i = 0; i < CATALOG_PARTS; i++) {
		const struct listing *list = catalog_list(c, (enum catalog_part)i);
		if (!catalog_part_has_cursor_loop(c, (enum catalog_part)i))
			continue;
		buf_addf(out, "%s%s: ", out->n ? ". " : "",
		    graph_kinds[catalog_kind_of((enum catalog_part)i)].plural);
		pager_append_cursor_loop(out, list->pager.end_reason, list->rows.n, "more");
	}
}

/* True if the wait is shown in place of the rows. */
static bool
waits_in_body(const struct pane *p)
{
	const struct rows_pane *r = rows_pane_or_null(p);
	return r && !r->table.n && p->console->catalog->read_at == WHEN_NONE;
}

bool
catalog_append_status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct catalog *c = p->console->catalog;
	struct buf key = { 0 };
	*role = ROLE_TEXT;
	if (c->state == CATALOG_FAILED && c->read_at == WHEN_NONE)
		return false; /* the failure is shown in place of the rows */
	if (c->state == CATALOG_FAILED) {
		*role = ROLE_BAD;
		format_err(out, &c->err, c->attempt_count);
		append_fix_hint(out, p->console, &c->err);
	} else if (c->newer_commit.n) {
		*role = ROLE_WARN;
		console_append_key_of(p->console, &key, ACT_REFRESH);
		buf_addf(out, "The catalog changed on the service. %s loads the new one", buf_z(&key));
	} else if (catalog_has_cursor_loop(c)) {
		*role = ROLE_WARN;
		catalog_append_cursor_loop(out, c);
	} else if (c->state == CATALOG_READING && !p->console->script && !waits_in_body(p)) {
		int64_t waited = clock_ticks() - c->requested_at;
		if (waited >= 1000)
			buf_addf(out, "Reading the catalog \xE2\x80\xA6 %lld s   Esc stops",
			    (long long)(waited / 1000));
	}
	buf_free(&key);
	return out->n > 0;
}

enum { CATALOG_PAGE_SIZE = 50 };

/* The target of the selected row, or of the selected link in its detail. */
static bool
find_selected_target(struct rows_pane *r, struct row_target *out)
{
	const struct doc_target *t = r->in_detail ? textview_selected_target(&r->detail) : NULL;
	if (!t)
		return rows_pane_selected_row(r) && r->kind->get_target(r, r->pos.cursor, out);
	*out = (struct row_target){ .link_kind = t->kind, .path = t->path, .name = t->path };
	return true;
}

static struct str
path_to_open(const struct row_target *w)
{
	return w->link_path.n ? w->link_path : w->path;
}

/* ---- opening items ---- */

void
catalog_run_open(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	const struct doc_target *t = r->in_detail ? textview_selected_target(&r->detail) : NULL;
	if (t)
		p->console->nav->open_item(p->console, t->kind, t->path);
	else if (r->in_detail)
		console_show(p->console, ROLE_TEXT, "Nothing to open here");
	else
		rows_run_open(p);
}

const char *
catalog_why_not(const struct pane *p, enum action a)
{
	const struct rows_pane *r = rows_pane_of(p);
	if (a == ACT_IN && r->in_detail && !textview_has_links(&r->detail))
		return "Nothing to open here";
	if (a == ACT_SEND_MENU && has_catalog_failed(p->console))
		return NULL;
	if (a == ACT_FILTER && has_catalog_failed(p->console))
		return "Nothing to find: the catalog could not be read";
	if (a == ACT_REFRESH && !client_has_address(p->console->client))
		return "The demo's service has not started";
	if (a == ACT_DIFF)
		return compare_pane_why_not(r);
	return rows_pane_why_not(p, a);
}

/* Opens the item that the row refers to, or the row's detail if it refers to none. */
static void
run_open_target(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct row_target w;
	if (r->in_detail)
		catalog_run_open(p);
	else if (suggestion_rows_show(r))
		return;
	else if (r->kind->get_target(r, r->pos.cursor, &w))
		p->console->nav->open_item(p->console, w.link_kind, path_to_open(&w));
	else
		rows_run_other_part(p);
}

const struct pane_action catalog_pointer_actions[] = {
	{ ACT_IN, run_open_target },
	{ ACT_NEXT_SIBLING, rows_run_sibling },
	{ ACT_USED_BY, catalog_run_used_by },
	{ ACT_SEND_MAIN, catalog_run_send },
	{ ACT_REFRESH, catalog_run_refresh },
	{ ACT_FILTER, rows_run_filter },
	{ ACT_NONE, NULL },
};

const struct pane_action catalog_tree_action[] = {
	{ ACT_TREE, catalog_run_tree },
	{ ACT_NONE, NULL },
};

const char *
catalog_pointer_words(const struct pane *p, enum action a, struct buf *room)
{
	struct rows_pane *r = rows_pane_of(p);
	struct row_target w;
	(void)room;
	if (a == ACT_IN)
		return r->in_detail ? "open" : "open";
	if (a != ACT_SEND_MAIN)
		return NULL;
	return find_selected_target(r, &w) && !w.path.n ? "id" : "path";
}

void
catalog_run_used_by(struct pane *p)
{
	struct row_target w;
	if (!find_selected_target(rows_pane_of(p), &w))
		return;
	if (w.link_kind >= GRAPH_KINDS)
		p->console->nav->open_item(p->console, w.link_kind, path_to_open(&w));
	else
		p->console->nav->open_used_by(p->console, (enum graph_kind)w.link_kind, w.path);
}

void
catalog_run_tree(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct row_target w;
	if (!find_selected_target(r, &w))
		return;
	if (w.link_kind >= GRAPH_KINDS ||
	    catalog_part_of((enum graph_kind)w.link_kind) == CATALOG_PARTS)
		console_show(p->console, ROLE_TEXT, "Only an item of the catalog has a tree");
	else
		p->console->nav->open_tree(p->console, (enum graph_kind)w.link_kind, w.path);
}

void
catalog_run_source(struct pane *p)
{
	struct row_target w;
	struct rows_pane *r = rows_pane_of(p);
	if (r->kind->get_target(r, r->pos.cursor, &w) && w.json.n)
		console_push_pane(p->console, rows_source_pane_new(r));
	else
		console_show(p->console, ROLE_TEXT, "This row has no JSON of its own");
}

/* ---- sending ---- */

static void
write_path(struct buf *out, struct rows_pane *r, const struct row_target *w)
{
	(void)r;
	buf_adds(out, w->path);
}

static void
write_id(struct buf *out, struct rows_pane *r, const struct row_target *w)
{
	(void)r;
	buf_adds(out, w->id);
}

static void
write_name(struct buf *out, struct rows_pane *r, const struct row_target *w)
{
	(void)r;
	buf_adds(out, w->name);
}

/* An asset's key: the name of its file. */
static void
write_asset_key(struct buf *out, struct rows_pane *r, const struct row_target *w)
{
	struct str value = w->json.n && w->link_kind == GRAPH_ASSET
	    ? json_lex_find(w->json, STR("data.key"))
	    : STR_NONE;
	(void)r;
	if (value.n > 1 && value.p[0] == '"')
		json_lex_unquote(out, value);
}

static void
write_json(struct buf *out, struct rows_pane *r, const struct row_target *w)
{
	(void)r;
	buf_adds(out, w->json);
}

/* The endpoint that returns the row's item. For charges, and for other rows that refer to an
 * item, it is that of the item. */
static enum endpoint
endpoint_of(const struct rows_pane *r, const struct row_target *w)
{
	enum catalog_part part = w->link_kind < GRAPH_KINDS
	    ? catalog_part_of((enum graph_kind)w->link_kind)
	    : CATALOG_PARTS;
	return part < CATALOG_PARTS ? catalog_resource(part)->endpoint
				    : r->table.view.resource->endpoint;
}

/* The request that reads only this item. */
static void
write_curl(struct buf *out, struct rows_pane *r, const struct row_target *w)
{
	const struct list_query query = {
		.limit = CATALOG_PAGE_SIZE, .changed_after = WHEN_NONE, .path = w->path
	};
	list_append_curl(out, r->pane.console->client, endpoint_of(r, w), &query);
}

static void
write_row(struct buf *out, struct rows_pane *r, const struct row_target *w)
{
	const struct cell_context cells = console_cell_context(r->pane.console);
	(void)w;
	export_row(
	    out, r->table.view.resource->columns, rows_pane_selected_row(r), &cells);
}

static void
write_view(struct buf *out, struct rows_pane *r, const struct row_target *w)
{
	(void)w;
	if (view_find_resource(r->table.view.resource->name))
		view_write(out, &r->table.view);
}

static const struct {
	const char *label, *noun_phrase; /* NULL: the names for JSON */
	void (*write)(struct buf *out, struct rows_pane *r, const struct row_target *w);
} choices[] = {
	{ "path", "the path", write_path },
	{ "name", "the name", write_name },
	{ "id", "the id", write_id },
	{ "key", "the key", write_asset_key },
	{ NULL, NULL, write_json },
	{ "the request as curl, with $BACKROOM_TOKEN", "the request as curl", write_curl },
	{ "this row, tab-separated", "the row", write_row },
	{ "this view as a VIEW line", "the VIEW line", write_view },
};

static void
on_item_text_chosen(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_top_pane(c));
	struct row_target w;
	struct buf text = { 0 };
	(void)ctx;
	if (value == ONE_CELL) {
		rows_open_cells_menu(r);
		return;
	}
	if (!rows_pane_selected_row(r) || !r->kind->get_target(r, r->pos.cursor, &w))
		return;
	choices[value].write(&text, r, &w);
	if (text.n)
		send_text(c, buf_str(&text),
		    choices[value].noun_phrase ? choices[value].noun_phrase : send_json_name(c));
	else
		console_show(c, ROLE_WARN, "Not sent: this row does not have it");
	buf_free(&text);
}

static void
open_failure_menu(struct rows_pane *r)
{
	struct buf curl = { 0 };
	const struct row_target whole = { .link_kind = GRAPH_KINDS };
	write_curl(&curl, r, &whole);
	empty_open_failure_menu(r->pane.console, &r->pane.console->catalog->err, buf_str(&curl));
	buf_free(&curl);
}

void
catalog_run_send_menu(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (has_catalog_failed(p->console)) {
		open_failure_menu(r);
		return;
	}
	struct menu *m = menu_new(
	    p->console, "Send to your clipboard", false, on_item_text_chosen, NULL);
	struct buf text = { 0 };
	struct row_target w;
	bool there = rows_pane_selected_row(r) && r->kind->get_target(r, r->pos.cursor, &w);
	for (int i = 0; i < (int)(sizeof(choices) / sizeof(*choices)); i++) {
		buf_reset(&text);
		if (there)
			choices[i].write(&text, r, &w);
		if (there && choices[i].write == write_row)
			menu_add(m, ONE_CELL, false, "one column of this row");
		if (text.n || !there)
			menu_add(m, i, false, "%s",
			    choices[i].label ? choices[i].label : send_json_label(p->console));
	}
	buf_free(&text);
	menu_set_place(m, MENU_AT_CURSOR);
	menu_open(m);
}

/* Appends the path, or the id if the row has no path (journeys). Returns true if it is a path. */
static bool
add_path_or_id(struct buf *out, const struct row_target *w)
{
	buf_adds(out, w->path.n ? w->path : w->id);
	return w->path.n > 0;
}

/* For marked rows, sends one text per line in display order. */
void
catalog_run_send(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct buf text = { 0 };
	struct row_target w;
	size_t n = 0, paths = 0;
	struct shown_rows s = rows_pane_shown_rows(r);
	for (size_t i = 0; i < s.n && !r->in_detail && r->marked_ids.n; i++) {
		if (!rows_pane_is_marked(r, shown_rows_id(&s, i)) || !r->kind->get_target(r, i, &w))
			continue;
		buf_addz(&text, n++ ? "\n" : "");
		paths += add_path_or_id(&text, &w);
	}
	if (n == 0 && find_selected_target(r, &w))
		paths += add_path_or_id(&text, &w);
	if (text.n)
		send_text(p->console, buf_str(&text),
		    paths       ? n > 1 ? "the paths" : "the path"
			: n > 1 ? "the ids"
				: "the id");
	buf_free(&text);
}

void
catalog_run_refresh(struct pane *p)
{
	console_show(
	    p->console, ROLE_TEXT, "Reloading the catalog; you can keep using this screen");
	catalog_refresh(p->console->catalog);
}
