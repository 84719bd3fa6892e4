/* The contract's reads, A1 to A25 and A58: parameters, envelopes, cursors, errors. */
#include "lib/api.h"
#include "lib/test.h"
#include "wire/member.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char baskets[] = "/checkout/abandoned";
static const char *const lists[] = { "/campaigns", "/offers", "/offers/v2", "/assets", "/products",
	"/segments" };
enum { LISTS = sizeof(lists) / sizeof(*lists) };

#define FORMAT(name, ...) \
	char name[400];   \
	snprintf(name, sizeof(name), __VA_ARGS__)

/* A member of the nth item by its path. */
static const char *
item(struct api *a, size_t n, const char *path)
{
	FORMAT(whole, "items.%zu.%s", n, path);
	return api_value(a, whole);
}

/* ---- baskets ---- */

TEST(a1_baskets_are_listed)
{
	assert_int_equal(api_get(*state, baskets), 200);
	assert_int_equal(api_count(*state, "items"), 50);
	assert_true(str_starts(str_of(item(*state, 0, "id")), STR("basket-")));
}

TEST(a2_limit_is_a_number_from_1_to_1000)
{
	static const char *const wrong[] = { "0", "-1", "abc", "1000000000", "1001", "", "5.0" };
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		FORMAT(target, "%s?limit=%s", baskets, wrong[i]);
		api_get(*state, target);
		assert_true(api_is_error(*state, 400, "bad_request"));
		assert_true(api_body_contains(*state, "limit must be a number from 1 to 1000"));
	}
	assert_int_equal(api_get(*state, "/checkout/abandoned?limit=3"), 200);
	assert_int_equal(api_count(*state, "items"), 3);
	assert_int_equal(api_get(*state, "/checkout/abandoned?limit=1000"), 200);
	assert_int_equal(api_count(*state, "items"), 240);
}

TEST(a3_created_after_accepts_the_usual_forms)
{
	static const char *const forms[] = { "2026-11-19T10:42", "2026-11-19T10:42:00Z",
		"2026-11-19T12:42:00%2B02:00", "2026-11-19T12:42:00+02:00",
		"2026-11-19T10:42:00.000Z" };
	size_t first = 0;
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		FORMAT(target, "%s?limit=1000&createdAfter=%s", baskets, forms[i]);
		assert_int_equal(api_get(*state, target), 200);
		size_t n = api_count(*state, "items");
		assert_in_range(n, 1, 239);
		first = i ? first : n;
		assert_int_equal(n, first);
	}
	assert_int_equal(api_get(*state, "/checkout/abandoned?limit=1"), 200);
	FORMAT(newest, "%s?createdAfter=%s", baskets, item(*state, 0, "created"));
	assert_int_equal(api_get(*state, newest), 200);
	assert_int_equal(api_count(*state, "items"), 0); /* createdAfter is exclusive */
	api_get(*state, "/checkout/abandoned?createdAfter=yesterday");
	assert_true(api_is_error(*state, 400, "bad_request"));
}

TEST(a4_a_cursor_continues_and_a_damaged_one_is_refused)
{
	assert_int_equal(api_get(*state, "/checkout/abandoned?limit=10"), 200);
	const char *cursor = api_value(*state, "queryMore");
	FORMAT(next, "%s?limit=1000&queryMore=%s", baskets, cursor);
	FORMAT(other, "%s?createdAfter=2020-01-01&queryMore=%s", baskets, cursor);
	FORMAT(damaged, "%s?queryMore=%.20s", baskets, cursor);
	assert_in_range(strlen(cursor), 1, 200);
	assert_int_equal(api_get(*state, next), 200);
	assert_int_equal(api_count(*state, "items"), 230);
	api_get(*state, other);
	assert_true(api_is_error(*state, 400, "cursor_mismatch"));
	api_get(*state, damaged);
	assert_true(api_is_error(*state, 400, "cursor_invalid"));
}

