#include "ui/catalog/item_doc.h"

#include "base/utf8.h"
#include "list/columns.h"
#include "list/entity.h"
#include "list/html.h"
#include "model/path.h"
#include "ui/catalog/campaign_doc.h"
#include "ui/catalog/offer_doc.h"
#include "wire/catalog.h"
#include "wire/member.h"

#include <string.h>

/* From the first width on an item has two columns, from the second its origin is on the right. */
enum { TWO_COLUMNS_WIDTH_MIN = 98, WIDE_COLUMNS_WIDTH_MIN = 118 };

/* ---- references ---- */

#define RELATION_BIT(relation) (1u << (relation))

enum { USE_GROUP_USES = 2 }; /* the index of the last group */

/* Relations that share a line. A relation that has its own line elsewhere is in no group. */
static const struct use_group {
	const char *label;
	unsigned relations;
	bool omits_root; /* omit the path's root, which the label names */
} use_groups[] = {
	{ .label = "For", .relations = RELATION_BIT(RELATION_SEGMENT), .omits_root = true },
	{ .label = "Tags",
	    .relations = RELATION_BIT(RELATION_TAG) | RELATION_BIT(RELATION_LABEL),
	    .omits_root = true },
	{ .label = "Uses",
	    .relations = ~(RELATION_BIT(RELATION_OFFER) | RELATION_BIT(RELATION_PRICE) |
		RELATION_BIT(RELATION_COPY) | RELATION_BIT(RELATION_SEGMENT) |
		RELATION_BIT(RELATION_TAG) | RELATION_BIT(RELATION_LABEL)) },
};

static void
add_use(struct doc *d, const struct graph_node *n, const struct use_group *group,
    const struct item_doc_context *context)
{
	const struct doc_target target = { (int)n->kind, n->path };
	if (!group->omits_root || graph_is_missing(n) || !str_eq(graph_name(n), n->path)) {
		item_doc_add_link(d, n, context);
		return;
	}
	struct str name = path_below_root(n->path);
	doc_wrap(d, DOC_VALUE_COLUMN, item_name_width(name, false) + 3);
	doc_add_link(d, ROLE_REFERENCE, name, &target);
}

/* Appends the items of a group in a row. */
static void
add_use_group(struct doc *d, const struct graph *g, const struct graph_node *n,
    const struct use_group *group, const struct item_doc_context *context)
{
	bool first = true;
	for (uint32_t e = n->first_out; e != GRAPH_NONE; e = g->edges.v[e].next_out) {
		enum graph_relation relation = g->edges.v[e].relation;
		if (!(RELATION_BIT(relation) & group->relations) ||
		    (context->presenting && relation == RELATION_TEMPLATE))
			continue;
		if (first)
			doc_add_label(d, group->label);
		else
			doc_printf(d, ROLE_LABEL, "%s", group->omits_root ? ", " : " \xC2\xB7 ");
		add_use(d, &g->nodes.v[g->edges.v[e].to], group, context);
		first = false;
	}
}

static void
add_uses(struct doc *d, const struct graph *g, const struct graph_node *n,
    const struct item_doc_context *context)
{
	for (size_t i = 0; i < sizeof(use_groups) / sizeof(*use_groups); i++)
		add_use_group(d, g, n, &use_groups[i], context);
}

/* ---- attributes ---- */

/* True for attributes that are described elsewhere in the detail. */
static bool
is_shown_separately(struct str name)
{
	static const char *const told[] = { "display_name", "product_code", "has_delivery", "price",
		"label", "allowed_countries", "checkout_description", "checkout", "term",
		"initial_term", "push_to_checkout" };
	for (size_t i = 0; i < sizeof(told) / sizeof(*told); i++)
		if (str_eqz(name, told[i]))
			return true;
	return str_starts(name, STR("image__"));
}

/* A string without its quotes; any other value as it was sent. */
static void
add_json_value(struct doc *d, struct str value)
{
	struct buf text = { 0 };
	if (json_is_string(value) && value.n > 2)
		json_lex_unquote(&text, value);
	else
		buf_adds(&text, value);
	doc_add_value(d, ROLE_TEXT, buf_str(&text));
	buf_free(&text);
}

