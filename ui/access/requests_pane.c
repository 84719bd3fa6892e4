#include "ui/access/requests_pane.h"

#include "access/sent_request.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "ui/kit/menu.h"
#include "ui/kit/send.h"
#include "ui/rows/empty.h"
#include "ui/rows/rows_pane.h"
#include "wire/query.h"

struct requests_pane_state {
	struct sent_requests rows;
	unsigned newest; /* number of the newest exchange listed; 0: none */
};

static struct requests_pane_state *
requests_state_of(const struct rows_pane *r)
{
	return r->kind_data;
}

static void
load_requests(struct rows_pane *r)
{
	struct requests_pane_state *own = requests_state_of(r);
	const struct exchanges *e = client_exchanges(r->pane.console->client);
	const struct exchange *newest = exchanges_nth_newest(e, 0);
	unsigned number = newest ? newest->number : 0;
	r->has_short_detail = true;
	if (own->newest == number && own->rows.list.n)
		return;
	own->newest = number;
	sent_requests_free(&own->rows);
	sent_requests_make(&own->rows, e, console_now(r->pane.console), clock_ticks());
	table_set_rows(&r->table, own->rows.list.v, own->rows.list.n);
}

static const struct sent_request *
request_at(const struct rows_pane *r, size_t at)
{
	return table_row(&r->table, at);
}

/* A line for each parameter, decoded. */
static void
add_query(struct doc *d, struct str query)
{
	struct arena a = { 0 };
	struct query parts = { 0 };
	struct err err;
	if (query.n && query_parse(&parts, &a, str_sub(query, 1, query.n), &err))
		for (size_t i = 0; i < parts.pairs.n; i++) {
			struct str line = arena_printf(&a, "%.*s = %.*s",
			    STR_ARG(parts.pairs.v[i].name), STR_ARG(parts.pairs.v[i].value));
			doc_add_labelled(d, i ? "" : "Query", line);
		}
	query_free(&parts);
	arena_free(&a);
}

static void
describe_request(const struct rows_pane *r, size_t at, struct doc *d)
{
	const struct sent_request *row = request_at(r, at);
	const struct console *c = r->pane.console;
	struct buf text = { 0 };
	doc_add_label(d, "Status");
	if (row->status)
		doc_printf(d, sent_request_has_failed(row) ? ROLE_BAD : ROLE_GOOD, "%d", row->status);
	else
		doc_printf(d, ROLE_BAD, "no response");
	doc_printf(d, ROLE_TEXT, "  after %lld ms", (long long)row->duration_ms);
	if (row->attempt > 1)
		doc_printf(d, ROLE_LABEL, ", try %u", row->attempt);
	if (row->error.n)
		doc_add_labelled(d, "Error", row->error);
	doc_add_labelled(d, "Request", row->operation);
	if (!c->presenting) {
		doc_add_labelled(d, "Path", row->path);
		add_query(d, row->query);
		if (row->request_id.n)
			doc_add_labelled(d, "Request id", row->request_id);
		if (row->body.n && !c->app->masked) {
			doc_add_labelled(d, "Body", row->body);
			doc_printf(d, ROLE_LABEL, row->is_body_cut ? " … cut" : "");
		}
		doc_begin_line(d);
		sent_request_write_curl(&text, row, client_sends_bare_token(c->client));
		doc_add_labelled(d, "As curl", buf_str(&text));
	}
	buf_free(&text);
}

static void
append_request_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct sent_request *row = request_at(r, at);
	buf_addf(out, "%.*s ", STR_ARG(row->method));
	text_clean(out, row->operation, r->pane.console->look.ascii_lines);
}

static void
write_requests_title(const struct rows_pane *r, struct title *out)
{
	const struct requests_pane_state *own = requests_state_of(r);
	buf_addz(&out->breadcrumb, "Requests");
	if (view_is_filtered(&r->table.view)) {
		format_count(&out->counts, r->table.shown_numbers.n);
		buf_addz(&out->counts, " of ");
	}
	format_plural(&out->counts, own->rows.list.n, "request", "requests");
	if (own->rows.failed_count) {
		buf_addz(&out->counts, r->pane.console->look.ascii_lines ? ", " : " \xC2\xB7 ");
		format_count(&out->counts, own->rows.failed_count);
		buf_addz(&out->counts, " failed");
	}
}

static void
describe_no_requests(const struct rows_pane *r, struct doc *d)
{
	(void)r;
	empty_add_title(d, "No requests yet");
	empty_add_reason(d, STR("Each request of this console appears here as it ends."));
}

static bool
find_request_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct sent_request *row = request_at(r, at);
	*out = (struct row_target){ .id = row->request_id, .name = row->operation };
	return false;
}

static void
style_request_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	(void)r;
	(void)text;
	if (column && str_eqz(str_of(column->id), "status") && sent_request_has_failed(of))
		style->role = ROLE_BAD;
}

