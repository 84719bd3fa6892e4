#include "wire/basket.h"

#include "base/json_quote.h"
#include "wire/json.h"
#include "wire/json_scan.h"
#include "wire/member.h"

/* The members that are read of each object, in the order in which services send them. */
enum { ITEM_NAME, ITEM_PATH, ITEM_PRODUCTS, ITEM_MEMBERS };
static const char *const item_members[ITEM_MEMBERS] = { "name", "path", "products" };

enum { IDENTITY_SUB, IDENTITY_ISS, IDENTITY_SERVICE, IDENTITY_TYPE, IDENTITY_MEMBERS };
static const char *const identity_members[IDENTITY_MEMBERS] = { "sub", "iss", "service", "type" };

enum { PERSON_EMAIL, PERSON_FIRST, PERSON_LAST, PERSON_COMPANY, PERSON_MEMBERS };
static const char *const person_members[PERSON_MEMBERS] = { "email", "firstName", "lastName",
	"companyName" };

enum {
	BASKET_ID,
	BASKET_CREATED,
	BASKET_PERSON,
	BASKET_ITEMS,
	BASKET_CUSTOM,
	BASKET_TRACKING,
	BASKET_IDENTITIES,
	BASKET_ENTRY,
	BASKET_COMPLETED,
	BASKET_LINK,
	BASKET_MEMBERS
};
static const char *const basket_members[BASKET_MEMBERS] = { "id", "created", "customerDetails",
	"orderItems", "customFields", "tracking", "identities", "entry", "completed",
	"recoveryLink" };

static void
read_products(struct member_reader *r, struct basket_item *item, const struct json_value *value)
{
	struct read_list l;
	read_list(r, &l, value, JSON_OBJECT);
	struct basket_product *products = arena_array(r->a, struct basket_product, l.n);
	size_t n = 0;
	for (const struct json_value *v; (v = read_next(&l)); n++) {
		read_element(r, v);
		products[n].path = read_text(r, v, "path");
		products[n].code = read_text(r, v, "productCode");
	}
	item->products = products;
	item->products_n = n;
}

static void
read_items(struct member_reader *r, struct basket *b, const struct json_value *value)
{
	const struct json_value *m[ITEM_MEMBERS];
	struct read_list l;
	read_list(r, &l, value, JSON_OBJECT);
	struct basket_item *items = arena_array(r->a, struct basket_item, l.n);
	size_t n = 0;
	for (const struct json_value *v; (v = read_next(&l)); n++) {
		read_element(r, v);
		json_pick(v, item_members, ITEM_MEMBERS, m);
		items[n].name = read_string(r, m[ITEM_NAME]);
		items[n].path = read_string(r, m[ITEM_PATH]);
		read_products(r, &items[n], m[ITEM_PRODUCTS]);
	}
	b->items = items;
	b->items_n = n;
}

static void
read_identities(struct member_reader *r, struct basket *b, const struct json_value *value)
{
	const struct json_value *m[IDENTITY_MEMBERS];
	struct read_list l;
	read_list(r, &l, value, JSON_OBJECT);
	struct basket_identity *ids = arena_array(r->a, struct basket_identity, l.n);
	size_t n = 0;
	for (const struct json_value *v; (v = read_next(&l)); n++) {
		read_element(r, v);
		json_pick(v, identity_members, IDENTITY_MEMBERS, m);
		ids[n].sub = read_id(r, m[IDENTITY_SUB]);
		ids[n].iss = read_string(r, m[IDENTITY_ISS]);
		ids[n].service = read_string(r, m[IDENTITY_SERVICE]);
		ids[n].type = read_string(r, m[IDENTITY_TYPE]);
	}
	b->identities = ids;
	b->identities_n = n;
}