static void
add_attributes(struct doc *d, struct str json)
{
	static const char *const where[] = { "data", "attributes", NULL };
	struct member_walk w;
	struct member m;
	struct buf name = { 0 };
	bool first = true;
	struct str attributes = member_find_below(json, where);
	if (!json_is_object(attributes))
		return;
	member_start(&w, attributes);
	while (member_next(&w, &m)) {
		buf_reset(&name);
		json_lex_unquote(&name, m.name);
		if (is_shown_separately(catalog_strip_namespace(buf_str(&name))))
			continue;
		if (first) {
			doc_begin_line(d);
			doc_begin_line(d);
			doc_printf(d, ROLE_LEAD, " Other attributes");
		}
		first = false;
		doc_begin_line(d);
		doc_printf(d, ROLE_TEXT, "   ");
		doc_add_text(d, ROLE_LABEL, buf_str(&name));
		doc_pad_to_column(d, 24);
		add_json_value(d, m.value);
	}
	buf_free(&name);
}

/* ---- facts of all items ---- */

static void
add_time(struct doc *d, const char *label, struct str text, const struct item_doc_context *context)
{
	struct buf when = { 0 };
	int64_t t;
	if (!text.n)
		return;
	doc_add_label(d, label);
	if (!when_parse_lenient(text, &t)) {
		doc_printf(d, ROLE_UNKNOWN, "? not a time: ");
		doc_add_text(d, ROLE_TEXT, text);
		return;
	}
	format_time_long(&when, t, context->time_style == TIME_UTC);
	doc_printf(d, ROLE_TEXT, "%s", buf_z(&when));
	buf_reset(&when);
	when_write_age(&when, context->now, t);
	if (t <= context->now)
		doc_printf(d, ROLE_LABEL, ", %s ago", buf_z(&when));
	else
		doc_printf(d, ROLE_WARN, ", that is %s", buf_z(&when));
	buf_free(&when);
}

static void
add_time_member(struct doc *d, const char *label, struct str json, const char *member,
    const struct item_doc_context *context)
{
	struct buf text = { 0 };
	if (member_read_text(&text, json, str_of(member)))
		add_time(d, label, buf_str(&text), context);
	buf_free(&text);
}

static void
add_times(struct doc *d, const struct catalog_item *item, struct str json,
    const struct item_doc_context *context)
{
	add_time_member(d, "Created", json, "created", context);
	add_time(d, "Modified", item->modified_text, context);
}

/* Adds the decoded name. The heading already shows it, so this line is only for names with
 * encoded characters. */
static void
add_readable_name(struct doc *d, const char *label, struct str name, bool always)
{
	struct buf decoded = { 0 };
	if (name.n && (always || entity_decode_all(&decoded, name))) {
		doc_add_label(d, label);
		doc_add_name(d, ROLE_TEXT, name);
	}
	buf_free(&decoded);
}

/* The item's type, and the template of its data if that differs from its own. */
static void
add_types(struct doc *d, const struct catalog_item *item, struct str json)
{
	static const char *const inner[] = { "data", "baseTemplate", NULL };
	struct buf text = { 0 };
	if (member_read_text(&text, json, STR("record_type")))
		doc_add_labelled(d, "Type", buf_str(&text));
	struct str value = member_find_below(json, inner);
	buf_reset(&text);
	if (json_is_string(value) && value.n > 2)
		json_lex_unquote(&text, value);
	if (text.n && !str_eq(buf_str(&text), item->base)) {
		doc_add_labelled(d, "Template", buf_str(&text));
		doc_printf(d, ROLE_LABEL, "   of its data");
	}
	buf_free(&text);
}

