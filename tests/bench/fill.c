/*
 * fill URL KIND N [KIND N]... - puts generated objects into a store, for measuring long lists:
 * baskets, offers, assets, owners. Prints the bytes of their JSON.
 */
#include "base/digest.h"
#include "lib/cleanup.h"
#include "model/when.h"
#include "store/store.h"
#include "wire/basket.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const firsts[] = { "Mara", "Noel", "Isabell", "Ellen", "Rafael", "Joan", "Sota",
	"Jörg", "Tunde", "Conceição", "Kerem", "Mieko" };
static const char *const lasts[] = { "Ellison", "Kell", "Roy", "Okafor", "Bellini", "Ellery",
	"Tanaka", "Vogelsang", "Adeyemi", "Figueiredo", "Demir", "Hayashi", "Larsen" };
static const char *const offers[] = { "Digital Basic", "All Access Monthly", "Weekend Print",
	"Northlight+ Standard", "Harbour yearly", "Nightwave" };

static const char *const tags[] = { "/tags/uk/direct", "/tags/uk/newsletter", "/tags/us/social",
	"/tags/uk/reseller" };
static const char *const pages[] = { "/offers/2026 Spring Launch", "/offers/Winback 2026",
	"/subscribe/spring" };

static const char description[] =
    "Every story, the archive and the evening revision on all of your devices. Cancel whenever you "
    "like; the first month is charged when the trial ends, and later ones on the same day.";

enum {
	STEP_MS = 345600, /* 100,000 baskets span 400 days */
	BATCH = 50000,    /* objects per transaction */
};

static unsigned
mix(int i)
{
	return (unsigned)i * 2654435761u >> 8; /* no period that would be visible in a list */
}

