#include "ui/catalog/offer_doc.h"

#include "base/utf8.h"
#include "catalog/charge_words.h"
#include "client/url.h"
#include "model/price.h"
#include "ui/catalog/bundle_doc.h"
#include "ui/catalog/original_doc.h"
#include "ui/catalog/timeline.h"
#include "wire/catalog.h"
#include "wire/member.h"

#include <string.h>

enum { GAP = 2, SCHEDULE_CELLS_MIN = 28, CHARGES_MAX = 100 };

/* The texts of one charge: name, amount, schedule and label. */
struct charge_text {
	struct str name, amount, schedule, label;
};

struct charge_cells {
	int name_width, schedule_width;
	struct number_cells amount;
};

static struct charge_text
format_charge(struct arena *a, const struct charge *c, size_t number, bool ascii)
{
	struct charge_text said;
	struct buf text = { 0 };
	if (c->name.n)
		text_clean(&text, c->name, ascii);
	else
		buf_addf(&text, "charge %zu", number);
	said.name = arena_move_buf(a, &text);
	charge_words_add_amount(&text, c, ascii);
	said.amount = arena_move_buf(a, &text);
	charge_words_add_terms(&text, c, ascii);
	said.schedule = arena_move_buf(a, &text);
	text_clean(&text, c->label, ascii);
	said.label = arena_move_buf(a, &text);
	buf_free(&text);
	return said;
}

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static void
measure_charge(struct charge_cells *cells, const struct charge_text *c)
{
	cells->name_width = larger(cells->name_width, text_width(c->name));
	cells->schedule_width = larger(cells->schedule_width, text_width(c->schedule));
	number_cells_add(&cells->amount, number_cells_of(c->amount));
}

static int
schedule_column(const struct charge_cells *cells)
{
	return DOC_VALUE_COLUMN + cells->name_width + GAP + cells->amount.integer +
	    cells->amount.fraction + GAP;
}

/* A charge on one line: " Charges   trial  GBP 1.00  once at the start   The first 3 months". */
static void
draw_charge(struct doc *d, const struct charge_text *c, const struct charge_cells *cells)
{
	int amount = DOC_VALUE_COLUMN + cells->name_width + GAP, how = schedule_column(cells);
	doc_add_text(d, ROLE_TEXT, c->name);
	doc_add_aligned_number(d, amount + cells->amount.integer, ROLE_TEXT, c->amount);
	doc_pad_to_column(d, how);
	doc_add_value(d, ROLE_TEXT, c->schedule);
	if (!c->label.n)
		return;
	int used = d->lines.v[d->lines.n - 1].cell_count, label = how + cells->schedule_width + GAP;
	doc_wrap(d, how, larger(label - used, GAP) + text_width(c->label));
	if (d->lines.v[d->lines.n - 1].cell_count > how)
		doc_pad_to_column(d, label);
	doc_add_text(d, ROLE_LABEL, c->label);
}

/* A charge in a narrow window, with the amount below the name. */
static void
draw_charge_narrowly(struct doc *d, const struct charge_text *c)
{
	doc_add_text(d, ROLE_TEXT, c->name);
	if (c->label.n) {
		doc_printf(d, ROLE_TEXT, "  ");
		doc_add_value(d, ROLE_LABEL, c->label);
	}
	doc_begin_line(d);
	doc_pad_to_column(d, DOC_VALUE_COLUMN + GAP);
	doc_add_text(d, ROLE_TEXT, c->amount);
	doc_printf(d, ROLE_TEXT, "  ");
	doc_add_value(d, ROLE_TEXT, c->schedule);
}

