#include "ui/basket/sent_links_pane.h"

#include "base/utf8.h"
#include "catalog/user_row.h"
#include "ui/basket/contact.h"
#include "ui/basket/folded.h"
#include "ui/basket/groups_pane.h"
#include "ui/rows/empty.h"

struct shown_links {
	struct derived_list_state built_from;
	bool built_whole; /* all baskets were read */
	bool log_failed;  /* some entries of the contact log could not be read */
	struct sent_links links;
	struct buf source_json; /* JSON of the link whose source was requested last */
};

/* ---- rows ---- */

static void
load_links(struct rows_pane *r)
{
	struct shown_links *own = r->kind_data;
	const struct console *c = r->pane.console;
	bool anew, whole = baskets_is_whole(c->baskets);
	r->has_short_detail = true;
	if (!derived_list_needs_rebuild(&own->built_from, c->baskets, &anew) &&
	    own->built_whole == whole)
		return;
	own->built_whole = whole;
	sent_links_make_now(&own->links, c);
	table_set_rows(&r->table, own->links.rows.v, own->links.rows.n);
}

/* Shows no rows while they point to baskets that have moved. */
static struct shown_rows
shown_link_rows(const struct rows_pane *r)
{
	const struct shown_links *own = r->kind_data;
	struct shown_rows s = table_shown_rows(&r->table);
	if (derived_list_is_outdated(&own->built_from, r->pane.console->baskets))
		s.n = s.total_count = 0;
	return s;
}

static bool
set_links_view(struct rows_pane *r, struct view *view, struct err *err)
{
	if (!view)
		return true;
	load_links(r);
	return table_set_view(&r->table, view, console_ages(r->pane.console), err);
}

static const struct basket_row *
link_at(const struct rows_pane *r, size_t at)
{
	struct shown_rows s = shown_link_rows(r);
	return shown_rows_at(&s, at);
}

/* ---- the detail ---- */

static const char *
words_for_result(const struct basket_row *row)
{
	switch (basket_row_sent_link(row)->became) {
	case SENT_LINK_OPEN: return "open: the basket is still listed and is not completed";
	case SENT_LINK_COMPLETED: return "completed, perhaps without the link";
	case SENT_LINK_GONE:
		return "gone: the service no longer lists the basket. It was bought, expired or "
		       "deleted, or belongs to another service";
	case SENT_LINK_UNKNOWN:
	case SENT_LINK_RESULTS: break;
	}
	return basket_row_is_unread(row)
	    ? "not known: the basket is not among those that were read"
	    : "not known: the service does not say whether the basket is completed";
}

static void
add_sending(struct doc *d, const struct basket_row *row, const struct console *c)
{
	const struct sent_link *link = basket_row_sent_link(row);
	struct buf when = { 0 }, account = { 0 };
	sent_links_append_account(&account, c);
	format_time(&when, row->created, console_now(c), c->time_style == TIME_UTC);
	doc_add_label(d, "Sent");
	doc_printf(d, ROLE_TEXT, "%s", buf_z(&when));
	if (!c->presenting) {
		doc_printf(d, ROLE_TEXT, " by ");
		doc_add_text(d, ROLE_TEXT,
		    str_eq(link->sent_by, buf_str(&account)) ? STR("you") : link->sent_by);
	}
	if (link->sent_count > 1)
		doc_printf(d, ROLE_LABEL, "   the last of %u links", link->sent_count);
	buf_free(&when);
	buf_free(&account);
}

static void
add_basket_of_link(struct doc *d, const struct basket_row *row)
{
	const struct doc_target target = { LINK_BASKET, row->id };
	const struct basket_total *due = basket_row_total(row);
	struct buf who = { 0 };
	if (basket_row_is_unread(row)) {
		doc_add_label(d, "Basket");
		doc_add_text(d, ROLE_TEXT, row->id);
		doc_add_labelled(d, "Not known", STR("person, items, channel and amount"));
		return;
	}
	basket_row_write_customer(&who, row);
	doc_add_label(d, "Basket");
	doc_add_link(d, ROLE_REFERENCE, buf_str(&who), &target);
	doc_add_labelled(d, "Items", basket_row_item(row, NULL));
	doc_add_labelled(d, "Channel", basket_row_channel(row));
	doc_add_labelled(d, "Est. due", due->text);
	buf_free(&who);
}

static void
describe_link(const struct rows_pane *r, size_t at, struct doc *d)
{
	const struct basket_row *row = link_at(r, at);
	add_sending(d, row, r->pane.console);
	doc_add_labelled(d, "Became", str_of(words_for_result(row)));
	add_basket_of_link(d, row);
	doc_begin_line(d);
	doc_add_label(d, "Counted");
	doc_add_value(d, ROLE_LABEL, str_of(sent_links_limits_text));
}

static void
append_link_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct basket_row *row = link_at(r, at);
	bool ascii = r->pane.console->look.ascii_lines;
	struct buf who = { 0 };
	if (basket_row_is_unread(row))
		buf_addz(&who, "Basket not read");
	else
		basket_row_write_customer(&who, row);
	text_clean(out, buf_str(&who), ascii);
	buf_addf(out, "%s%s", ascii ? "  " : " \xC2\xB7 ",
	    sent_link_result_labels[basket_row_sent_link(row)->became]);
	buf_free(&who);
}

