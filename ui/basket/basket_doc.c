#include "ui/basket/basket_doc.h"

#include "base/utf8.h"
#include "basket/row_contact.h"
#include "basket/send_check.h"
#include "catalog/catalog.h"
#include "catalog/graph_names.h"
#include "client/url.h"
#include "list/entity.h"
#include "list/view.h"
#include "model/path.h"
#include "ui/basket/basket_cost.h"
#include "ui/basket/basket_link.h"
#include "ui/kit/console.h"
#include "wire/json_lex.h"
#include "wire/query.h"

#include <string.h>

struct basket_doc_context
basket_doc_context_now(const struct console *c)
{
	return (struct basket_doc_context){ .baskets = c->baskets,
		.contact_log = &c->contact_log,
		.consent_field = c->app->environment ? c->app->environment->consent_field : NULL,
		.masked = c->app->masked,
		.links = &c->app->link_rules,
		.catalog = c->catalog,
		.baseline = c->baseline,
		.start_day = c->start_day,
		.now = console_now(c),
		.time_style = c->time_style,
		.presenting = c->presenting };
}

enum { TWO_COLUMNS_WIDTH_MIN = 118, OTHER_BASKETS_LISTED_MAX = 4 };
enum { VALUE_COLUMN = sizeof(" Start page ") - 1 };

/* The path; while presenting only the part after its root, which still distinguishes paths with
 * the same end. */
static struct str
displayed_path(struct str path, const struct basket_doc_context *context)
{
	return context->presenting ? path_below_root(path) : path;
}

static void
add_created(struct doc *d, const struct basket *b, const struct basket_doc_context *context)
{
	struct buf when = { 0 };
	doc_add_label(d, "Created");
	if (b->created == WHEN_NONE) {
		doc_printf(d, ROLE_UNKNOWN, b->created_text.n ? "? not a time: " : "? missing");
		doc_add_text(d, ROLE_TEXT, b->created_text);
	} else {
		if (context->presenting)
			format_date(&when, b->created, context->time_style == TIME_UTC);
		else
			format_time_long(&when, b->created, context->time_style == TIME_UTC);
		doc_printf(d, ROLE_TEXT, "%s", buf_z(&when));
	}
	const char *words = b->completed ? "! completed: bought already"
	    : b->maybe_completed         ? "! not known whether it is completed"
					 : "not completed";
	doc_wrap(d, VALUE_COLUMN - 3, (int)strlen(words) + 3);
	doc_printf(d, words[0] == '!' ? ROLE_WARN : ROLE_LABEL, "   %s", words);
	buf_free(&when);
}

/* When the link was sent, and by whom ("by you"). */
static void
add_sent_entry(
    struct doc *d, const struct contact_entry *e, const struct basket_doc_context *context)
{
	struct buf when = { 0 };
	bool mine = str_eqz(e->recorded_by, context->contact_log->account);
	format_time(&when, e->recorded_at, context->now, context->time_style == TIME_UTC);
	doc_printf(d, ROLE_TEXT, "%s by ", buf_z(&when));
	doc_add_text(d, ROLE_TEXT, mine ? STR("you") : e->recorded_by);
	buf_free(&when);
	if (e->remark.n && !context->masked) {
		doc_printf(d, ROLE_LABEL, "   ");
		doc_add_text(d, ROLE_TEXT, e->remark);
	}
}

/* Adds a text that opens the rows of a VIEW: those of `resource` with `key` of that value. */
static void
add_view_link(
    struct doc *d, struct str text, const char *resource, const char *key, struct str value)
{
	struct buf view = { 0 };
	buf_addf(&view, "%s %s=", resource, key);
	view_write_quoted(&view, value);
	const struct doc_target to = { LINK_VIEW, buf_str(&view) };
	doc_add_link(d, ROLE_REFERENCE, text, &to);
	buf_free(&view);
}

/* Lists the person's other open baskets: "2 other baskets: 3 d (link sent …), 26 d". The count
 * opens the person. */
