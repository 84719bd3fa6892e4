/* A demo and the real service of the same account: neither accepts the other's tokens. */
#include "lib/api.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FORM "Content-Type: application/x-www-form-urlencoded\r\n"
#define DEMO_CLIENT "grant_type=client_credentials&client_id=demo&client_secret=northlight"

struct two {
	struct service *real, *demo;
	char key[120]; /* the account's key file */
};

static int
set_up(void **state)
{
	static struct two t;
	t.demo = NULL;
	t.real = service_start_on_store(NULL);
	snprintf(t.key, sizeof(t.key), "%s/backroom/service.key", service_folder(t.real));
	*state = &t;
	return 0;
}

static int
tear_down(void **state)
{
	struct two *t = *state;
	return service_stop(t->demo) | service_stop(t->real);
}

static int
read_baskets_of(const struct service *s, const struct buf *token, const char *more)
{
	CLEANUP(http_free) struct http_answer answer = { 0 };
	http_call(service_port(s), "GET", "/api/journeys", buf_z((struct buf *)token), more,
	    STR_NONE, &answer);
	int status = answer.status;
	return status;
}

/* The token that the public client gets from the demo; false if it gets none. */
static bool
get_demo_token(const struct service *demo, struct buf *token)
{
	struct api a = { .service = (struct service *)demo };
	http_call(
	    service_port(demo), "POST", "/oauth2/token", NULL, FORM, STR(DEMO_CLIENT), &a.answer);
	const char *given = api_value(&a, "access_token");
	if (given)
		buf_addz(token, given);
	int status = a.answer.status;
	http_free(&a.answer);
	for (size_t i = 0; i < sizeof(a.texts) / sizeof(*a.texts); i++)
		buf_free(&a.texts[i]);
	assert_int_equal(status, given ? 200 : 401);
	return given;
}

#define WITH_BOTH(name) TEST_WITH(name, set_up, tear_down)

WITH_BOTH(each_service_refuses_the_others_tokens)
{
	struct two *t = *state;
	auto_buf account = { 0 }, guest = { 0 }, log = { 0 };
	t->demo = service_start_second(t->real, (const char *const[]){ "--demo", "tour", NULL });
	service_token(t->real, NULL, &account);
	assert_true(get_demo_token(t->demo, &guest));
	assert_int_equal(read_baskets_of(t->demo, &guest, NULL), 200);
	assert_int_equal(read_baskets_of(t->real, &guest, NULL), 401);
	assert_int_equal(read_baskets_of(t->real, &account, NULL), 200);
	assert_int_equal(read_baskets_of(t->demo, &account, NULL), 401);
	/* the service's log tells its user how to get a token */
	service_log(t->demo, &log);
	assert_true(str_find(buf_str(&log), STR("/oauth2/token")) != SIZE_MAX);
	assert_true(str_find(buf_str(&log), STR("northlight")) != SIZE_MAX);
}

WITH_BOTH(services_with_the_same_key_only_stay_separate)
{
	struct two *t = *state;
	auto_buf account = { 0 }, guest = { 0 };
	service_token(t->real, NULL, &account);
	t->demo = service_start_second(
	    t->real, (const char *const[]){ "--demo", "tour", "--key-file", t->key, NULL });
	assert_true(get_demo_token(t->demo, &guest));
	assert_int_equal(read_baskets_of(t->real, &guest, NULL), 401);
	assert_int_equal(read_baskets_of(t->demo, &account, NULL), 401);
}

/* A service that is deliberately given the demo's key and names does not get the client with a
 * public secret. */
WITH_BOTH(services_joined_on_purpose_have_no_public_client)
{
	static const char *const names[][2] = { { "--iss", "backroom" },
		{ "--aud", "backroom-api" } };
	struct two *t = *state;
	for (size_t i = 0; i <= sizeof(names) / sizeof(*names); i++) {
		auto_buf guest = { 0 };
		const char *more[] = { "--demo", "tour", "--key-file", t->key, NULL, NULL, NULL,
			NULL, NULL };
		size_t n = 4;
		for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++)
			if (i == k || i == sizeof(names) / sizeof(*names)) {
				more[n++] = names[k][0];
				more[n++] = names[k][1];
			}
		t->demo = service_start_second(t->real, more);
		assert_false(get_demo_token(t->demo, &guest));
		assert_int_equal(service_stop(t->demo), 0);
		t->demo = NULL;
	}
}

WITH_BOTH(a_demo_does_not_create_the_accounts_key)
{
	struct two *t = *state;
	char key[120];
	struct service *alone = service_start_second(
	    NULL, (const char *const[]){ "--demo", "tour", NULL });
	snprintf(key, sizeof(key), "%s/backroom/service.key", service_folder(alone));
	assert_int_not_equal(access(key, F_OK), 0);
	assert_int_equal(access(t->key, F_OK), 0);
	assert_int_equal(service_stop(alone), 0);
}
