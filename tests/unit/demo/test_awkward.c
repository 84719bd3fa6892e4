/* The pack `awkward`: the tour's items unchanged, every promised case with its number, and each
 * case as awkward as described. */
#include "model/when.h"
#include "pack.h"

#include <string.h>

static int
make_pack(void **state)
{
	struct pack *p = x_new(struct pack);
	*p = pack_make("awkward", ALL_KINDS);
	*state = p;
	return 0;
}

static int
free_pack(void **state)
{
	pack_free(*state);
	x_free(*state);
	return 0;
}

static const struct pack_item *
find_id(const struct pack *p, const char *id)
{
	for (size_t i = 0; i < p->things.n; i++)
		if (str_eqz(p->things.v[i].id, id))
			return &p->things.v[i];
	fail_msg("no item %s", id);
	return NULL;
}

static struct str
text_of(struct pack *p, const char *id, const char *path)
{
	return text_at(&p->arena, find_id(p, id)->json, path);
}

/* Number of elements of an array. */
static size_t
length_of(const struct pack *p, const char *id, const char *array)
{
	char path[80];
	for (size_t n = 0;; n++) {
		snprintf(path, sizeof(path), "%s.%zu", array, n);
		if (!json_lex_find(find_id(p, id)->json, str_of(path)).p)
			return n;
	}
}

