/* The contract's bulk update, A48 and A49, and what applies to every write: idempotency,
 * conditions, the audit log. */
#include "lib/api.h"
#include "lib/files.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char bulk[] = "/svc/catalogs/1/bulk-update";

#define DIFF(path, attributes) "{\"path\":\"" path "\",\"diff\":{\"attributes\":{" attributes "}}}"
#define DIFFS(...) "{\"diffs\":[" __VA_ARGS__ "]}"

static int
put(struct api *a, const char *headers, const char *body)
{
	return api_call(a, "PUT", bulk, headers, body);
}

static const char *
member(struct api *a, const char *list, const char *path, const char *name)
{
	char target[300], whole[100];
	snprintf(target, sizeof(target), "%s?path=%s", list, api_escape(a, path));
	assert_int_equal(api_get(a, target), 200);
	snprintf(whole, sizeof(whole), "items.0.%s", name);
	return api_value(a, whole);
}

static void
read_commit_id(struct api *a, char out[41])
{
	assert_int_equal(api_get(a, "/offers?opt.pageSize=1"), 200);
	snprintf(out, 41, "%s", api_value(a, "commitId"));
}

#define ON_TOUR(name) TEST_WITH(name, api_set_up, api_tear_down)

ON_TOUR(a48_a_bulk_update_changes_the_named_items)
{
	struct api *a = *state;
	char before[41], after[41], version[20];
	read_commit_id(a, before);
	snprintf(
	    version, sizeof(version), "%s", member(a, "/offers/v2", "/offers2/ad-free", "version"));
	assert_int_equal(
	    put(a, NULL,
		DIFFS(DIFF("/offers2/ad-free",
		    "\"display_name__svc\":\"Without ads\",\"push_to_checkout__svc\":\"true\"") "," DIFF("/segments/student",
		    "\"note\":\"new\""))),
	    200);
	assert_string_equal(api_value(a, "success"), "2");
	assert_int_equal(api_count(a, "failed"), 0);
	read_commit_id(a, after);
	assert_string_not_equal(before, after);
	assert_string_equal(
	    member(a, "/offers/v2", "/offers2/ad-free", "data.attributes.display_name__svc"),
	    "Without ads");
	assert_true(str_eqz(api_raw(a, "items.0.data.attributes.push_to_checkout__svc"), "true"));
	assert_int_equal(
	    strtol(api_value(a, "items.0.version"), NULL, 10), strtol(version, NULL, 10) + 1);
	assert_string_equal(api_value(a, "items.0.modified"), "2026-11-20T10:42:00.000Z");
	assert_string_equal(api_value(a, "items.0.version_date"), "2026-11-20T10:42:00.000Z");
	assert_string_equal(
	    member(a, "/segments", "/segments/student", "data.attributes.note"), "new");
	assert_null(api_value(a, "items.0.version"));
}

ON_TOUR(prices_are_changed_in_their_charge)
{
	struct api *a = *state;
	static const char legacy[] = "/offers/2019 Winter Campaign/digital-basic";
	assert_int_equal(
	    put(a, NULL,
		DIFFS(DIFF("/offers/2019 Winter Campaign/digital-basic", "\"price\":\"4.25\""))),
	    200);
	assert_string_equal(member(a, "/offers", legacy, "data.attributes.price.0.value"), "4.25");
	assert_int_equal(
	    put(a, NULL, DIFFS(DIFF("/offers2/ad-free", "\"price__svc\":\"2.05\""))), 200);
	assert_string_equal(api_value(a, "success"), "1");
	assert_string_equal(
	    member(a, "/offers/v2", "/offers2/ad-free", "data.price.0.value"), "2.05");
	assert_int_equal(put(a, NULL, DIFFS(DIFF("/offers2/ad-free", "\"price\":\"2,05\""))), 200);
	assert_string_equal(api_value(a, "success"), "0");
	assert_string_equal(api_value(a, "failed.0.code"), "invalid_price");
}

