#include "wire/catalog.h"

#include "wire/item.h"
#include "wire/json_scan.h"
#include "wire/value.h"

static enum flag_value
read_flag(struct member_reader *r, struct str value)
{
	enum json_kind kind = value_kind(value);
	r->malformed = r->malformed ||
	    (kind != JSON_BOOL && kind != JSON_ABSENT && kind != JSON_NULL);
	return member_flag_value(value);
}

/* The texts of a list; if `name` is set, the member `name` of each object in the list. */
static struct text_list
read_text_list(struct member_reader *r, struct str value, const char *name)
{
	struct member_index l = read_list(r, value, name ? JSON_OBJECT : JSON_STRING);
	struct str *v = arena_array(r->a, struct str, l.n);
	size_t n = 0;
	for (size_t i = 0; i < l.n; i++) {
		struct str e = l.v[i].value;
		struct str text = read_id(r, name ? member_find(e, str_of(name)) : e);
		if (text.p)
			v[n++] = text;
		else
			r->malformed = true;
	}
	return (struct text_list){ v, n };
}

/* Null gives catalog_null_text; a value of another type sets `odd` and counts as absent. */
static struct str
read_text_or_null(struct member_reader *r, const struct member_index *o, const char *name)
{
	if (value_kind(member_get(o, name)) == JSON_NULL)
		return catalog_null_text;
	return read_text(r, o, name);
}

/* Text members of the API that are only checked, not used. */
static const char *const unused_item_members[] = { "version_date", "record_type", NULL };
static const char *const unused_embedded_members[] = { "baseTemplate", "created", "modified",
	"record_type", NULL };

static void
check_unused_texts(struct member_reader *r, const struct member_index *o, const char *const *names)
{
	for (; *names; names++)
		read_value_of_kind(r, member_get(o, *names), JSON_STRING);
}

/* ---- attributes ---- */

/* An attribute by its name without suffix, in any namespace. */
static struct str
find_attribute(struct member_reader *r, const struct member_index *attributes, const char *bare)
{
	for (size_t i = 0; i < attributes->n; i++) {
		struct str name = value_text(r->scratch, attributes->v[i].name);
		if (str_eqz(catalog_strip_namespace(name), bare))
			return attributes->v[i].value;
	}
	return STR_NONE;
}

static struct str
read_attribute_text(
    struct member_reader *r, const struct member_index *attributes, const char *bare)
{
	struct str value = find_attribute(r, attributes, bare);
	return value_kind(value) == JSON_NULL ? catalog_null_text : read_string(r, value);
}

/* Reads an attribute that is one text in some services and a list of texts in others. */
static struct text_list
read_attribute_list(
    struct member_reader *r, const struct member_index *attributes, const char *bare)
{
	struct str value = find_attribute(r, attributes, bare);
	bool odd = r->malformed;
	struct text_list texts = read_text_list(r, value, NULL);
	r->malformed = value_kind(value) == JSON_STRING ? odd : r->malformed;
	return texts;
}

static struct product_facts
read_product_facts(struct member_reader *r, const struct member_index *attributes)
{
	return (struct product_facts){
		.display_name = read_attribute_text(r, attributes, "display_name"),
		.code = read_attribute_text(r, attributes, "product_code"),
		.delivery = read_flag(r, find_attribute(r, attributes, "has_delivery")),
	};
}

static struct text_list
read_images(struct member_reader *r, const struct member_index *attributes)
{
	struct str *v = arena_array(r->a, struct str, attributes->n);
	size_t n = 0;
	for (size_t i = 0; i < attributes->n; i++)
		if (str_starts(attributes->v[i].name, STR("\"image__")) &&
		    json_is_string(attributes->v[i].value))
			v[n++] = value_text(r->a, attributes->v[i].value);
	return (struct text_list){ v, n };
}

/* ---- offers ---- */

