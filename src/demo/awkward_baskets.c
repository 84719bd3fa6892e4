#include "demo/awkward_people.h"

#include "demo/put.h"
#include "model/when.h"

#include <stdio.h>

#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

#define HOUR INT64_C(3600000)

#define NO_TIME INT64_MIN

enum { SAME_TIME = 60, SAME_AGE = 50, ITEMS = 120, OFFERS = 50, IDENTITIES = 25, KEYS = 200 };

/* JSON members are written with ' for quotes; NULL is what baskets usually have, "" is nothing. */
struct odd_basket {
	const char *id; /* behind "basket-" */
	int64_t age;    /* in hours; NO_TIME: no time at all */
	const char *customer;
	const char *items, *custom, *tracking, *identities, *completed, *link; /* values */
	unsigned link_chars;                                                   /* a link so long */
	void (*more)(struct buf *out); /* adds the member that is "" */
};

static void
put_item(struct buf *out, const char *name)
{
	put_open(out, NULL, '{');
	put_text(out, "name", str_of(name));
	put_json(out, NULL,
	    "'path':'/offers/2026 Spring Launch/all-access-monthly','products':"
	    "[{'path':'/products/digital-all-access','productCode':'NL-DIG-ALL'}]");
	put_close(out, '}');
}

static void
put_many_items(struct buf *out)
{
	put_open(out, "orderItems", '[');
	for (int i = 0; i < ITEMS; i++)
		put_item(out, "All Access Monthly");
	put_close(out, ']');
}

static void
put_many_offers(struct buf *out)
{
	put_open(out, "tracking", '{');
	put_open(out, "offers", '[');
	for (int i = 0; i < OFFERS; i++)
		put_textf(out, NULL, "/offers/2026 Spring Launch/wb07-%02d", i);
	put_close(out, ']');
	put_close(out, '}');
}

/* One subject under two issuers, one identity twice, and 22 others. */
static void
put_many_identities(struct buf *out)
{
	put_open(out, "identities", '[');
	put_json(out, NULL,
	    "{'sub':'wb08-same','iss':'https://accounts.example.com','service':'svc',"
	    "'type':'external-id'}");
	for (int i = 1; i < IDENTITIES; i++) {
		put_open(out, NULL, '{');
		put_textf(out, "sub", i < 3 ? "wb08-same" : "wb08-%02d", i);
		put_text(out, "iss", STR("https://login.northlight.example/"));
		put_json(out, NULL, "'service':'svc','type':'external-id'");
		put_close(out, '}');
	}
	put_close(out, ']');
}

static void
put_many_fields(struct buf *out)
{
	put_open(out, "customFields", '{');
	put_json(out, NULL,
	    "'checkoutKind':'new','a.b.c':'dots','__proto__':{'polluted':true},'':'no name',"
	    "'nested':{'a.b':[{'c':null},[1,[2]]]}");
	for (int i = 0; i < KEYS; i++) {
		char key[16] = { 'k', (char)('0' + i / 100), (char)('0' + i / 10 % 10),
			(char)('0' + i % 10) };
		put_number(out, key, i);
	}
	put_close(out, '}');
}

/* Who left the first of the sixty baskets of one millisecond. */
static const struct {
	const char *id, *customer;
} customers[] = {
	{ "wb09-upper", "'email':'WB09.MAIL@EXAMPLE.COM'" },
	{ "wb09-lower", "'email':'wb09.mail@example.com'" },
	{ "wb09-plus", "'email':'wb09.mail+news@example.com'" },
	{ "wb09-idn", "'email':'wb09@b\u00fccher.example'" },
	{ "wb09-quoted", "'email':'\\'wb09 quoted\\'@example.com'" },
	{ "wb09-dot", "'email':'wb09.dot@example.com.'" },
	{ "wb09-office-a", "'email':'office@wb09.example','firstName':'Ada','lastName':'Pell'" },
	{ "wb09-office-b", "'email':'office@wb09.example','firstName':'Bo','lastName':'Tarrant'" },
	{ "wb09-invalid", "'email':'wb09 at example.com'" },
	{ "wb09-empty", "'email':''" },
	{ "wa11-escape",
	    "'email':'wa11@example.com','firstName':'\\u001b[2J\\u001b]0;title\\u0007',"
	    "'lastName':'WA11'" },
	{ "wa12-clipboard",
	    "'email':'wa12@example.com','companyName':'WA12\\u001b]52;c;V0ExMg==\\u0007'" },
	{ "wa14-invisible",
	    "'email':'wa14\\u200b\\u200d\\ufeff\\u00ad@example.com',"
	    "'firstName':'\\u202eellE\\u202c','lastName':'\\u2066WA14\\u2069'" },
	{ "wa01-names",
	    "'email':'wa01@example.com','firstName':'\u962e\u6c0f \uff83\uff7d\uff84',"
	    "'lastName':'\uae40'" },
	{ "wa02-emoji",
	    "'email':'wa02@example.com','firstName':'\U0001F9D1\U0001F3FE\u200D\U0001F680'" },
	{ "wa03-marks",
	    "'email':'wa03@example.com','firstName':'e\u0301\u0300\u0316\u033f\u0347'" },
};

#define SHOP "https://shop.northlight.example"
#define RESUME "/checkout/resume?basket="