/* The item's names, place and age. */
static void
add_origin(struct doc *d, const struct catalog_item *item, struct str json,
    const struct item_doc_context *context)
{
	doc_begin_line(d);
	add_readable_name(d, "Name", item->name, false);
	add_readable_name(d, "Shop name", item->facts.display_name,
	    !str_eq(item->facts.display_name, item->name));
	if (!context->presenting) {
		doc_add_labelled(d, "Path", item->path);
		doc_add_labelled(d, "Id", item->id);
		add_times(d, item, json, context);
		doc_add_labelled(d, "By", item->user);
		add_types(d, item, json);
	}
	if (item->malformed) {
		doc_add_label(d, "Odd");
		doc_printf(
		    d, ROLE_WARN, "! part of this item is malformed; the JSON source shows it");
	}
}

static void
add_text_list(struct doc *d, const char *label, const struct text_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (i == 0)
			doc_add_label(d, label);
		else
			doc_printf(d, ROLE_LABEL, ", ");
		doc_wrap(d, DOC_VALUE_COLUMN, text_width(list->v[i]) + 2);
		doc_add_text(d, ROLE_TEXT, list->v[i]);
	}
}

static void
add_description(struct doc *d, struct str json)
{
	struct buf text = { 0 };
	struct str value = catalog_find_attribute(json, STR("checkout_description"));
	if (json_is_string(value)) {
		json_lex_unquote(&text, value);
		doc_add_label(d, "Wording");
		html_add_to_doc(d, ROLE_TEXT, buf_str(&text));
	}
	buf_free(&text);
}

/* ---- the kinds of items ---- */

/* The campaign's labels, offers and wording. */
static void
add_campaign_facts(struct doc *d, const struct catalog_item *item, struct str json,
    const struct graph_node *n, const struct item_doc_context *context)
{
	add_text_list(d, "Labels", &item->labels);
	if (n)
		campaign_doc_add_offers(d, catalog_graph(context->catalog), n, context);
	add_description(d, json);
}

static void
add_campaign_context(struct doc *d, const struct catalog_item *item, const struct graph_node *n,
    const struct item_doc_context *context)
{
	const struct graph *g = catalog_graph(context->catalog);
	item_doc_add_used_by(d, GRAPH_CAMPAIGN, item->path, context);
	if (n) {
		campaign_doc_add_context(d, g, n, context);
		add_uses(d, g, n, context);
	}
}

/* With enough room the facts are on the left, and the context and the origin on the right. */
static void
campaign_doc(struct doc *d, const struct catalog_item *item, struct str json,
    const struct graph_node *n, const struct item_doc_context *context)
{
	struct doc_columns columns;
	if (d->width < WIDE_COLUMNS_WIDTH_MIN) {
		add_campaign_facts(d, item, json, n, context);
		add_campaign_context(d, item, n, context);
		add_origin(d, item, json, context);
		return;
	}
	doc_columns_start(&columns, d, DOC_FACTS_PERCENT);
	add_campaign_facts(&columns.left, item, json, n, context);
	add_campaign_context(&columns.right, item, n, context);
	add_origin(&columns.right, item, json, context);
	doc_columns_end(&columns, d);
}

/* The offer's segments and tags, its products, and its users. */
static void
add_offer_facts(struct doc *d, const struct catalog_item *item, struct str json,
    const struct graph_node *n, const struct item_doc_context *context)
{
	if (n)
		add_uses(d, catalog_graph(context->catalog), n, context);
	item_doc_add_used_by(d, GRAPH_OFFER, item->path, context);
	add_text_list(d, "Labels", &item->labels);
	add_text_list(d, "Countries", &item->countries);
	offer_doc_add_facts(d, item, json, context);
}

/* The price runs the full width. With enough room the wording is to the right of the facts, and the
 * origin below it. */
