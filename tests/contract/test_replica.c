/* labels: postgres
 *
 * A service that reads from a lagging replica: a client that sends X-Seen never sees less than
 * before, and a client without it sees current data. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/postgres.h"
#include "lib/test.h"

#include <poll.h>
#include <stdio.h>

enum { WAIT_MS = 60000 };

static const char offers[] = "/offers?opt.pageSize=1000";

static void
wait_for_replica(const char *replica)
{
	int64_t deadline = deadline_in(WAIT_MS);
	while (!postgres_run(replica, "SELECT 1 / count(*) FROM items", NULL, 0))
		assert_true(deadline_left(deadline) > 0);
}

/* True if the list contains the text, for a client that sends this X-Seen value; NULL: without
 * the header. */
static bool
shows(struct api *a, const char *seen, const char *text)
{
	char line[100] = "";
	if (seen)
		snprintf(line, sizeof(line), "X-Seen: %s\r\n", seen);
	assert_int_equal(api_call(a, "GET", offers, line, NULL), 200);
	return api_body_contains(a, text);
}

static void
copy_seen_header(struct api *a, char seen[40])
{
	const char *said = api_header(a, "X-Seen");
	assert_non_null(said);
	snprintf(seen, 40, "%s", said);
}

static void
change_first_offer(struct api *a, const char *path)
{
	char body[400];
	snprintf(body, sizeof(body),
	    "{\"diffs\":[{\"path\":\"%s\",\"diff\":{\"attributes\":{\"turn\":\"news-7\"}}}]}",
	    path);
	assert_int_equal(api_call(a, "PUT", "/svc/catalogs/1/bulk-update", NULL, body), 200);
	assert_string_equal(api_value(a, "success"), "1");
}

TEST(pages_include_all_writes_seen_before)
{
	char url[POSTGRES_URL], replica[POSTGRES_URL], before[40], after[40], path[200];
	if (!postgres_schema(url))
		skip_because("there is no PostgreSQL");
	if (!postgres_replica(url, replica)) {
		postgres_drop(url);
		skip_because("there is no replica of PostgreSQL");
	}
	struct api *a = api_open((const char *const[]){
	    "--store", url, "--read-store", replica, "--read-lag", "60s", NULL });
	wait_for_replica(replica);
	assert_false(shows(a, NULL, "news-7"));
	copy_seen_header(a, before);
	snprintf(path, sizeof(path), "%s", api_value(a, "items.0.path"));
	assert_true(postgres_let_replay(replica, false));
	change_first_offer(a, path);
	copy_seen_header(a, after);
	assert_string_not_equal(before, after);
	/* Old data is allowed here; on a busy machine the primary may serve the first reads. */
	int64_t until = deadline_in(10000);
	while (shows(a, before, "news-7") && deadline_left(until))
		poll(NULL, 0, 50);
	assert_false(shows(a, before, "news-7"));
	assert_true(shows(a, after, "news-7"));
	assert_true(shows(a, NULL, "news-7"));
	assert_true(shows(a, "1-", "news-7"));
	assert_true(shows(a, "9223372036854775807-9223372036854775807", "news-7"));
	assert_true(postgres_let_replay(replica, true));
	http_call(service_port(a->service), "GET", "/metrics", NULL, NULL, STR_NONE, &a->answer);
	assert_true(api_body_contains(a, "\nbackroom_store_reads_total{store=\"replica\"} "));
	assert_false(api_body_contains(a, "\nbackroom_store_reads_total{store=\"replica\"} 0\n"));
	assert_int_equal(api_close(a), 0);
	postgres_drop(url);
}

TEST(a_lost_replica_is_not_needed)
{
	char url[POSTGRES_URL];
	if (!postgres_schema(url))
		skip_because("there is no PostgreSQL");
	struct api *a = api_open((const char *const[]){
	    "--store", url, "--read-store", "postgresql://127.0.0.1:1/none", NULL });
	assert_int_equal(api_get(a, offers), 200);
	assert_int_equal(api_get(a, "/checkout/abandoned"), 200);
	assert_int_equal(api_close(a), 0);
	postgres_drop(url);
}

/* The service runs on SQLite here, which does not use X-Seen. */
TEST_WITH(a_file_store_has_no_replica, api_set_up, api_tear_down)
{
	struct api *a = *state;
	assert_int_equal(api_get(a, offers), 200);
	assert_null(api_header(a, "X-Seen"));
	assert_int_equal(service_run(a->service,
			     (const char *const[]){ "serve", "--store", "sqlite::memory:",
				 "--read-store", "postgresql://127.0.0.1/x", NULL },
			     NULL, NULL),
	    2);
	assert_int_equal(
	    service_run(
		a->service, (const char *const[]){ "serve", "--read-lag", "2s", NULL }, NULL, NULL),
	    2);
}
