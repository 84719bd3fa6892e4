/* The service's OpenAPI document: correct for every operation, with this service's names.
 * prism.sh checks it with Prism. */
#include "lib/api.h"
#include "lib/test.h"
#include "wire/json_lex.h"
#include "wire/json_scan.h"
#include "wire/member.h"

#include <stdio.h>
#include <string.h>

static struct str
document(struct api *a)
{
	http_free(&a->answer);
	http_call(
	    service_port(a->service), "GET", "/openapi.json", NULL, NULL, STR_NONE, &a->answer);
	assert_int_equal(a->answer.status, 200);
	return buf_str(&a->answer.body);
}

static struct str
below(struct str json, const char *const names[])
{
	for (; *names; names++)
		json = member_find(json, str_of(*names));
	return json;
}

static bool
contains(struct str json, const char *text)
{
	return str_find(json, str_of(text)) != SIZE_MAX;
}

TEST(the_document_is_json_and_has_its_version)
{
	struct err err;
	struct json_scan_rules rules = json_scan_service_rules;
	struct str doc = document(*state);
	rules.max_bytes = doc.n;
	if (!json_scan_check(doc, &rules, NULL, &err))
		fail_msg("%s", err.text);
	assert_true(str_eq(json_lex_find(doc, STR("openapi")), STR("\"3.0.3\"")));
	assert_true(str_eq(json_lex_find(doc, STR("info.version")), STR("\"1.0.0\"")));
}

/* The list at the base path and the document have the same operations. */
TEST(every_operation_is_described)
{
	struct api *a = *state;
	struct buf list = { 0 }, text[3] = { 0 };
	struct member_walk w;
	struct member m;
	size_t n = 0;
	assert_int_equal(api_get(a, ""), 200);
	buf_adds(&list, buf_str(&a->answer.body));
	struct str doc = document(a), paths = member_find(doc, STR("paths"));
	member_start(&w, member_find(buf_str(&list), STR("operations")));
	while (member_next(&w, &m)) {
		static const char *const names[] = { "operation", "method", "path" };
		for (int i = 0; i < 3; i++) {
			buf_reset(&text[i]);
			assert_true(member_read_text(&text[i], m.value, str_of(names[i])));
		}
		for (size_t i = 0; i < text[1].n; i++)
			text[1].p[i] |= 0x20;
		struct str op = below(
		    paths, (const char *const[]){ buf_z(&text[2]), buf_z(&text[1]), NULL });
		struct buf id = { 0 };
		assert_true(member_read_text(&id, op, STR("operationId")));
		assert_string_equal(buf_z(&id), buf_z(&text[0]));
		buf_free(&id);
		assert_true(below(op, (const char *const[]){ "responses", "200", NULL }).p);
		assert_true(below(op, (const char *const[]){ "responses", "503", NULL }).p);
		n++;
	}
	assert_true(n >= 16);
	buf_free(&list);
	for (int i = 0; i < 3; i++)
		buf_free(&text[i]);
}

TEST(every_referenced_schema_exists)
{
	static const char mark[] = "\"#/components/schemas/";
	struct str doc = document(*state), rest = doc;
	struct str schemas = below(doc, (const char *const[]){ "components", "schemas", NULL });
	size_t at, n = 0;
	while ((at = str_find(rest, STR(mark))) != SIZE_MAX) {
		rest = str_sub(rest, at + sizeof(mark) - 1, rest.n);
		struct str name = str_sub(rest, 0, str_find_char(rest, '"'));
		if (!member_find(schemas, name).p)
			fail_msg("there is no schema %.*s", STR_ARG(name));
		n++;
	}
	assert_true(n > 100);
	assert_false(contains(doc, "{namespace}"));
	assert_true(contains(schemas, "\"@svc/external-id\""));
}

/* Expected values written by hand from the contract and the decisions. */
TEST(inputs_and_refusals_match_each_operation)
{
	static const struct {
		const char *path, *method, *has, *has_not;
	} want[] = {
		{ "/api/offers/v2", "get", "\"offersSource\"", "\"limit\"" },
		{ "/api/offers", "get", "\"reducedData\"", "\"offersSource\"" },
		{ "/api/assets", "get", "\"opt.pageSize\"", "\"tags\"" },
		{ "/api/checkout/abandoned", "get", "\"createdAfter\"", "\"opt.pageSize\"" },
		{ "/api/checkout/abandoned", "get", "schemas/UpstreamError\"",
		    "\"response_too_large\"" },
		{ "/api/campaigns", "get",
		    "\"enum\":[\"bad_request\",\"cursor_invalid\","
		    "\"cursor_mismatch\",\"response_too_large\"]",
		    "\"422\":" },
		{ "/api/journeys", "get", "\"304\":", "\"opt.pageSize\"" },
		{ "/api/svc/catalogs/1/bulk-update", "put", "\"revision_changed\"",
		    "\"identity_in_use\"" },
		{ "/api/objects/externalidentity/{owner}", "post", "\"identity_in_use\"",
		    "\"different_subscription\"" },
		{ "/api/objects/externalidentity/{owner}", "delete", "\"different_subscription\"",
		    "\"identity_in_use\"" },
		{ "/demo/owners", "get", "schemas/DemoOwners\"", "\"422\":" },
		{ "/oauth2/device", "get", "\"user_code\",\"in\":\"query\"", "TokenError" },
		{ "/oauth2/device", "post", "\"403\":{\"description\":\"forbidden\"", "\"401\":" },
		{ "/oauth2/device", "post", "\"text/html\":{\"schema\"", "TokenError" },
		{ "/oauth2/token", "post", "schemas/TokenError\"", "\"text/html\"" },
		{ "/healthz", "get", "\"security\":[]", "\"401\":" },
	};
	struct str paths = member_find(document(*state), STR("paths"));
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct str op = below(
		    paths, (const char *const[]){ want[i].path, want[i].method, NULL });
		if (!contains(op, want[i].has) || contains(op, want[i].has_not))
			fail_msg("%zu: %s %s: %.*s", i, want[i].method, want[i].path, STR_ARG(op));
	}
}

TEST(lists_have_an_example_from_the_tour)
{
	static const struct {
		const char *path, *says;
	} want[] = {
		{ "/api/campaigns", "\"hits\":1,\"items\":[{\"id\":" },
		{ "/api/offers", "\"path\":\"/offers/" },
		{ "/api/offers/v2", "\"path\":\"/offers2/" },
		{ "/api/assets", "\"path\":\"/assets/" },
		{ "/api/products", "\"path\":\"/products/" },
		{ "/api/segments", "\"path\":\"/segments/" },
		{ "/api/journeys", "\"starting_point\":\"/subscribe/\"" },
		{ "/api/checkout/abandoned", "\"email\":" },
	};
	struct str paths = member_find(document(*state), STR("paths"));
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct str example = below(paths,
		    (const char *const[]){ want[i].path, "get", "responses", "200", "content",
			"application/json", "example", NULL });
		if (!contains(example, want[i].says))
			fail_msg("%s: %.*s", want[i].path, STR_ARG(example));
	}
}

int
main(void)
{
	return run_all_tests(api_set_up, api_tear_down);
}