TEST(a5_the_last_page_has_no_cursor)
{
	assert_int_equal(api_get(*state, "/checkout/abandoned?limit=1000"), 200);
	assert_null(api_value(*state, "queryMore"));
	assert_int_equal(api_get(*state, "/checkout/abandoned?limit=239"), 200);
	assert_non_null(api_value(*state, "queryMore"));
	assert_int_equal(api_get(*state, "/checkout/abandoned?limit=240"), 200);
	assert_null(api_value(*state, "queryMore"));
}

TEST(a6_a_401_has_request_id_code_and_message)
{
	api_call_as(*state, NULL, "GET", baskets, NULL, NULL);
	assert_true(api_is_error(*state, 401, "missing_credentials"));
	struct api *a = *state;
	struct member_walk w;
	struct member m;
	size_t members = 0;
	member_start(&w, buf_str(&a->answer.body));
	while (member_next(&w, &m))
		members++;
	assert_int_equal(members, 3);
}

TEST(a7_a_502_of_the_baskets_has_a_message_only)
{
	auto_api *a = api_open((const char *const[]){ "--fault", "502:100%", NULL });
	assert_int_equal(api_get(a, baskets), 502);
	assert_true(str_starts(buf_str(&a->answer.body), STR("{\"message\":\"")));
	assert_null(api_value(a, "code"));
	assert_null(api_value(a, "requestId"));
	assert_int_equal(api_get(a, "/segments"), 200);
}

/* ---- lists ---- */

TEST(a8_campaigns_carry_the_commit_id_in_a_header)
{
	assert_int_equal(api_get(*state, "/campaigns"), 200);
	assert_int_equal(strlen(api_value(*state, "header.commitId")), 40);
	assert_null(api_value(*state, "commitId"));
	assert_string_equal(api_value(*state, "hits"), "8");
	for (size_t i = 1; i < LISTS; i++) {
		assert_int_equal(api_get(*state, lists[i]), 200);
		assert_null(api_value(*state, "header"));
		assert_int_equal(strlen(api_value(*state, "commitId")), 40);
	}
}

static bool
all_paths_start_with(struct api *a, const char *prefix)
{
	for (size_t i = 0; i < api_count(a, "items"); i++)
		if (!str_starts(str_of(item(a, i, "path")), str_of(prefix)))
			return false;
	return true;
}

TEST(a9_offers_are_legacy_and_standalone)
{
	assert_int_equal(api_get(*state, "/offers?opt.pageSize=1000"), 200);
	assert_string_equal(api_value(*state, "hits"), "78");
	size_t standalone = 0;
	for (size_t i = 0; i < 78; i++) {
		struct str path = str_of(item(*state, i, "path"));
		bool two = str_starts(path, STR("/offers2/"));
		assert_true(two || str_starts(path, STR("/offers/")));
		standalone += two;
	}
	assert_int_equal(standalone, 36);
}

TEST(a10_offers_v2_are_standalone_only)
{
	assert_int_equal(api_get(*state, "/offers/v2?opt.pageSize=1000"), 200);
	assert_string_equal(api_value(*state, "hits"), "36");
	assert_true(all_paths_start_with(*state, "/offers2/"));
}

TEST(a11_assets_products_and_segments_are_listed)
{
	static const struct {
		const char *list, *hits, *prefix;
	} want[] = { { "/assets", "18", "/assets/" }, { "/products", "22", "/products/" },
		{ "/segments", "14", "/segments/" } };
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(api_get(*state, want[i].list), 200);
		assert_string_equal(api_value(*state, "hits"), want[i].hits);
		assert_true(all_paths_start_with(*state, want[i].prefix));
	}
}

TEST(a12_journeys_are_one_object_without_envelope)
{
	assert_int_equal(api_get(*state, "/journeys"), 200);
	assert_string_equal(api_value(*state, "starting_point"), "/subscribe/");
	assert_int_equal(api_count(*state, "journeys"), 9);
	assert_null(api_value(*state, "items"));
	assert_null(api_value(*state, "hits"));
	assert_null(api_value(*state, "commitId"));
}