static void
add_other_baskets(struct doc *d, const struct same_person *same_person, size_t n,
    const struct basket_row *row, const struct basket_doc_context *context)
{
	size_t listed = 0;
	struct buf count = { 0 };
	doc_add_label(d, "Others");
	buf_addf(&count, "%zu other basket%s", n, n == 1 ? "" : "s");
	add_view_link(d, buf_str(&count), "persons", "id", row->id);
	buf_free(&count);
	doc_printf(d, ROLE_TEXT, ": ");
	for (size_t i = 0; i < same_person->rows.n && listed < OTHER_BASKETS_LISTED_MAX; i++) {
		const struct basket_row *other = &context->baskets->rows.v[same_person->rows.v[i]];
		const struct contact_entry *e;
		struct buf age = { 0 };
		if (other->completed || other == row)
			continue;
		when_write_age(&age, context->now, other->created);
		doc_printf(d, ROLE_TEXT, "%s%s", listed++ ? ", " : "", buf_z(&age));
		if (!context->presenting &&
		    (e = contact_log_find_link(context->contact_log, other->id))) {
			doc_printf(d, ROLE_TEXT, " (link sent ");
			add_sent_entry(d, e, context);
			doc_printf(d, ROLE_TEXT, ")");
		}
		buf_free(&age);
	}
}

/* The person's newest purchase after this basket was left. */
static void
add_later_purchase(struct doc *d, const struct same_person *same_person,
    const struct basket_row *row, const struct basket_doc_context *context)
{
	const struct basket_row *bought = NULL;
	struct buf age = { 0 };
	for (size_t i = 0; i < same_person->rows.n; i++) {
		const struct basket_row *other = &context->baskets->rows.v[same_person->rows.v[i]];
		if (basket_row_purchase(row, other) == row->later_purchase &&
		    (!bought || other->created > bought->created))
			bought = other;
	}
	if (!row->later_purchase || !bought)
		return;
	doc_add_label(d, "Bought");
	doc_printf(d, ROLE_WARN,
	    row->later_purchase == PURCHASE_CERTAIN
		? "! since: this person completed another basket"
		: "! perhaps: another basket may be completed");
	if (bought->created != WHEN_NONE && bought->created < context->now) {
		when_write_age(&age, context->now, bought->created);
		doc_printf(d, ROLE_WARN, ", started %s ago", buf_z(&age));
	}
	buf_free(&age);
}

static void
add_same_person_baskets(
    struct doc *d, const struct basket_row *row, const struct basket_doc_context *context)
{
	struct same_person same_person;
	size_t n;
	same_person_collect_names(
	    &same_person, row, context->baskets->rows.v, context->baskets->rows.n);
	const struct basket_row *newest = basket_find_newer(&same_person, context->baskets, row, &n);
	if (n) {
		add_other_baskets(d, &same_person, n, row, context);
		doc_printf(d, newest ? ROLE_WARN : ROLE_LABEL, "   %s",
		    newest ? "! a newer one exists" : "this is the newest");
	}
	add_later_purchase(d, &same_person, row, context);
	same_person_free(&same_person);
}

/* "ok  4 of 4 checks · ends x7Qa", and the link's host on the next line. */
static void
add_good_link(struct doc *d, const struct link *link)
{
	const char *dot = d->ascii ? "" : "\xC2\xB7";
	struct buf host = { 0 }, bytes = { 0 };
	url_append_host(&host, buf_str(&link->address));
	format_count(&bytes, link->address.n);
	doc_printf(d, ROLE_GOOD, "ok");
	doc_printf(d, ROLE_TEXT, "  %u of %u checks %s ends ", link->passed_count,
	    link->checked_count, dot);
	doc_add_text(d, ROLE_LEAD, link_last_characters(buf_str(&link->address)));
	doc_add_label(d, "");
	doc_add_text(d, ROLE_TEXT, buf_str(&host));
	doc_printf(d, ROLE_TEXT, " %s %s bytes", dot, buf_z(&bytes));
	buf_free(&host);
	buf_free(&bytes);
}

