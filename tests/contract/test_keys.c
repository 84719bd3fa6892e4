/* Changing keys of several services on one store: both keys are accepted during the change, so
 * no token or walk becomes invalid. */
#include "lib/api.h"
#include "lib/process.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const files[] = { "keys.db", "keys.db-wal", "keys.db-shm", "one.key",
	"two.key", "cursors.key", "other.key" };

static int
forget_files(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		unlink(files[i]);
	return 0;
}

/* Makes a token with this key. */
static void
make_token(struct service *any, const char *key, struct buf *token)
{
	service_token(any,
	    (const char *const[]){
		"--key-file", key, "--iss", "backroom", "--aud", "backroom-api", NULL },
	    token);
}

static struct service *
start(const char *first, const char *second)
{
	const char *const more[] = { "--store", "sqlite:keys.db", "--key-file", first,
		second ? "--second-key-file" : NULL, second, NULL };
	return service_start_on_store(more);
}

static int
get_status(struct service *s, struct buf *token, const char *target, struct buf *body)
{
	CLEANUP(http_free) struct http_answer answer = { 0 };
	http_call(service_port(s), "GET", target, buf_z(token), NULL, STR_NONE, &answer);
	int status = answer.status;
	if (body) {
		buf_reset(body);
		buf_adds(body, buf_str(&answer.body));
	}
	return status;
}

static const char baskets[] = "/api/checkout/abandoned";

/* Gets the first page from one service and the second page from the other. */
static int
walk_two_pages_as(
    struct service *there, struct buf *token, struct service *here, struct buf *token_here)
{
	static const char name[] = "\"queryMore\":\"";
	auto_buf body = { 0 }, target = { 0 };
	assert_int_equal(get_status(there, token, baskets, &body), 200);
	size_t at = str_find(buf_str(&body), STR(name));
	assert_true(at != SIZE_MAX);
	struct str rest = str_sub(buf_str(&body), at + sizeof(name) - 1, body.n);
	rest = str_sub(rest, 0, str_find_char(rest, '"'));
	buf_addf(&target, "%s?queryMore=%.*s", baskets, STR_ARG(rest));
	int status = get_status(here, token_here, buf_z(&target), NULL);
	return status;
}

static int
walk_two_pages(struct service *there, struct service *here, struct buf *token)
{
	return walk_two_pages_as(there, token, here, token);
}

TEST_WITH(a_key_change_ends_no_token_and_no_walk, forget_files, forget_files)
{
	struct buf one = { 0 }, two = { 0 };
	struct service *tour = service_start(
	    (const char *const[]){ "--store", "sqlite:keys.db", NULL });
	make_token(tour, "one.key", &one);
	make_token(tour, "two.key", &two);
	struct service *before = start("one.key", NULL), *early = start("one.key", "two.key"),
		       *late = start("two.key", "one.key"), *after = start("two.key", NULL);
	const struct {
		struct service *service;
		int one, two;
	} who[] = { { before, 200, 401 }, { early, 200, 200 }, { late, 200, 200 },
		{ after, 401, 200 } };
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(get_status(who[i].service, &one, baskets, NULL), who[i].one);
		assert_int_equal(get_status(who[i].service, &two, baskets, NULL), who[i].two);
	}
	assert_int_equal(walk_two_pages(before, early, &one), 200);
	assert_int_equal(walk_two_pages(before, late, &one), 200);
	assert_int_equal(walk_two_pages(late, early, &one), 200);
	assert_int_equal(walk_two_pages(late, after, &two), 200);
	assert_int_equal(walk_two_pages(early, after, &two), 400);
	assert_int_equal(service_stop(before) | service_stop(early) | service_stop(late) |
		service_stop(after) | service_stop(tour),
	    0);
	buf_wipe(&one);
	buf_wipe(&two);
}

static struct service *
start_with_cursor_key(const char *key, const char *cursors, const char *second)
{
	const char *const more[] = { "--store", "sqlite:keys.db", "--key-file", key,
		"--cursor-key-file", cursors, second ? "--second-cursor-key-file" : NULL, second,
		NULL };
	return service_start_on_store(more);
}

/* Services whose tokens differ share the key of their cursors. */
TEST_WITH(one_cursor_key_serves_all_replicas, forget_files, forget_files)
{
	struct buf one = { 0 }, two = { 0 };
	struct service *tour = service_start(
	    (const char *const[]){ "--store", "sqlite:keys.db", NULL });
	make_token(tour, "one.key", &one);
	make_token(tour, "two.key", &two);
	struct service *a = start_with_cursor_key("one.key", "cursors.key", NULL),
		       *b = start_with_cursor_key("two.key", "cursors.key", NULL),
		       *c = start_with_cursor_key("two.key", "other.key", "cursors.key"),
		       *d = start_with_cursor_key("two.key", "other.key", NULL);
	assert_int_equal(walk_two_pages_as(a, &one, b, &two), 200);
	assert_int_equal(walk_two_pages_as(a, &one, c, &two), 200);
	assert_int_equal(walk_two_pages_as(c, &two, a, &one), 400);
	assert_int_equal(walk_two_pages_as(a, &one, d, &two), 400);
	assert_int_equal(service_stop(a) | service_stop(b) | service_stop(c) | service_stop(d) |
		service_stop(tour),
	    0);
	buf_wipe(&one);
	buf_wipe(&two);
}

TEST(a_second_key_is_never_created)
{
	auto_buf words = { 0 };
	struct service *tour = service_start(NULL);
	assert_int_equal(service_run(tour,
			     (const char *const[]){ "serve", "--store",
				 "sqlite::memory:", "--second-key-file", "none.key", NULL },
			     NULL, &words),
	    1);
	assert_non_null(strstr(buf_z(&words), "none.key: No such file"));
	assert_int_equal(access("none.key", F_OK), -1);
	assert_int_equal(service_stop(tour), 0);
}