TEST(a13_a_path_is_decoded_once_and_compared_exactly)
{
	static const struct {
		const char *query, *hits;
	} tries[] = { { "path=%2Foffers%2F2019%20Winter%20Campaign", "1" },
		{ "path=/offers/2019+Winter+Campaign", "1" },
		{ "path=/offers/Gift%20%26%20Holiday", "1" },
		{ "path=/offers/Gift%2520%2526%2520Holiday", "0" },
		{ "path=/offers/2019%20winter%20campaign", "0" },
		{ "path=/offers/2019%20Winter", "0" }, { "path=", "0" } };
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		FORMAT(target, "/campaigns?%s", tries[i].query);
		assert_int_equal(api_get(*state, target), 200);
		assert_string_equal(api_value(*state, "hits"), tries[i].hits);
	}
	api_get(*state, "/campaigns?path=/offers/%00");
	assert_true(api_is_error(*state, 400, "bad_request"));
}

static bool
array_contains(struct api *a, size_t n, const char *path, const char *text)
{
	FORMAT(whole, "items.%zu.%s", n, path);
	auto_buf quoted = { 0 };
	buf_addf(&quoted, "\"%s\"", text);
	bool has = str_find(api_raw(a, whole), buf_str(&quoted)) != SIZE_MAX;
	return has;
}

TEST(a14_a_tag_filters_offers_and_campaigns_alone)
{
	assert_int_equal(api_get(*state, "/offers?opt.pageSize=1000"), 200);
	size_t tagged = 0, labelled = 0;
	for (size_t i = 0; i < 78; i++) {
		tagged += array_contains(*state, i, "data.tags", "/tags/uk/direct");
		labelled += array_contains(*state, i, "data.attributes.label__svc", "winback") &&
		    str_starts(str_of(item(*state, i, "path")), STR("/offers2/"));
	}
	assert_in_range(tagged, 1, 41);
	assert_in_range(labelled, 1, 35);
	assert_int_equal(api_get(*state, "/offers?opt.pageSize=1000&tags=/tags/uk/direct"), 200);
	assert_int_equal(api_count(*state, "items"), tagged);
	assert_int_equal(api_get(*state, "/offers?opt.pageSize=1000&tag=/tags/uk/direct"), 200);
	assert_int_equal(api_count(*state, "items"), tagged);
	assert_int_equal(api_get(*state, "/offers/v2?opt.pageSize=1000&tags=/any/winback"), 200);
	assert_int_equal(api_count(*state, "items"), labelled);
	assert_int_equal(api_get(*state, "/offers?tags=/tags/uk"), 200);
	assert_string_equal(api_value(*state, "hits"), "0");
	assert_int_equal(api_get(*state, "/products?tags=/tags/uk/direct"), 200);
	assert_string_equal(api_value(*state, "hits"), "22");
	assert_string_equal(api_header(*state, "X-Ignored-Params"), "tags");
}

TEST(a15_reduced_offers_are_at_most_half_as_long)
{
	struct api *a = *state;
	assert_int_equal(api_get(a, "/offers/v2?opt.pageSize=1000"), 200);
	size_t whole = a->answer.body.n;
	assert_int_equal(api_get(a, "/offers/v2?opt.pageSize=1000&reducedData=true"), 200);
	assert_in_range(a->answer.body.n, 1, whole / 2);
	assert_int_equal(api_count(a, "items"), 36);
	static const char *const kept[] = { "id", "name", "path", "data.price",
		"data.attributes.display_name__svc", "data.attributes.label__svc" };
	for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++)
		assert_non_null(item(a, 3, kept[i]));
	assert_null(item(a, 3, "data.attributes.checkout_description__svc"));
	assert_int_equal(api_get(a, "/offers/v2?reducedData=maybe"), 400);
}

TEST(a16_page_size_has_two_names_bounds_and_a_default)
{
	assert_int_equal(api_get(*state, "/offers"), 200);
	assert_int_equal(api_count(*state, "items"), 50);
	assert_int_equal(api_get(*state, "/offers?opt.pageSize=7"), 200);
	assert_int_equal(api_count(*state, "items"), 7);
	assert_int_equal(api_get(*state, "/offers?pageSize=8"), 200);
	assert_int_equal(api_count(*state, "items"), 8);
	api_get(*state, "/offers?pageSize=0");
	assert_true(api_is_error(*state, 400, "bad_request"));
	assert_true(api_body_contains(*state, "opt.pageSize must be a number from 1 to 1000"));
	assert_int_equal(api_get(*state, "/offers?opt.pageSize=1001"), 400);
}

