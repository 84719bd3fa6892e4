#include "wire/basket.h"

#include "base/json_quote.h"
#include "wire/json_scan.h"
#include "wire/value.h"

static void
read_products(struct member_reader *r, struct basket_item *item, struct str value)
{
	struct member_index l = read_list(r, value, JSON_OBJECT);
	struct basket_product *products = arena_array(r->a, struct basket_product, l.n);
	size_t n = 0;
	for (; n < l.n; n++) {
		struct str v = l.v[n].value;
		struct member_index product = read_element(r, v);
		products[n].path = read_text(r, &product, "path");
		products[n].code = read_text(r, &product, "productCode");
	}
	item->products = products;
	item->products_n = n;
}

static void
read_items(struct member_reader *r, struct basket *b, struct str value)
{
	struct member_index l = read_list(r, value, JSON_OBJECT);
	struct basket_item *items = arena_array(r->a, struct basket_item, l.n);
	size_t n = 0;
	for (; n < l.n; n++) {
		struct str v = l.v[n].value;
		struct member_index item = read_element(r, v);
		items[n].name = read_text(r, &item, "name");
		items[n].path = read_text(r, &item, "path");
		read_products(r, &items[n], member_get(&item, "products"));
	}
	b->items = items;
	b->items_n = n;
}

static void
read_identities(struct member_reader *r, struct basket *b, struct str value)
{
	struct member_index l = read_list(r, value, JSON_OBJECT);
	struct basket_identity *ids = arena_array(r->a, struct basket_identity, l.n);
	size_t n = 0;
	for (; n < l.n; n++) {
		struct str v = l.v[n].value;
		struct member_index id = read_element(r, v);
		ids[n].sub = read_id(r, member_get(&id, "sub"));
		ids[n].iss = read_text(r, &id, "iss");
		ids[n].service = read_text(r, &id, "service");
		ids[n].type = read_text(r, &id, "type");
	}
	b->identities = ids;
	b->identities_n = n;
}

static void
read_tracking(struct member_reader *r, struct basket *b, struct str value)
{
	struct member_index tracking = read_object(r, value);
	struct member_index l = read_list(r, member_get(&tracking, "offers"), JSON_STRING);
	struct str *offers = arena_array(r->a, struct str, l.n);
	size_t n = 0;
	for (size_t i = 0; i < l.n; i++) {
		struct str v = l.v[i].value;
		if (json_is_string(v))
			offers[n++] = read_string(r, v);
		else
			r->malformed = true;
	}
	b->offers = offers;
	b->offers_n = n;
	b->start_page = read_text(r, &tracking, "campaign");
	b->tag = read_text(r, &tracking, "tag");
}

static void
read_person(struct member_reader *r, struct basket *b, struct str value)
{
	struct member_index person = read_object(r, value);
	b->email = read_text(r, &person, "email");
	bool lost = r->ambiguous; /* names do not count: the address identifies the person */
	b->first_name = read_text(r, &person, "firstName");
	b->last_name = read_text(r, &person, "lastName");
	b->company = read_text(r, &person, "companyName");
	r->ambiguous = lost;
}

/* A shop may store `completed` as a text or a number. An unreadable value may mean either. */
static void
read_completed(struct member_reader *r, struct basket *b, struct str value)
{
	enum json_kind kind = value_kind(value);
	enum flag_value said = kind <= JSON_NULL ? FLAG_NO : member_flag_value(value);
	b->completed = said == FLAG_YES;
	b->maybe_completed = said == FLAG_ABSENT;
	r->malformed = r->malformed || kind > JSON_BOOL;
}

static void
read_created(struct member_reader *r, struct basket *b, struct str value)
{
	b->created_text = read_id(r, value);
	if (b->created_text.n && !when_parse_lenient(b->created_text, &b->created))
		r->malformed = true;
}

/* Reads first the members that identify the person and the consent, which determine `ambiguous`;
 * then the rest. */
static void
read_basket(struct member_reader *r, struct basket *b, const struct member_index *o)
{
	*b = (struct basket){ .created = WHEN_NONE };
	b->id = read_id(r, member_get(o, "id"));
	read_person(r, b, member_get(o, "customerDetails"));
	read_identities(r, b, member_get(o, "identities"));
	read_completed(r, b, member_get(o, "completed"));
	b->custom_fields = member_get(o, "customFields");
	if (!json_is_object(b->custom_fields))
		read_object(r, b->custom_fields);
	b->ambiguous = r->ambiguous || !b->id.n;
	read_created(r, b, member_get(o, "created"));
	read_items(r, b, member_get(o, "orderItems"));
	read_tracking(r, b, member_get(o, "tracking"));
	b->entry_url = read_text(r, o, "entry");
	b->link = read_text(r, o, "recoveryLink");
}

bool
basket_read_in_place(
    struct basket *b, struct arena *a, struct str json, unsigned flags, struct err *err)
{
	struct member_reader r = { .a = a, .scratch = a };
	struct str value = value_of_text(a, json, flags);
	if (!json_is_object(value))
		return err_set(err, ERR_PROTOCOL, "an item of the list is not a JSON object");
	struct member_index o = read_members(&r, value);
	read_basket(&r, b, &o);
	b->malformed = r.malformed || flags;
	b->ambiguous = b->ambiguous || flags & SPAN_DUPLICATE;
	return true;
}

bool
basket_read(struct basket *b, struct arena *a, struct str json, unsigned flags, struct err *err)
{
	return basket_read_in_place(b, a, arena_str(a, json), flags, err);
}

/* Appends a member, with a comma before all but the first. */
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
	add_text(out, "campaign", b->start_page);
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
	add_text(out, "firstName", b->first_name);
	add_text(out, "lastName", b->last_name);
	add_text(out, "companyName", b->company);
	buf_addz(out, "},\"orderItems\":[");
	write_items(out, b);
	buf_addz(out, "],\"customFields\":");
	buf_adds(out, b->custom_fields.n ? b->custom_fields : STR("{}"));
	write_tracking(out, b);
	write_identities(out, b);
	add_text(out, "entry", b->entry_url);
	buf_addf(out, ",\"completed\":%s", b->completed ? "true" : "false");
	add_text(out, "recoveryLink", b->link);
	buf_addc(out, '}');
}