static int64_t
read_charge_number(struct member_reader *r, const struct member_index *o, const char *name)
{
	int64_t n = 0;
	struct str value = member_get(o, name);
	if (value_kind(value) <= JSON_NULL)
		return CHARGE_NONE;
	if (value_whole_number(value, &n) && n > CHARGE_ODD)
		return n;
	r->malformed = true;
	return CHARGE_ODD;
}

/* The value should be a text. A number sets `odd`, but its digits are used as they were written. */
static struct str
read_charge_value(struct member_reader *r, const struct member_index *o)
{
	struct str value = member_get(o, "value");
	struct str text = read_string(r, value);
	return value_kind(value) == JSON_NUMBER ? value : text;
}

static bool
is_unread_charge(const struct member_index *o)
{
	struct member_reader needed = { 0 };
	struct str value = member_get(o, "value");
	read_value_of_kind(&needed, member_get(o, "name"), JSON_STRING);
	read_value_of_kind(&needed, member_get(o, "currencyCode"), JSON_STRING);
	if (value_kind(value) != JSON_NUMBER)
		read_value_of_kind(&needed, value, JSON_STRING);
	return needed.ambiguous;
}

static struct charge
read_charge(struct member_reader *r, struct str json)
{
	struct member_index o = read_members(r, json);
	read_value_of_kind(r, member_get(&o, "attributes"), JSON_OBJECT);
	return (struct charge){
		.is_unreadable = is_unread_charge(&o),
		.name = read_text(r, &o, "name"),
		.label = read_text(r, &o, "label"),
		.currency = read_text(r, &o, "currencyCode"),
		.value = read_charge_value(r, &o),
		.type = read_text(r, &o, "type"),
		.trigger = read_text(r, &o, "trigger"),
		.repeat_interval = read_charge_number(r, &o, "repeat_interval"),
		.interval_unit = read_text(r, &o, "repeat_interval_type"),
		.repeat_count = read_charge_number(r, &o, "repeat_count"),
		.delay_trigger = read_text(r, &o, "delay_trigger"),
		.delay = read_charge_number(r, &o, "delay_interval"),
		.delay_unit = read_text(r, &o, "delay_interval_type"),
		.attributes = member_get(&o, "attributes"),
		.json = json,
	};
}

bool
charge_read(
    struct charge *charge, struct arena *a, struct str json, unsigned flags, struct err *err)
{
	struct member_reader r = { .a = a, .scratch = a };
	struct str value = value_of_text(a, arena_str(a, json), flags);
	*charge = read_charge(&r, value);
	return json_is_object(value) || err_set(err, ERR_PROTOCOL, "a charge is not a JSON object");
}

static void
read_charges(struct member_reader *r, struct catalog_item *item, const struct member_index *l)
{
	struct charge *v = arena_array(r->a, struct charge, l->n);
	for (size_t i = 0; i < l->n; i++) {
		if (!json_is_object(l->v[i].value))
			r->malformed = r->ambiguous = item->charges_unreadable = true;
		v[i] = read_charge(r, l->v[i].value);
	}
	item->charges = v;
	item->charges_n = l->n;
}

static void
read_bundles(struct member_reader *r, struct catalog_item *item, struct str value)
{
	struct member_index l = read_list(r, value, JSON_OBJECT);
	struct bundle_part *v = arena_array(r->a, struct bundle_part, l.n);
	size_t n = 0;
	for (; n < l.n; n++) {
		struct str e = l.v[n].value;
		struct member_index o = read_element(r, e);
		v[n] = (struct bundle_part){
			.product = read_text(r, &o, "product_path"),
			.split = read_text(r, &o, "revenue_split"),
			.rate_plan = read_text(r, &o, "rate_plan"),
		};
	}
	item->bundles = v;
	item->bundles_n = n;
}

