/* The tour's catalog: its twelve deliberate findings, searched for in the simplest way, and the
 * stories it must tell. */
#include "pack.h"

#include <string.h>

struct findings {
	VEC(struct str) lines; /* "rule path" per finding */
	struct arena arena;
};

static void
find(struct findings *f, const char *rule, struct str path)
{
	struct str line = arena_printf(&f->arena, "%s %.*s", rule, STR_ARG(path));
	vec_push(&f->lines, line);
}

/* The text at "prefix.N.suffix". */
static struct str
element(struct arena *a, struct str json, const char *prefix, unsigned n, const char *suffix)
{
	char path[100];
	snprintf(path, sizeof(path), "%s.%u%s", prefix, n, suffix);
	return text_at(a, json, path);
}

static bool
exists(const struct pack *p, struct str path)
{
	return pack_find(p, path) != NULL;
}

static void
check_legacy(struct findings *f, struct pack *p, const struct pack_item *t)
{
	struct str segment;
	for (unsigned i = 0;
	     (segment = element(&p->arena, t->json, "data.segments", i, "")).p != NULL; i++)
		if (!exists(p, segment))
			find(f, "ref-segment", t->path);
}

static void
check_image(struct findings *f, struct pack *p, const struct pack_item *t)
{
	struct str image = text_at(&p->arena, t->json, "data.attributes.image__svc");
	if (image.p && !exists(p, image))
		find(f, "ref-asset", t->path);
}

/* Parses "33.34" as 3334. */
static int64_t
hundredths(struct str split)
{
	int64_t whole, part = 0;
	size_t dot = str_find_char(split, '.');
	assert_true(str_to_int64(str_sub(split, 0, dot), &whole));
	if (dot != SIZE_MAX)
		assert_true(str_to_int64(str_sub(split, dot + 1, 2), &part));
	return whole * 100 + part;
}

static void
check_bundles(struct findings *f, struct pack *p, const struct pack_item *t)
{
	int64_t sum = 0;
	struct str product;
	for (unsigned i = 0;
	     (product = element(&p->arena, t->json, "data.productBundles", i, ".product_path")).p !=
	     NULL;
	     i++) {
		sum += hundredths(
		    element(&p->arena, t->json, "data.productBundles", i, ".revenue_split"));
		if (!exists(p, product))
			find(f, "ref-product", t->path);
	}
	if (sum != 10000)
		find(f, "bundle-sum", t->path);
}

static void
check_embedded(struct findings *f, struct pack *p, const struct pack_item *t)
{
	static const char *const names[] = { "display_name__svc", "product_code__svc" };
	struct str path;
	for (unsigned i = 0;
	     (path = element(&p->arena, t->json, "data.products", i, ".path")).p != NULL; i++)
		for (size_t k = 0; k < 2; k++) {
			char here[60], there[60];
			snprintf(here, sizeof(here), ".attributes.%s", names[k]);
			snprintf(there, sizeof(there), "data.attributes.%s", names[k]);
			const struct pack_item *product = pack_find(p, path);
			assert_non_null(product);
			if (!str_eq(element(&p->arena, t->json, "data.products", i, here),
				text_at(&p->arena, product->json, there)))
				find(f, "embed-stale", t->path);
		}
}

static void
check_copy(struct findings *f, struct pack *p, const struct pack_item *t)
{
	static const char *const parts[] = { "data.price", "data.productBundles", "data.attributes",
		"priceReference" };
	struct str of = text_at(&p->arena, t->json, "duplicatedFrom");
	if (!of.p)
		return;
	const struct pack_item *original = pack_find(p, of);
	assert_non_null(original);
	for (size_t i = 0; i < 4; i++)
		if (!str_eq(json_lex_find(t->json, str_of(parts[i])),
			json_lex_find(original->json, str_of(parts[i]))))
			return;
	find(f, "copy-forgotten", t->path);
}

static void
check_price(struct findings *f, struct pack *p, const struct pack_item *t)
{
	struct str of = text_at(&p->arena, t->json, "priceReference");
	struct str own = text_at(&p->arena, t->json, "data.price.0.value");
	if (of.p && !exists(p, of))
		find(f, "ref-price", t->path);
	assert_true((of.p != NULL) != (own.p != NULL));
}