TEST(a17_modified_after_accepts_dates_and_times)
{
	assert_int_equal(api_get(*state, "/products?opt.pageSize=1000"), 200);
	char middle[40];
	snprintf(middle, sizeof(middle), "%s", item(*state, 11, "modified"));
	size_t later = 0;
	for (size_t i = 0; i < 22; i++)
		later += strcmp(item(*state, i, "modified"), middle) > 0;
	FORMAT(exact, "/products?opt.modifiedAfter=%s", middle);
	assert_int_equal(api_get(*state, exact), 200);
	assert_int_equal(api_count(*state, "items"), later);
	FORMAT(day, "/products?modifiedAfter=%.10s", middle);
	assert_int_equal(api_get(*state, day), 200);
	assert_in_range(api_count(*state, "items"), later + 1, 22);
	assert_int_equal(api_get(*state, "/products?opt.modifiedAfter=1990-01-01"), 200);
	assert_string_equal(api_value(*state, "hits"), "22");
	api_get(*state, "/products?opt.modifiedAfter=soon");
	assert_true(api_is_error(*state, 400, "bad_request"));
}

TEST(a18_cursors_need_pagination)
{
	assert_int_equal(api_get(*state, "/offers?opt.pageSize=5"), 200);
	assert_null(api_value(*state, "queryMore"));
	assert_string_equal(api_value(*state, "hits"), "78");
	assert_int_equal(api_get(*state, "/offers?opt.pageSize=5&opt.all=false"), 200);
	assert_null(api_value(*state, "queryMore"));
	assert_int_equal(api_get(*state, "/offers?opt.pageSize=5&opt.all=true"), 200);
	assert_non_null(api_value(*state, "queryMore.from"));
	assert_int_equal(api_get(*state, "/offers?opt.pageSize=78&opt.all=true"), 200);
	assert_null(api_value(*state, "queryMore"));
	assert_int_equal(api_get(*state, "/offers?opt.all=yes"), 400);
}

TEST(a19_hash_and_alias_go_together)
{
	assert_int_equal(api_get(*state, "/offers?opt.pageSize=5&opt.all=true"), 200);
	FORMAT(from, "opt.queryMoreFrom=%s", api_value(*state, "queryMore.from"));
	FORMAT(alias, "opt.queryMoreAlias=%s", api_value(*state, "queryMore.alias"));
	assert_int_equal(
	    api_getf(*state, "/offers?opt.all=true&opt.pageSize=1000&%s&%s", from, alias), 200);
	assert_int_equal(api_count(*state, "items"), 73);
	assert_string_equal(api_value(*state, "hits"), "78");
	api_getf(*state, "/offers?%s", from);
	assert_true(api_is_error(*state, 400, "bad_request"));
	assert_string_equal(api_value(*state, "message"),
	    "opt.queryMoreFrom needs opt.queryMoreAlias: send both.");
	api_getf(*state, "/offers?%s", alias);
	assert_true(api_is_error(*state, 400, "bad_request"));
	assert_string_equal(api_value(*state, "message"),
	    "opt.queryMoreAlias needs opt.queryMoreFrom: send both.");
	api_getf(*state, "/offers?%s&opt.queryMoreAlias=x", from);
	assert_true(api_is_error(*state, 400, "cursor_mismatch"));
	api_getf(*state, "/offers/v2?%s&%s", from, alias);
	assert_true(api_is_error(*state, 400, "cursor_mismatch"));
	api_getf(*state, "/offers?%sx&%s", from, alias);
	assert_true(api_is_error(*state, 400, "cursor_invalid"));
}

static size_t
count_hits(struct api *a, const char *target)
{
	assert_int_equal(api_get(a, target), 200);
	return (size_t)strtoul(api_value(a, "hits"), NULL, 10);
}