/* Reads a time; sets `odd` if it cannot be parsed. */
static int64_t
read_time(struct member_reader *r, const struct member_index *o, const char *name)
{
	int64_t t = WHEN_NONE;
	struct str text = read_text(r, o, name);
	if (text.n && !when_parse_lenient(text, &t))
		r->malformed = true;
	return t;
}

static void
read_embedded_products(
    struct member_reader *r, struct catalog_item *item, const struct member_index *l)
{
	struct embedded_product *v = arena_array(r->a, struct embedded_product, l->n);
	size_t n = 0;
	for (; n < l->n; n++) {
		struct member_index o = read_element(r, l->v[n].value);
		struct member_index attributes = read_object(r, member_get(&o, "attributes"));
		check_unused_texts(r, &o, unused_embedded_members);
		v[n] = (struct embedded_product){
			.path = read_text(r, &o, "path"),
			.source = read_text(r, &o, "syncedFrom"),
			.facts = read_product_facts(r, &attributes),
			.synced = read_flag(r, member_get(&o, "synced")),
			.synced_at = read_time(r, &o, "lastSynced"),
		};
	}
	item->embedded_products = v;
	item->embedded_products_n = n;
}

/* The products of a legacy offer are names and ids; those of a standalone offer are copies with
 * paths. */
static void
read_products(struct member_reader *r, struct catalog_item *item, const struct member_index *data)
{
	struct str value = member_get(data, "products");
	struct member_index l = read_list(r, value, JSON_OBJECT);
	if (l.n && json_is_string(member_find(l.v[0].value, STR("path")))) {
		read_embedded_products(r, item, &l);
		return;
	}
	item->product_ids = read_text_list(r, value, "id");
	item->product_names = read_text_list(r, value, "name");
}

struct price_list {
	struct str json;
	struct member_index charges;
	bool malformed, ambiguous; /* only this list */
};

static struct price_list
read_price_list(struct member_reader *r, struct str json)
{
	bool malformed = r->malformed, ambiguous = r->ambiguous;
	r->malformed = r->ambiguous = false;
	struct price_list list = { .json = json, .charges = read_list(r, json, JSON_OBJECT) };
	list.malformed = r->malformed;
	list.ambiguous = r->ambiguous;
	r->malformed = malformed;
	r->ambiguous = ambiguous;
	return list;
}

/* Standalone offers have their charges next to the attributes, and some legacy offers do, too.
 * Those in `attributes` are used only if there are none next to them. */
static void
read_price(struct member_reader *r, struct catalog_item *item, const struct member_index *data,
    const struct member_index *attributes)
{
	struct price_list own = read_price_list(r, member_get(data, "price"));
	struct price_list legacy = read_price_list(r, member_get(attributes, "price"));
	bool is_legacy = !own.json.p || (!own.charges.n && legacy.charges.n);
	const struct price_list *chosen = is_legacy ? &legacy : &own;
	item->price_json = chosen->json;
	item->price_differs = own.charges.n && legacy.charges.n && !str_eq(own.json, legacy.json);
	item->charges_unreadable = own.ambiguous || legacy.ambiguous;
	r->malformed = r->malformed || chosen->malformed;
	r->ambiguous = r->ambiguous || chosen->ambiguous;
	read_charges(r, item, &chosen->charges);
}

static void
read_data(struct member_reader *r, struct catalog_item *item, const struct member_index *data)
{
	struct str source = member_get(data, "attributes");
	struct member_index attributes = read_object(r, source);
	item->attributes_unreadable = source.p && value_kind(source) != JSON_OBJECT &&
	    value_kind(source) != JSON_NULL;
	item->facts = read_product_facts(r, &attributes);
	item->labels = read_attribute_list(r, &attributes, "label");
	item->countries = read_attribute_list(r, &attributes, "allowed_countries");
	item->images = read_images(r, &attributes);
	item->tags = read_text_list(r, member_get(data, "tags"), NULL);
	item->segments = read_text_list(r, member_get(data, "segments"), NULL);
	item->key = read_text(r, data, "key");
	item->bundles_text = member_get(data, "productBundles");
	read_bundles(r, item, item->bundles_text);
	read_products(r, item, data);
	if (!item->base.n && member_get(data, "baseTemplate").p)
		item->base = read_text_or_null(r, data, "baseTemplate");
	item->attributes = source;
	read_price(r, item, data, &attributes);
}

