/* labels: slow */
/* Only for a demo: changing data, the reset, and data that is removed at the end. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/files.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { WAIT_MS = 30000 };

static int
reset(struct api *a, const char *token)
{
	http_free(&a->answer);
	http_call(
	    service_port(a->service), "POST", "/demo/reset", token, NULL, STR_NONE, &a->answer);
	return a->answer.status;
}

/* Appends the bodies of one list and of the baskets without the commit id: the reset must
 * restore all of it. */
static void
read_all(struct api *a, struct buf *out)
{
	assert_int_equal(api_get(a, "/offers?opt.pageSize=1000"), 200);
	buf_adds(out, api_raw(a, "items"));
	assert_int_equal(api_get(a, "/checkout/abandoned?limit=1000"), 200);
	buf_adds(out, buf_str(&a->answer.body));
}

TEST(reset_restores_the_initial_data)
{
	unlink("reset.db"); /* left over from an interrupted run */
	struct api *a = api_open((const char *const[]){ "--store", "sqlite:reset.db", NULL });
	struct buf before = { 0 }, after = { 0 }, reader = { 0 }, words = { 0 };
	read_all(a, &before);
	assert_int_equal(api_call(a, "PUT", "/svc/catalogs/1/bulk-update", NULL,
			     "{\"diffs\":[{\"path\":\"/offers2/ad-free\","
			     "\"diff\":{\"attributes\":{\"price\":\"7.77\"}}}]}"),
	    200);
	read_all(a, &after);
	assert_false(str_eq(buf_str(&before), buf_str(&after)));

	service_token(a->service, (const char *const[]){ "--scope", "read", NULL }, &reader);
	assert_int_equal(reset(a, NULL), 401);
	assert_int_equal(reset(a, buf_z(&reader)), 403);
	assert_int_equal(reset(a, buf_z(&a->token)), 200);
	assert_true(str_eq(buf_str(&a->answer.body), STR("{}")));
	buf_reset(&after);
	read_all(a, &after);
	assert_true(str_eq(buf_str(&before), buf_str(&after)));

	/* entries for the bulk update, the denial and the reset */
	assert_int_equal(
	    service_run(a->service,
		(const char *const[]){ "audit", "verify", "--store", "sqlite:reset.db", NULL },
		&words, &words),
	    0);
	if (str_find(buf_str(&words), STR("3")) == SIZE_MAX)
		fail_msg("%s", buf_z(&words));
	buf_free(&before);
	buf_free(&after);
	buf_free(&reader);
	buf_free(&words);
	assert_int_equal(api_close(a), 0);
	unlink_store("reset.db");
}

static int
get_demo_owners(struct api *a, const char *token)
{
	http_free(&a->answer);
	http_call(
	    service_port(a->service), "GET", "/demo/owners", token, NULL, STR_NONE, &a->answer);
	return a->answer.status;
}

/* The owners that a form can be tried with: all ten as in the tour, for any client that may
 * read. */
TEST(the_demo_owners_are_listed)
{
	static const struct {
		const char *path, *value;
	} want[] = { { "items.0.name", "O1" },
		{ "items.0.owner", "id-01a7d3f05e9b4c62881f7be02d94c6a3" },
		{ "items.0.story", "A purchaser with no external identity: the first link." },
		{ "items.0.iss", "https://login.northlight.example/" },
		{ "items.0.sub", "auth|9c1f40b86ad25e73f0d177e2" }, { "items.9.name", "O10" } };
	auto_api *a = api_open(NULL);
	struct buf reader = { 0 }, admin = { 0 };
	service_token(a->service, (const char *const[]){ "--scope", "read", NULL }, &reader);
	service_token(
	    a->service, (const char *const[]){ "--scope", "identity:admin", NULL }, &admin);
	assert_int_equal(get_demo_owners(a, NULL), 401);
	assert_int_equal(get_demo_owners(a, buf_z(&admin)), 403);
	assert_int_equal(get_demo_owners(a, buf_z(&reader)), 200);
	assert_int_equal(api_count(a, "items"), 10);
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++)
		assert_string_equal(api_value(a, want[i].path), want[i].value);
	assert_int_equal(strlen(api_value(a, "items.9.sub")), 200);
	/* The third identity belongs to the third owner, so linking it to the fourth is refused;
	 * the seventh is already linked to its owner. */
	for (int i = 2; i < 7; i += 4) {
		auto_buf target = { 0 }, body = { 0 };
		char path[40];
		assert_int_equal(get_demo_owners(a, buf_z(&reader)), 200);
		snprintf(path, sizeof(path), "items.%d.iss", i);
		buf_addf(&body, "{\"id_token\":{\"iss\":\"%s\",", api_value(a, path));
		snprintf(path, sizeof(path), "items.%d.sub", i);
		buf_addf(&body, "\"sub\":\"%s\"}}", api_value(a, path));
		snprintf(path, sizeof(path), "items.%d.owner", i == 2 ? 3 : i);
		buf_addf(&target, "/objects/externalidentity/%s", api_value(a, path));
		assert_int_equal(
		    api_call(a, "POST", buf_z(&target), NULL, buf_z(&body)), i == 2 ? 409 : 200);
	}
	buf_free(&reader);
	buf_free(&admin);
}