static void
charges_doc(struct doc *d, const struct charge *v, size_t n)
{
	struct arena a = { 0 };
	struct charge_cells cells = { 0 };
	size_t shown = n < CHARGES_MAX ? n : CHARGES_MAX;
	struct charge_text *said = arena_array(&a, struct charge_text, shown);
	for (size_t i = 0; i < shown; i++) {
		said[i] = format_charge(&a, &v[i], i + 1, d->ascii);
		measure_charge(&cells, &said[i]);
	}
	bool narrow = d->width && d->width - schedule_column(&cells) < SCHEDULE_CELLS_MIN;
	for (size_t i = 0; i < shown; i++) {
		doc_add_label(d, i ? "" : "Charges");
		if (narrow)
			draw_charge_narrowly(d, &said[i]);
		else
			draw_charge(d, &said[i], &cells);
	}
	arena_free(&a);
}

/* ---- price ---- */

/* The short price of an offer in a list of offers. */
struct price_summary {
	struct str currency; /* of the amount; empty if that is words, such as "2 currencies" */
	struct str start, later;
};

/* The currency code at the start of "GBP 9.99"; empty if there is none. */
static struct str
currency_at_start(struct str text)
{
	enum { CODE = 3 };
	for (size_t i = 0; i < CODE; i++)
		if (i >= text.n || text.p[i] < 'A' || text.p[i] > 'Z')
			return STR_NONE;
	return text.n > CODE && text.p[CODE] == ' ' ? str_sub(text, 0, CODE) : STR_NONE;
}

/* The later amount omits its currency if it is that of the start. */
static struct price_summary
summarize_price(struct arena *a, const struct catalog_item *owner, bool ascii)
{
	struct price_summary s = { 0 };
	struct buf text = { 0 };
	if (!owner) {
		s.start = STR("no price");
		return s;
	}
	charge_words_add_start(&text, owner->charges, owner->charges_n, ascii);
	struct str start = arena_move_buf(a, &text);
	charge_words_add_later(&text, owner->charges, owner->charges_n, ascii);
	struct str later = arena_move_buf(a, &text);
	buf_free(&text);
	s.currency = currency_at_start(start);
	size_t skip = s.currency.n ? s.currency.n + 1 : 0;
	bool same = skip && str_eq(currency_at_start(later), s.currency);
	s.start = str_sub(start, skip, start.n);
	s.later = same ? str_sub(later, skip, later.n) : later;
	/* A constant amount is shown once: "9.99" and "monthly". */
	if (same && str_starts(s.later, s.start) && s.later.p[s.start.n] == ' ')
		s.later = str_sub(s.later, s.start.n + 1, s.later.n);
	return s;
}

/* The digits before the point of "12.99 monthly"; 0 if it does not start with an amount. */
static int
count_whole_digits(struct str text)
{
	int n = 0;
	while ((size_t)n < text.n && text.p[n] && strchr("0123456789,", text.p[n]))
		n++;
	return n;
}

void
offer_doc_add_offers(struct doc *d, const char *label, const struct catalog_item *const *v,
    size_t n, const struct item_doc_context *context)
{
	enum { NAME_CELLS_MAX = 34, CURRENCY_CELLS = 4 };
	struct arena a = { 0 };
	struct price_summary *prices = arena_array(&a, struct price_summary, n + 1);
	struct number_cells amounts = { 0 };
	int names = 0, later_digits = 0;
	for (size_t i = 0; i < n; i++) {
		int cells = text_width(v[i]->name);
		prices[i] = summarize_price(
		    &a, catalog_charge_owner(context->catalog, v[i]), d->ascii);
		names = cells > names && cells <= NAME_CELLS_MAX ? cells : names;
		if (prices[i].currency.n)
			number_cells_add(&amounts, number_cells_of(prices[i].start));
		later_digits = larger(later_digits, count_whole_digits(prices[i].later));
	}
	int start = DOC_VALUE_COLUMN + names + GAP,
	    point = start + CURRENCY_CELLS + amounts.integer;
	for (size_t i = 0; i < n; i++) {
		const struct doc_target target = { GRAPH_OFFER, v[i]->path };
		doc_add_label(d, i ? "" : label);
		doc_add_link(d, ROLE_REFERENCE, v[i]->name.n ? v[i]->name : v[i]->path, &target);
		doc_pad_to_column(d, start);
		doc_printf(d, ROLE_LABEL, "%.*s", STR_ARG(prices[i].currency));
		if (prices[i].currency.n)
			doc_add_aligned_number(d, point, ROLE_TEXT, prices[i].start);
		else
			doc_printf(d, ROLE_TEXT, "%.*s", STR_ARG(prices[i].start));
		if (!prices[i].later.n)
			continue;
		int digits = count_whole_digits(prices[i].later),
		    words = point + amounts.fraction + GAP;
		if (later_digits) /* the words are below the words of other rows */
			words += digits ? later_digits - digits
					: later_digits + amounts.fraction + 1;
		doc_pad_to_column(d, words);
		doc_printf(d, ROLE_TEXT, "%.*s", STR_ARG(prices[i].later));
	}
	arena_free(&a);
}

