/* The contract's objects, A26 to A47: every field is served, at its path and with its type. */
#include "lib/api.h"
#include "lib/files.h"
#include "lib/stores.h"
#include "lib/test.h"
#include "wire/member.h"

#include <stdio.h>
#include <string.h>

/* The type of a value: text, number, boolean, list or object. */
enum kind { TEXT = '"', NUMBER = '0', FLAG = 't', ELEMENT_LIST = '[', OBJECT = '{', NOTHING = 'n' };

struct field {
	const char *path; /* dotted, within one item */
	enum kind kind;
};

static char
json_kind(struct str value)
{
	if (value.n == 0)
		return '\0';
	char c = value.p[0];
	if (c == 'f')
		return FLAG;
	return c == '-' || (c >= '0' && c <= '9') ? NUMBER : c;
}

/* True if an item has the field with this type. */
static bool
has_item_with_field(struct api *a, const struct field *f)
{
	struct member_walk w;
	struct member m;
	member_start(&w, api_raw(a, "items"));
	while (member_next(&w, &m))
		if (json_kind(json_lex_find(m.value, str_of(f->path))) == (char)f->kind)
			return true;
	return false;
}

static void
check_fields(struct api *a, const char *list, const struct field *fields, size_t n)
{
	char target[100];
	snprintf(target, sizeof(target), "%s?%s=1000", list,
	    strcmp(list, "/checkout/abandoned") == 0 ? "limit" : "opt.pageSize");
	assert_int_equal(api_get(a, target), 200);
	for (size_t i = 0; i < n; i++)
		if (!has_item_with_field(a, &fields[i]))
			fail_msg("no item of %s has %s as %c", list, fields[i].path,
			    (char)fields[i].kind);
}

#define CHECK(list, ...)                                                              \
	do {                                                                          \
		static const struct field fields[] = { __VA_ARGS__ };                 \
		check_fields(*state, list, fields, sizeof(fields) / sizeof(*fields)); \
	} while (0)

TEST(a26_items_have_the_common_members)
{
	static const char *const lists[] = { "/offers", "/assets", "/products", "/segments" };
	for (size_t i = 0; i < 4; i++)
		CHECK(lists[i], { "id", TEXT }, { "name", TEXT }, { "parent_path", TEXT },
		    { "path", TEXT }, { "data.attributes", OBJECT }, { "data.baseTemplate", TEXT });
	CHECK("/campaigns", { "id", TEXT }, { "name", TEXT }, { "path", TEXT },
	    { "data.attributes", OBJECT }, { "data.baseTemplate", TEXT });
}

TEST(a27_legacy_offers_have_their_price_among_the_attributes)
{
	CHECK("/offers", { "data.attributes.price", ELEMENT_LIST },
	    { "data.attributes.price.0.value", TEXT },
	    { "data.attributes.price.0.currencyCode", TEXT });
}

TEST(a28_legacy_offers_name_products_segments_and_tags)
{
	CHECK("/offers", { "data.products.0.id", TEXT }, { "data.products.0.name", TEXT },
	    { "data.segments.0", TEXT }, { "data.tags.0", TEXT });
}

TEST(a29_standalone_offers_are_versioned)
{
	CHECK("/offers/v2", { "created", TEXT }, { "modified", TEXT }, { "version", TEXT },
	    { "version_date", TEXT }, { "record_type", TEXT }, { "duplicatedFrom", TEXT },
	    { "baseTemplate", TEXT }, { "priceReference", TEXT }, { "user", TEXT });
}

TEST(a30_descriptions_are_html)
{
	CHECK("/offers/v2", { "data.attributes.checkout_description__svc", TEXT });
	assert_true(api_body_contains(*state, "<p>"));
}

TEST(a31_names_labels_and_countries)
{
	CHECK("/offers/v2", { "data.attributes.display_name__svc", TEXT },
	    { "data.attributes.label__svc.0", TEXT },
	    { "data.attributes.allowed_countries__svc.0", TEXT });
}

TEST(a32_checkouts_have_type_and_address)
{
	CHECK("/offers/v2", { "data.attributes.checkout__svc.checkout_type", TEXT },
	    { "data.attributes.checkout__svc.external_url", TEXT });
}

TEST(a33_terms_have_type_and_trigger)
{
	CHECK("/offers/v2", { "data.attributes.term__svc.renewal_type", TEXT },
	    { "data.attributes.term__svc.renewal_trigger", TEXT },
	    { "data.attributes.initial_term__svc.renewal_type", TEXT },
	    { "data.attributes.initial_term__svc.renewal_trigger", TEXT });
}

