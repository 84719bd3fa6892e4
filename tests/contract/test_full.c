/* A full disk: refusals stay refusals, a failed write gets a message, reads work, and when there
 * is space the same process writes again. A limit on file sizes simulates the disk: at 0 every
 * write to a file fails. */
#include "lib/api.h"
#include "lib/files.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#define STORE "sqlite:full.db"
#define IDENTITY "{\"id_token\":{\"iss\":\"i\",\"sub\":\"s\"}}"
#define OWNER "/objects/externalidentity/id-02c96be814f04d7fa35d20e7918b6f54"

static const char bulk[] = "/svc/catalogs/1/bulk-update";

static int
set_up(void **state)
{
	unlink_store("full.db");
	*state = api_open((const char *const[]){ "--store", STORE, NULL });
	return 0;
}

static void
allow_file_growth(const struct api *a, bool may)
{
	struct rlimit limit = { may ? RLIM_INFINITY : 0, RLIM_INFINITY };
	assert_int_equal(prlimit(service_pid(a->service), RLIMIT_FSIZE, &limit, NULL), 0);
}

#define ON_DISK(name) TEST_WITH(name, set_up, api_tear_down)

ON_DISK(a_failed_write_is_reported_and_rolled_back)
{
	struct api *a = *state;
	assert_int_equal(api_change_segment(a, "1"), 200);
	assert_int_equal(api_page(a, "/readyz"), 200);
	allow_file_growth(a, false);
	for (int i = 0; i < 3; i++) {
		api_change_segment(a, "2");
		assert_true(api_is_error(a, 507, "full"));
		assert_true(api_body_contains(a, "no disk space"));
	}
	api_call(a, "POST", OWNER, "Idempotency-Key: k\r\n", IDENTITY);
	assert_true(api_is_error(a, 507, "full"));
	api_page(a, "/readyz");
	assert_true(api_is_error(a, 507, "full"));
	assert_int_equal(api_page(a, "/healthz"), 200);
	assert_int_equal(api_get(a, "/segments?path=/segments/student"), 200);
	assert_string_equal(api_value(a, "items.0.data.attributes.x"), "1");
	allow_file_growth(a, true);
	assert_int_equal(api_page(a, "/readyz"), 200);
	assert_int_equal(api_change_segment(a, "3"), 200);
	assert_int_equal(api_call(a, "POST", OWNER, "Idempotency-Key: k\r\n", IDENTITY), 200);
	assert_int_equal(api_get(a, "/segments?path=/segments/student"), 200);
	assert_string_equal(api_value(a, "items.0.data.attributes.x"), "3");
}

/* The error for a client without write permission is the missing permission, not the full disk. */
ON_DISK(refusals_stay_refusals)
{
	static const char *const verify[] = { "audit", "verify", "--store", STORE, NULL };
	struct api *a = *state;
	auto_buf reader = { 0 }, stranger = { 0 };
	service_token(a->service, (const char *const[]){ "--scope", "read", NULL }, &reader);
	service_token(a->service, (const char *const[]){ "--root", "nobody", NULL }, &stranger);
	assert_int_equal(api_call(a, "POST", OWNER, NULL, IDENTITY), 200);
	allow_file_growth(a, false);
	api_call_as(a, buf_z(&reader), "PUT", bulk, NULL, "{\"diffs\":[]}");
	assert_true(api_is_error(a, 403, "forbidden"));
	assert_true(
	    str_find(str_of(api_header(a, "WWW-Authenticate")), STR("catalog:write")) != SIZE_MAX);
	api_call_as(a, buf_z(&stranger), "DELETE", OWNER, NULL, IDENTITY);
	assert_true(api_is_error(a, 403, "different_subscription"));
	api_call(a, "POST", "/objects/externalidentity/nobody", NULL, IDENTITY);
	assert_true(api_is_error(a, 404, "not_found"));
	api_call(a, "PUT", bulk, NULL, "{\"diffs\":7}");
	assert_true(api_is_error(a, 422, "invalid"));
	allow_file_growth(a, true);
	assert_int_equal(api_call(a, "DELETE", OWNER, NULL, IDENTITY), 200);
	assert_int_equal(service_run(a->service, verify, NULL, NULL), 0);
}