static void
add_price_sentence(struct doc *d, const struct catalog_item *item)
{
	struct buf words = { 0 };
	charge_words_add_sentence(&words, item->charges, item->charges_n, d->ascii);
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " ");
	doc_add_value(d, ROLE_LEAD, buf_str(&words));
	buf_free(&words);
}

void
offer_doc_add_timeline(
    struct doc *d, const struct catalog_item *item, const struct item_doc_context *context)
{
	const struct timeline_options wish = { .start_day = context->start_day,
		.width = d->width,
		.month_shift = context->month_shift };
	timeline_sums_doc(d, item->charges, item->charges_n, context->start_day);
	doc_begin_line(d);
	timeline_doc(d, item->charges, item->charges_n, &wish);
}

static const struct graph_node *
find_offer_node(const struct graph *g, struct str path)
{
	uint32_t at = g ? graph_find(g, GRAPH_OFFER, path) : GRAPH_NONE;
	return at == GRAPH_NONE ? NULL : &g->nodes.v[at];
}

/* Shows the chain of offers that the price is inherited from. Returns the offer that has the
 * charges, or NULL. */
static const struct catalog_item *
add_inherited_price(
    struct doc *d, const struct catalog_item *item, const struct item_doc_context *context)
{
	const struct graph *g = catalog_graph(context->catalog);
	const struct check_items offers = catalog_items(context->catalog, CATALOG_OFFERS);
	const char *arrow = d->ascii ? " -> " : " \xE2\x86\x92 ";
	struct price_chain chain;
	price_follow_references(&chain, &offers, item);
	doc_add_label(d, "Price of");
	for (size_t i = 1; i < chain.n; i++) {
		doc_printf(d, ROLE_LABEL, "%s", i == 1 ? "" : arrow);
		item_doc_add_link(d, find_offer_node(g, chain.offers[i]->path), context);
	}
	if (chain.end == PRICE_MISSING) {
		doc_printf(d, ROLE_LABEL, "%s", chain.n < 2 ? "" : arrow);
		item_doc_add_link(d, find_offer_node(g, chain.missing_path), context);
		doc_printf(d, ROLE_BAD, ": no price");
	} else if (chain.end == PRICE_TOO_DEEP) {
		doc_printf(d, ROLE_WARN, "   ! a chain of more than %d references: no price",
		    PRICE_CHAIN_MAX);
	} else if (chain.end != PRICE_FOUND) {
		doc_printf(d, ROLE_BAD, "   ! refers back to itself: no price");
	}
	if (item->charges_n) {
		doc_add_label(d, "");
		doc_printf(d, ROLE_WARN, "! its own charges are ignored: the reference is used");
	}
	return chain.owner;
}

void
offer_doc_add_price(
    struct doc *d, const struct catalog_item *item, const struct item_doc_context *context)
{
	const struct catalog_item *owner = item;
	if (item->price_reference.n && catalog_graph(context->catalog))
		owner = add_inherited_price(d, item, context);
	if (owner && owner->charges_n) {
		add_price_sentence(d, owner);
		doc_begin_line(d);
		offer_doc_add_timeline(d, owner, context);
	} else if (!item->price_reference.n) {
		doc_begin_line(d);
		doc_printf(
		    d, ROLE_UNKNOWN, " No price: no charges and no reference to another offer.");
	}
}