static void
close_requests(struct rows_pane *r)
{
	sent_requests_free(&requests_state_of(r)->rows);
	x_free(r->kind_data);
}

/* ---- actions ---- */

enum request_text { REQUEST_CURL, REQUEST_ADDRESS, REQUEST_REQUEST_ID };

static void
send_request_text(struct pane *p, enum request_text which)
{
	static const char *const names[] = { [REQUEST_CURL] = "the request as curl",
		[REQUEST_ADDRESS] = "the address", [REQUEST_REQUEST_ID] = "the request id" };
	const struct sent_request *row = rows_pane_selected_row(rows_pane_of(p));
	struct buf text = { 0 };
	if (!row)
		return;
	if (which == REQUEST_CURL)
		sent_request_write_curl(&text, row, client_sends_bare_token(p->console->client));
	else
		buf_adds(&text, which == REQUEST_ADDRESS ? row->address : row->request_id);
	send_text(p->console, buf_str(&text), names[which]);
	buf_free(&text);
}

static void
run_send_curl(struct pane *p)
{
	send_request_text(p, REQUEST_CURL);
}

static void
on_request_text_chosen(struct console *c, void *ctx, int value)
{
	(void)ctx;
	send_request_text(console_top_pane(c), (enum request_text)value);
}

static void
run_send_request_menu(struct pane *p)
{
	const struct sent_request *row = rows_pane_selected_row(rows_pane_of(p));
	struct menu *m = menu_new(p->console, "Send", false, on_request_text_chosen, NULL);
	menu_add(m, REQUEST_CURL, false, "as curl");
	menu_add(m, REQUEST_ADDRESS, false, "address");
	if (row && row->request_id.n)
		menu_add(m, REQUEST_REQUEST_ID, false, "request id");
	menu_set_place(m, MENU_AT_CURSOR);
	menu_set_closing_action(m, ACT_SEND_MENU);
	menu_open(m);
}

static const char *
why_not_in_requests(const struct pane *p, enum action a)
{
	bool sends = a == ACT_SEND_MAIN || a == ACT_SEND_MENU;
	if (sends && p->console->presenting)
		return "Not while presenting. :present off ends it";
	return rows_pane_why_not(p, a);
}

static const char *
request_action_words(const struct pane *p, enum action a, struct buf *room)
{
	(void)p;
	(void)room;
	return a == ACT_SEND_MAIN ? "send as curl" : NULL;
}

static const struct pane_action actions[] = {
	{ ACT_IN, rows_run_open },
	{ ACT_FILTER, rows_run_filter },
	{ ACT_SEND_MAIN, run_send_curl },
	{ ACT_SEND_MENU, run_send_request_menu },
	{ ACT_NEXT_SIBLING, rows_run_sibling },
	{ ACT_NONE, NULL },
};

static const struct rows_kind kind = {
	.actions = { actions, rows_actions },
	.list_scope = SCOPE_LIST,
	.detail_scope = SCOPE_WRITE,
	.why_unavailable = why_not_in_requests,
	.label_action = request_action_words,
	.load_rows = load_requests,
	.describe_row = describe_request,
	.write_headline = append_request_headline,
	.write_title = write_requests_title,
	.describe_empty = describe_no_requests,
	.get_target = find_request_target,
	.style_cell = style_request_cell,
	.close = close_requests,
	.default_order_text = "newest first",
	.noun = "request",
	.starts_breadcrumb = true,
	.newest_first_column = "when",
	.time_column = "when",
};

void
requests_pane_open(struct console *c)
{
	struct pane *p = console_top_pane(c);
	if (rows_pane_has_kind(p, &kind))
		return;
	struct requests_pane_state *own = x_new(struct requests_pane_state);
	console_push_pane(c, &rows_pane_new(c, &kind, &requests_resource, own)->pane);
}

bool
requests_pane_show(struct console *c, struct str request_id)
{
	const struct exchange *x = exchanges_find(client_exchanges(c->client), request_id);
	struct view all = { .resource = &requests_resource, .term_resource = &requests_resource };
	struct buf number = { 0 };
	struct err ignored;
	if (!x)
		return false;
	buf_addf(&number, "%u", x->number);
	requests_pane_open(c);
	struct rows_pane *r = rows_pane_of(console_top_pane(c));
	rows_pane_load(r);
	if (!rows_pane_select(r, buf_str(&number)) &&
	    rows_pane_show_view(r, &all, false, &ignored)) /* a filter hid it */
		rows_pane_select(r, buf_str(&number));
	buf_free(&number);
	return true;
}

static void
on_request_ended(void *ctx)
{
	struct console *c = ctx;
	struct pane *p = console_top_pane(c);
	if (p && rows_pane_has_kind(p, &kind))
		rows_pane_on_change(p);
}

void
requests_pane_watch(struct console *c)
{
	exchanges_watch(client_exchanges(c->client), on_request_ended, c);
}