/* Scattered numbers for ids and keys, so that the data does not compress better than a shop's. */
static uint64_t
scatter(uint64_t n)
{
	n += UINT64_C(0x9E3779B97F4A7C15);
	n = (n ^ n >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	n = (n ^ n >> 27) * UINT64_C(0x94D049BB133111EB);
	return n ^ n >> 31;
}

/* 48 random-looking characters. */
static struct str
make_key(struct arena *a, int i)
{
	uint64_t words[5];
	struct buf key = { 0 };
	for (int k = 0; k < 5; k++)
		words[k] = scatter((uint64_t)i * 5 + (uint64_t)k);
	base64url_encode(&key, str_from((const char *)words, 36));
	return arena_move_buf(a, &key);
}

static void
describe_basket(struct basket *b, struct arena *a, int i)
{
	unsigned mixed = mix(i);
	uint64_t id = scatter((uint64_t)i);
	b->id = arena_printf(a, "basket-%08x-%04x-4c93-8e16-%04x%08x", (unsigned)(id >> 32),
	    (unsigned)(id >> 16) & 0xffff, (unsigned)id & 0xffff, (unsigned)i);
	b->start_page = str_of(pages[mixed / 5 % 3]);
	b->tag = str_of(tags[mixed / 3 % 4]);
	b->custom_fields = STR("{\"checkoutKind\":\"new\",\"billingCountry\":\"GB\"}");
	b->entry_url = STR("https://www.northlight.example/?utm_source=mail&utm_campaign=spring");
	b->link = arena_printf(a,
	    "https://shop.northlight.example/checkout/resume?basket=%.*s&key=%.*s", STR_ARG(b->id),
	    STR_ARG(make_key(a, i)));
	if (mixed % 100 <= 45)
		return;
	b->first_name = str_of(firsts[mixed % 12]);
	b->last_name = str_of(lasts[mixed / 12 % 13]);
	b->email = arena_printf(a, "customer.%d@example.com", i / 2);
}

static bool
put_basket(struct store_tx *tx, struct arena *a, int i, struct buf *json, struct err *err)
{
	struct buf when = { 0 };
	struct basket_product product = { STR("/products/digital-all-access"), STR("NL-DIG-ALL") };
	struct basket_item item = { str_of(offers[mix(i) % 6]),
		arena_printf(a, "/offers/2026 Spring Launch/offer-%d", (int)(mix(i) % 40)),
		&product, 1 };
	struct basket b = { .items = &item, .items_n = 1 };
	when_parse(STR("2026-11-20T10:42:00Z"), &b.created);
	b.created -= (int64_t)i * STEP_MS;
	when_write(&when, b.created);
	b.created_text = buf_str(&when);
	describe_basket(&b, a, i);
	basket_write(json, &b);
	buf_free(&when);
	struct store_basket put = { b.created, b.id, false, buf_str(json) };
	return store_put_basket(tx, &put, err);
}

static bool
put_item(struct store_tx *tx, struct arena *a, enum store_list list, const char *folder, int i,
    struct buf *json, struct err *err)
{
	struct store_item item = { .list = list,
		.path = arena_printf(a, "/%s/2026 Spring Launch/%s-%07d", folder, folder, i),
		.id = arena_printf(a, "%08x-7a4d-4c93-8e16-%012x", i * 7919, i),
		.modified = WHEN_NONE,
		.published = true };
	buf_addf(json,
	    "{\"id\":\"%.*s\",\"name\":\"%s %d\",\"path\":\"%.*s\",\"version\":1,"
	    "\"data\":{\"attributes\":{\"price\":%u.99,\"currency\":\"GBP\",\"title\":\"%s\","
	    "\"description\":\"%s\"},\"tags\":[\"%s\"]}}",
	    STR_ARG(item.id), offers[mix(i) % 6], i, STR_ARG(item.path), mix(i) % 90,
	    offers[mix(i) % 6], description, tags[mix(i) % 4]);
	item.json = buf_str(json);
	return store_put_item(tx, &item, NULL, err);
}

static bool
put_offer(struct store_tx *tx, struct arena *a, int i, struct buf *json, struct err *err)
{
	return put_item(tx, a, STORE_OFFERS, "offers", i, json, err);
}

static bool
put_asset(struct store_tx *tx, struct arena *a, int i, struct buf *json, struct err *err)
{
	return put_item(tx, a, STORE_ASSETS, "assets", i, json, err);
}

static bool
put_owner(struct store_tx *tx, struct arena *a, int i, struct buf *json, struct err *err)
{
	(void)json;
	return store_put_owner(
	    tx, arena_printf(a, "owner-%d", i), arena_printf(a, "root-%d", i), err);
}

static const struct line_kind {
	const char *name;
	bool (*put)(struct store_tx *tx, struct arena *a, int i, struct buf *json, struct err *err);
	bool backwards; /* newest last, so that a list by age grows at its end, as in real use */
} kinds[] = {
	{ "baskets", put_basket, true },
	{ "offers", put_offer, false },
	{ "assets", put_asset, false },
	{ "owners", put_owner, false },
};

static const struct line_kind *
kind_of(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (str_eqz(str_of(name), kinds[i].name))
			return &kinds[i];
	return NULL;
}

static bool
put_batch(struct store *s, const struct line_kind *k, int from, int to, int n, size_t *bytes,
    struct err *err)
{
	struct store_tx tx;
	struct arena a = { 0 };
	auto_buf json = { 0 };
	bool ok = store_begin(s, &tx, STORE_WRITE, err);
	for (int i = from; ok && i < to; i++) {
		buf_reset(&json);
		arena_free(&a);
		ok = k->put(&tx, &a, k->backwards ? n - 1 - i : i, &json, err);
		*bytes += json.n;
	}
	arena_free(&a);
	return ok && store_end(&tx, true, err);
}

static bool
put_all(struct store *s, const char *name, int n, size_t *bytes, struct err *err)
{
	const struct line_kind *k = kind_of(name);
	bool ok = k || err_set(err, ERR_USAGE, "no kind is called %s", name);
	for (int from = 0; ok && from < n; from += BATCH)
		ok = put_batch(s, k, from, n - from < BATCH ? n : from + BATCH, n, bytes, err);
	return ok;
}

int
main(int argc, char **argv)
{
	struct err err = { 0 };
	size_t bytes = 0;
	struct store *s = argc > 1 ? store_open(str_of(argv[1]), &err) : NULL;
	bool ok = s;
	for (int i = 2; ok && i + 1 < argc; i += 2)
		ok = put_all(s, argv[i], (int)strtol(argv[i + 1], NULL, 10), &bytes, &err);
	store_close(s);
	if (ok)
		printf("%zu\n", bytes);
	else
		fprintf(stderr, "fill: %s\n", err.text);
	return !ok;
}