static const struct odd_basket rows[] = {
	{ "wb01-2100", .link_chars = 2100 },
	{ "wb01-8000", .link_chars = 8000 },
	{ "wb01-20000", .link_chars = 20000 },
	{ "wb01-60000", .link_chars = 60000 },
	{ "wb01-100000", .link_chars = 100000 },
	{ "wb02-no-scheme", .link = "'//evil.example" RESUME "wb02'" },
	{ "wb02-host", .link = "'https://evil.example" RESUME "wb02'" },
	{ "wb02-http", .link = "'http://shop.northlight.example" RESUME "wb02'" },
	{ "wb02-user", .link = "'https://shop.northlight.example@evil.example" RESUME "wb02'" },
	{ "wb02-punycode", .link = "'https://xn--nrthlight-37a.example" RESUME "wb02'" },
	{ "wb02-javascript", .link = "'javascript:alert(1)//wb02'" },
	{ "wb02-data", .link = "'data:text/html,wb02'" },
	{ "wb02-empty", .link = "''" },
	{ "wb02-null", .link = "null" },
	{ "wb02-newline", .link = "'" SHOP RESUME "wb02\\nrm -rf'" },
	{ "wb03-other", .link = "'" SHOP RESUME "basket-wb02-host&key=wb03'" },
	{ "wb05-future", .age = -72 },
	{ "wb05-old", .age = 87600 },
	{ "wb05-missing", .age = NO_TIME },
	{ "wb06-none", .items = "[]" },
	{ "wb06-many", .items = "", .more = put_many_items },
	{ "wb06-without", .items = "[{'name':'WB06','path':'/offers2/ad-free'}]" },
	{ "wb06-twice",
	    .items = "[{'name':'Ad-free','path':'/offers2/ad-free','products':[]},"
		     "{'name':'Ad-free','path':'/offers2/ad-free','products':[]}]" },
	{ "wb07-empty", .tracking = "{}" },
	{ "wb07-null", .tracking = "null" },
	{ "wb07-many", .tracking = "", .more = put_many_offers },
	{ "wb08-many", .identities = "", .more = put_many_identities },
	{ "wb10-fields", .custom = "", .more = put_many_fields },
	{ "wb11-completed", .completed = "true" },
	{ "wb11-missing", .completed = "" },
};

_Static_assert(SAME_TIME + sizeof(rows) / sizeof(*rows) == AWKWARD_BASKETS, "there are 90 of them");

static void
put_value(struct buf *out, const char *name, const char *given, const char *usual)
{
	const char *json = given ? given : usual;
	if (*json)
		put_json(out, name, json);
}

static void
put_customer(struct buf *out, const struct odd_basket *w)
{
	put_open(out, "customerDetails", '{');
	if (w->customer)
		put_json(out, NULL, w->customer);
	else
		put_textf(out, "email", "%s@example.com", w->id);
	put_close(out, '}');
}

static void
put_link(struct buf *out, const struct odd_basket *w, struct str id)
{
	struct buf link = { 0 };
	buf_addf(&link, SHOP RESUME "%.*s&key=", STR_ARG(id));
	buf_pad(&link, 'k', w->link_chars > link.n ? w->link_chars - link.n : 48);
	if (w->link)
		put_json(out, "recoveryLink", w->link);
	else
		put_text(out, "recoveryLink", buf_str(&link));
	buf_free(&link);
}

static void
write_basket(struct buf *out, const struct odd_basket *w, struct str id, int64_t created)
{
	put_open(out, NULL, '{');
	put_text(out, "id", id);
	if (created != WHEN_NONE)
		put_when(out, "created", created);
	put_customer(out, w);
	put_value(out, "orderItems", w->items,
	    "[{'name':'Ad-free add-on','path':'/offers2/ad-free','products':"
	    "[{'path':'/products/ad-free','productCode':'NL-AD-FREE'}]}]");
	put_value(out, "customFields", w->custom, "{'checkoutKind':'new'}");
	put_value(out, "tracking", w->tracking,
	    "{'offers':['/offers2/ad-free'],'campaign':'/subscribe/spring',"
	    "'tag':'/tags/uk/direct'}");
	put_value(out, "identities", w->identities, "[]");
	if (w->more)
		w->more(out);
	put_text(out, "entry", STR("https://www.northlight.example/subscribe/spring"));
	put_value(out, "completed", w->completed, "false");
	put_link(out, w, id);
	put_close(out, '}');
}

/* The first sixty are of one millisecond, and the first of these have odd customers. */
static struct odd_basket
basket_at(size_t index, char *id, size_t size)
{
	size_t odd = sizeof(customers) / sizeof(*customers);
	if (index >= SAME_TIME)
		return rows[index - SAME_TIME];
	struct odd_basket w = { .id = id, .age = SAME_AGE };
	snprintf(id, size, "wb04-%02zu%s%s", index + 1, index < odd ? "-" : "",
	    index < odd ? customers[index].id : "");
	if (index < odd)
		w.customer = customers[index].customer;
	return w;
}

void
awkward_basket(
    struct buf *out, struct buf *id, struct demo_item *item, size_t index, int64_t now_ms)
{
	char name[64];
	const struct odd_basket w = basket_at(index, name, sizeof(name));
	int64_t age = w.age ? w.age : (int64_t)(index + 1);
	item->created = w.age == NO_TIME ? WHEN_NONE : now_ms - age * HOUR;
	item->completed = w.completed && str_eqz(STR("true"), w.completed);
	buf_addf(id, "basket-%s", w.id);
	write_basket(out, &w, buf_str(id), item->created);
}
