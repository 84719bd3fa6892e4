/* labels: slow */
/* The contract's external identities, A50 to A53 and A56, A57: link, unlink, and the rules that
 * keep strangers out. */
#include "lib/api.h"
#include "lib/files.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The test's own owners: ann and bob have the same subscription root, cid has another. */
static const char owners[] = "{\"kind\":\"owner\",\"item\":{\"id\":\"ann\",\"root\":\"r1\"}}\n"
			     "{\"kind\":\"owner\",\"item\":{\"id\":\"bob\",\"root\":\"r1\"}}\n"
			     "{\"kind\":\"owner\",\"item\":{\"id\":\"cid\",\"root\":\"r2\"}}\n"
			     "{\"kind\":\"owner\",\"item\":{\"id\":\"d e/f\",\"root\":\"r2\"}}\n";

#define BODY "{\"id_token\":{\"iss\":\"https://login.example/\",\"sub\":\"s-1\"}}"

struct fixture {
	struct api *api;
	struct buf other; /* another administrator's token; made when first needed */
};

static int
set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	write_file("owners.jsonl", owners);
	unlink_store("identities.db");
	f->api = api_open(
	    (const char *const[]){ "--store", "sqlite:identities.db", "--log-requests", NULL });
	*state = f;
	return service_run(f->api->service,
	    (const char *const[]){
		"import", "owners.jsonl", "--store", "sqlite:identities.db", NULL },
	    NULL, NULL);
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	int status = api_close(f->api);
	buf_free(&f->other);
	free(f);
	return status;
}

/* The token of another administrator. */
static const char *
other_administrator(struct fixture *f)
{
	if (!f->other.n)
		service_token(
		    f->api->service, (const char *const[]){ "--sub", "another", NULL }, &f->other);
	return buf_z(&f->other);
}

static int
act_as(
    struct fixture *f, const char *token, const char *method, const char *owner, const char *body)
{
	char target[200];
	snprintf(target, sizeof(target), "/objects/externalidentity/%s", owner);
	return api_call_as(f->api, token, method, target, NULL, body);
}

static int
act(struct fixture *f, const char *method, const char *owner)
{
	return act_as(f, buf_z(&f->api->token), method, owner, BODY);
}

static bool
is_error(struct fixture *f, int status, const char *code)
{
	return api_is_error(f->api, status, code);
}

#define WITH_OWNERS(name) TEST_WITH(name, set_up, tear_down)

WITH_OWNERS(a50_linking_answers_the_record)
{
	struct fixture *f = *state;
	assert_int_equal(act(f, "POST", "ann"), 200);
	assert_string_equal(api_value(f->api, "owner"), "ann");
	assert_int_equal(act(f, "POST", "nobody"), 404);
	assert_true(is_error(f, 404, "not_found"));
}

WITH_OWNERS(a52_the_record_has_twelve_fields)
{
	struct fixture *f = *state;
	static const struct {
		const char *path, *value;
	} want[] = { { "data.iss", "https://login.example/" }, { "data.sub", "s-1" },
		{ "status", "active" }, { "record_type", "identity" },
		{ "record_variant", "@svc/external-id" }, { "owner", "ann" }, { "service", "svc" },
		{ "created", "2026-11-20T10:42:00.000Z" },
		{ "updated", "2026-11-20T10:42:00.000Z" }, { "mode", "sandbox" } };
	assert_int_equal(act(f, "POST", "ann"), 200);
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++)
		assert_string_equal(api_value(f->api, want[i].path), want[i].value);
	assert_non_null(api_value(f->api, "name"));
	assert_true(strlen(api_value(f->api, "id")) > 8);
}

WITH_OWNERS(linking_again_changes_nothing)
{
	struct fixture *f = *state;
	char id[100];
	assert_int_equal(act(f, "POST", "ann"), 200);
	snprintf(id, sizeof(id), "%s", api_value(f->api, "id"));
	assert_int_equal(act_as(f, other_administrator(f), "POST", "ann", BODY), 200);
	assert_string_equal(api_value(f->api, "id"), id);
}

WITH_OWNERS(a51_unlinking_reads_its_body)
{
	struct fixture *f = *state;
	assert_int_equal(act(f, "POST", "ann"), 200);
	assert_int_equal(act(f, "DELETE", "ann"), 200);
	assert_string_equal(buf_z(&f->api->answer.body), "{}");
	assert_int_equal(act(f, "DELETE", "ann"), 200);
	assert_string_equal(buf_z(&f->api->answer.body), "{}");
	act_as(f, buf_z(&f->api->token), "DELETE", "ann", NULL);
	assert_true(is_error(f, 400, "bad_request"));
	act_as(f, buf_z(&f->api->token), "DELETE", "ann",
	    "{\"id_token\":{\"iss\":\"https://login.example/\",\"sub\":\"never\"}}");
	assert_true(is_error(f, 404, "not_found"));
}