void
offer_doc_add_price_words(
    struct doc *d, const struct catalog_item *item, const struct item_doc_context *context)
{
	enum { SUMS_WIDTH_MIN = 56 };
	const struct catalog_item *owner = catalog_charge_owner(context->catalog, item);
	if (!owner)
		return;
	add_price_sentence(d, owner);
	if (d->width >= SUMS_WIDTH_MIN)
		timeline_sums_doc(d, owner->charges, owner->charges_n, context->start_day);
	doc_begin_line(d);
}

void
offer_doc_add_charge_labels(
    struct doc *d, const struct catalog_item *item, const struct item_doc_context *context)
{
	const struct catalog_item *owner = catalog_charge_owner(context->catalog, item);
	size_t n = owner ? owner->charges_n : 0, shown = 0;
	int names = 0;
	for (size_t i = 0; i < n; i++)
		names = larger(names, text_width(owner->charges[i].name));
	for (size_t i = 0; i < n && i < CHARGES_MAX; i++) {
		const struct charge *c = &owner->charges[i];
		if (!c->label.n || str_eq(c->label, c->name))
			continue;
		doc_add_label(d, shown++ ? "" : "Charges");
		doc_add_text(d, ROLE_TEXT, c->name);
		doc_pad_to_column(d, DOC_VALUE_COLUMN + names + GAP);
		doc_add_value(d, ROLE_LABEL, c->label);
	}
}

/* A member as sent: a string without quotes, but "" if it is empty; any other value as written. */
static void
add_member(struct doc *d, struct str json, const char *name, int column)
{
	struct str value = member_find(json, str_of(name));
	struct buf text = { 0 };
	doc_pad_to_column(d, column);
	doc_printf(d, ROLE_LABEL, "%s", name);
	doc_pad_to_column(d, column + 22);
	if (json_is_string(value) && value.n > 2)
		json_lex_unquote(&text, value);
	else
		buf_adds(&text, value);
	if (value.n)
		doc_add_text(d, ROLE_TEXT, buf_str(&text));
	else
		doc_printf(d, ROLE_UNKNOWN, "not sent");
	buf_free(&text);
}

void
charge_doc_add_members(struct doc *d, const struct charge *charge)
{
	static const char *const members[] = { "name", "label", "currencyCode", "value", "type",
		"trigger", "repeat_interval", "repeat_interval_type", "repeat_count",
		"delay_trigger", "delay_interval", "delay_interval_type", "attributes" };
	enum {
		MEMBERS = sizeof(members) / sizeof(*members),
		SECOND_COLUMN_X = 46,
		TWO_COLUMNS_MIN = 90
	};
	int beside = d->width >= TWO_COLUMNS_MIN ? 2 : 1, rows = (MEMBERS + beside - 1) / beside;
	for (int i = 0; i < rows; i++) {
		doc_begin_line(d);
		add_member(d, charge->json, members[i], 3);
		if (beside == 2 && i + rows < MEMBERS)
			add_member(d, charge->json, members[i + rows], SECOND_COLUMN_X);
	}
}

/* ---- terms and checkout ---- */