ON_TOUR(a49_failures_are_reported_one_by_one)
{
	struct api *a = *state;
	assert_int_equal(put(a, NULL,
			     DIFFS(DIFF("/segments/student", "\"x\":\"1\"") "," DIFF(
				 "/none", "\"x\":\"1\"") "," DIFF("/offers2/ad-free",
				 "\"push_to_checkout__svc\":\"perhaps\""))),
	    200);
	assert_string_equal(api_value(a, "success"), "1");
	assert_int_equal(api_count(a, "failed"), 2);
	assert_string_equal(api_value(a, "failed.0.path"), "/none");
	assert_string_equal(api_value(a, "failed.0.code"), "not_found");
	assert_string_equal(api_value(a, "failed.0.message"), "There is no item with this path.");
	assert_string_equal(api_value(a, "failed.1.code"), "invalid_value");
	assert_non_null(strstr(api_value(a, "failed.1.message"), "push_to_checkout"));
	put(a, NULL, DIFFS(DIFF("/none", "\"x\":\"1\"") "," DIFF("/nor", "\"x\":\"1\"")));
	assert_true(api_is_error(a, 404, "not_found"));
	api_call_as(a, NULL, "PUT", bulk, NULL, DIFFS());
	assert_true(api_is_error(a, 401, "missing_credentials"));
	assert_int_equal(put(a, NULL, DIFFS()), 200);
	assert_string_equal(api_value(a, "success"), "0");
}

ON_TOUR(strict_handling_is_all_or_nothing)
{
	struct api *a = *state;
	char before[41], after[41];
	read_commit_id(a, before);
	assert_int_equal(
	    put(a, "Prefer: handling=strict\r\n",
		DIFFS(DIFF("/segments/student", "\"x\":\"1\"") "," DIFF("/none", "\"x\":\"1\""))),
	    200);
	assert_string_equal(api_value(a, "success"), "0");
	assert_int_equal(api_count(a, "failed"), 2);
	assert_string_equal(api_value(a, "failed.0.code"), "not_applied");
	read_commit_id(a, after);
	assert_string_equal(before, after);
	assert_int_equal(
	    put(a, "Prefer: handling=strict\r\n", DIFFS(DIFF("/segments/student", "\"x\":\"1\""))),
	    200);
	assert_string_equal(api_value(a, "success"), "1");
}

ON_TOUR(a_change_requires_its_catalog_revision)
{
	struct api *a = *state;
	char commit[41], header[80];
	read_commit_id(a, commit);
	snprintf(header, sizeof(header), "If-Match: \"%s\"\r\n", commit);
	assert_int_equal(put(a, header, DIFFS(DIFF("/segments/student", "\"x\":\"1\""))), 200);
	put(a, header, DIFFS(DIFF("/segments/student", "\"x\":\"2\"")));
	assert_true(api_is_error(a, 412, "revision_changed"));
	assert_string_equal(member(a, "/segments", "/segments/student", "data.attributes.x"), "1");
	assert_int_equal(
	    put(a, "If-Match: *\r\n", DIFFS(DIFF("/segments/student", "\"x\":\"2\""))), 200);
}

ON_TOUR(an_update_without_changes_makes_no_revision)
{
	struct api *a = *state;
	char before[41], after[41];
	put(a, NULL, DIFFS(DIFF("/segments/student", "\"x\":\"1\"")));
	read_commit_id(a, before);
	assert_int_equal(put(a, NULL, DIFFS(DIFF("/segments/student", "\"x\":\"1\""))), 200);
	assert_string_equal(api_value(a, "success"), "1");
	read_commit_id(a, after);
	assert_string_equal(before, after);
}

ON_TOUR(invalid_requests_are_refused_with_a_code)
{
	struct api *a = *state;
	static const struct {
		const char *body;
		int status;
		const char *code, *word;
	} tries[] = { { "{\"diffs\":[}", 400, "bad_request", "JSON" },
		{ "{\"diffs\":[],\"diffs\":[]}", 400, "bad_request", "JSON" },
		{ "[]", 422, "invalid", "object" }, { "{}", 422, "invalid", "diffs" },
		{ "{\"diffs\":{}}", 422, "invalid", "diffs" },
		{ "{\"diffs\":[{}]}", 422, "invalid", "diffs[0].path" },
		{ "{\"diffs\":[{\"path\":\"/x\"}]}", 422, "invalid", "diffs[0].diff.attributes" } };
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		put(a, NULL, tries[i].body);
		assert_true(api_is_error(a, tries[i].status, tries[i].code));
		assert_true(api_body_contains(a, tries[i].word));
	}
	put(a, NULL, NULL);
	assert_true(api_is_error(a, 400, "bad_request"));
	auto_buf many = { 0 };
	buf_addz(&many, "{\"diffs\":[");
	for (int i = 0; i < 1001; i++)
		buf_addf(&many, "%s" DIFF("/x", ""), i ? "," : "");
	buf_addz(&many, "]}");
	put(a, NULL, buf_z(&many));
	assert_true(api_is_error(a, 413, "too_large"));
}