TEST(a34_push_to_checkout_is_a_boolean)
{
	CHECK("/offers/v2", { "data.attributes.push_to_checkout__svc", FLAG });
}

TEST(a35_charges_have_thirteen_fields)
{
	CHECK("/offers/v2", { "data.price.0.name", TEXT }, { "data.price.0.label", TEXT },
	    { "data.price.0.currencyCode", TEXT }, { "data.price.0.value", TEXT },
	    { "data.price.0.type", TEXT }, { "data.price.0.trigger", TEXT },
	    { "data.price.0.repeat_interval", NUMBER },
	    { "data.price.0.repeat_interval_type", TEXT }, { "data.price.0.repeat_count", NUMBER },
	    { "data.price.0.delay_trigger", NOTHING }, { "data.price.0.delay_interval", NOTHING },
	    { "data.price.0.delay_interval_type", TEXT }, { "data.price.0.attributes", OBJECT },
	    { "data.price.1.delay_interval", NUMBER }, { "data.price.1.delay_trigger", TEXT });
}

TEST(a36_bundles_have_their_splits)
{
	CHECK("/offers/v2", { "data.productBundles.0.product_path", TEXT },
	    { "data.productBundles.0.revenue_split", TEXT },
	    { "data.productBundles.0.rate_plan", TEXT });
}

TEST(a37_embedded_products_have_nine_fields)
{
	CHECK("/offers/v2", { "data.products.0.baseTemplate", TEXT },
	    { "data.products.0.path", TEXT }, { "data.products.0.lastSynced", TEXT },
	    { "data.products.0.synced", FLAG }, { "data.products.0.created", TEXT },
	    { "data.products.0.syncedFrom", TEXT }, { "data.products.0.modified", TEXT },
	    { "data.products.0.record_type", TEXT },
	    { "data.products.0.attributes.display_name__svc", TEXT },
	    { "data.products.0.attributes.has_delivery__svc", FLAG },
	    { "data.products.0.attributes.product_code__svc", TEXT });
}

TEST(a38_assets_have_a_key)
{
	CHECK("/assets", { "data.key", TEXT });
}

TEST(a39_journeys_have_conditions_and_splits)
{
	static const struct field fields[] = { { "starting_point", TEXT }, { "fallback_tag", TEXT },
		{ "journeys.0.id", TEXT }, { "journeys.0.conditions.0.id", TEXT },
		{ "journeys.0.conditions.0.type", TEXT }, { "journeys.0.conditions.0.value", TEXT },
		{ "journeys.0.actions.0.id", TEXT }, { "journeys.0.actions.0.type", TEXT },
		{ "journeys.0.actions.0.values.0.id", TEXT },
		{ "journeys.0.actions.0.values.0.tag", TEXT },
		{ "journeys.0.actions.0.values.0.split", TEXT } };
	assert_int_equal(api_get(*state, "/journeys"), 200);
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		assert_int_equal(json_kind(api_raw(*state, fields[i].path)), fields[i].kind);
	assert_string_equal(api_value(*state, "journeys.2.actions.0.values.0.split"), "70");
	assert_string_equal(api_value(*state, "journeys.2.actions.0.values.1.split"), "30");
}

TEST(a40_baskets_name_the_customer_if_known)
{
	CHECK("/checkout/abandoned", { "id", TEXT }, { "created", TEXT },
	    { "customerDetails.email", TEXT }, { "customerDetails.firstName", TEXT },
	    { "customerDetails.lastName", TEXT }, { "customerDetails.companyName", TEXT });
}

TEST(a41_baskets_hold_order_items)
{
	CHECK("/checkout/abandoned", { "orderItems.0.name", TEXT }, { "orderItems.0.path", TEXT },
	    { "orderItems.0.products.0.path", TEXT },
	    { "orderItems.0.products.0.productCode", TEXT });
}

TEST(a42_custom_fields_have_any_type)
{
	CHECK("/checkout/abandoned", { "customFields", OBJECT },
	    { "customFields.checkoutKind", TEXT });
}

TEST(a43_tracking_has_offers_campaign_and_tag)
{
	CHECK("/checkout/abandoned", { "tracking.offers.0", TEXT }, { "tracking.campaign", TEXT },
	    { "tracking.tag", TEXT });
}

TEST(a44_identities_have_four_texts)
{
	CHECK("/checkout/abandoned", { "identities.0.sub", TEXT }, { "identities.0.iss", TEXT },
	    { "identities.0.service", TEXT }, { "identities.0.type", TEXT });
}

