/* An Idempotency-Key belongs to its caller: subject, root and client together. */
#include "lib/api.h"
#include "lib/files.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

#define FORM "Content-Type: application/x-www-form-urlencoded\r\n"
#define GRANT "grant_type=client_credentials"
#define KEY "Idempotency-Key: the-same\r\n"
#define IDENTITY "{\"id_token\":{\"iss\":\"i\",\"sub\":\"s\"}}"

static const char owner[] = "/objects/externalidentity/id-02c96be814f04d7fa35d20e7918b6f54";
static const char bulk[] = "/svc/catalogs/1/bulk-update";
static const char one[] = "{\"diffs\":[{\"path\":\"/segments/student\",\"diff\":{\"attributes\":"
			  "{\"x\":\"1\"}}}]}";
static const char other[] = "{\"diffs\":[{\"path\":\"/segments/student\",\"diff\":{\"attributes\":"
			    "{\"x\":\"2\"}}}]}";

#define ON_TOUR(name) TEST_WITH(name, api_set_up, api_tear_down)

ON_TOUR(another_root_does_not_get_the_stored_response)
{
	struct api *a = *state;
	auto_buf stranger = { 0 };
	service_token(a->service, (const char *const[]){ "--root", "nobody", NULL }, &stranger);
	assert_int_equal(api_call(a, "POST", owner, NULL, IDENTITY), 200);
	assert_int_equal(api_call(a, "DELETE", owner, KEY, IDENTITY), 200);
	api_call_as(a, buf_z(&stranger), "DELETE", owner, KEY, IDENTITY);
	assert_true(api_is_error(a, 403, "different_subscription"));
	assert_int_equal(api_call(a, "DELETE", owner, KEY, IDENTITY), 200);
}

ON_TOUR(keys_of_two_subjects_are_separate)
{
	struct api *a = *state;
	auto_buf bob = { 0 };
	service_token(a->service, (const char *const[]){ "--sub", "bob", NULL }, &bob);
	assert_int_equal(api_call(a, "PUT", bulk, KEY, one), 200);
	assert_int_equal(api_call_as(a, buf_z(&bob), "PUT", bulk, KEY, other), 200);
	api_call(a, "PUT", bulk, KEY, other);
	assert_true(api_is_error(a, 422, "idempotency_mismatch"));
}

static void
get_token_for(struct api *a, const char *form, struct buf *token)
{
	http_free(&a->answer);
	http_call(service_port(a->service), "POST", "/oauth2/token", NULL, FORM, str_of(form),
	    &a->answer);
	assert_int_equal(a->answer.status, 200);
	buf_addz(token, api_value(a, "access_token"));
}

/* Two programs that act for the same subject and root. */
TEST(keys_of_two_clients_are_separate)
{
	auto_buf shop = { 0 }, till = { 0 };
	write_file("callers.secret", "a secret of its own\n");
	write_file("callers.conf",
	    "client \"shop\" {\nsecret-file = \"callers.secret\"\nscope = \"catalog:write\"\n"
	    "subject = \"ann\"\n}\nclient \"till\" {\nsecret-file = \"callers.secret\"\n"
	    "scope = \"catalog:write\"\nsubject = \"ann\"\n}\n");
	auto_api *a = api_open((const char *const[]){ "--config", "callers.conf", NULL });
	get_token_for(a, GRANT "&client_id=shop&client_secret=a+secret+of+its+own", &shop);
	get_token_for(a, GRANT "&client_id=till&client_secret=a+secret+of+its+own", &till);
	assert_int_equal(api_call_as(a, buf_z(&shop), "PUT", bulk, KEY, one), 200);
	assert_int_equal(api_call_as(a, buf_z(&till), "PUT", bulk, KEY, other), 200);
	api_call_as(a, buf_z(&shop), "PUT", bulk, KEY, other);
	assert_true(api_is_error(a, 422, "idempotency_mismatch"));
}