WITH_OWNERS(a53_an_identity_has_one_owner_only)
{
	struct fixture *f = *state;
	assert_int_equal(act(f, "POST", "ann"), 200);
	act(f, "POST", "bob");
	assert_true(is_error(f, 409, "identity_in_use"));
	assert_false(api_body_contains(f->api, "ann"));
	act(f, "DELETE", "bob");
	assert_true(is_error(f, 403, "forbidden"));
	assert_false(api_body_contains(f->api, "ann"));
}

WITH_OWNERS(a_removed_identity_belongs_to_its_root)
{
	struct fixture *f = *state;
	assert_int_equal(act_as(f, other_administrator(f), "POST", "ann", BODY), 200);
	assert_int_equal(act(f, "DELETE", "ann"), 200);
	act(f, "POST", "cid");
	assert_true(is_error(f, 409, "identity_in_use"));
	assert_int_equal(act(f, "POST", "bob"), 200);
	assert_int_equal(act(f, "DELETE", "bob"), 200);
	assert_int_equal(act(f, "POST", "ann"), 200);
}

WITH_OWNERS(a_wrong_link_is_corrected_by_its_author)
{
	struct fixture *f = *state;
	assert_int_equal(act(f, "POST", "cid"), 200);
	assert_int_equal(act(f, "DELETE", "cid"), 200);
	assert_int_equal(act(f, "POST", "ann"), 200);
	assert_int_equal(act_as(f, other_administrator(f), "DELETE", "ann", BODY), 200);
	act(f, "POST", "cid");
	assert_true(is_error(f, 409, "identity_in_use"));
}

/* Unlinked, linked and unlinked again by one person: the first removal still counts. */
WITH_OWNERS(a_later_undo_does_not_clear_a_removal)
{
	struct fixture *f = *state;
	assert_int_equal(act_as(f, other_administrator(f), "POST", "ann", BODY), 200);
	assert_int_equal(act(f, "DELETE", "ann"), 200);
	assert_int_equal(act(f, "POST", "ann"), 200);
	assert_int_equal(act(f, "DELETE", "ann"), 200);
	act(f, "POST", "cid");
	assert_true(is_error(f, 409, "identity_in_use"));
	assert_int_equal(act(f, "POST", "bob"), 200);
}

WITH_OWNERS(a57_another_subscription_is_denied)
{
	struct fixture *f = *state;
	auto_buf r2 = { 0 }, none = { 0 };
	service_token(f->api->service, (const char *const[]){ "--root", "r2", NULL }, &r2);
	service_token(f->api->service, (const char *const[]){ "--root", "", NULL }, &none);
	assert_int_equal(act(f, "POST", "ann"), 200);
	act_as(f, buf_z(&r2), "DELETE", "ann", BODY);
	assert_true(is_error(f, 403, "different_subscription"));
	act_as(f, buf_z(&none), "DELETE", "ann", BODY);
	assert_true(is_error(f, 403, "different_subscription"));
	assert_int_equal(
	    act_as(f, buf_z(&r2), "POST", "cid", "{\"id_token\":{\"iss\":\"i\",\"sub\":\"t\"}}"),
	    200);
	assert_int_equal(
	    act_as(f, buf_z(&r2), "DELETE", "cid", "{\"id_token\":{\"iss\":\"i\",\"sub\":\"t\"}}"),
	    200);
}

WITH_OWNERS(a56_the_missing_right_is_named)
{
	struct fixture *f = *state;
	auto_buf token = { 0 };
	service_token(f->api->service,
	    (const char *const[]){ "--scope", "read catalog:write", NULL }, &token);
	act_as(f, buf_z(&token), "POST", "ann", BODY);
	assert_true(is_error(f, 403, "forbidden"));
	assert_true(api_body_contains(f->api, "identity:admin"));
	assert_non_null(strstr(api_header(f->api, "WWW-Authenticate"), "insufficient_scope"));
	act_as(f, buf_z(&token), "DELETE", "ann", BODY);
	assert_true(is_error(f, 403, "forbidden"));
}