TEST(a45_the_entry_url_keeps_its_parameters)
{
	CHECK("/checkout/abandoned", { "entry", TEXT });
	assert_true(api_body_contains(*state, "utm_source="));
}

TEST(a46_completed_baskets_are_left_out)
{
	CHECK("/checkout/abandoned", { "completed", FLAG });
	assert_false(api_body_contains(*state, "\"completed\":true"));
}

TEST(a47_baskets_have_a_recovery_link)
{
	CHECK("/checkout/abandoned", { "recoveryLink", TEXT });
}

/* Values are returned byte for byte, including numbers too large for any machine type. */
TEST(unknown_members_are_returned_unchanged)
{
	static const char odd[] =
	    "{\"id\":\"odd\",\"path\":\"/assets/odd\",\"n\":[1e400,-0,9223372036854775809,"
	    "0.10],\"nested\":{\"a\":{\"\":[[]]}},\"data\":{\"attributes\":{},\"key\":\"\\u00e9\"}}";
	remove("odd.db");
	FILE *f = fopen("odd.jsonl", "w");
	fprintf(f, "{\"kind\":\"asset\",\"item\":%s}\n", odd);
	fclose(f);
	auto_api *a = api_open((const char *const[]){ "--store", "sqlite:odd.db", NULL });
	assert_int_equal(
	    service_run(a->service,
		(const char *const[]){ "import", "odd.jsonl", "--store", "sqlite:odd.db", NULL },
		NULL, NULL),
	    0);
	assert_int_equal(api_get(a, "/assets?path=/assets/odd"), 200);
	struct str got = api_raw(a, "items.0");
	assert_int_equal(got.n, sizeof(odd) - 1);
	assert_memory_equal(got.p, odd, got.n);
}

/* With --dry-run the store is not created either. */
static void
import_valid_file(struct api *a)
{
	auto_buf words = { 0 };
	FILE *f = fopen("bad.jsonl", "w");
	fprintf(f, "{\"kind\":\"asset\",\"item\":{\"id\":\"0\",\"path\":\"/assets/0\"}}\n");
	fclose(f);
	assert_int_equal(service_run(a->service,
			     (const char *const[]){ "import", "bad.jsonl", "--store",
				 "sqlite:none.db", "--dry-run", NULL },
			     NULL, &words),
	    0);
	assert_non_null(strstr(
	    buf_z(&words), "1 object can be imported into sqlite:none.db; nothing was written\n"));
	assert_null(fopen("none.db", "r"));
}

/* If one line is invalid, nothing in the file is imported; without a valid import the store is
 * not created. */
TEST(an_import_is_all_or_nothing)
{
	static const char *const bad[] = { "{\"kind\":\"asset\",\"item\":{\"id\":\"1\"}}",
		"{\"kind\":\"thing\",\"item\":{}}", "{\"item\":{}}", "{\"kind\":\"asset\"}",
		"{\"kind\":\"asset\",\"item\":{\"path\":\"/a\",\"path\":\"/b\"}}", "x",
		"{\"kind\":\"asset\",\"item\":{\"id\":7,\"path\":\"/a\"}}",
		"{\"kind\":\"asset\",\"remove\":true,\"item\":{\"path\":\"/a\"}}",
		"{\"kind\":\"basket\",\"item\":{\"id\":7}}",
		"{\"kind\":\"basket\",\"item\":{\"id\":\"b\",\"completed\":\"false\"}}" };
	struct api *a = *state;
	if (stores_are_postgres())
		return; /* only SQLite has a file */
	remove("none.db");
	assert_int_equal(
	    service_run(a->service,
		(const char *const[]){ "import", "gone.jsonl", "--store", "sqlite:none.db", NULL },
		NULL, NULL),
	    1);
	assert_null(fopen("none.db", "r"));
	import_valid_file(a);
	for (size_t i = 0; i < 2 * (sizeof(bad) / sizeof(*bad)); i++) {
		auto_buf words = { 0 };
		bool dry = i >= sizeof(bad) / sizeof(*bad);
		FILE *f = fopen("bad.jsonl", "w");
		fprintf(f,
		    "{\"kind\":\"asset\",\"item\":{\"id\":\"0\",\"path\":\"/assets/0\"}}\n%s\n",
		    bad[i % (sizeof(bad) / sizeof(*bad))]);
		fclose(f);
		assert_int_equal(service_run(a->service,
				     (const char *const[]){ "import", "bad.jsonl", "--store",
					 "sqlite:none.db", dry ? "--dry-run" : NULL, NULL },
				     NULL, &words),
		    1);
		assert_true(str_find(buf_str(&words), STR("bad.jsonl:2:")) != SIZE_MAX);
	}
	auto_api *copy = api_of(
	    service_start_on_store((const char *const[]){ "--store", "sqlite:none.db", NULL }));
	assert_int_equal(api_get(copy, "/assets"), 200);
	assert_string_equal(api_value(copy, "hits"), "0");
}