TEST(a20_attributes_are_filtered_by_name)
{
	size_t yes = count_hits(*state, "/offers/v2?attributes.push_to_checkout__svc=true");
	size_t no = count_hits(*state, "/offers/v2?attributes.push_to_checkout__svc=false");
	assert_int_equal(yes + no, 36);
	assert_in_range(no, 1, 35);
	size_t jp = count_hits(*state, "/offers/v2?attributes.label__svc=jp");
	assert_in_range(jp, 1, 35);
	assert_int_equal(
	    count_hits(*state, "/offers/v2?attributes.label__svc=jp&attributes.unknown=1"), 0);
	assert_in_range(count_hits(*state,
			    "/offers/v2?attributes.label__svc=jp&"
			    "attributes.push_to_checkout__svc=true"),
	    0, jp);
	assert_int_equal(
	    count_hits(*state, "/products?attributes.product_code__svc=NL-DIG-ALL"), 1);
	assert_null(api_header(*state, "X-Ignored-Params"));
}

TEST(a21_the_source_selects_published_offers)
{
	assert_int_equal(count_hits(*state, "/offers/v2?offersSource=catalog"), 36);
	assert_int_equal(count_hits(*state, "/offers/v2?offersSource=published"), 29);
	api_get(*state, "/offers/v2?offersSource=all");
	assert_true(api_is_error(*state, 400, "bad_request"));
	assert_int_equal(count_hits(*state, "/offers?offersSource=published"), 78);
	assert_string_equal(api_header(*state, "X-Ignored-Params"), "offersSource");
}

TEST(a23_hits_counts_all_matches)
{
	assert_int_equal(count_hits(*state, "/offers?opt.pageSize=1"), 78);
	assert_int_equal(api_count(*state, "items"), 1);
	assert_int_equal(count_hits(*state, "/offers?path=/offers2/none"), 0);
	assert_int_equal(api_count(*state, "items"), 0);
}

TEST(a24_a_cursor_has_two_texts)
{
	assert_int_equal(api_get(*state, "/assets?opt.pageSize=1&opt.all=true"), 200);
	assert_in_range(strlen(api_value(*state, "queryMore.from")), 1, 200);
	assert_in_range(strlen(api_value(*state, "queryMore.alias")), 1, 200);
	assert_int_equal(api_count(*state, "queryMore"), 2);
}

#define ON_TOUR(name) TEST_WITH(name, api_set_up, api_tear_down)

ON_TOUR(a25_the_commit_id_names_the_revision)
{
	char first[41];
	api_get(*state, "/offers");
	snprintf(first, sizeof(first), "%s", api_value(*state, "commitId"));
	assert_int_equal(strspn(first, "0123456789abcdef"), 40);
	api_get(*state, "/segments");
	assert_string_equal(api_value(*state, "commitId"), first);
	const char *etag = api_header(*state, "ETag");
	FORMAT(condition, "If-None-Match: %s\r\n", etag);
	assert_int_equal(api_call(*state, "GET", "/segments", condition, NULL), 304);
	assert_int_equal(((struct api *)*state)->answer.body.n, 0);
	assert_int_equal(api_call(*state, "GET", "/segments?opt.pageSize=5", condition, NULL), 200);
	assert_int_equal(
	    api_call(*state, "PUT", "/svc/catalogs/1/bulk-update", NULL,
		"{\"diffs\":[{\"path\":\"/products/ad-free\",\"diff\":{\"attributes\":{\"note\":"
		"\"x\"}}}]}"),
	    200);
	assert_int_equal(api_call(*state, "GET", "/segments", condition, NULL), 200);
	assert_string_not_equal(api_value(*state, "commitId"), first);
	api_get(*state, "/journeys");
	FORMAT(journeys, "If-None-Match: \"other\", %s\r\n", api_header(*state, "ETag"));
	assert_int_equal(api_call(*state, "GET", "/journeys", journeys, NULL), 304);
}

/* ---- size ---- */

static void
write_big_file(const char *name)
{
	FILE *f = fopen(name, "w");
	for (int i = 0; i < 200; i++) {
		fprintf(f,
		    "{\"kind\":\"asset\",\"item\":{\"id\":\"%d\",\"path\":\"/assets/%03d\",\"data\":"
		    "{\"attributes\":{},\"key\":\"",
		    i, i);
		for (int n = 0; n < 100000; n += 10)
			fputs("0123456789", f);
		fputs("\"}}}\n", f);
	}
	fclose(f);
}