static void
offer_doc(struct doc *d, const struct catalog_item *item, struct str json,
    const struct graph_node *n, const struct item_doc_context *context)
{
	struct doc_columns columns;
	bool has_wording = json_is_string(catalog_find_attribute(json, STR("checkout_description")));
	offer_doc_add_price(d, item, context);
	doc_begin_line(d);
	if (d->width < (has_wording ? TWO_COLUMNS_WIDTH_MIN : WIDE_COLUMNS_WIDTH_MIN)) {
		offer_doc_add_charge_labels(d, item, context);
		add_offer_facts(d, item, json, n, context);
		add_description(d, json);
		add_origin(d, item, json, context);
		return;
	}
	doc_columns_start(&columns, d, DOC_FACTS_PERCENT);
	offer_doc_add_charge_labels(&columns.left, item, context);
	add_offer_facts(&columns.left, item, json, n, context);
	add_description(&columns.right, json);
	add_origin(d->width < WIDE_COLUMNS_WIDTH_MIN ? &columns.left : &columns.right, item, json,
	    context);
	doc_columns_end(&columns, d);
}

static void
product_doc(struct doc *d, const struct catalog_item *item, struct str json,
    const struct graph_node *n, const struct item_doc_context *context)
{
	static const char *const delivered[] = { [FLAG_ABSENT] = "not known",
		[FLAG_NO] = "no",
		[FLAG_YES] = "yes, includes a delivery" };
	_Static_assert(sizeof(delivered) / sizeof(*delivered) == FLAG_VALUES,
	    "every answer needs a row in this table");
	(void)json;
	doc_add_labelled(d, "Code", item->facts.code);
	doc_add_label(d, "Delivery");
	doc_printf(d, item->facts.delivery ? ROLE_TEXT : ROLE_UNKNOWN, "%s",
	    delivered[item->facts.delivery]);
	if (n)
		add_uses(d, catalog_graph(context->catalog), n, context);
	item_doc_add_used_by(d, GRAPH_PRODUCT, item->path, context);
}

static void
segment_doc(struct doc *d, const struct catalog_item *item, struct str json,
    const struct graph_node *n, const struct item_doc_context *context)
{
	(void)json;
	if (n)
		add_uses(d, catalog_graph(context->catalog), n, context);
	item_doc_add_used_by(d, GRAPH_SEGMENT, item->path, context);
}

static void
asset_doc(struct doc *d, const struct catalog_item *item, struct str json,
    const struct graph_node *n, const struct item_doc_context *context)
{
	(void)json;
	doc_add_label(d, "File");
	if (item->key.n)
		doc_add_text(d, ROLE_TEXT, item->key);
	else
		doc_printf(d, ROLE_WARN, "! the asset has no key");
	if (n)
		add_uses(d, catalog_graph(context->catalog), n, context);
	item_doc_add_used_by(d, GRAPH_ASSET, item->path, context);
}

typedef void item_doc_fn(struct doc *d, const struct catalog_item *item, struct str json,
    const struct graph_node *n, const struct item_doc_context *context);

static item_doc_fn *const doc_writers[] = {
	[CATALOG_CAMPAIGNS] = campaign_doc,
	[CATALOG_OFFERS] = offer_doc,
	[CATALOG_PRODUCTS] = product_doc,
	[CATALOG_SEGMENTS] = segment_doc,
	[CATALOG_ASSETS] = asset_doc,
};
_Static_assert(sizeof(doc_writers) / sizeof(*doc_writers) == CATALOG_PARTS,
    "every part needs a row in this table");

/* The item's own graph node. Two items with the same path have separate nodes. */
static const struct graph_node *
node_of(const struct catalog *c, enum graph_kind kind, const struct catalog_item *item)
{
	const struct graph *g = catalog_graph(c);
	uint32_t at = g ? graph_find(g, kind, item->path) : GRAPH_NONE;
	if (at == GRAPH_NONE)
		return NULL;
	for (uint32_t i = at; i < g->nodes.n && g->nodes.v[at].item != item; i++)
		if (g->nodes.v[i].item == item)
			return &g->nodes.v[i];
	return &g->nodes.v[at];
}

void
item_doc(struct doc *d, enum catalog_part part, const struct listing *list, size_t at,
    const struct item_doc_context *context)
{
	const struct catalog_item *item = &list->items.v[at];
	struct str json = listing_json(list, at, NULL);
	doc_writers[part](
	    d, item, json, node_of(context->catalog, catalog_kind_of(part), item), context);
	if (part != CATALOG_CAMPAIGNS && part != CATALOG_OFFERS)
		add_origin(d, item, json, context);
	add_attributes(d, json);
}