bool
catalog_item_read_in_place(struct catalog_item *item, struct arena *a, struct arena *scratch,
    struct str json, unsigned flags, struct err *err)
{
	struct member_reader r = { .a = a, .scratch = scratch };
	struct str value = value_of_text(a, json, flags);
	if (!json_is_object(value))
		return err_set(err, ERR_PROTOCOL, "an item of the list is not a JSON object");
	struct member_index o = read_members(&r, value);
	struct str data_value = member_get(&o, "data");
	*item = (struct catalog_item){
		.id = read_id(&r, member_get(&o, "id")),
		.name = read_text_or_null(&r, &o, "name"),
		.path = read_text(&r, &o, "path"),
		.parent = read_text(&r, &o, "parent_path"),
		.modified_text = read_text_or_null(&r, &o, "modified"),
		.modified = read_time(&r, &o, "modified"),
		.created = read_time(&r, &o, "created"),
		.version = read_text_or_null(&r, &o, "version"),
		.user = read_text_or_null(&r, &o, "user"),
		.base = read_text_or_null(&r, &o, "baseTemplate"),
		.price_reference = read_text_or_null(&r, &o, "priceReference"),
		.copied_from = read_text_or_null(&r, &o, "duplicatedFrom"),
	};
	struct member_index data = read_object(&r, data_value);
	read_data(&r, item, &data);
	if (data_value.p && value_kind(data_value) != JSON_OBJECT &&
	    value_kind(data_value) != JSON_NULL)
		item->attributes_unreadable = item->charges_unreadable = true;
	check_unused_texts(&r, &o, unused_item_members);
	item->malformed = r.malformed || flags;
	item->has_duplicate_members = flags & SPAN_DUPLICATE;
	return true;
}

bool
catalog_item_read(
    struct catalog_item *item, struct arena *a, struct str json, unsigned flags, struct err *err)
{
	return catalog_item_read_in_place(item, a, a, arena_str(a, json), flags, err);
}

struct str
catalog_find_attribute(struct str json, struct str bare)
{
	static const char *const where[] = { "data", "attributes", NULL };
	struct member_walk w;
	struct member m;
	struct str attributes = member_find_below(json, where);
	if (!json_is_object(attributes))
		return STR_NONE;
	member_start(&w, attributes);
	while (member_next(&w, &m))
		if (item_attribute_is_named(&m, bare))
			return m.value;
	return STR_NONE;
}

/* ---- journeys ---- */

/* Checks an id that is not used: one of another type sets `odd`, but not `lost`. */
static void
check_unused_id(struct member_reader *r, const struct member_index *o)
{
	bool lost = r->ambiguous;
	read_id(r, member_get(o, "id"));
	r->ambiguous = lost;
}

/* A missing or unreadable list is not the same as an empty one: it is unknown which visitors the
 * journey applies to. */
static void
read_conditions(struct member_reader *r, struct journey *j, struct str value)
{
	r->ambiguous = value_kind(value) <= JSON_NULL;
	struct member_index l = read_list(r, value, JSON_OBJECT);
	struct journey_condition *v = arena_array(r->a, struct journey_condition, l.n);
	size_t n = 0;
	for (; n < l.n; n++) {
		struct str e = l.v[n].value;
		struct member_index o = read_element(r, e);
		check_unused_id(r, &o);
		v[n] = (struct journey_condition){
			.type = read_text(r, &o, "type"),
			.value = read_text(r, &o, "value"),
		};
	}
	j->conditions = v;
	j->conditions_n = n;
	j->conditions_unreadable = r->ambiguous;
}