TEST(a58_no_response_exceeds_six_million_bytes)
{
	unlink("big.db");
	write_big_file("big.jsonl");
	auto_api *a = api_open((const char *const[]){ "--store", "sqlite:big.db", NULL });
	assert_int_equal(
	    service_run(a->service,
		(const char *const[]){ "import", "big.jsonl", "--store", "sqlite:big.db", NULL },
		NULL, NULL),
	    0);
	api_get(a, "/assets?opt.pageSize=1000");
	assert_true(api_is_error(a, 400, "response_too_large"));
	assert_true(api_body_contains(a, "opt.pageSize"));
	char target[600] = "/assets?opt.pageSize=1000&opt.all=true";
	size_t total = 0, pages = 0;
	for (; pages < 10; pages++) {
		assert_int_equal(api_get(a, target), 200);
		assert_in_range(a->answer.body.n, 1, 6000000);
		total += api_count(a, "items");
		const char *from = api_value(a, "queryMore.from");
		if (!from)
			break;
		snprintf(target, sizeof(target),
		    "/assets?opt.pageSize=1000&opt.all=true&opt.queryMoreFrom=%s&"
		    "opt.queryMoreAlias=%s",
		    from, api_value(a, "queryMore.alias"));
	}
	assert_int_equal(total, 218); /* including the tour's 18 */
	assert_int_equal(pages, 3);
	assert_int_equal(api_get(a, "/assets?opt.pageSize=50"), 200);
}

TEST(responses_are_compressed_on_request)
{
	struct api *a = *state;
	assert_int_equal(api_get(a, "/offers"), 200);
	size_t whole = a->answer.body.n;
	assert_null(api_header(a, "Content-Encoding"));
	assert_int_equal(
	    api_call(a, "GET", "/offers", "Accept-Encoding: br, gzip;q=0.5\r\n", NULL), 200);
	assert_string_equal(api_header(a, "Content-Encoding"), "gzip");
	assert_in_range(a->answer.body.n, 20, whole / 2);
	assert_memory_equal(a->answer.body.p, "\x1F\x8B", 2);
	assert_int_equal(api_call(a, "GET", "/offers", "Accept-Encoding: gzip;q=0\r\n", NULL), 200);
	assert_null(api_header(a, "Content-Encoding"));
	assert_int_equal(a->answer.body.n, whole);
}

/* For tests that write; all others use the same service. */

/* Reads and sign-in work; nothing is written, not even by an administrator. */
TEST(a_read_only_service_refuses_every_write)
{
	static const char form[] = "grant_type=client_credentials&client_id=demo&client_secret=northlight";
	auto_api *a = api_open((const char *const[]){ "--read-only", NULL });
	assert_int_equal(api_get(a, "/offers?path=/offers2/ad-free"), 200);
	assert_int_equal(api_call(a, "PUT", "/svc/catalogs/1/bulk-update", NULL,
			     "{\"diffs\":[{\"path\":\"/offers2/ad-free\","
			     "\"diff\":{\"attributes\":{\"price\":\"7.77\"}}}]}"),
	    403);
	assert_true(api_is_error(a, 403, "read_only"));
	assert_int_equal(api_call(a, "POST",
			     "/objects/externalidentity/id-01a7d3f05e9b4c62881f7be02d94c6a3", NULL,
			     "{\"id_token\":{\"iss\":\"https://i.example\",\"sub\":\"s\"}}"),
	    403);
	assert_int_equal(api_get(a, "/offers?path=/offers2/ad-free"), 200);
	assert_false(api_body_contains(a, "7.77"));
	http_free(&a->answer);
	http_call(service_port(a->service), "POST", "/demo/reset", buf_z(&a->token), NULL, STR_NONE,
	    &a->answer);
	assert_int_equal(a->answer.status, 403);
	http_free(&a->answer);
	http_call(service_port(a->service), "POST", "/oauth2/token", NULL,
	    "Content-Type: application/x-www-form-urlencoded\r\n", STR(form), &a->answer);
	assert_int_equal(a->answer.status, 200);
}

int
main(void)
{
	return run_all_tests(api_set_up, api_tear_down);
}