static void
add_link(struct doc *d, const struct basket_row *row, const struct basket_doc_context *context)
{
	struct link link;
	struct buf words = { 0 };
	basket_link_examine(&link, context->links, context->baskets, row);
	doc_add_label(d, "Link");
	if (!link.present) {
		doc_printf(d, ROLE_LABEL, "none: the service sent no recovery link");
	} else if (context->links->masked) {
		doc_printf(d, ROLE_LABEL, "masked: not checked, cannot be sent");
	} else if (link.verdict <= LINK_UNKNOWN) {
		add_good_link(d, &link);
	} else {
		link_write_summary(&words, &link);
		doc_printf(d, link.verdict == LINK_FAILED ? ROLE_WARN : ROLE_BAD, "%s %s",
		    link.verdict == LINK_FAILED ? "!" : "x", buf_z(&words));
	}
	link_free(&link);
	buf_free(&words);
}

void
basket_doc_add_contact(struct doc *d, const struct contact_summary *state,
    const struct contact_entry *but, const struct basket_doc_context *context)
{
	if (!state->shown_entry || state->shown_entry == but)
		return;
	doc_add_label(d, "Outcome");
	doc_printf(d, state->no_contact_entry ? ROLE_WARN : ROLE_LEAD, "%s%s ",
	    state->no_contact_entry ? "! " : "",
	    contact_statuses[state->shown_entry->status].past_tense);
	add_sent_entry(d, state->shown_entry, context);
}

/* The person's contact status: when this basket's link was sent, and other outcomes. */
static void
add_contact_status(
    struct doc *d, const struct basket_row *row, const struct basket_doc_context *context)
{
	const struct contact_entry *sent = contact_log_find_link(context->contact_log, row->id);
	struct contact_summary state;
	if (context->presenting)
		return;
	if (sent) {
		doc_add_label(d, "Sent");
		add_sent_entry(d, sent, context);
	}
	basket_row_summarize_contacts(row, context->contact_log, &state);
	basket_doc_add_contact(d, &state, sent, context);
}

static void
add_consent(struct doc *d, const struct basket_row *row, const struct basket_doc_context *context)
{
	static const char *const said[] = {
		[CONSENT_UNKNOWN] = "not known",
		[CONSENT_YES] = "yes",
		[CONSENT_NO] = "! no",
	};
	if (!context->consent_field || context->masked)
		return;
	doc_add_label(d, "Consent");
	doc_printf(d, row->consent == CONSENT_NO ? ROLE_WARN : ROLE_TEXT, "%s", said[row->consent]);
	if (context->presenting)
		return;
	doc_printf(d, ROLE_LABEL, ", from customFields.");
	doc_add_text(d, ROLE_LABEL, str_of(context->consent_field));
}

/* ---- how to reach the customer ---- */

static void
add_identity(struct doc *d, const struct basket_identity *id, bool first)
{
	doc_add_label(d, first ? "Reach" : "");
	doc_add_text(d, ROLE_TEXT, id->sub);
	doc_add_label(d, "");
	doc_printf(d, ROLE_LABEL, "at ");
	doc_add_text(d, ROLE_TEXT, id->iss);
	if (!id->service.n && !id->type.n)
		return;
	enum { WORDS_CELLS = sizeof("  service , type ") - 1 };
	doc_wrap(d, VALUE_COLUMN, (int)(id->service.n + id->type.n) + WORDS_CELLS);
	doc_printf(d, ROLE_LABEL, id->service.n ? "  service " : "");
	doc_add_text(d, ROLE_LABEL, id->service);
	doc_printf(d, ROLE_LABEL, !id->type.n ? "" : id->service.n ? ", type " : "  type ");
	doc_add_text(d, ROLE_LABEL, id->type);
}