TEST(other_data_cannot_be_reset)
{
	auto_api *a = api_of(service_start_on_store(NULL));
	assert_int_equal(reset(a, buf_z(&a->token)), 404);
	assert_int_equal(get_demo_owners(a, buf_z(&a->token)), 404);
	http_free(&a->answer);
	http_call(
	    service_port(a->service), "GET", "/openapi.json", NULL, NULL, STR_NONE, &a->answer);
	assert_false(api_body_contains(a, "/demo/"));
}

static int
move_clock(struct api *a, const char *token, const char *body)
{
	http_free(&a->answer);
	http_call(service_port(a->service), "POST", "/demo/clock", token,
	    "Content-Type: application/json\r\n", str_of(body),
	    &a->answer);
	return a->answer.status;
}

/* Changes get the moved time; tokens stay valid, since their time is the machine's. */
TEST(the_clock_of_the_data_moves)
{
	auto_api *a = api_open(NULL);
	struct buf reader = { 0 };
	const char *change = "{\"diffs\":[{\"path\":\"/offers2/ad-free\","
			     "\"diff\":{\"attributes\":{\"price\":\"7.77\"}}}]}";
	service_token(a->service, (const char *const[]){ "--scope", "read", NULL }, &reader);
	assert_int_equal(move_clock(a, NULL, "{\"now\":null}"), 401);
	assert_int_equal(move_clock(a, buf_z(&reader), "{\"now\":null}"), 403);
	assert_int_equal(move_clock(a, buf_z(&a->token), "{\"now\":\"soon\"}"), 422);
	assert_int_equal(move_clock(a, buf_z(&a->token), "{}"), 422);
	assert_int_equal(move_clock(a, buf_z(&a->token), "{\"now\":\"2031-05-06T07:08:09Z\"}"), 200);
	assert_int_equal(api_call(a, "PUT", "/svc/catalogs/1/bulk-update", NULL, change), 200);
	assert_int_equal(api_get(a, "/offers?path=/offers2/ad-free"), 200);
	assert_true(api_body_contains(a, "\"modified\":\"2031-05-06T07:0"));
	assert_int_equal(move_clock(a, buf_z(&a->token), "{\"now\":null}"), 200);
	assert_int_equal(api_call(a, "PUT", "/svc/catalogs/1/bulk-update", NULL,
			     "{\"diffs\":[{\"path\":\"/offers2/ad-free\","
			     "\"diff\":{\"attributes\":{\"price\":\"8.88\"}}}]}"),
	    200);
	assert_int_equal(api_get(a, "/offers?path=/offers2/ad-free"), 200);
	assert_false(api_body_contains(a, "\"modified\":\"2031"));
	buf_free(&reader);
}

static int
post(struct api *a, const char *page, const char *body)
{
	http_free(&a->answer);
	http_call(service_port(a->service), "POST", page, buf_z(&a->token),
	    "Content-Type: application/json\r\n", str_of(body), &a->answer);
	return a->answer.status;
}

static void
set_price(struct api *a, const char *price)
{
	char change[200];
	snprintf(change, sizeof(change),
	    "{\"diffs\":[{\"path\":\"/offers2/ad-free\",\"diff\":{\"attributes\":{\"price\":"
	    "\"%s\"}}}]}",
	    price);
	assert_int_equal(api_call(a, "PUT", "/svc/catalogs/1/bulk-update", NULL, change), 200);
}

/* The saved data and its time return, also after a reset; the commit id does not. */
TEST(a_demo_is_saved_and_loaded)
{
	auto_api *a = api_open(NULL);
	auto_buf saved = { 0 }, now = { 0 }, commit = { 0 };
	assert_int_equal(post(a, "/demo/load", "{\"name\":\"before\"}"), 404);
	assert_true(api_body_contains(a, "None is saved."));
	set_price(a, "7.77");
	assert_int_equal(post(a, "/demo/clock", "{\"now\":\"2031-05-06T07:08:09Z\"}"), 200);
	read_all(a, &saved);
	assert_int_equal(post(a, "/demo/save", "{\"name\":\"before\"}"), 200);
	assert_int_equal(post(a, "/demo/save", "{\"name\":\"other-1_X\"}"), 200);
	assert_int_equal(post(a, "/demo/reset", "{}"), 200);
	assert_int_equal(post(a, "/demo/clock", "{\"now\":null}"), 200);
	assert_int_equal(api_get(a, "/offers?path=/offers2/ad-free"), 200);
	assert_false(api_body_contains(a, "7.77"));
	buf_addz(&commit, api_value(a, "commitId"));
	assert_int_equal(post(a, "/demo/load", "{\"name\":\"before\"}"), 200);
	assert_true(str_starts(str_of(api_value(a, "now")), STR("2031-05-06T07:08")));
	read_all(a, &now);
	assert_true(str_eq(buf_str(&saved), buf_str(&now)));
	assert_int_equal(api_get(a, "/offers?path=/offers2/ad-free"), 200);
	assert_string_not_equal(api_value(a, "commitId"), buf_z(&commit));
	set_price(a, "8.88"); /* at the loaded time */
	assert_int_equal(api_get(a, "/offers?path=/offers2/ad-free"), 200);
	assert_true(api_body_contains(a, "\"modified\":\"2031-05-06T07:0"));
	assert_int_equal(post(a, "/demo/save", "{\"name\":\"before\"}"), 200); /* replaces it */
	assert_int_equal(post(a, "/demo/reset", "{}"), 200);
	assert_int_equal(post(a, "/demo/load", "{\"name\":\"before\"}"), 200);
	assert_int_equal(api_get(a, "/offers?path=/offers2/ad-free"), 200);
	assert_true(api_body_contains(a, "8.88"));
	assert_int_equal(post(a, "/demo/load", "{\"name\":\"after\"}"), 404);
	assert_true(api_body_contains(a, "Saved: before, other-1_X"));
}