void
item_doc_add_checked_part(struct doc *d, enum catalog_part part, const struct listing *list,
    size_t at, enum check_rule rule, const struct item_doc_context *context)
{
	static const struct use_group images = { .label = "Images",
		.relations = RELATION_BIT(RELATION_ASSET) };
	const struct catalog_item *item = &list->items.v[at];
	struct str json = listing_json(list, at, NULL);
	const struct graph *g = catalog_graph(context->catalog);
	const struct graph_node *n = node_of(context->catalog, catalog_kind_of(part), item);
	if (n && rule == CHECK_REF_SEGMENT)
		add_use_group(d, g, n, &use_groups[0], context);
	else if (n && rule == CHECK_REF_ASSET)
		add_use_group(d, g, n, &images, context);
	else if (rule == CHECK_TIME_ORDER && !context->presenting)
		add_times(d, item, json, context);
	else if (part == CATALOG_OFFERS)
		offer_doc_add_checked_part(d, item, json, rule, context);
}

void
item_doc_add_surroundings(struct doc *d, enum catalog_part part, const struct listing *list,
    size_t at, enum check_rule rule, const struct item_doc_context *context)
{
	const struct catalog_item *item = &list->items.v[at];
	struct str json = listing_json(list, at, NULL);
	const struct graph *g = catalog_graph(context->catalog);
	const struct graph_node *n = node_of(context->catalog, catalog_kind_of(part), item);
	if (part != CATALOG_OFFERS) {
		doc_writers[part](d, item, json, n, context);
		return;
	}
	if (!offer_doc_checks_price(rule))
		offer_doc_add_price_words(d, item, context);
	for (size_t i = rule == CHECK_REF_SEGMENT; n && i < USE_GROUP_USES; i++)
		add_use_group(d, g, n, &use_groups[i], context);
	item_doc_add_used_by(d, GRAPH_OFFER, item->path, context);
	add_description(d, json);
}

void
item_doc_add_offer_facts(struct doc *d, const struct catalog_item *offer,
    const struct item_doc_context *context)
{
	const struct listing *list = catalog_list(context->catalog, CATALOG_OFFERS);
	struct str json = listing_json(list, (size_t)(offer - list->items.v), NULL);
	const struct graph_node *n = node_of(context->catalog, GRAPH_OFFER, offer);
	add_offer_facts(d, offer, json, n, context);
	add_description(d, json);
	add_origin(d, offer, json, context);
}

/* " of Winback 2026", for an offer of a campaign. */
static void
append_campaign_of(struct buf *out, const struct graph *g, struct str offer, bool ascii)
{
	uint32_t at = g ? graph_find(g, GRAPH_OFFER, offer) : GRAPH_NONE;
	const struct catalog_item *item = at == GRAPH_NONE ? NULL : g->nodes.v[at].item;
	at = item ? graph_find(g, GRAPH_CAMPAIGN, graph_campaign_of(item)) : GRAPH_NONE;
	if (at == GRAPH_NONE)
		return;
	buf_addz(out, " of ");
	text_clean(out, path_below_root(graph_name(&g->nodes.v[at])), ascii);
}

void
item_append_headline(struct buf *out, enum catalog_part part, const struct item_row *row,
    const struct graph *g, bool ascii)
{
	bool offer = part == CATALOG_OFFERS, of_campaign = offer && str_eqz(row->kind, "legacy");
	text_clean(out, row->name.n ? row->name : row->path, ascii);
	buf_addz(out, ascii ? "  " : " \xC2\xB7 ");
	if (offer && !of_campaign && !str_eqz(row->kind, "other"))
		buf_addf(out, "%.*s ", STR_ARG(row->kind));
	buf_addz(out, graph_kinds[catalog_kind_of(part)].singular);
	if (of_campaign)
		append_campaign_of(out, g, row->path, ascii);
	if (offer && row->published == FLAG_NO)
		buf_addz(out, ", not published");
}
