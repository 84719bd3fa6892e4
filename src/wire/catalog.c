#include "wire/catalog.h"

#include "wire/item.h"
#include "wire/json.h"
#include "wire/json_scan.h"

static enum flag_value
read_flag(struct member_reader *r, const struct json_value *value)
{
	enum json_kind kind = json_kind(value);
	r->malformed = r->malformed ||
	    (kind != JSON_BOOL && kind != JSON_ABSENT && kind != JSON_NULL);
	return member_flag_value(json_source(value));
}

/* The texts of a list; if `name` is set, the member `name` of each object in the list. */
static struct text_list
texts_of(struct member_reader *r, const struct json_value *value, const char *name)
{
	struct read_list l;
	read_list(r, &l, value, name ? JSON_OBJECT : JSON_STRING);
	struct str *v = arena_array(r->a, struct str, l.n);
	size_t n = 0;
	for (const struct json_value *e; (e = read_next(&l));) {
		struct str text = read_id(r, name ? json_get(e, name) : e);
		if (text.p)
			v[n++] = text;
		else
			r->malformed = true;
	}
	return (struct text_list){ v, n };
}

/* Null gives catalog_null; a value of another type sets `odd` and counts as absent. */
static struct str
own_text(struct member_reader *r, const struct json_value *object, const char *name)
{
	if (json_kind(json_get(object, name)) == JSON_NULL)
		return catalog_null;
	return read_text(r, object, name);
}

/* The JSON of a member as it was sent, of any type. */
static struct str
read_source(const struct member_reader *r, const struct json_value *object, const char *name)
{
	return read_copy(r, json_source(json_get(object, name)));
}

/* Text members of the API that are only checked, not used. */
static const char *const item_unused[] = { "version_date", "record_type", NULL };
static const char *const bundle_unused[] = { "rate_plan", NULL };
static const char *const embedded_unused[] = { "baseTemplate", "created", "modified", "record_type",
	NULL };

static void
read_unused(struct member_reader *r, const struct json_value *object, const char *const *names)
{
	for (; *names; names++)
		read_member(r, object, *names, JSON_STRING);
}

/* ---- attributes ---- */

/* An attribute by its name without suffix, in any namespace. */
static const struct json_value *
find_attribute(const struct json_value *attributes, const char *bare)
{
	for (const struct json_value *v = json_first(attributes); v; v = json_next(v))
		if (str_eqz(catalog_strip_namespace(json_name(v)), bare))
			return v;
	return NULL;
}

static struct str
attribute_text(struct member_reader *r, const struct json_value *attributes, const char *bare)
{
	const struct json_value *value = find_attribute(attributes, bare);
	return json_kind(value) == JSON_NULL ? catalog_null : read_string(r, value);
}

/* Reads an attribute that is one text in some services and a list of texts in others. */
static struct text_list
attribute_list(struct member_reader *r, const struct json_value *attributes, const char *bare)
{
	const struct json_value *value = find_attribute(attributes, bare);
	bool odd = r->malformed;
	struct text_list texts = texts_of(r, value, NULL);
	r->malformed = json_kind(value) == JSON_STRING ? odd : r->malformed;
	return texts;
}

static struct product_facts
read_facts(struct member_reader *r, const struct json_value *attributes)
{
	return (struct product_facts){
		.display_name = attribute_text(r, attributes, "display_name"),
		.code = attribute_text(r, attributes, "product_code"),
		.delivery = read_flag(r, find_attribute(attributes, "has_delivery")),
	};
}

static struct text_list
read_images(struct member_reader *r, const struct json_value *attributes)
{
	struct str *v = arena_array(r->a, struct str, json_count(attributes));
	size_t n = 0;
	for (const struct json_value *e = json_first(attributes); e; e = json_next(e))
		if (str_starts(json_name(e), STR("image__")) && json_kind(e) == JSON_STRING)
			v[n++] = read_copy(r, json_text(e));
	return (struct text_list){ v, n };
}

/* ---- offers ---- */

static int64_t
charge_number(struct member_reader *r, const struct json_value *object, const char *name)
{
	int64_t n = 0;
	const struct json_value *value = json_get(object, name);
	enum json_kind kind = json_kind(value);
	if (kind == JSON_ABSENT || kind == JSON_NULL)
		return CHARGE_NONE;
	if (kind == JSON_NUMBER && json_whole_number(value, &n) && n > CHARGE_ODD)
		return n;
	r->malformed = true;
	return CHARGE_ODD;
}