static void
check_orphan(struct findings *f, const struct pack *p, const struct pack_item *product)
{
	for (size_t i = 0; i < p->things.n; i++)
		if (p->things.v[i].kind == DEMO_OFFERS &&
		    (str_find(p->things.v[i].json, product->id) != SIZE_MAX ||
			str_find(p->things.v[i].json, product->path) != SIZE_MAX))
			return;
	find(f, "orphan-product", product->path);
}

static void
check_standalone(struct findings *f, struct pack *p, const struct pack_item *t)
{
	check_bundles(f, p, t);
	check_embedded(f, p, t);
	check_copy(f, p, t);
	check_price(f, p, t);
}

static void
remove_line(struct findings *f, struct str line)
{
	for (size_t i = 0; i < f->lines.n; i++)
		if (str_eq(f->lines.v[i], line)) {
			vec_remove(&f->lines, i);
			return;
		}
	fail_msg("not found: %.*s", STR_ARG(line));
}

TEST(exactly_twelve_things_are_wrong)
{
	CLEANUP(pack_free) struct pack p = pack_make("tour", ALL_KINDS & ~(unsigned)DEMO_BASKETS);
	struct findings f = { 0 };
	auto_buf file = { 0 };
	struct str json = expected_file(&file, "tour.json"), rule;
	for (size_t i = 0; i < p.things.n; i++) {
		const struct pack_item *t = &p.things.v[i];
		check_image(&f, &p, t);
		if (is_offer(t, false))
			check_legacy(&f, &p, t);
		if (is_offer(t, true))
			check_standalone(&f, &p, t);
		if (t->kind == DEMO_PRODUCTS)
			check_orphan(&f, &p, t);
	}
	assert_int_equal(f.lines.n, 12);
	for (unsigned i = 0; (rule = element(&f.arena, json, "findings", i, ".rule")).p; i++)
		remove_line(&f,
		    arena_printf(&f.arena, "%.*s %.*s", STR_ARG(rule),
			STR_ARG(element(&f.arena, json, "findings", i, ".path"))));
	assert_int_equal(f.lines.n, 0);
	vec_free(&f.lines);
	arena_free(&f.arena);
}

TEST(each_campaign_has_its_offers)
{
	CLEANUP(pack_free) struct pack p = pack_make("tour", DEMO_CAMPAIGNS | DEMO_OFFERS);
	for (size_t i = 0; i < p.things.n; i++) {
		const struct pack_item *c = &p.things.v[i];
		char path[100];
		int64_t n = 0;
		if (c->kind != DEMO_CAMPAIGNS)
			continue;
		for (size_t k = 0; k < p.things.n; k++)
			n += str_eq(text_at(&p.arena, p.things.v[k].json, "parent_path"), c->path);
		snprintf(path, sizeof(path), "perCampaign.\"%.*s\"",
		    STR_ARG(text_at(&p.arena, c->json, "name")));
		assert_int_equal(n, expected_in("tour.json", path));
	}
}

/* Every kind of charge to be demonstrated, recognized by its members. */
TEST(every_pattern_of_charges_occurs_twice)
{
	static const char *const patterns[][2] = {
		{ "\"type\":\"onetime\",\"trigger\":\"order_date\"", "" },
		{ "\"type\":\"onetime\",\"trigger\":\"subscription_start\"",
		    "\"renewal_type\":\"TERMED\",\"renewal_trigger\":\"EXTERNAL\"},\"price\"" },
		{ "\"repeat_interval\":1,\"repeat_interval_type\":\"months\",\"repeat_count\":0",
		    "" },
		{ "\"repeat_interval\":12,\"repeat_interval_type\":\"months\"", "" },
		{ "\"repeat_interval\":1,\"repeat_interval_type\":\"weeks\"", "" },
		{ "\"repeat_interval\":4,\"repeat_interval_type\":\"weeks\"", "" },
		{ "\"delay_trigger\":\"subscription_start\",\"delay_interval\":3", "" },
		{ "\"repeat_count\":12", "" },
		{ "\"name\":\"joining\"", "\"name\":\"monthly\"" },
		{ "\"value\":\"0.00\"", "" },
		{ "\"type\":\"usage\"", "\"value\":\"0.000125\"" },
		{ "\"currencyCode\":\"JPY\",\"value\":\"1200\"", "" },
		{ "\"currencyCode\":\"KWD\",\"value\":\"3.250\"", "" },
		{ "\"currencyCode\":\"BRL\",\"value\":\"19.90\"", "" },
		{ "\"currencyCode\":\"INR\",\"value\":\"499.00\"", "" },
	};
	CLEANUP(pack_free) struct pack p = pack_make("tour", DEMO_OFFERS);
	for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++) {
		size_t n = 0;
		for (size_t k = 0; k < p.things.n; k++)
			n += str_find(p.things.v[k].json, str_of(patterns[i][0])) != SIZE_MAX &&
			    str_find(p.things.v[k].json, str_of(patterns[i][1])) != SIZE_MAX;
		if (n < 2)
			fail_msg("%s: %zu", patterns[i][0], n);
	}
}