ON_TOUR(a_repeated_key_gets_the_first_response)
{
	struct api *a = *state;
	static const char key[] = "Idempotency-Key: 5f2c\r\n";
	static const char first[] = DIFFS(DIFF("/segments/student", "\"x\":\"1\""));
	char commit[41], again[41];
	assert_int_equal(put(a, key, first), 200);
	read_commit_id(a, commit);
	assert_int_equal(put(a, NULL, DIFFS(DIFF("/segments/student", "\"x\":\"2\""))), 200);
	assert_int_equal(put(a, key, first), 200);
	assert_string_equal(api_value(a, "success"), "1");
	assert_string_equal(member(a, "/segments", "/segments/student", "data.attributes.x"), "2");
	put(a, key, DIFFS(DIFF("/segments/student", "\"x\":\"3\"")));
	assert_true(api_is_error(a, 422, "idempotency_mismatch"));
	/* A refused request had no effect, so its key is not stored. */
	static const char again_key[] = "Idempotency-Key: n\r\n";
	put(a, again_key, DIFFS(DIFF("/none", "")));
	assert_true(api_is_error(a, 404, "not_found"));
	assert_int_equal(put(a, again_key, DIFFS(DIFF("/segments/trialist", "\"x\":\"1\""))), 200);
	put(a, "Idempotency-Key: \r\n", first);
	assert_int_equal(a->answer.status, 400);
	read_commit_id(a, again);
	assert_string_not_equal(commit, again);
}

TEST(every_write_and_denial_is_in_the_audit)
{
	auto_buf out = { 0 }, reader = { 0 };
	static const char *const verify[] = { "audit", "verify", "--store", "sqlite:audit.db",
		NULL };
	unlink("audit.db");
	auto_api *a = api_open((const char *const[]){ "--store", "sqlite:audit.db", NULL });
	service_token(a->service, (const char *const[]){ "--scope", "read", NULL }, &reader);
	put(a, NULL, DIFFS(DIFF("/segments/student", "\"x\":\"1\"")));
	api_call_as(a, buf_z(&reader), "PUT", bulk, NULL, DIFFS());
	assert_true(api_is_error(a, 403, "forbidden"));
	assert_true(api_body_contains(a, "catalog:write"));
	put(a, NULL, DIFFS(DIFF("/none", "")));
	assert_int_equal(service_run(a->service, verify, &out, NULL), 0);
	assert_true(str_starts(buf_str(&out), STR("3 entries are intact")));
	struct str said = str_trim(buf_str(&out));
	char last[65];
	snprintf(last, sizeof(last), "%s", said.p + said.n - 64);
	last[64] = '\0';
	const char *verify_last[] = { "audit", "verify", "--store", "sqlite:audit.db", "--last",
		last, NULL };
	assert_int_equal(service_run(a->service, verify_last, NULL, NULL), 0);
	last[0] = last[0] == '0' ? '1' : '0';
	assert_int_equal(service_run(a->service, verify_last, NULL, NULL), 1);
	/* An import is audited like a write. */
	write_file("more.jsonl", "{\"kind\":\"owner\",\"item\":{\"id\":\"x\",\"root\":\"r\"}}\n");
	assert_int_equal(
	    service_run(a->service,
		(const char *const[]){ "import", "more.jsonl", "--store", "sqlite:audit.db", NULL },
		NULL, NULL),
	    0);
	buf_reset(&out);
	assert_int_equal(service_run(a->service, verify, &out, NULL), 0);
	assert_true(str_starts(buf_str(&out), STR("4 entries are intact")));
}