static void
read_destination(
    struct member_reader *r, struct journey *j, struct journey_destination *to, struct str e)
{
	struct member_index o = read_element(r, e);
	check_unused_id(r, &o);
	to->tag = read_text(r, &o, "tag");
	to->action_index = j->actions_n;
	bool lost = r->ambiguous || !to->tag.n; /* the callers check the split */
	to->split = read_text(r, &o, "split");
	r->ambiguous = lost;
}

static void
read_destinations(struct member_reader *r, struct journey *j, struct str actions)
{
	r->ambiguous = value_kind(actions) <= JSON_NULL;
	struct member_index all = read_list(r, actions, JSON_OBJECT);
	struct member_index *lists = arena_array(r->scratch, struct member_index, all.n);
	size_t n = 0;
	for (size_t i = 0; i < all.n; n += lists[i++].n) {
		struct member_index action = read_element(r, all.v[i].value);
		struct str list = member_get(&action, "values");
		read_text(r, &action, "type");
		check_unused_id(r, &action);
		r->ambiguous = r->ambiguous || value_kind(list) <= JSON_NULL;
		lists[i] = read_list(r, list, JSON_OBJECT);
	}
	struct journey_destination *v = arena_array(r->a, struct journey_destination, n);
	for (; j->actions_n < all.n; j->actions_n++)
		for (size_t i = 0; i < lists[j->actions_n].n; i++)
			read_destination(
			    r, j, &v[j->destinations_n++], lists[j->actions_n].v[i].value);
	j->destinations = v;
	j->destinations_unreadable = r->ambiguous;
}

bool
journey_read(struct journey *j, struct arena *a, struct str json, unsigned flags, struct err *err)
{
	struct member_reader r = { .a = a, .scratch = a };
	struct str value = value_of_text(a, arena_str(a, json), flags);
	struct member_index o = read_members(&r, value);
	unsigned own = flags;
	if (!json_is_object(value))
		return err_set(err, ERR_PROTOCOL, "a journey is not a JSON object");
	json_scan_check(json, &json_scan_client_rules, &own, err); /* only this journey's flags */
	*j = (struct journey){ .id = read_id(&r, member_get(&o, "id")) };
	read_conditions(&r, j, member_get(&o, "conditions"));
	read_destinations(&r, j, member_get(&o, "actions"));
	j->conditions_unreadable = j->conditions_unreadable || own & SPAN_DUPLICATE;
	j->destinations_unreadable = j->destinations_unreadable || own & SPAN_DUPLICATE;
	j->malformed = r.malformed || own || j->conditions_unreadable || j->destinations_unreadable;
	return true;
}

bool
journeys_read(struct journeys *j, struct arena *a, struct str json, unsigned flags, struct err *err)
{
	struct member_walk w;
	struct member m;
	struct str list = member_find(json, STR("journeys"));
	struct member_reader r = { .a = a, .scratch = a };
	struct member_index o = read_members(&r, value_of_text(a, arena_str(a, json), flags));
	struct journey *v = arena_array(a, struct journey, read_members(&r, list).n);
	*j = (struct journeys){ .starting_point = value_text(a, member_get(&o, "starting_point")),
		.fallback_tag = read_text(&r, &o, "fallback_tag"),
		.v = v };
	j->fallback_unreadable = r.ambiguous || member_count_named(json, STR("fallback_tag")) > 1;
	if (!json_is_array(list))
		return err_set(err, ERR_PROTOCOL, "the response has no list of journeys");
	if (member_count_named(json, STR("journeys")) > 1)
		return err_set(err, ERR_PROTOCOL, "the response has two lists of journeys");
	member_start(&w, list);
	while (member_next(&w, &m)) {
		if (!journey_read(&v[j->n], a, m.value, flags, err))
			return false;
		j->n++;
	}
	return true;
}
