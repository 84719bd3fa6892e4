/* labels: slow */
/* `retention`: old baskets go in small steps, each with an audit entry; others stay; a wrong time
 * is refused at the start. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/files.h"
#include "lib/test.h"
#include "model/when.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POLL_US = 20000 };

static const char *const files[] = { "old.db", "old.db-wal", "old.db-shm", "old.jsonl",
	"old.conf" };

static int
forget_files(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		unlink(files[i]);
	return 0;
}

static void
add_baskets(struct buf *out, const char *name, int n, int days, bool completed)
{
	for (int i = 0; i < n; i++) {
		buf_addf(out,
		    "{\"kind\":\"basket\",\"item\":{\"id\":\"%s-%d\",\"completed\":%s,"
		    "\"created\":\"",
		    name, i, completed ? "true" : "false");
		when_write(out, clock_real() - days * WHEN_DAY - i);
		buf_addz(out, "\"}}\n");
	}
}

static size_t
count_entries(struct service *s)
{
	auto_buf out = { 0 }, said = { 0 };
	const char *const verify[] = { "audit", "verify", "--store", "sqlite:old.db", NULL };
	assert_int_equal(service_run(s, verify, &out, &said), 0);
	return strtoul(buf_z(&out), NULL, 10);
}

static bool
has_reached(struct api *a, size_t n)
{
	assert_int_equal(api_get(a, "/checkout/abandoned?limit=1000"), 200);
	return api_count(a, "items") == n;
}

TEST_WITH(old_baskets_go_and_others_stay, forget_files, forget_files)
{
	auto_buf lines = { 0 }, out = { 0 }, said = { 0 };
	add_baskets(&lines, "old", 450, 91, false);
	add_baskets(&lines, "new", 3, 89, false);
	add_baskets(&lines, "old-completed", 2, 31, true);
	add_baskets(&lines, "new-completed", 4, 29, true);
	buf_addz(&lines, "{\"kind\":\"basket\",\"item\":{\"id\":\"timeless\"}}\n");
	write_file("old.jsonl", buf_z(&lines));
	write_file("old.conf",
	    "include-completed = true\n"
	    "retention { baskets = \"90d\" completed-baskets = \"30d\" }\n");
	struct service *first = service_start_on_store(
	    (const char *const[]){ "--store", "sqlite:old.db", NULL });
	const char *const import[] = { "import", "old.jsonl", "--store", "sqlite:old.db", NULL };
	assert_int_equal(service_run(first, import, &out, &said), 0);
	size_t before = count_entries(first);
	assert_int_equal(service_stop(first), 0);
	auto_api *a = api_of(service_start_on_store(
	    (const char *const[]){ "--store", "sqlite:old.db", "--config", "old.conf", NULL }));
	for (int64_t end = deadline_in(20000); !has_reached(a, 8) && deadline_left(end);)
		usleep(POLL_US);
	assert_true(has_reached(a, 8));
	assert_true(api_body_contains(a, "timeless"));
	assert_false(api_body_contains(a, "old-"));
	/* Three steps for the old baskets, and one for the completed ones. */
	assert_int_equal(count_entries(a->service), before + 4);
}

TEST_WITH(a_wrong_time_is_refused, forget_files, forget_files)
{
	struct service *s = service_start(NULL);
	static const char *const wrong[] = { "90", "90m", "0d", "-1d", "40000d", "for ever" };
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		auto_buf text = { 0 }, out = { 0 }, said = { 0 };
		buf_addf(&text, "retention { baskets = \"%s\" }\n", wrong[i]);
		write_file("old.conf", buf_z(&text));
		const char *const check[] = { "serve", "--check", "--config", "old.conf", NULL };
		assert_int_equal(service_run(s, check, &out, &said), 1);
		assert_non_null(strstr(buf_z(&said), "retention: baskets takes a time from 1d"));
	}
	assert_int_equal(service_stop(s), 0);
}
