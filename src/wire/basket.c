#include "wire/basket.h"

#include "base/json_quote.h"
#include "wire/reader.h"

static void
read_products(struct reader *r, struct basket_item *item, const struct json_value *array)
{
	struct basket_product *products = arena_array(
	    r->a, struct basket_product, json_count(array));
	size_t n = 0;
	for (const struct json_value *v = json_first(array); v; v = json_next(v)) {
		read_element(r, v);
		products[n].path = read_text(r, v, "path");
		products[n++].code = read_text(r, v, "productCode");
	}
	item->products = products;
	item->products_n = n;
}

static void
read_items(struct reader *r, struct basket *b, const struct json_value *array)
{
	struct basket_item *items = arena_array(r->a, struct basket_item, json_count(array));
	size_t n = 0;
	for (const struct json_value *v = json_first(array); v; v = json_next(v), n++) {
		read_element(r, v);
		items[n].name = read_text(r, v, "name");
		items[n].path = read_text(r, v, "path");
		read_products(r, &items[n], read_member(r, v, "products", JSON_ARRAY));
	}
	b->items = items;
	b->items_n = n;
}

static void
read_identities(struct reader *r, struct basket *b, const struct json_value *array)
{
	struct basket_identity *ids = arena_array(r->a, struct basket_identity, json_count(array));
	size_t n = 0;
	for (const struct json_value *v = json_first(array); v; v = json_next(v), n++) {
		read_element(r, v);
		ids[n].sub = read_text(r, v, "sub");
		ids[n].iss = read_text(r, v, "iss");
		ids[n].service = read_text(r, v, "service");
		ids[n].type = read_text(r, v, "type");
	}
	b->identities = ids;
	b->identities_n = n;
}

static void
read_tracking(struct reader *r, struct basket *b, const struct json_value *tracking)
{
	const struct json_value *array = read_member(r, tracking, "offers", JSON_ARRAY);
	struct str *offers = arena_array(r->a, struct str, json_count(array));
	size_t n = 0;
	for (const struct json_value *v = json_first(array); v; v = json_next(v)) {
		if (json_kind(v) == JSON_STRING)
			offers[n++] = json_text(v);
		else
			r->odd = true;
	}
	b->offers = offers;
	b->offers_n = n;
	b->page = read_text(r, tracking, "campaign");
	b->tag = read_text(r, tracking, "tag");
}

bool
basket_read(struct basket *b, struct arena *a, struct str json, unsigned flags, struct err *err)
{
	struct reader r = { .a = a };
	const struct json_value *tree = json_parse(a, json, flags, err);
	if (!tree)
		return false;
	if (json_kind(tree) != JSON_OBJECT)
		return err_set(err, ERR_PROTOCOL, "an item of the list is no JSON object");
	*b = (struct basket){ .created = WHEN_NONE };
	b->id = read_text(&r, tree, "id");
	b->created_text = read_text(&r, tree, "created");
	if (b->created_text.n && !when_parse(b->created_text, &b->created))
		r.odd = true;
	const struct json_value *person = read_member(&r, tree, "customerDetails", JSON_OBJECT);
	b->email = read_text(&r, person, "email");
	b->first = read_text(&r, person, "firstName");
	b->last = read_text(&r, person, "lastName");
	b->company = read_text(&r, person, "companyName");
	read_items(&r, b, read_member(&r, tree, "orderItems", JSON_ARRAY));
	read_tracking(&r, b, read_member(&r, tree, "tracking", JSON_OBJECT));
	read_identities(&r, b, read_member(&r, tree, "identities", JSON_ARRAY));
	b->custom = json_source(json_get(tree, "customFields"));
	b->entry = read_text(&r, tree, "entry");
	b->completed = json_is_true(json_get(tree, "completed"));
	b->link = read_text(&r, tree, "recoveryLink");
	b->odd = r.odd || flags;
	return true;
}

/* Members are added one after another; the separator stands before all but the first. */
static void
add_text(struct buf *out, const char *name, struct str text)
{
	if (!text.p)
		return;
	char last = out->n ? out->p[out->n - 1] : '\0';
	if (last != '{' && last != '[')
		buf_addc(out, ',');
	json_quote(out, str_of(name));
	buf_addc(out, ':');
	json_quote(out, text);
}

static void
write_items(struct buf *out, const struct basket *b)
{
	for (size_t i = 0; i < b->items_n; i++) {
		const struct basket_item *item = &b->items[i];
		buf_addz(out, i ? ",{" : "{");
		add_text(out, "name", item->name);
		add_text(out, "path", item->path);
		buf_addz(out, ",\"products\":[");
		for (size_t j = 0; j < item->products_n; j++) {
			buf_addz(out, j ? ",{" : "{");
			add_text(out, "path", item->products[j].path);
			add_text(out, "productCode", item->products[j].code);
			buf_addc(out, '}');
		}
		buf_addz(out, "]}");
	}
}

static void
write_tracking(struct buf *out, const struct basket *b)
{
	buf_addz(out, ",\"tracking\":{\"offers\":[");
	for (size_t i = 0; i < b->offers_n; i++) {
		if (i)
			buf_addc(out, ',');
		json_quote(out, b->offers[i]);
	}
	buf_addc(out, ']');
	add_text(out, "campaign", b->page);
	add_text(out, "tag", b->tag);
	buf_addc(out, '}');
}

static void
write_identities(struct buf *out, const struct basket *b)
{
	buf_addz(out, ",\"identities\":[");
	for (size_t i = 0; i < b->identities_n; i++) {
		const struct basket_identity *id = &b->identities[i];
		buf_addz(out, i ? ",{" : "{");
		add_text(out, "sub", id->sub);
		add_text(out, "iss", id->iss);
		add_text(out, "service", id->service);
		add_text(out, "type", id->type);
		buf_addc(out, '}');
	}
	buf_addc(out, ']');
}

void
basket_write(struct buf *out, const struct basket *b)
{
	buf_addc(out, '{');
	add_text(out, "id", b->id);
	add_text(out, "created", b->created_text);
	buf_addz(out, ",\"customerDetails\":{");
	add_text(out, "email", b->email);
	add_text(out, "firstName", b->first);
	add_text(out, "lastName", b->last);
	add_text(out, "companyName", b->company);
	buf_addz(out, "},\"orderItems\":[");
	write_items(out, b);
	buf_addz(out, "],\"customFields\":");
	buf_adds(out, b->custom.n ? b->custom : STR("{}"));
	write_tracking(out, b);
	write_identities(out, b);
	add_text(out, "entry", b->entry);
	buf_addf(out, ",\"completed\":%s", b->completed ? "true" : "false");
	add_text(out, "recoveryLink", b->link);
	buf_addc(out, '}');
}