/* The name is in the heading; this line is only for a name that is too long or contains
 * misleading characters. */
static void
add_name(struct doc *d, const struct basket *b)
{
	enum { TEXT_BUFFER_SIZE = 40 };
	struct buf name = { 0 }, clean = { 0 }, decoded = { 0 };
	buf_adds(&name, b->first_name);
	buf_addz(&name, b->first_name.n && b->last_name.n ? " " : "");
	buf_adds(&name, b->last_name);
	bool odd = text_is_suspicious(text_clean(&clean, buf_str(&name), d->ascii), false);
	if (odd || text_width(buf_str(&clean)) > d->width - TEXT_BUFFER_SIZE ||
	    entity_decode_all(&decoded, buf_str(&name))) {
		doc_add_label(d, "Customer");
		doc_add_name(d, ROLE_TEXT, buf_str(&name));
	}
	buf_free(&name);
	buf_free(&clean);
	buf_free(&decoded);
}

/* The customer's addresses and identities, one line each. */
static void
add_contact_details(
    struct doc *d, const struct basket *b, bool shared, const struct basket_doc_context *context)
{
	bool any = b->email.n != 0;
	add_name(d, b);
	if (b->email.n) {
		doc_add_label(d, "Reach");
		doc_add_text(d, ROLE_TEXT, b->email);
		if (shared)
			doc_printf(d, ROLE_LABEL, "   shared by several people");
	}
	for (size_t i = 0; i < b->identities_n; i++, any = true)
		if (!context->presenting)
			add_identity(d, &b->identities[i], !any);
	if (!any || (context->presenting && !b->email.n)) {
		doc_add_label(d, "Reach");
		doc_printf(d, ROLE_TEXT,
		    any ? "known only by sign-in: no e-mail"
			: "cannot be reached: no e-mail, no sign-in");
	}
	if (b->company.n) {
		doc_add_label(d, "Company");
		doc_add_name(d, ROLE_TEXT, b->company);
	}
}

/* ---- the basket's origin ---- */

/* Appends a name and a value to a row of pairs, separated by dots and wrapped if needed. */
static void
add_name_and_value(struct doc *d, int column, bool first, struct str name, struct str value)
{
	doc_wrap(d, column, (int)(name.n + value.n) + 5);
	if (!first && d->lines.v[d->lines.n - 1].cell_count > column)
		doc_printf(d, ROLE_LABEL, " %s ", d->ascii ? "" : "\xC2\xB7");
	doc_add_text(d, ROLE_LABEL, name);
	doc_printf(d, ROLE_TEXT, name.n && value.n ? " " : "");
	doc_add_text(d, ROLE_TEXT, value);
}

/* Shows the price quoted by the shop next to today's price. Some shops store it in a custom
 * field. */
static void
add_quoted_amount(struct doc *d, const struct basket *b)
{
	static const char *const parts[] = { "quoted.currency", "quoted.amount" };
	struct buf text = { 0 };
	for (int i = 0; i < 2; i++) {
		struct str raw = b->custom_fields.n
		    ? json_lex_find(b->custom_fields, str_of(parts[i]))
		    : STR_NONE;
		if (!raw.n || raw.p[0] != '"') {
			buf_free(&text);
			return;
		}
		buf_addz(&text, i ? " " : "");
		json_lex_unquote(&text, raw);
	}
	doc_add_label(d, "Quoted");
	doc_add_text(d, ROLE_TEXT, buf_str(&text));
	doc_printf(d, ROLE_LABEL, " quoted for the first item (customFields.quoted)");
	buf_free(&text);
}

/* True if an item already shows the offer. */
static bool
is_offer_in_items(const struct basket *b, struct str offer)
{
	for (size_t i = 0; i < b->items_n; i++)
		if (str_eq(b->items[i].path, offer))
			return true;
	return false;
}