/* Every invalid line is reported, and nothing is written. */
TEST(an_import_names_every_wrong_line)
{
	struct api *a = *state;
	auto_buf words = { 0 };
	if (stores_are_postgres())
		return; /* only SQLite has a file */
	FILE *f = fopen("bad.jsonl", "w");
	fprintf(f,
	    "\xEF\xBB\xBF{\"kind\":\"asset\",\"item\":{\"id\":\"0\",\"path\":\"/assets/0\"}}\n"
	    "\n{\"kind\":\"thing\",\"item\":{}}\nx\n");
	fclose(f);
	assert_int_equal(service_run(a->service,
			     (const char *const[]){ "import", "bad.jsonl", "--store",
				 "sqlite:none.db", "--dry-run", NULL },
			     NULL, &words),
	    1);
	assert_non_null(strstr(buf_z(&words), "bad.jsonl:3:9: there is no kind \"thing\"\n"));
	assert_non_null(strstr(buf_z(&words), "bad.jsonl:4:1: not valid JSON: "));
	assert_non_null(strstr(buf_z(&words), "bad.jsonl: 2 lines are wrong: nothing was written"));
}

static int
import_text(struct api *a, const char *text, const char *dry, struct buf *words)
{
	FILE *f = fopen("checked.jsonl", "w");
	fputs(text, f);
	fclose(f);
	buf_reset(words);
	return service_run(a->service,
	    (const char *const[]){
		"import", "checked.jsonl", "--store", "sqlite:checked.db", dry, NULL },
	    NULL, words);
}

/* References are looked up in the file and in the store; only the file's own problems are
 * reported, and they do not prevent the import. */
TEST(an_import_reports_references_to_nothing)
{
	static const char product[] =
	    "{\"kind\":\"product\",\"item\":{\"id\":\"p\",\"path\":\"/products/p\"}}\n";
	static const char offers[] =
	    "\n{\"kind\":\"offer\",\"item\":{\"id\":\"o\",\"path\":\"/offers2/o\",\"data\":{"
	    "\"productBundles\":[{\"product_path\":\"/products/p\",\"revenue_split\":\"50\"},"
	    "{\"product_path\":\"/products/\\u001b[2Jq\",\"revenue_split\":\"50\"}]}}}\n";
	struct api *a = *state;
	auto_buf words = { 0 };
	if (stores_are_postgres())
		return; /* only SQLite has a file */
	remove("checked.db");
	assert_int_equal(import_text(a, offers, "--dry-run", &words), 0);
	assert_non_null(strstr(buf_z(&words),
	    "checked.jsonl:2:96: error: /offers2/o: /products/p does not exist (ref-product)\n"));
	assert_non_null(strstr(buf_z(&words), "2 problems in the catalog's objects, listed above\n"));
	assert_null(strchr(buf_z(&words), '\033'));
	assert_int_equal(import_text(a, product, NULL, &words), 0);
	assert_null(strstr(buf_z(&words), "problem"));
	assert_int_equal(import_text(a, offers, "--dry-run", &words), 0);
	assert_null(strstr(buf_z(&words), "/products/p does"));
	assert_non_null(strstr(buf_z(&words), "1 problem in the catalog's objects"));
	assert_int_equal(import_text(a, offers, NULL, &words), 0);
	assert_non_null(strstr(buf_z(&words), "1 object was imported"));
	assert_non_null(strstr(buf_z(&words), "1 problem in the catalog's objects: see "));
	assert_null(strstr(buf_z(&words), "ref-product"));
	assert_int_equal(import_text(a, product, "--dry-run", &words), 0);
	assert_null(strstr(buf_z(&words), "problem"));
}

/* The second line has a problem, the third and fourth are refused. The fifth refers to the object
 * of the third, which is unsure until that is corrected, and the sixth is too long. */