TEST(the_pack_has_the_documented_counts)
{
	static const struct {
		const char *name;
		enum demo_kind kind;
	} rows[] = { { "segments", DEMO_SEGMENTS }, { "products", DEMO_PRODUCTS },
		{ "assets", DEMO_ASSETS }, { "campaigns", DEMO_CAMPAIGNS },
		{ "owners", DEMO_OWNERS }, { "identities", DEMO_IDENTITIES },
		{ "baskets", DEMO_BASKETS } };
	const struct pack *p = *state;
	size_t counts[ALL_KINDS + 1] = { 0 }, standalone = 0;
	for (size_t i = 0; i < p->things.n; i++) {
		counts[p->things.v[i].kind]++;
		standalone += is_offer(&p->things.v[i], true);
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		assert_int_equal(counts[rows[i].kind], expected_in("awkward.json", rows[i].name));
	assert_int_equal(standalone, expected_in("awkward.json", "standaloneOffers"));
	assert_int_equal(
	    counts[DEMO_OFFERS] - standalone, expected_in("awkward.json", "legacyOffers"));
	assert_int_equal(counts[DEMO_JOURNEYS], 1);
	assert_int_equal(
	    length_of(p, "journeys", "journeys"), expected_in("awkward.json", "journeys"));
}

/* True if an item or a journey has this number in its id. */
static bool
is_numbered(const struct pack *p, const char *number)
{
	for (size_t i = 0; i < p->things.n; i++) {
		const struct pack_item *t = &p->things.v[i];
		if (str_find(t->kind == DEMO_JOURNEYS ? t->json : t->id, str_of(number)) !=
		    SIZE_MAX)
			return true;
	}
	return false;
}

TEST(every_case_that_a_store_can_hold_exists)
{
	static const struct {
		const char *family;
		unsigned last, but;
	} families[] = { { "wa", 32, 16 }, { "wb", 11, 0 }, { "wi", 3, 0 }, { "wj", 8, 0 } };
	for (size_t f = 0; f < 4; f++)
		for (unsigned n = 1; n <= families[f].last; n++) {
			char number[8];
			snprintf(number, sizeof(number), "%s%02u", families[f].family, n);
			if (n != families[f].but && !is_numbered(*state, number))
				fail_msg("no case %s", number);
		}
}

TEST(the_pack_contains_the_unchanged_tour)
{
	CLEANUP(pack_free)
	struct pack tour = pack_make("tour", ALL_KINDS & ~(unsigned)DEMO_JOURNEYS);
	const struct pack *p = *state;
	for (size_t i = 0; i < tour.things.n; i++) {
		const struct pack_item *t = &tour.things.v[i];
		char id[128];
		snprintf(id, sizeof(id), "%.*s", STR_ARG(t->id));
		assert_true(str_eq(find_id(p, id)->json, t->json));
	}
	assert_true(str_eqz(text_of(*state, "journeys", "journeys.8.id"), "journey-high-value"));
	assert_true(
	    str_eqz(text_of(*state, "journeys", "journeys.17.id"), "journey-wj08-everybody"));
	assert_int_equal(length_of(p, "journeys", "journeys.17.conditions"), 0);
}

TEST(a_store_can_hold_each_item)
{
	const struct pack *p = *state;
	for (size_t i = 0; i < p->things.n; i++) {
		const struct pack_item *t = &p->things.v[i];
		assert_true(t->json.n <= 1 << 20);
		assert_true(t->kind != DEMO_BASKETS || t->id.n <= 100);
		for (size_t k = 0; k < i; k++)
			assert_false(
			    p->things.v[k].kind == t->kind && str_eq(p->things.v[k].id, t->id));
	}
}

TEST(texts_have_their_documented_oddities)
{
	static const struct {
		const char *id, *path, *text;
	} rows[] = {
		{ "wa05-nfc", "name", "WA05 Caf\303\251" },
		{ "wa05-nfd", "name", "WA05 Cafe\314\201" },
		{ "wa07-spaces", "name", "   " },
		{ "wa07-asset", "name", "\tWA07 tab\nnewline\302\240no-break " },
		{ "wa08-campaign", "path", "/offers/WA08 50% + more? #1 \"x\" & \303\274" },
		{ "wa09-legacy", "path", "/offers/offers2/wa09" },
		{ "wa09-standalone", "path", "/offers2/offers/wa09" },
		{ "wa13-link", "name",
		    "WA13 \033]8;;https://evil.example/\033\\https://shop.northlight.example"
		    "\033]8;;\033\\" },
		{ "wa15-controls", "name",
		    "WA15 \302\233 31m \302\205 \177 \357\277\276 \356\200\200 \315\270 "
		    "\363\240\201\201" },
		{ "wa17-asset", "name", "=HYPERLINK(\"https://evil.example/?wa17\",\"WA17\")" },
		{ "wa17-offer", "data.attributes.label__svc.2", "\ttab first" },
		{ "wa19-empty", "name", "" },
		{ "wa22-decimals", "data.attributes.price.0.value", "9.99" },
		{ "wa22-decimals", "data.attributes.price.2.value", "3.2505" },
		{ "wa22-amounts", "data.attributes.price.1.value", "1,99" },
		{ "wa22-amounts", "data.attributes.price.5.value",
		    "1234567890123456789012345678901234567890" },
		{ "wa23-currencies", "data.attributes.price.2.currencyCode", "\342\202\254" },
		{ "wa26-cycle-c", "priceReference", "/offers2/wa26-cycle-a" },
		{ "wa26-chain-11", "priceReference", "/offers2/wa26-chain-12" },
		{ "wa26-chain-12", "data.price.0.value", "9.99" },
		{ "wa27-copy-5", "duplicatedFrom", "/offers2/wa27-missing" },
		{ "wa28-parts", "data.segments.0", "/segments/wa28-gone" },
		{ "wa28-looks", "data.baseTemplate", "/config/templates/offers/wa28-gone" },
		{ "wa32-edges", "modified", "2016-12-31T23:59:60Z" },
		{ "basket-wb04-11-wa11-escape", "customerDetails.firstName",
		    "\033[2J\033]0;title\007" },
		{ "basket-wb04-12-wa12-clipboard", "customerDetails.companyName",
		    "WA12\033]52;c;V0ExMg==\007" },
		{ "basket-wb04-13-wa14-invisible", "customerDetails.email",
		    "wa14\342\200\213\342\200\215\357\273\277\302\255@example.com" },
		{ "basket-wb04-13-wa14-invisible", "customerDetails.firstName",
		    "\342\200\256ellE\342\200\254" },
		{ "basket-wb04-05-wb09-quoted", "customerDetails.email",
		    "\"wb09 quoted\"@example.com" },
		{ "basket-wb02-javascript", "recoveryLink", "javascript:alert(1)//wb02" },
		{ "basket-wb02-empty", "recoveryLink", "" },
		{ "wi-identity-05", "data.sub", " auth|wi02leading" },
		{ "wi-identity-22", "data.iss", "https://ACCOUNTS.example.com" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str text = text_of(*state, rows[i].id, rows[i].path);
		if (!str_eqz(text, rows[i].text))
			fail_msg("%s %s: %.*s", rows[i].id, rows[i].path, STR_ARG(text));
	}
}

/* Values that are not texts, byte for byte; NULL: absent. */
TEST(values_keep_their_json_form)
{
	static const struct {
		const char *id, *path, *json;
	} rows[] = {
		{ "wa19-null", "data.price", "null" },
		{ "wa19-absent", "name", NULL },
		{ "wa19-absent", "data", NULL },
		{ "wa20-unknown", "data.attributes.numbers.0", "1e400" },
		{ "wa20-unknown", "data.attributes.numbers.1", "9223372036854775809" },
		{ "wa20-unknown", "data.attributes.numbers.2", "-0" },
		{ "wa20-unknown", "data.attributes.arrays.1.1.1", "5" },
		{ "wa20-unknown", "data.attributes.many.k499", "499" },
		{ "wa21-types", "data.price.0.value", "9.99" },
		{ "wa21-types", "data.productBundles.0.revenue_split", "100" },
		{ "wa21-tags", "data.tags", "\"/tags/uk/direct\"" },
		{ "wa24-repeats", "data.attributes.price.2.repeat_count", "2147483648" },
		{ "wa28-null-key", "data.key", "null" },
		{ "wa28-no-key", "data.key", NULL },
		{ "wa29-embedded", "data.products.2.synced", "false" },
		{ "basket-wb02-null", "recoveryLink", "null" },
		{ "basket-wb05-missing", "created", NULL },
		{ "basket-wb07-empty", "tracking", "{}" },
		{ "basket-wb07-null", "tracking", "null" },
		{ "basket-wb10-fields", "customFields.\"a.b.c\"", "\"dots\"" },
		{ "basket-wb10-fields", "customFields.__proto__.polluted", "true" },
		{ "basket-wb11-completed", "completed", "true" },
		{ "basket-wb11-missing", "completed", NULL },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str json = json_lex_find(
		    find_id(*state, rows[i].id)->json, str_of(rows[i].path));
		if (rows[i].json ? !str_eqz(json, rows[i].json) : json.p != NULL)
			fail_msg("%s %s: %.*s", rows[i].id, rows[i].path, STR_ARG(json));
	}
}

TEST(long_values_have_their_documented_lengths)
{
	static const unsigned links[] = { 2100, 8000, 20000, 60000, 100000 };
	struct pack *p = *state;
	struct str path = text_of(p, "wa06-deep", "path");
	size_t levels = 0;
	for (size_t i = 0; i < 5; i++) {
		char id[40];
		snprintf(id, sizeof(id), "basket-wb01-%u", links[i]);
		assert_int_equal(text_of(p, id, "recoveryLink").n, links[i]);
	}
	for (size_t i = 0; i < path.n; i++)
		levels += path.p[i] == '/';
	assert_int_equal(levels, 64);
	assert_int_equal(text_of(p, "wa06-long", "name").n, 300);
	assert_int_equal(text_of(p, "wa06-long", "data.attributes.label__svc.0").n, 2000);
	assert_true(
	    text_of(p, "wa18-html", "data.attributes.checkout_description__svc").n >= 90000);
	assert_int_equal(length_of(p, "basket-wb06-none", "orderItems"), 0);
	assert_int_equal(length_of(p, "basket-wb06-many", "orderItems"), 120);
	assert_int_equal(length_of(p, "basket-wb07-many", "tracking.offers"), 50);
	assert_int_equal(length_of(p, "basket-wb08-many", "identities"), 25);
	assert_int_equal(length_of(p, "journeys", "journeys.12.actions.1.values"), 40);
	assert_int_equal(text_of(p, "wi-identity-10", "data.sub").n, 300);
	assert_int_equal(text_of(p, "wi-identity-04", "owner").n, 300);
	assert_true(str_eqz(text_of(p, "basket-wb08-many", "identities.2.sub"), "wb08-same"));
	assert_true(str_eqz(text_of(p, "basket-wb08-many", "identities.3.sub"), "wb08-03"));
}

TEST(times_have_their_documented_oddities)
{
	const struct pack *p = *state;
	size_t same = 0;
	for (size_t i = 0; i < p->things.n; i++) {
		const struct pack_item *t = &p->things.v[i];
		struct str created = json_lex_find(t->json, STR("created"));
		int64_t when;
		if (t->kind != DEMO_BASKETS)
			continue;
		same += t->created == find_id(p, "basket-wb04-60")->created;
		if (created.p) {
			assert_true(when_parse(str_sub(created, 1, created.n - 2), &when));
			assert_int_equal(when, t->created);
		}
	}
	assert_int_equal(same, 60);
	assert_true(find_id(p, "basket-wb05-future")->created > NOW);
	assert_true(find_id(p, "basket-wb05-old")->created < NOW - 3649 * WHEN_DAY);
	assert_true(find_id(p, "basket-wb05-missing")->created == WHEN_NONE);
	assert_true(find_id(p, "basket-wb11-completed")->completed);
	assert_false(find_id(p, "basket-wb11-missing")->completed);
}

TEST(two_runs_make_the_same_bytes)
{
	CLEANUP(pack_free) struct pack again = pack_make("awkward", ALL_KINDS);
	const struct pack *p = *state;
	assert_int_equal(again.things.n, p->things.n);
	for (size_t i = 0; i < again.things.n; i++)
		assert_true(str_eq(again.things.v[i].json, p->things.v[i].json));
}

/* The result does not depend on what was generated before. */
TEST(each_kind_is_the_same_if_made_alone)
{
	const struct pack *p = *state;
	size_t n = 0;
	for (unsigned kind = 1; kind <= DEMO_IDENTITIES; kind *= 2) {
		CLEANUP(pack_free) struct pack alone = pack_make("awkward", kind);
		n += alone.things.n;
		for (size_t i = 0, k = 0; i < p->things.n; i++)
			if (p->things.v[i].kind == kind)
				assert_true(str_eq(p->things.v[i].json, alone.things.v[k++].json));
	}
	assert_int_equal(n, p->things.n);
}

/* Only the case's own member is odd: its offers have the attributes that all offers have. */
TEST(offers_have_the_usual_attributes)
{
	static const char *const fields[] = { "created", "modified", "version", "record_type",
		"baseTemplate", "user", "data.attributes", "data.price",
		"data.productBundles.0.rate_plan" };
	const struct pack *p = *state;
	for (size_t i = 0; i < p->things.n; i++) {
		const struct pack_item *t = &p->things.v[i];
		if (!is_offer(t, true) || str_find(t->id, STR("wa19")) != SIZE_MAX)
			continue;
		for (size_t k = 0; k < sizeof(fields) / sizeof(*fields); k++)
			if (!json_lex_find(t->json, str_of(fields[k])).p)
				fail_msg("%.*s has no %s", STR_ARG(t->id), fields[k]);
	}
}

int
main(void)
{
	return run_all_tests(make_pack, free_pack);
}