/* Appends "TERMED, renewed by EXTERNAL". Undocumented values are shown as the service sent them. */
static void
add_term(struct doc *d, const char *label, struct str json, const char *attribute)
{
	struct str value = catalog_find_attribute(json, str_of(attribute));
	struct buf type = { 0 }, trigger = { 0 };
	if (!value.n)
		return;
	doc_add_label(d, label);
	if (!json_is_object(value)) {
		doc_add_text(d, ROLE_WARN, value);
		return;
	}
	bool has_type = member_read_text(&type, value, STR("renewal_type"));
	bool has_trigger = member_read_text(&trigger, value, STR("renewal_trigger"));
	if (str_eqz(buf_str(&type), "TERMED"))
		doc_printf(d, ROLE_TEXT, "for a fixed term");
	else if (str_eqz(buf_str(&type), "EVERGREEN"))
		doc_printf(d, ROLE_TEXT, "until cancelled");
	else if (has_type) {
		doc_printf(d, ROLE_TEXT, "renewal \"");
		doc_add_text(d, ROLE_TEXT, buf_str(&type));
		doc_printf(d, ROLE_TEXT, "\"");
	} else {
		doc_printf(d, ROLE_UNKNOWN, "renewal not known");
	}
	if (str_eqz(buf_str(&trigger), "EXTERNAL"))
		doc_printf(d, ROLE_TEXT, ", renewed by another system");
	else if (has_trigger) {
		doc_printf(d, ROLE_TEXT, ", renewed by \"");
		doc_add_text(d, ROLE_TEXT, buf_str(&trigger));
		doc_printf(d, ROLE_TEXT, "\"");
	}
	buf_free(&type);
	buf_free(&trigger);
}

static bool
is_plain_address(struct str address)
{
	for (size_t i = 0; i < address.n; i++)
		if ((unsigned char)address.p[i] <= 0x20 || (unsigned char)address.p[i] >= 0x7F)
			return false;
	return true;
}

static void
add_address_problem(struct doc *d, const char *problem)
{
	doc_wrap(d, DOC_VALUE_COLUMN, (int)strlen(problem) + 5);
	doc_printf(d, ROLE_WARN, "   ! %s", problem);
}

/* Adds the address of an external checkout, and each reason not to trust it. The rules are those of
 * a recovery link's form. */
static void
add_external_address(struct doc *d, struct buf *address)
{
	struct url u = { 0 };
	doc_printf(d, ROLE_TEXT, ", at ");
	doc_add_text(d, ROLE_TEXT, buf_str(address));
	if (!is_plain_address(buf_str(address))) {
		add_address_problem(d, "not plain ASCII");
	} else if (!url_split(&u, buf_z(address)) || !u.scheme || !u.host) {
		add_address_problem(d, "not a web address");
	} else if (strcmp(u.scheme, "https") != 0 && strcmp(u.scheme, "http") != 0) {
		add_address_problem(d, "customers cannot open it");
	} else {
		if (u.user)
			add_address_problem(d, "has a user name before the host");
		if (strcasestr(u.host, "xn--"))
			add_address_problem(d, "its host is in punycode");
		if (strcmp(u.scheme, "http") == 0 && !url_is_loopback(buf_str(address)))
			add_address_problem(d, "plain http: anyone on the network can read it");
	}
	url_free(&u);
}

static void
add_checkout(struct doc *d, struct str json)
{
	struct str value = catalog_find_attribute(json, STR("checkout"));
	struct str push = catalog_find_attribute(json, STR("push_to_checkout"));
	struct buf type = { 0 }, url = { 0 };
	if (json_is_object(value)) {
		doc_add_label(d, "Checkout");
		member_read_text(&type, value, STR("checkout_type"));
		doc_add_text(d, ROLE_TEXT, type.n ? buf_str(&type) : STR("type not known"));
		if (member_read_text(&url, value, STR("external_url")) && url.n)
			add_external_address(d, &url);
	}
	if (push.n) {
		doc_add_label(d, "Offered");
		doc_printf(d, ROLE_TEXT, "%s",
		    str_eqz(push, "true")        ? "straight to the checkout"
			: str_eqz(push, "false") ? "not straight to the checkout"
						 : "straight to the checkout: ");
		if (!str_eqz(push, "true") && !str_eqz(push, "false"))
			doc_add_text(d, ROLE_WARN, push);
	}
	buf_free(&type);
	buf_free(&url);
}

