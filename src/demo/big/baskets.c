#include "demo/big/baskets.h"

#include "demo/big/choice.h"
#include "demo/big/custom.h"
#include "demo/big/put.h"
#include "demo/big/visit.h"
#include "demo/rng.h"

static void
put_customer(struct buf *out, const struct basket_slot *slot, unsigned number,
    const struct demo_person *person)
{
	struct rng r = rng_start("customer", number);
	put_open(out, "customerDetails", '{');
	if (slot->reach == REACH_MAIL || slot->reach == REACH_MAIL_IDENT)
		put_text(out, "email", person->email);
	/* Some visitors have entered an address but no name yet. */
	if (person && rng_percent(&r, 72)) {
		put_text(out, "firstName", person->first_name);
		put_text(out, "lastName", person->last_name);
	}
	if (person && person->company.n)
		put_text(out, "companyName", person->company);
	put_close(out, '}');
}

static void
put_item(struct buf *out, const char *name, struct str path, const unsigned short *products)
{
	put_open(out, NULL, '{');
	put_text(out, "name", str_of(name));
	put_text(out, "path", path);
	put_open(out, "products", '[');
	for (size_t i = 0; i < 4 && products[i]; i++) {
		struct product_storage storage;
		const struct demo_product *product = catalog_product(products[i], &storage);
		put_open(out, NULL, '{');
		put_textf(out, "path", "/products/%s", product->slug);
		put_text(out, "productCode", str_of(product->code));
		put_close(out, '}');
	}
	put_close(out, ']');
	put_close(out, '}');
}

/* Writes the path of item i to *path and returns it. */
static struct str
item_path(struct buf *path, const struct choice *c, size_t i)
{
	buf_reset(path);
	if (c->offers[i])
		catalog_add_offer_path(path, c->offers[i]);
	else
		buf_addz(path, c->deleted->path);
	return buf_str(path);
}

static void
put_items(struct buf *out, const struct choice *c)
{
	struct buf path = { 0 };
	put_open(out, "orderItems", '[');
	for (size_t i = 0; i < c->offers_n; i++) {
		const unsigned short one[4] = { c->deleted ? (unsigned short)c->deleted->product
							   : 0 };
		item_path(&path, c, i);
		if (c->offers[i])
			put_item(out, c->offers[i]->name, buf_str(&path), c->offers[i]->products);
		else
			put_item(out, c->deleted->name, buf_str(&path), one);
	}
	put_close(out, ']');
	buf_free(&path);
}

static void
put_tracking(
    struct buf *out, const struct choice *c, const struct basket_slot *slot, unsigned number)
{
	struct buf text = { 0 };
	put_open(out, "tracking", '{');
	put_open(out, "offers", '[');
	for (size_t i = 0; i < c->offers_n; i++)
		put_text(out, NULL, item_path(&text, c, i));
	put_close(out, ']');
	buf_reset(&text);
	visit_add_page(&text, c, slot, number);
	put_text(out, "campaign", buf_str(&text));
	put_text(out, "tag", str_of(visit_tag(slot, c->country)));
	put_close(out, '}');
	buf_free(&text);
}

static void
put_identities(struct buf *out, const struct basket_slot *slot, const struct demo_person *person)
{
	put_open(out, "identities", '[');
	if (slot->reach == REACH_IDENT || slot->reach == REACH_MAIL_IDENT) {
		put_open(out, NULL, '{');
		put_text(out, "sub", person->sub);
		put_text(out, "iss", person->iss);
		put_text(out, "service", STR("svc"));
		put_text(out, "type", STR("external-id"));
		put_close(out, '}');
	}
	put_close(out, ']');
}

static void
put_link(struct buf *out, const struct basket_slot *slot, unsigned number, struct str id)
{
	struct rng r = rng_start("link", number);
	struct buf link = { 0 };
	if (!slot->relative_link)
		buf_addz(&link, "https://shop.northlight.example");
	buf_addf(&link, "/checkout/resume?basket=%.*s&key=", STR_ARG(id));
	rng_add_key(&r, &link, 48);
	put_text(out, "recoveryLink", buf_str(&link));
	buf_free(&link);
}

static void
add_id(struct buf *id, unsigned number)
{
	struct rng r = rng_start("basket", number);
	buf_addz(id, "basket-");
	rng_add_uuid(&r, id);
}

void
basket_make(struct buf *out, struct buf *id, const struct basket_slot *slot, unsigned number,
    int64_t created)
{
	struct arena a = { 0 };
	struct demo_person who;
	const struct demo_person *person = NULL;
	struct buf entry = { 0 };
	struct choice choice;
	if (slot->reach != REACH_NOBODY) {
		person_make(&who, &a, slot->person);
		person = &who;
	}
	choice_make(&choice, slot, number, person);
	add_id(id, number);
	put_open(out, NULL, '{');
	put_text(out, "id", buf_str(id));
	put_when(out, "created", created);
	put_customer(out, slot, number, person);
	put_items(out, &choice);
	custom_put(out, &choice, slot, number);
	put_tracking(out, &choice, slot, number);
	put_identities(out, slot, person);
	visit_add_entry(&entry, &choice, slot, number);
	put_text(out, "entry", buf_str(&entry));
	put_flag(out, "completed", false);
	put_link(out, slot, number, buf_str(id));
	put_close(out, '}');
	buf_free(&entry);
	arena_free(&a);
}