static void
read_tracking(struct member_reader *r, struct basket *b, const struct json_value *tracking)
{
	struct read_list l;
	read_list(r, &l, json_get(tracking, "offers"), JSON_STRING);
	struct str *offers = arena_array(r->a, struct str, l.n);
	size_t n = 0;
	for (const struct json_value *v; (v = read_next(&l));) {
		if (json_kind(v) == JSON_STRING)
			offers[n++] = read_string(r, v);
		else
			r->malformed = true;
	}
	b->offers = offers;
	b->offers_n = n;
	b->start_page = read_text(r, tracking, "campaign");
	b->tag = read_text(r, tracking, "tag");
}

static void
read_person(struct member_reader *r, struct basket *b, const struct json_value *person)
{
	const struct json_value *m[PERSON_MEMBERS];
	json_pick(person, person_members, PERSON_MEMBERS, m);
	b->email = read_string(r, m[PERSON_EMAIL]);
	bool lost = r->ambiguous; /* names do not count: the address identifies the person */
	b->first_name = read_string(r, m[PERSON_FIRST]);
	b->last_name = read_string(r, m[PERSON_LAST]);
	b->company = read_string(r, m[PERSON_COMPANY]);
	r->ambiguous = lost;
}

/* A shop may store `completed` as a text or a number. An unreadable value may mean either. */
static void
read_completed(struct member_reader *r, struct basket *b, const struct json_value *value)
{
	enum json_kind kind = json_kind(value);
	enum flag_value said = kind == JSON_ABSENT || kind == JSON_NULL
	    ? FLAG_NO
	    : member_flag_value(json_source(value));
	b->completed = said == FLAG_YES;
	b->maybe_completed = said == FLAG_ABSENT;
	r->malformed = r->malformed ||
	    (kind != JSON_ABSENT && kind != JSON_NULL && kind != JSON_BOOL);
}

static void
read_created(struct member_reader *r, struct basket *b, const struct json_value *value)
{
	b->created_text = read_id(r, value);
	if (b->created_text.n && !when_read(b->created_text, &b->created))
		r->malformed = true;
}

/* Reads first the members that identify the person and the consent, which determine `ambiguous`;
 * then the rest. */
static void
read_basket(struct member_reader *r, struct basket *b, const struct json_value *tree)
{
	const struct json_value *m[BASKET_MEMBERS];
	json_pick(tree, basket_members, BASKET_MEMBERS, m);
	*b = (struct basket){ .created = WHEN_NONE };
	b->id = read_id(r, m[BASKET_ID]);
	read_person(r, b, read_object(r, m[BASKET_PERSON]));
	read_identities(r, b, m[BASKET_IDENTITIES]);
	read_completed(r, b, m[BASKET_COMPLETED]);
	read_object(r, m[BASKET_CUSTOM]);
	b->ambiguous = r->ambiguous || !b->id.n;
	b->custom = json_source(m[BASKET_CUSTOM]);
	read_created(r, b, m[BASKET_CREATED]);
	read_items(r, b, m[BASKET_ITEMS]);
	read_tracking(r, b, read_object(r, m[BASKET_TRACKING]));
	b->entry = read_string(r, m[BASKET_ENTRY]);
	b->link = read_string(r, m[BASKET_LINK]);
}

bool
basket_read_in_place(
    struct basket *b, struct arena *a, struct str json, unsigned flags, struct err *err)
{
	struct member_reader r = { .a = a };
	const struct json_value *tree = json_parse_in_place(a, json, flags, err);
	if (!tree)
		return false;
	if (json_kind(tree) != JSON_OBJECT)
		return err_set(err, ERR_PROTOCOL, "an item of the list is not a JSON object");
	read_basket(&r, b, tree);
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
	buf_adds(out, b->custom.n ? b->custom : STR("{}"));
	write_tracking(out, b);
	write_identities(out, b);
	add_text(out, "entry", b->entry);
	buf_addf(out, ",\"completed\":%s", b->completed ? "true" : "false");
	add_text(out, "recoveryLink", b->link);
	buf_addc(out, '}');
}