/* ---- row 2 ---- */

static void
append_results(struct buf *out, const struct shown_rows *s)
{
	uint32_t counts[SENT_LINK_RESULTS] = { 0 };
	for (size_t i = 0; i < s->n; i++)
		counts[basket_row_sent_link(shown_rows_at(s, i))->became]++;
	buf_addz(out, ": ");
	sent_link_append_results(out, counts);
}

static void
write_links_title(const struct rows_pane *r, struct title *out)
{
	struct shown_rows s = shown_link_rows(r);
	buf_addz(&out->breadcrumb, "Sent links");
	if (s.n < s.total_count) {
		format_count(&out->counts, s.n);
		buf_addz(&out->counts, " of ");
	}
	format_plural(&out->counts, s.total_count, "link", "links");
	if (s.n)
		append_results(&out->counts, &s);
	if (((const struct shown_links *)r->kind_data)->log_failed)
		buf_addz(&out->counts, " \xC2\xB7 contact log not read");
	derived_list_append_counts(r, &out->counts);
}

static void
describe_no_links(const struct rows_pane *r, struct doc *d)
{
	const struct shown_links *own = r->kind_data;
	const struct console *c = r->pane.console;
	if (own->log_failed) {
		empty_add_title(d, "The contact log could not be read");
		empty_add_action(d, c, ACT_MESSAGES, "the reason");
		empty_add_action(d, c, ACT_REFRESH, "read it again");
		return;
	}
	if (c->baskets->state == BASKETS_READING)
		return;
	empty_add_title(d, "No link is recorded as sent");
	empty_add_reason(d,
	    STR("Each link that is sent from Backroom is recorded in the contact log of this "
		"account, or in the one that config.conf names"));
	empty_add_key(d, "Esc", "go back");
}

static bool
find_link_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	struct shown_links *own = r->kind_data;
	const struct basket_row *row = link_at(r, at);
	buf_reset(&own->source_json);
	sent_link_write(&own->source_json, row);
	*out = (struct row_target){ .link_kind = LINK_BASKET,
		.id = row->id,
		.name = row->id,
		.json = buf_str(&own->source_json) };
	return true;
}

static void
style_link_cell(const struct rows_pane *r, const struct column *column, const void *row,
    struct buf *text, struct cell_style *style)
{
	(void)r;
	(void)text;
	if (!column)
		return;
	if (str_eqz(str_of(column->id), "became"))
		style->role = basket_row_sent_link(row)->became == SENT_LINK_COMPLETED
		    ? ROLE_GOOD
		    : ROLE_TEXT;
	else if (basket_row_is_unread(row) && str_eqz(str_of(column->id), "person"))
		style->role = ROLE_LABEL;
}

static void
close_links(struct rows_pane *r)
{
	struct shown_links *own = r->kind_data;
	sent_links_free(&own->links);
	buf_free(&own->source_json);
	x_free(own);
}

/* ---- actions ---- */

static void
run_group_links(struct pane *p)
{
	groups_pane_ask_keys(p->console, rows_pane_shown_rows(rows_pane_of(p)).view);
}

/* Reads the links that others sent since, too. */
static void
run_reload_links(struct pane *p)
{
	struct shown_links *own = rows_pane_of(p)->kind_data;
	own->log_failed = !contact_log_reload(p->console);
	if (!own->log_failed)
		console_show(p->console, ROLE_TEXT, "Reloading");
	baskets_refresh(p->console->baskets);
}

static const char *
why_not_in_links(const struct pane *p, enum action a)
{
	if (a == ACT_GROUP && !rows_pane_selected_row(rows_pane_of(p)))
		return "No sent link is shown";
	return derived_list_why_not(p, a);
}

static const struct pane_action links_actions[] = {
	{ ACT_IN, rows_run_follow },
	{ ACT_GROUP, run_group_links },
	{ ACT_REFRESH, run_reload_links },
	{ ACT_NONE, NULL },
};

static const struct rows_kind kind = {
	.actions = { links_actions, derived_list_actions, rows_actions },
	.list_scope = SCOPE_BASKETS,
	.detail_scope = SCOPE_DETAIL,
	.load_rows = load_links,
	.describe_row = describe_link,
	.write_headline = append_link_headline,
	.write_title = write_links_title,
	.describe_empty = describe_no_links,
	.get_target = find_link_target,
	.close = close_links,
	.why_unavailable = why_not_in_links,
	.write_status = derived_list_append_status,
	.cancel = derived_list_cancel,
	.style_cell = style_link_cell,
	.get_shown_rows = shown_link_rows,
	.set_view = set_links_view,
	.default_order_text = "last sent first",
	.noun = "sent link",
	.newest_first_column = "sent",
	.time_column = "sent",
};

struct pane *
sent_links_pane_new(struct console *c, struct view *view, struct err *err)
{
	struct shown_links *own = x_new(struct shown_links);
	own->log_failed = !contact_log_reload(c);
	struct rows_pane *r = rows_pane_new(c, &kind, view_find_resource("sent-links"), own);
	if (rows_pane_show_view(r, view, false, err))
		return &r->pane;
	r->pane.ops->close(&r->pane);
	return NULL;
}

void
sent_links_pane_open(struct console *c)
{
	c->nav->run_typed_text(c, TYPED_VIEW, STR("sent-links"));
}