TEST(standalone_offers_have_every_field)
{
	static const char *const fields[] = { "id", "name", "path", "created", "modified",
		"version", "version_date", "record_type", "baseTemplate", "user",
		"data.attributes.checkout_description__svc", "data.attributes.display_name__svc",
		"data.attributes.checkout__svc.checkout_type",
		"data.attributes.checkout__svc.external_url", "data.attributes.label__svc.0",
		"data.attributes.term__svc.renewal_type",
		"data.attributes.initial_term__svc.renewal_trigger",
		"data.attributes.push_to_checkout__svc", "data.price",
		"data.productBundles.0.rate_plan", "data.products.0.baseTemplate",
		"data.products.0.lastSynced", "data.products.0.synced", "data.products.0.created",
		"data.products.0.syncedFrom", "data.products.0.modified",
		"data.products.0.record_type", "data.products.0.attributes.has_delivery__svc" };
	CLEANUP(pack_free) struct pack p = pack_make("tour", DEMO_OFFERS);
	for (size_t i = 0; i < p.things.n; i++)
		for (size_t k = 0;
		     is_offer(&p.things.v[i], true) && k < sizeof(fields) / sizeof(*fields); k++)
			if (!json_lex_find(p.things.v[i].json, str_of(fields[k])).p)
				fail_msg("%.*s has no %s", STR_ARG(p.things.v[i].path), fields[k]);
}

TEST(nine_journeys_cover_everyone)
{
	CLEANUP(pack_free) struct pack p = pack_make("tour", DEMO_JOURNEYS | DEMO_SEGMENTS);
	struct str json = p.things.v[p.things.n - 1].json, segment, split;
	unsigned n = 0;
	assert_true(str_eqz(text_at(&p.arena, json, "starting_point"), "/subscribe/"));
	assert_true(str_eqz(text_at(&p.arena, json, "fallback_tag"), "/tags/uk/direct"));
	for (; element(&p.arena, json, "journeys", n, ".id").p; n++) {
		char path[40];
		int64_t sum = 0;
		snprintf(path, sizeof(path), "journeys.%u.conditions", n);
		for (unsigned i = 0; (segment = element(&p.arena, json, path, i, ".value")).p; i++)
			assert_non_null(pack_find(&p, segment));
		snprintf(path, sizeof(path), "journeys.%u.actions.0.values", n);
		for (unsigned i = 0; (split = element(&p.arena, json, path, i, ".split")).p; i++)
			sum += hundredths(split);
		assert_int_equal(sum, 10000);
	}
	assert_int_equal(n, expected_in("tour.json", "journeys"));
}

TEST(assets_have_files_and_are_all_used)
{
	CLEANUP(pack_free) struct pack p = pack_make("tour", ALL_KINDS & ~(unsigned)DEMO_BASKETS);
	for (size_t i = 0; i < p.things.n; i++) {
		char named[100];
		size_t uses = 0;
		const struct pack_item *t = &p.things.v[i];
		if (t->kind != DEMO_ASSETS)
			continue;
		assert_true(text_at(&p.arena, t->json, "data.key").n > 0);
		snprintf(named, sizeof(named), "\"image__svc\":\"%.*s\"", STR_ARG(t->path));
		for (size_t k = 0; k < p.things.n; k++)
			uses += str_find(p.things.v[k].json, str_of(named)) != SIZE_MAX;
		if (uses == 0)
			fail_msg("nobody uses %.*s", STR_ARG(t->path));
	}
}