WITH_OWNERS(names_are_compared_byte_for_byte)
{
	struct fixture *f = *state;
	static const char *const bodies[] = {
		"{\"id_token\":{\"iss\":\"https://login.example\",\"sub\":\"s-1\"}}",
		"{\"id_token\":{\"iss\":\"https://login.example/\",\"sub\":\" s-1\"}}",
		"{\"id_token\":{\"iss\":\"https://login.example/\",\"sub\":\"S-1\"}}",
		"{\"id_token\":{\"iss\":\"https://LOGIN.example/\",\"sub\":\"s-1\"}}",
		"{\"id_token\":{\"iss\":\"https://login.example/\",\"sub\":\"\\u00e9\"}}",
		"{\"id_token\":{\"iss\":\"https://login.example/\",\"sub\":\"e\\u0301\"}}"
	};
	assert_int_equal(act(f, "POST", "ann"), 200);
	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++) {
		assert_int_equal(act_as(f, buf_z(&f->api->token), "POST", "cid", bodies[i]), 200);
		assert_string_equal(api_value(f->api, "owner"), "cid");
	}
	assert_int_equal(act_as(f, buf_z(&f->api->token), "POST", "d%20e%2Ff",
			     "{\"id_token\":{\"iss\":\"i\",\"sub\":\"o\"}}"),
	    200);
	assert_string_equal(api_value(f->api, "owner"), "d e/f");
	assert_int_equal(act(f, "POST", "%00"), 404);
}

WITH_OWNERS(wrong_bodies_name_the_field)
{
	struct fixture *f = *state;
	static const struct {
		const char *body, *word;
		int status;
	} tries[] = { { "{}", "id_token", 422 }, { "{\"id_token\":\"x\"}", "id_token", 422 },
		{ "{\"id_token\":{\"sub\":\"s\"}}", "id_token.iss", 422 },
		{ "{\"id_token\":{\"iss\":\"i\"}}", "id_token.sub", 422 },
		{ "{\"id_token\":{\"iss\":\"i\",\"sub\":7}}", "id_token.sub", 422 },
		{ "{\"id_token\":{\"iss\":\"\",\"sub\":\"s\"}}", "id_token.iss", 422 },
		{ "{\"id_token\":{\"iss\":\"i\",\"iss\":\"j\",\"sub\":\"s\"}}", "JSON", 400 },
		{ "{\"id_token\":{\"iss\":\"i\\u0000\",\"sub\":\"s\"}}", "JSON", 400 } };
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		act_as(f, buf_z(&f->api->token), "POST", "ann", tries[i].body);
		assert_true(is_error(
		    f, tries[i].status, tries[i].status == 400 ? "bad_request" : "invalid"));
		assert_true(api_body_contains(f->api, tries[i].word));
	}
}

WITH_OWNERS(a_repeated_key_links_once)
{
	struct fixture *f = *state;
	static const char key[] = "Idempotency-Key: once\r\n";
	static const char target[] = "/objects/externalidentity/ann";
	char id[100];
	assert_int_equal(api_call(f->api, "POST", target, key, BODY), 200);
	snprintf(id, sizeof(id), "%s", api_value(f->api, "id"));
	assert_int_equal(act(f, "DELETE", "ann"), 200);
	assert_int_equal(api_call(f->api, "POST", target, key, BODY), 200);
	assert_string_equal(api_value(f->api, "id"), id);
	assert_int_equal(act(f, "POST", "cid"), 200); /* so the repeat did not link anything */
	api_call(f->api, "DELETE", target, key, BODY);
	assert_true(is_error(f, 422, "idempotency_mismatch"));
}

/* The log has the operation but no personal data, whatever the result. */
WITH_OWNERS(the_log_has_no_identity)
{
	struct fixture *f = *state;
	static const char *const secrets[] = { "login.example", "s-1", "ann", "nobody" };
	auto_buf log = { 0 };
	assert_int_equal(act(f, "POST", "ann"), 200);
	assert_int_equal(act(f, "POST", "bob"), 409);
	assert_int_equal(act(f, "POST", "nobody"), 404);
	assert_int_equal(act(f, "DELETE", "bob"), 403);
	assert_int_equal(act(f, "DELETE", "ann"), 200);
	service_log(f->api->service, &log);
	assert_true(str_find(buf_str(&log), STR("\"status\":409,")) != SIZE_MAX);
	for (size_t i = 0; i < sizeof(secrets) / sizeof(*secrets); i++)
		if (str_find(buf_str(&log), str_of(secrets[i])) != SIZE_MAX)
			fail_msg("%s is in\n%s", secrets[i], buf_z(&log));
	assert_true(str_find(buf_str(&log), buf_str(&f->api->token)) == SIZE_MAX);
}