/* The value should be a text. A number sets `odd`, but its digits are used as they were written. */
static struct str
charge_value(struct member_reader *r, const struct json_value *object)
{
	const struct json_value *value = json_get(object, "value");
	struct str text = read_text(r, object, "value");
	return json_kind(value) == JSON_NUMBER ? read_copy(r, json_source(value)) : text;
}

static bool
is_unread_charge(const struct json_value *e)
{
	struct member_reader needed = { 0 };
	read_member(&needed, e, "name", JSON_STRING);
	read_member(&needed, e, "currencyCode", JSON_STRING);
	if (json_kind(json_get(e, "value")) != JSON_NUMBER)
		read_member(&needed, e, "value", JSON_STRING);
	return needed.ambiguous;
}

static struct charge
read_charge(struct member_reader *r, const struct json_value *e)
{
	read_member(r, e, "attributes", JSON_OBJECT);
	return (struct charge){
		.is_unreadable = is_unread_charge(e),
		.name = read_text(r, e, "name"),
		.label = read_text(r, e, "label"),
		.currency = read_text(r, e, "currencyCode"),
		.value = charge_value(r, e),
		.type = read_text(r, e, "type"),
		.trigger = read_text(r, e, "trigger"),
		.repeat_interval = charge_number(r, e, "repeat_interval"),
		.interval_unit = read_text(r, e, "repeat_interval_type"),
		.repeat_count = charge_number(r, e, "repeat_count"),
		.delay_trigger = read_text(r, e, "delay_trigger"),
		.delay = charge_number(r, e, "delay_interval"),
		.delay_unit = read_text(r, e, "delay_interval_type"),
		.attributes = read_source(r, e, "attributes"),
		.json = read_copy(r, json_source(e)),
	};
}

bool
charge_read(
    struct charge *charge, struct arena *a, struct str json, unsigned flags, struct err *err)
{
	struct member_reader r = { .a = a };
	const struct json_value *tree = json_parse(a, json, flags, err);
	if (!tree)
		return false;
	*charge = read_charge(&r, tree);
	return json_kind(tree) == JSON_OBJECT ||
	    err_set(err, ERR_PROTOCOL, "a charge is not a JSON object");
}

static void
read_charges(struct member_reader *r, struct catalog_item *item, const struct json_value *value)
{
	struct read_list l;
	read_list(r, &l, value, JSON_OBJECT);
	struct charge *v = arena_array(r->a, struct charge, l.n);
	size_t n = 0;
	for (const struct json_value *e; (e = read_next(&l));) {
		read_element(r, e);
		item->charges_unreadable = item->charges_unreadable || json_kind(e) != JSON_OBJECT;
		v[n++] = read_charge(r, e);
	}
	item->charges = v;
	item->charges_n = n;
}

static void
read_bundles(struct member_reader *r, struct catalog_item *item, const struct json_value *value)
{
	struct read_list l;
	read_list(r, &l, value, JSON_OBJECT);
	struct bundle *v = arena_array(r->a, struct bundle, l.n);
	size_t n = 0;
	for (const struct json_value *e; (e = read_next(&l)); n++) {
		read_element(r, e);
		read_unused(r, e, bundle_unused);
		v[n] = (struct bundle){
			.product = read_text(r, e, "product_path"),
			.split = read_text(r, e, "revenue_split"),
		};
	}
	item->bundles = v;
	item->bundles_n = n;
}

/* Reads a time; sets `odd` if it cannot be parsed. */
static int64_t
read_time(struct member_reader *r, const struct json_value *object, const char *name)
{
	int64_t t = WHEN_NONE;
	struct str text = read_text(r, object, name);
	if (text.n && !when_read(text, &t))
		r->malformed = true;
	return t;
}

static void
read_embedded(struct member_reader *r, struct catalog_item *item, struct read_list *l)
{
	struct embedded_product *v = arena_array(r->a, struct embedded_product, l->n);
	size_t n = 0;
	for (const struct json_value *e; (e = read_next(l)); n++) {
		read_element(r, e);
		read_unused(r, e, embedded_unused);
		v[n] = (struct embedded_product){
			.path = read_text(r, e, "path"),
			.source = read_text(r, e, "syncedFrom"),
			.facts = read_facts(r, read_object(r, json_get(e, "attributes"))),
			.synced = read_flag(r, json_get(e, "synced")),
			.synced_at = read_time(r, e, "lastSynced"),
		};
	}
	item->embedded_products = v;
	item->embedded_products_n = n;
}

/* The products of a legacy offer are names and ids; those of a standalone offer are copies with
 * paths. */
