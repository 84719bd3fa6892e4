/* Which owners a token may link to: any owner by default, as for an administrator; if so
 * configured, only owners of its own subscription, as is always the case for unlinking. */
#include "lib/api.h"
#include "lib/files.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>

#define STORE "sqlite:across.db"
static const char across[] = "any owner, whatever the token's root";

enum { R1, R2, NONE, ALL, TOKENS };

struct fixture {
	struct api *api;
	struct buf tokens[TOKENS];
};

static int
set_up(void **state, const char *config)
{
	static const char *const roots[] = { [R1] = "r1", [R2] = "r2", [NONE] = "" };
	struct fixture *f = calloc(1, sizeof(*f));
	unlink_store("across.db");
	write_file("across.conf", config);
	write_file("ann.jsonl", "{\"kind\":\"owner\",\"item\":{\"id\":\"ann\",\"root\":\"r1\"}}\n");
	f->api = api_open(
	    (const char *const[]){ "--store", STORE, "--config", "across.conf", NULL });
	for (size_t i = 0; i < ALL; i++)
		service_token(f->api->service, (const char *const[]){ "--root", roots[i], NULL },
		    &f->tokens[i]);
	buf_adds(&f->tokens[ALL], buf_str(&f->api->token));
	*state = f;
	return service_run(f->api->service,
	    (const char *const[]){ "import", "ann.jsonl", "--store", STORE, NULL }, NULL, NULL);
}

static int
set_up_across(void **state)
{
	return set_up(state, "");
}

static int
set_up_within(void **state)
{
	return set_up(state, "link-across = false\n");
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	int status = api_close(f->api);
	for (size_t i = 0; i < TOKENS; i++)
		buf_free(&f->tokens[i]);
	free(f);
	return status;
}

/* The responses to linking and then unlinking. */
static const struct
try {
	int token;
	const char *owner;
	int linked_across, linked_within, unlinked;
}
tries[] = {
	{ R1, "ann", 200, 200, 200 },
	{ R2, "ann", 200, 403, 403 },
	{ NONE, "ann", 200, 403, 403 },
	{ ALL, "ann", 200, 200, 200 },
	{ R1, "nobody", 404, 404, 404 },
};

static void
expect(struct fixture *f, size_t i, const char *method, int want)
{
	char target[100], body[100];
	snprintf(target, sizeof(target), "/objects/externalidentity/%s", tries[i].owner);
	snprintf(body, sizeof(body), "{\"id_token\":{\"iss\":\"i\",\"sub\":\"s%zu\"}}", i);
	int got = api_call_as(
	    f->api, buf_z(&f->tokens[tries[i].token]), method, target, NULL, body);
	if (got != want || (got == 403 && !api_is_error(f->api, 403, "different_subscription")))
		fail_msg("%s %zu: %d, %s", method, i, got, buf_z(&f->api->answer.body));
}

static bool
description_contains(struct fixture *f, const char *words)
{
	http_free(&f->api->answer);
	http_call(service_port(f->api->service), "GET", "/openapi.json", NULL, NULL, STR_NONE,
	    &f->api->answer);
	return api_body_contains(f->api, words);
}

TEST_WITH(linking_works_for_any_owner, set_up_across, tear_down)
{
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		expect(*state, i, "POST", tries[i].linked_across);
		expect(*state, i, "DELETE", tries[i].unlinked);
	}
	assert_true(description_contains(*state, across));
}

TEST_WITH(linking_within_the_root_is_configurable, set_up_within, tear_down)
{
	struct fixture *f = *state;
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		expect(f, i, "POST", tries[i].linked_within);
		expect(f, i, "DELETE", tries[i].unlinked);
	}
	/* a stranger must not learn that it is linked already */
	expect(f, 0, "POST", 200);
	assert_int_equal(
	    api_call_as(f->api, buf_z(&f->tokens[R2]), "POST", "/objects/externalidentity/ann",
		NULL, "{\"id_token\":{\"iss\":\"i\",\"sub\":\"s0\"}}"),
	    403);
	assert_false(description_contains(f, across));
}