/* A limit on file sizes simulates a full disk. */
TEST(a_demo_that_could_not_be_saved_is_not_loaded)
{
	auto_api *a = api_open(NULL);
	struct rlimit full = { 200000, RLIM_INFINITY }, none = { RLIM_INFINITY, RLIM_INFINITY };
	char empty[4096];
	set_price(a, "7.77");
	assert_int_equal(post(a, "/demo/save", "{\"name\":\"kept\"}"), 200);
	set_price(a, "8.88");
	assert_int_equal(prlimit(service_pid(a->service), RLIMIT_FSIZE, &full, NULL), 0);
	assert_int_equal(post(a, "/demo/save", "{\"name\":\"kept\"}"), 507);
	assert_int_equal(post(a, "/demo/save", "{\"name\":\"new\"}"), 507);
	assert_int_equal(prlimit(service_pid(a->service), RLIMIT_FSIZE, &none, NULL), 0);
	assert_int_equal(post(a, "/demo/load", "{\"name\":\"new\"}"), 404);
	/* a file of an interrupted copy */
	snprintf(empty, sizeof(empty), "%s/backroom/demos/empty.db",
	    service_folder(a->service));
	write_file(empty, "");
	assert_int_equal(post(a, "/demo/load", "{\"name\":\"empty\"}"), 422);
	assert_true(api_body_contains(a, "is not complete"));
	unlink(empty);
	assert_int_equal(api_get(a, "/offers?path=/offers2/ad-free"), 200);
	assert_true(api_body_contains(a, "8.88"));
	assert_int_equal(post(a, "/demo/load", "{\"name\":\"kept\"}"), 200);
	assert_int_equal(api_get(a, "/offers?path=/offers2/ad-free"), 200);
	assert_true(api_body_contains(a, "7.77"));
}

TEST(names_of_saved_demos_are_checked)
{
	static const char *const wrong[] = { "{}", "{\"name\":\"\"}", "{\"name\":5}",
		"{\"name\":\"../x\"}", "{\"name\":\"a b\"}", "{\"name\":\"a.db\"}",
		"{\"name\":\"12345678901234567890123456789012345678901\"}" };
	auto_api *a = api_open(NULL);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		assert_int_equal(post(a, "/demo/save", wrong[i]), 422);
		assert_int_equal(post(a, "/demo/load", wrong[i]), 422);
	}
}

TEST(a_live_demo_changes_offers_and_adds_baskets)
{
	auto_api *a = api_open((const char *const[]){ "--living=1", NULL });
	struct buf commit = { 0 };
	int64_t deadline = deadline_in(WAIT_MS);
	assert_int_equal(api_get(a, "/offers/v2?opt.pageSize=1"), 200);
	buf_addz(&commit, api_value(a, "commitId"));
	do { /* small requests, since the service is busy meanwhile */
		assert_int_equal(api_get(a, "/offers/v2?opt.pageSize=1"), 200);
		assert_true(deadline_left(deadline) > 0);
	} while (strcmp(api_value(a, "commitId"), buf_z(&commit)) == 0);
	assert_int_equal(api_get(a, "/offers/v2?opt.pageSize=1000"), 200);
	assert_true(api_body_contains(a, "\"user\":\"demo\""));
	do {
		assert_int_equal(api_get(a, "/checkout/abandoned?limit=1"), 200);
		assert_true(deadline_left(deadline) > 0);
	} while (!api_body_contains(a, "\"email\":\"reader."));
	assert_int_equal(api_get(a, "/checkout/abandoned?limit=1000"), 200);
	assert_in_range(api_count(a, "items"), 241, 1000);
	assert_true(api_body_contains(a, "\"email\":\"reader."));
	buf_free(&commit);
}