static void
read_products(struct member_reader *r, struct catalog_item *item, const struct json_value *data)
{
	const struct json_value *value = json_get(data, "products");
	struct read_list l;
	read_list(r, &l, value, JSON_OBJECT);
	if (l.current && json_get_text(l.current, "path").p) {
		read_embedded(r, item, &l);
		return;
	}
	item->product_ids = texts_of(r, value, "id");
	item->product_names = texts_of(r, value, "name");
}

static bool
is_no_list(const struct json_value *value)
{
	struct member_reader r = { 0 };
	struct read_list l;
	read_list(&r, &l, value, JSON_OBJECT);
	return r.ambiguous;
}

/* Standalone offers have their charges next to the attributes, and some legacy offers do, too.
 * Those in `attributes` are used only if there are none next to them. */
static void
read_price(struct member_reader *r, struct catalog_item *item, const struct json_value *data,
    const struct json_value *attributes)
{
	const struct json_value *own = json_get(data, "price"),
				*legacy = json_get(attributes, "price");
	bool both = json_first(own) && json_first(legacy);
	const struct json_value *chosen = !own || (!json_first(own) && json_first(legacy)) ? legacy
											   : own;
	item->price_differs = both && !str_eq(json_source(own), json_source(legacy));
	item->price = read_copy(r, json_source(chosen));
	item->charges_unreadable = is_no_list(own) || is_no_list(legacy);
	read_charges(r, item, chosen);
}

static void
read_data(struct member_reader *r, struct catalog_item *item, const struct json_value *data)
{
	const struct json_value *attributes = read_object(r, json_get(data, "attributes"));
	enum json_kind kind = json_kind(json_get(data, "attributes"));
	item->attributes_unreadable = kind != JSON_OBJECT && kind != JSON_ABSENT &&
	    kind != JSON_NULL;
	item->facts = read_facts(r, attributes);
	item->labels = attribute_list(r, attributes, "label");
	item->countries = attribute_list(r, attributes, "allowed_countries");
	item->images = read_images(r, attributes);
	item->tags = texts_of(r, json_get(data, "tags"), NULL);
	item->segments = texts_of(r, json_get(data, "segments"), NULL);
	item->key = read_text(r, data, "key");
	read_bundles(r, item, json_get(data, "productBundles"));
	read_products(r, item, data);
	if (!item->base.n && json_get(data, "baseTemplate"))
		item->base = own_text(r, data, "baseTemplate");
	item->attributes = read_source(r, data, "attributes");
	item->bundles_text = read_source(r, data, "productBundles");
	read_price(r, item, data, attributes);
}

static bool
read_item(struct catalog_item *item, struct member_reader *r, const struct json_value *tree,
    unsigned flags, struct err *err)
{
	if (!tree)
		return false;
	if (json_kind(tree) != JSON_OBJECT)
		return err_set(err, ERR_PROTOCOL, "an item of the list is not a JSON object");
	*item = (struct catalog_item){
		.id = read_id(r, json_get(tree, "id")),
		.name = own_text(r, tree, "name"),
		.path = read_text(r, tree, "path"),
		.parent = read_text(r, tree, "parent_path"),
		.modified_text = own_text(r, tree, "modified"),
		.modified = read_time(r, tree, "modified"),
		.created = read_time(r, tree, "created"),
		.version = own_text(r, tree, "version"),
		.user = own_text(r, tree, "user"),
		.base = own_text(r, tree, "baseTemplate"),
		.price_reference = own_text(r, tree, "priceReference"),
		.copied_from = own_text(r, tree, "duplicatedFrom"),
	};
	enum json_kind kind = json_kind(json_get(tree, "data"));
	read_data(r, item, read_object(r, json_get(tree, "data")));
	if (kind != JSON_OBJECT && kind != JSON_ABSENT && kind != JSON_NULL)
		item->attributes_unreadable = item->charges_unreadable = true;
	read_unused(r, tree, item_unused);
	item->malformed = r->malformed || flags;
	item->has_duplicate_members = flags & SPAN_DUPLICATE;
	return true;
}

bool
catalog_item_read(
    struct catalog_item *item, struct arena *a, struct str json, unsigned flags, struct err *err)
{
	struct member_reader r = { .a = a };
	return read_item(item, &r, json_parse(a, json, flags, err), flags, err);
}

bool
catalog_item_read_in_place(struct catalog_item *item, struct arena *a, struct arena *scratch,
    struct str json, unsigned flags, struct err *err)
{
	struct member_reader r = { .a = a, .borrowed_range = json };
	return read_item(item, &r, json_parse_in_place(scratch, json, flags, err), flags, err);
}