/* Adds the path of an item of the catalog, which opens it. */
static void
add_item_link(
    struct doc *d, enum graph_kind kind, struct str path, const struct basket_doc_context *context)
{
	const struct doc_target to = { (int)kind, path };
	doc_add_link(d, ROLE_REFERENCE, displayed_path(path, context), &to);
}

/* The channel and the page open the baskets that came the same way; the page of a campaign opens
 * the campaign. */
static void
add_tracking(struct doc *d, const struct basket *b, const struct basket_doc_context *context)
{
	const struct graph *g = context->catalog ? catalog_graph(context->catalog) : NULL;
	if (b->tag.n) {
		doc_add_label(d, "Channel");
		add_view_link(d, displayed_path(b->tag, context), "baskets", "tag", b->tag);
	}
	if (b->start_page.n) {
		doc_add_label(d, "Start page");
		if (g && graph_find(g, GRAPH_CAMPAIGN, b->start_page) != GRAPH_NONE)
			add_item_link(d, GRAPH_CAMPAIGN, b->start_page, context);
		else
			add_view_link(d, displayed_path(b->start_page, context), "baskets",
			    "start-page", b->start_page);
	}
	size_t more = 0;
	for (size_t i = 0; i < b->offers_n; i++) {
		if (is_offer_in_items(b, b->offers[i]))
			continue;
		doc_add_label(d, more++ ? "" : "Offers");
		add_item_link(d, GRAPH_OFFER, b->offers[i], context);
	}
}

/* Shortens the well-known utm_ parameters, "source" for utm_source; returns any other name
 * unchanged. */
static struct str
strip_utm_prefix(struct str name)
{
	struct str prefix = STR("utm_");
	return str_starts(name, prefix) ? str_sub(name, prefix.n, name.n) : name;
}

/* The entry URL: its path, then its parameters. */
static void
add_entry_url(struct doc *d, const struct basket *b)
{
	struct arena texts = { 0 };
	struct query q = { 0 };
	struct err ignored;
	size_t mark = str_find_char(b->entry_url, '?');
	if (b->entry_url.n == 0)
		return;
	doc_add_label(d, "Entry");
	doc_add_text(d, ROLE_TEXT, str_sub(b->entry_url, 0, mark));
	bool parsed = mark != SIZE_MAX &&
	    query_parse(&q, &texts, str_sub(b->entry_url, mark + 1, b->entry_url.n), &ignored);
	if (parsed && q.pairs.n) {
		doc_begin_line(d);
		doc_pad_to_column(d, VALUE_COLUMN + 2);
	}
	for (size_t i = 0; parsed && i < q.pairs.n; i++)
		add_name_and_value(d, VALUE_COLUMN + 2, i == 0,
		    strip_utm_prefix(q.pairs.v[i].name), q.pairs.v[i].value);
	query_free(&q);
	arena_free(&texts);
}

static void
add_json_value(struct doc *d, struct str raw)
{
	struct buf text = { 0 };
	bool string = raw.n && raw.p[0] == '"';
	if (string)
		json_lex_unquote(&text, raw);
	if (string && text.n)
		doc_add_value(d, ROLE_TEXT, buf_str(&text));
	else
		doc_add_value(d, string ? ROLE_LABEL : ROLE_TEXT, raw);
	buf_free(&text);
}

/* Custom fields: one per line, nested ones indented; names and numbers unchanged. */
static void
add_custom_members(struct doc *d, const struct basket *b)
{
	struct json_lex w;
	struct json_lex_token t;
	bool first = true;
	json_lex_start(&w, b->custom_fields);
	while (b->custom_fields.n && json_lex_next(&w, &t)) {
		struct buf name = { 0 };
		if (t.kind == JSON_LEX_CLOSE || (t.kind == JSON_LEX_OPEN && t.depth == 0))
			continue;
		doc_add_label(d, first ? "Custom" : "");
		first = false;
		if (t.depth > 1)
			doc_pad_to_column(d, VALUE_COLUMN + 2 * (t.depth - 1));
		if (t.name.n)
			json_lex_unquote(&name, t.name);
		else
			buf_addc(&name, '-');
		doc_add_text(d, ROLE_LABEL, buf_str(&name));
		if (t.kind == JSON_LEX_VALUE) {
			int column = VALUE_COLUMN + 18 + 2 * (t.depth - 1);
			doc_pad_to_column(d, column);
			add_json_value(d, t.text);
		}
		buf_free(&name);
	}
}