static void
add_version(struct doc *d, const struct catalog_item *item, struct str json)
{
	struct buf date = { 0 };
	if (!item->version.n)
		return;
	doc_add_label(d, "Version");
	doc_add_text(d, ROLE_TEXT, item->version);
	if (member_read_text(&date, json, STR("version_date"))) {
		doc_printf(d, ROLE_LABEL, " of ");
		doc_add_text(d, ROLE_LABEL, buf_str(&date));
	}
	buf_free(&date);
}

/* Whether the offer is published, which is only known after comparing two reads. */
static void
add_published(
    struct doc *d, const struct catalog_item *item, const struct item_doc_context *context)
{
	static const char *const words[] = {
		[FLAG_ABSENT] = "not known (not read)",
		[FLAG_NO] = "no",
		[FLAG_YES] = "yes",
	};
	_Static_assert(sizeof(words) / sizeof(*words) == FLAG_VALUES,
	    "every answer needs a row in this table");
	const struct listing *offers = catalog_list(context->catalog, CATALOG_OFFERS);
	size_t at = catalog_find(context->catalog, CATALOG_OFFERS, item->path);
	if (at == SIZE_MAX || !str_eqz(offers->rows.v[at].kind, "standalone"))
		return;
	enum flag_value published = offers->rows.v[at].published;
	doc_add_label(d, "Published");
	doc_printf(d,
	    published == FLAG_YES      ? ROLE_GOOD
		: published == FLAG_NO ? ROLE_WARN
				       : ROLE_UNKNOWN,
	    "%s", words[published]);
}

static void
add_original(struct doc *d, const struct catalog_item *item, const struct item_doc_context *context)
{
	if (!item->copied_from.n)
		return;
	const struct graph_node *n = find_offer_node(
	    catalog_graph(context->catalog), item->copied_from);
	doc_add_label(d, "Copy of");
	if (n)
		item_doc_add_link(d, n, context);
	else
		doc_add_text(d, ROLE_TEXT, item->copied_from);
}

bool
offer_doc_checks_price(enum check_rule rule)
{
	return rule >= CHECK_PRICE_TWICE && rule <= CHECK_PRICE_CURRENCY;
}

/* The part of an offer that a rule checks: its bundle, its copies, its price or its original. */
void
offer_doc_add_checked_part(struct doc *d, const struct catalog_item *item, struct str json,
    enum check_rule rule, const struct item_doc_context *context)
{
	switch (rule) {
	case CHECK_REF_PRODUCT:
	case CHECK_BUNDLE_SUM:
	case CHECK_BUNDLE_ROUNDING:
	case CHECK_BUNDLE_SPLIT:
		bundle_doc_add_shares(d, item, false, context);
		break;
	case CHECK_EMBED_STALE:
	case CHECK_EMBED_TIME:
		bundle_doc_add_copies(d, item, json, context);
		break;
	case CHECK_REF_PRICE:
	case CHECK_PRICE_CYCLE:
	case CHECK_PRICE_CHAIN:
		if (catalog_graph(context->catalog))
			add_inherited_price(d, item, context);
		break;
	case CHECK_REF_COPY:
	case CHECK_COPY_FORGOTTEN:
	case CHECK_COPY_CYCLE:
	case CHECK_COPY_TWIN:
		add_original(d, item, context);
		break;
	default:
		if (offer_doc_checks_price(rule))
			charges_doc(d, item->charges, item->charges_n);
	}
}

void
offer_doc_add_facts(struct doc *d, const struct catalog_item *item, struct str json,
    const struct item_doc_context *context)
{
	bundle_doc_add_copies(d, item, json, context);
	add_term(d, "Term", json, "term");
	add_term(d, "First term", json, "initial_term");
	add_checkout(d, json);
	add_published(d, item, context);
	add_version(d, item, json);
	add_original(d, item, context);
	if (item->copied_from.n)
		original_doc_add_differences(d, json, item->copied_from, context);
	bundle_doc_add_shares(d, item, true, context);
}