struct str
catalog_attribute(struct str json, struct str bare)
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
check_unused_id(struct member_reader *r, const struct json_value *object)
{
	bool lost = r->ambiguous;
	read_id(r, json_get(object, "id"));
	r->ambiguous = lost;
}

/* A missing or unreadable list is not the same as an empty one: it is unknown which visitors the
 * journey applies to. */
static void
read_conditions(struct member_reader *r, struct journey *j, const struct json_value *value)
{
	struct read_list l;
	enum json_kind kind = json_kind(value);
	r->ambiguous = kind == JSON_ABSENT || kind == JSON_NULL;
	read_list(r, &l, value, JSON_OBJECT);
	struct journey_condition *v = arena_array(r->a, struct journey_condition, l.n);
	size_t n = 0;
	for (const struct json_value *e; (e = read_next(&l)); n++) {
		read_element(r, e);
		check_unused_id(r, e);
		v[n] = (struct journey_condition){
			.type = read_text(r, e, "type"),
			.value = read_text(r, e, "value"),
		};
	}
	j->conditions = v;
	j->conditions_n = n;
	j->conditions_unreadable = r->ambiguous;
}

static size_t
count_values(const struct json_value *actions)
{
	struct member_reader ignored = { 0 };
	struct read_list all, values;
	size_t n = 0;
	read_list(&ignored, &all, actions, JSON_OBJECT);
	for (const struct json_value *e; (e = read_next(&all)); n += values.n)
		read_list(&ignored, &values, json_get(e, "values"), JSON_OBJECT);
	return n;
}

static void
read_destination(struct member_reader *r, struct journey *j, struct journey_destination *to,
    const struct json_value *e)
{
	read_element(r, e);
	check_unused_id(r, e);
	to->tag = read_text(r, e, "tag");
	to->action = j->actions_n;
	bool lost = r->ambiguous || !to->tag.n; /* the callers check the split */
	to->split = read_text(r, e, "split");
	r->ambiguous = lost;
}

static void
read_destinations(struct member_reader *r, struct journey *j, const struct json_value *actions)
{
	struct journey_destination *v = arena_array(
	    r->a, struct journey_destination, count_values(actions));
	struct read_list all, values;
	enum json_kind kind = json_kind(actions);
	r->ambiguous = kind == JSON_ABSENT || kind == JSON_NULL;
	read_list(r, &all, actions, JSON_OBJECT);
	for (const struct json_value *action; (action = read_next(&all)); j->actions_n++) {
		const struct json_value *list = json_get(action, "values");
		read_element(r, action);
		read_text(r, action, "type");
		check_unused_id(r, action);
		r->ambiguous = r->ambiguous || json_kind(list) == JSON_ABSENT ||
		    json_kind(list) == JSON_NULL;
		read_list(r, &values, list, JSON_OBJECT);
		for (const struct json_value *e; (e = read_next(&values));)
			read_destination(r, j, &v[j->destinations_n++], e);
	}
	j->destinations = v;
	j->destinations_unreadable = r->ambiguous;
}

bool
journey_read(struct journey *j, struct arena *a, struct str json, unsigned flags, struct err *err)
{
	struct member_reader r = { .a = a };
	const struct json_value *tree = json_parse(a, json, flags, err);
	unsigned own = flags;
	if (!tree)
		return false;
	if (json_kind(tree) != JSON_OBJECT)
		return err_set(err, ERR_PROTOCOL, "a journey is not a JSON object");
	json_scan_check(json, &json_scan_for_client, &own, err); /* only this journey's flags */
	*j = (struct journey){ .id = read_id(&r, json_get(tree, "id")) };
	read_conditions(&r, j, json_get(tree, "conditions"));
	read_destinations(&r, j, json_get(tree, "actions"));
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
	const struct json_value *tree = json_parse(a, json, flags, err);
	if (!tree)
		return false;
	struct journey *v = arena_array(a, struct journey, json_count(json_get(tree, "journeys")));
	struct member_reader r = { .a = a };
	*j = (struct journeys){ .start = json_get_text(tree, "starting_point"),
		.fallback = read_text(&r, tree, "fallback_tag"),
		.v = v };
	j->fallback_unreadable = r.ambiguous || member_count(json, STR("fallback_tag")) > 1;
	if (!json_is_array(list))
		return err_set(err, ERR_PROTOCOL, "the response has no list of journeys");
	if (member_count(json, STR("journeys")) > 1)
		return err_set(err, ERR_PROTOCOL, "the response has two lists of journeys");
	member_start(&w, list);
	while (member_next(&w, &m)) {
		if (!journey_read(&v[j->n], a, m.value, flags, err))
			return false;
		j->n++;
	}
	return true;
}