/* ---- the whole detail ---- */

/* The link, and the person who would get it. */
static void
add_customer(struct doc *d, const struct basket *b, const struct basket_row *row,
    const struct basket_doc_context *context)
{
	add_link(d, row, context);
	add_contact_status(d, row, context);
	add_consent(d, row, context);
	add_contact_details(d, b, row->shares_email, context);
	add_same_person_baskets(d, row, context);
}

static void
add_origin(struct doc *d, const struct basket *b, const struct basket_doc_context *context)
{
	add_tracking(d, b, context);
	if (!context->presenting)
		add_entry_url(d, b);
	add_created(d, b, context);
}

static void
add_items(struct doc *d, const struct basket *b, const struct basket_row *row,
    const struct basket_doc_context *context)
{
	if (b->items_n == 0) {
		doc_add_label(d, "Items");
		doc_printf(d, ROLE_TEXT, "no items");
		return;
	}
	basket_cost_doc(d, b, basket_row_origin(row)->country, context);
	add_quoted_amount(d, b);
}

static void
add_ids(struct doc *d, const struct basket *b, const struct basket_doc_context *context)
{
	add_custom_members(d, b);
	if (!context->presenting) {
		doc_add_label(d, "Basket");
		doc_add_value(d, ROLE_TEXT, b->id);
	}
	if (b->malformed) {
		doc_add_label(d, "Note");
		doc_add_value(d, ROLE_WARN,
		    STR("! part of this basket is malformed; the JSON source shows it as sent"));
	}
}

/* Puts the basket's origin to the right of the customer if there is room, at 60 to 40. */
static void
add_customer_and_origin(struct doc *d, const struct basket *b, const struct basket_row *row,
    const struct basket_doc_context *context)
{
	int column = d->width * 6 / 10;
	struct doc left = { .width = column - 1,
		.value_column = VALUE_COLUMN,
		.ascii = d->ascii,
		.hides_private = d->hides_private },
		   right = { .width = d->width - column - 1,
			   .value_column = VALUE_COLUMN,
			   .ascii = d->ascii,
			   .hides_private = d->hides_private };
	add_customer(&left, b, row, context);
	add_origin(&right, b, context);
	doc_add_side_by_side(d, &left, &right, column, true);
	doc_begin_line(d);
	add_items(d, b, row, context);
	doc_begin_line(d);
	doc_free(&left);
	doc_free(&right);
}

static void
add_parts_stacked(struct doc *d, const struct basket *b, const struct basket_row *row,
    const struct basket_doc_context *context)
{
	add_customer(d, b, row, context);
	doc_begin_line(d);
	add_items(d, b, row, context);
	doc_begin_line(d);
	add_origin(d, b, context);
}

void
basket_doc(struct doc *d, const struct basket_row *row, const struct basket_doc_context *context)
{
	struct arena texts = { 0 };
	struct basket b;
	struct err err;
	doc_clear(d);
	d->value_column = VALUE_COLUMN;
	if (baskets_read_basket(context->baskets, row, &b, &texts, &err)) {
		(d->width >= TWO_COLUMNS_WIDTH_MIN ? add_customer_and_origin : add_parts_stacked)(
		    d, &b, row, context);
		add_ids(d, &b, context);
	} else {
		doc_begin_line(d);
		doc_printf(d, ROLE_BAD, " x This basket cannot be read: ");
		doc_add_text(d, ROLE_TEXT, str_of(err.text));
	}
	arena_free(&texts);
}