TEST(a_check_lists_places_without_a_store)
{
	static const char lines[] =
	    "\xEF\xBB\xBF  {\"kind\":\"offer\",\"item\":{\"path\":\"/offers2/\xC3\xA9\",\"id\":7}}\r\n"
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"\xC3\xA9\",\"path\":\"/offers2/a\",\"data\":{\"segments\":"
	    "[\"/segments/s\"]}}}\n"
	    "{\"kind\":\"segment\",\"item\":{\"id\":7,\"path\":\"\\/segments\\/t\"}}\n"
	    "{\"kind\":\"asset\",\"item\":{}},\n"
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"b\",\"path\":\"/offers2/b\",\"data\":{\"segments\":"
	    "[\"/segments/t\"]}}}\n";
	struct api *a = *state;
	auto_buf text = { 0 }, out = { 0 }, words = { 0 };
	buf_addz(&text, lines);
	buf_pad(&text, 'x', 3 << 20);
	buf_addz(&text, "\n{}\n");
	write_file("places.jsonl", buf_z(&text));
	assert_int_equal(service_run(a->service,
			     (const char *const[]){ "check", "places.jsonl", NULL }, &out, &words),
	    1);
	assert_string_equal(buf_z(&out),
	    "places.jsonl:1:52: its id must be a string\n"
	    "places.jsonl:3:32: its id must be a string\n"
	    "places.jsonl:4:27: not valid JSON: text after the end\n"
	    "places.jsonl:6:1: the line is longer than 1052672 bytes\n"
	    "places.jsonl:7:1: it has no \"kind\"\n"
	    "places.jsonl:2:74: error: /offers2/a: /segments/s does not exist (ref-segment)\n");
	assert_string_equal(buf_z(&words),
	    "1 more problem may concern an object of a refused line: correct the lines first\n"
	    "2 objects, 5 lines refused, 1 problem\n");
	write_file("places.jsonl", "{\"kind\":\"owner\",\"item\":{\"id\":\"o\",\"root\":\"r\"}}");
	buf_reset(&out);
	assert_int_equal(service_run(a->service,
			     (const char *const[]){ "check", "places.jsonl", NULL }, &out, NULL),
	    0);
	assert_int_equal(out.n, 0);
	remove("places.jsonl");
}

/* Two offers and a segment have one path, and the file's name has an escape character. */
TEST(a_check_keeps_objects_with_one_path_apart)
{
	static const char lines[] =
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"a\",\"path\":\"/x\",\"data\":{\"segments\":[\"/s/a\"]}}}\n"
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"b\",\"note\":\"/s/a\",\"path\":\"/x\","
	    "\"data\":{\"segments\":[\"/s/b\"]}}}\n"
	    "{\"kind\":\"segment\",\"item\":{\"id\":\"a\",\"path\":\"/x\",\"note\":\"/s/a\"}}\n";
	struct api *a = *state;
	auto_buf out = { 0 };
	write_file("one\033[31mpath.jsonl", lines);
	assert_int_equal(service_run(a->service,
			     (const char *const[]){ "check", "one\033[31mpath.jsonl", NULL }, &out,
			     NULL),
	    1);
	assert_string_equal(buf_z(&out),
	    "one\\e[31mpath.jsonl:1:66: error: /x: /s/a does not exist (ref-segment)\n"
	    "one\\e[31mpath.jsonl:2:24: error: /x: shared by a and b (same-path)\n"
	    "one\\e[31mpath.jsonl:2:80: error: /x: /s/b does not exist (ref-segment)\n");
	remove("one\033[31mpath.jsonl");
}

/* Two lines for the same object count once, of each kind; the same path with two ids counts
 * twice. */
TEST(an_import_counts_the_resulting_objects)
{
	static const char lines[] =
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"o\",\"path\":\"/offers2/o\",\"name\":\"A\"}}\n"
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"o\",\"path\":\"/offers2/o\",\"name\":\"B\"}}\n"
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"p\",\"path\":\"/offers2/o\"}}\n"
	    "{\"kind\":\"asset\",\"item\":{\"id\":\"o\",\"path\":\"/offers2/o\"}}\n"
	    "{\"kind\":\"journeys\",\"item\":{\"journeys\":[]}}\n"
	    "{\"kind\":\"journeys\",\"item\":{\"journeys\":[]}}\n";
	struct api *a = *state;
	struct buf words = { 0 };
	if (stores_are_postgres())
		return; /* only SQLite has a file */
	write_file("twice.jsonl", lines);
	assert_int_equal(service_run(a->service,
			     (const char *const[]){
				 "import", "twice.jsonl", "--store", "sqlite:twice.db", NULL },
			     NULL, &words),
	    0);
	assert_string_equal(buf_z(&words),
	    "4 objects were imported into sqlite:twice.db\n"
	    "2 lines were replaced by a later line of the same object\n"
	    "1 problem in the catalog's objects: see backroom check catalog\n");
	buf_free(&words);
	remove("twice.db");
}

int
main(void)
{
	return run_all_tests(api_set_up, api_tear_down);
}
