/* `backroom snapshot` with the test's own service: the file, the changes of an update, and a
 * catalog that keeps changing. */
#include "lib/files.h"
#include "lib/hostile.h"
#include "lib/process.h"
#include "lib/service.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static size_t
count(const struct buf *text, const char *what)
{
	struct str rest = buf_str(text), needle = str_of(what);
	size_t n = 0, at;
	while ((at = str_find(rest, needle)) != SIZE_MAX) {
		n++;
		rest = str_sub(rest, at + needle.n, rest.n);
	}
	return n;
}

TEST(the_file_holds_the_whole_catalog)
{
	static const struct {
		const char *head;
		size_t lines;
	} kinds[] = { { "{\"kind\":\"campaign\",\"item\":{", 8 },
		{ "{\"kind\":\"offer\",\"item\":{", 42 },
		{ "{\"kind\":\"offer\",\"published\":true,\"item\":{", 29 },
		{ "{\"kind\":\"offer\",\"published\":false,\"item\":{", 7 },
		{ "{\"kind\":\"asset\",\"item\":{", 18 },
		{ "{\"kind\":\"product\",\"item\":{", 22 },
		{ "{\"kind\":\"segment\",\"item\":{", 14 },
		{ "{\"kind\":\"journeys\",\"item\":{", 1 }, { "\n", 141 } };
	auto_buf text = { 0 }, words = { 0 };
	struct stat st;
	umask(0);
	const char *const save[] = { "snapshot", "save", "tour.snap", NULL };
	const char *const again[] = { "snapshot", "save", "tour.snap", "--yes", NULL };
	unlink("tour.snap");
	assert_int_equal(service_run(shared_service, save, NULL, &words), 0);
	assert_true(process_read_file("tour.snap", &text));
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (count(&text, kinds[i].head) != kinds[i].lines)
			fail_msg("%s: %zu", kinds[i].head, count(&text, kinds[i].head));
	assert_int_equal(stat("tour.snap", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_non_null(strstr(buf_z(&words), "tour.snap: 141 items of "));
	/* A second save must not overwrite the snapshot. */
	buf_reset(&words);
	assert_int_equal(service_run(shared_service, save, NULL, &words), 2);
	assert_non_null(strstr(buf_z(&words), "tour.snap exists; --yes"));
	assert_int_equal(service_run(shared_service, again, NULL, NULL), 0);
}

TEST(a_dash_writes_to_stdout)
{
	const char *const save[] = { "snapshot", "save", "-", NULL };
	auto_buf out = { 0 }, words = { 0 };
	assert_int_equal(service_run(shared_service, save, &out, &words), 0);
	assert_int_equal(count(&out, "\n"), 141);
	assert_non_null(strstr(buf_z(&words), "stdout: 141 items of "));
	assert_int_not_equal(access("-", F_OK), 0);
}

TEST(an_invalid_snapshot_is_reported_as_the_files_mistake)
{
	const char *const diff[] = { "snapshot", "diff", "garbage.snap", NULL };
	auto_buf words = { 0 };
	write_file("garbage.snap", "garbage\n");
	assert_int_equal(service_run(shared_service, diff, NULL, &words), 1);
	assert_non_null(strstr(buf_z(&words), "garbage.snap: line 1: "));
	assert_null(strstr(buf_z(&words), "answer"));
	assert_null(strstr(buf_z(&words), "service"));
	unlink("garbage.snap");
}

TEST(an_update_is_the_difference)
{
	static const char body[] =
	    "{\"diffs\":[{\"path\":\"/products/kids\",\"diff\":{\"attributes\":{"
	    "\"display_name__svc\":\"Kids club\"}}}]}";
	const char *const diff[] = { "snapshot", "diff", "tour.snap", "-o", "json", "--fields",
		"change,path,member,new", NULL };
	const char *const all[] = { "snapshot", "diff", "tour.snap", "-o", "json", "--all-members",
		NULL };
	const char *const save[] = { "snapshot", "save", "new.snap", "--all-members", NULL };
	auto_buf out = { 0 }, token = { 0 };
	struct http_answer answer = { 0 };
	assert_int_equal(service_run(shared_service, diff, &out, NULL), 0);
	assert_string_equal(buf_z(&out), "[]\n");
	buf_reset(&out);
	service_token(shared_service, NULL, &token);
	assert_true(
	    http_call(service_port(shared_service), "PUT", "/api/svc/catalogs/1/bulk-update",
		buf_z(&token), "Content-Type: application/json\r\n", STR(body), &answer));
	assert_int_equal(answer.status, 200);
	http_free(&answer);
	assert_int_equal(service_run(shared_service, diff, &out, NULL), 1);
	assert_non_null(strstr(buf_z(&out),
	    "{\"change\":\"changed\",\"path\":\"/products/kids\",\"member\":"
	    "\"data.attributes.display_name__svc\",\"new\":\"Kids club\"}"));
	assert_null(strstr(buf_z(&out), "\"modified\""));
	buf_reset(&out);
	assert_int_equal(service_run(shared_service, all, &out, NULL), 1);
	assert_non_null(strstr(buf_z(&out), "\"member\":\"modified\""));
	buf_reset(&out);
	assert_int_equal(service_run(shared_service, save, &out, &token), 2);
	assert_non_null(strstr(buf_z(&token), "--all-members does not work with snapshot save"));
}

/* Saves a snapshot from a server whose every response has another revision, and whose items
 * differ too if `items_differ`. Returns the exit code; sets the number of requests. */
static int
save_moving(bool items_differ, size_t *requests)
{
	struct hostile_rule rules[100];
	struct buf answers[100] = { 0 };
	char url[64];
	int status;
	for (size_t i = 0; i < 100; i++) {
		char body[200];
		snprintf(body, sizeof(body),
		    "{\"hits\":1,\"items\":[{\"id\":\"i%zu\",\"path\":\"/a\"}],\"journeys\":[],"
		    "\"commitId\":\"c%zu\"}",
		    items_differ ? i : 0, i);
		hostile_json(&answers[i], body);
		rules[i] = (struct hostile_rule){ .nth = i + 1, .answer = buf_str(&answers[i]) };
	}
	struct hostile *server = hostile_start(rules, 100);
	snprintf(url, sizeof(url), "BACKROOM_URL=%s", hostile_url(server));
	const char *const env[] = { url, "BACKROOM_TOKEN=t", NULL };
	const char *argv[] = { getenv("BACKROOM_BIN"), "snapshot", "save", "moving.snap", NULL };
	pid_t pid = process_start(argv, env, STDOUT_FILENO, STDERR_FILENO);
	assert_true(process_wait(pid, 20000, &status));
	*requests = hostile_count(server);
	hostile_stop(server);
	for (size_t i = 0; i < 100; i++)
		buf_free(&answers[i]);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(a_catalog_that_keeps_changing_exits_with_3)
{
	size_t requests;
	unlink("moving.snap");
	assert_int_equal(save_moving(true, &requests), 3);
	assert_int_not_equal(access("moving.snap", F_OK), 0);
	assert_int_equal(requests, 4 * 8);
	/* If only the revision changes, two identical reads are enough. */
	assert_int_equal(save_moving(false, &requests), 0);
	assert_int_equal(access("moving.snap", F_OK), 0);
	assert_int_equal(requests, 2 * 8);
	unlink("moving.snap");
}

/* ---- environments ---- */

static void
write_token_file(const struct service *s, const char *path)
{
	auto_buf token = { 0 };
	service_token(s, NULL, &token);
	write_file(path, buf_z(&token));
	assert_int_equal(chmod(path, 0600), 0);
}

/* Two services with the same data, one of which has changed a product. */
TEST(two_environments_are_compared)
{
	struct service *first = service_start(NULL), *other = service_start(NULL);
	auto_buf config = { 0 }, out = { 0 }, words = { 0 };
	write_token_file(first, "one.token");
	write_token_file(other, "two.token");
	buf_addf(&config,
	    "environment \"one\" { url = \"%s\" token-file = \"one.token\" }\n"
	    "environment \"two\" { url = \"%s\" token-file = \"two.token\" }\n",
	    service_url(first), service_url(other));
	write_file("two.conf", buf_z(&config));
	setenv("BACKROOM_CONFIG", "two.conf", 1);
	const char *const diff[] = { "snapshot", "diff", "@one", "@two", "-o", "csv", NULL };
	if (service_run(first, diff, &out, &words) != 0)
		fail_msg("%s", buf_z(&words));
	assert_non_null(strstr(buf_z(&words), "No differences"));
	write_file("change.json",
	    "{\"diffs\":[{\"path\":\"/products/crossword\",\"diff\":{\"attributes\":{\"note__svc\":"
	    "\"two\"}}}]}");
	const char *const change[] = { "api", "PUT", "/svc/catalogs/1/bulk-update", "--input",
		"change.json", "--yes", NULL };
	buf_reset(&words);
	if (service_run(other, change, NULL, &words) != 0)
		fail_msg("%s", buf_z(&words));
	buf_reset(&out);
	assert_int_equal(service_run(first, diff, &out, NULL), 1);
	assert_non_null(strstr(buf_z(&out), "changed,product,/products/crossword,"));
	/* With one name: that environment, and the one of BACKROOM_URL. */
	const char *const one[] = { "snapshot", "diff", "@two", NULL };
	assert_int_equal(service_run(first, one, NULL, NULL), 1);
	assert_int_equal(service_run(other, one, NULL, NULL), 0);
	const char *const wrong[] = { "snapshot", "diff", "@two", "@three", NULL };
	const char *const both[] = { "snapshot", "diff", "@one", "@two", "-e", "one", NULL };
	buf_reset(&words);
	assert_int_equal(service_run(first, wrong, NULL, &words), 2);
	assert_non_null(strstr(buf_z(&words), "three"));
	buf_reset(&words);
	assert_int_equal(service_run(first, both, NULL, &words), 2);
	assert_non_null(strstr(buf_z(&words), "-e works with snapshot diff FILE only"));
	unsetenv("BACKROOM_CONFIG");
	service_stop(first);
	service_stop(other);
}

/* A company shows its own catalog as a demo. */
TEST(a_demo_shows_a_file)
{
	static const char *const save[] = { "snapshot", "save", "own.snap", "--yes", NULL };
	static const char *const list[] = { "demo", "--pack", "./own.snap", "--", "get", "offers",
		"cols=path", "-o", "csv", "--all", NULL };
	static const char *const wrong[] = { "demo", "--pack", "./wrong.snap", "--", "get", "offers",
		NULL };
	static const char *const absent[] = { "demo", "--pack", "./absent.snap", "--", "get",
		"offers", NULL };
	auto_buf own = { 0 }, shown = { 0 }, words = { 0 };
	const char *const offers[] = { "get", "offers", "cols=path", "-o", "csv", "--all", NULL };
	assert_int_equal(service_run(shared_service, save, NULL, NULL), 0);
	assert_int_equal(service_run(shared_service, offers, &own, NULL), 0);
	assert_int_equal(service_run(shared_service, list, &shown, NULL), 0);
	assert_string_equal(buf_z(&shown), buf_z(&own));
	assert_int_equal(count(&shown, "\n"), 79);
	write_file("wrong.snap", "{\"kind\":\"asset\",\"item\":{\"path\":\"/a\"}}\n{}\nx\n");
	assert_int_equal(service_run(shared_service, wrong, NULL, &words), 1);
	assert_non_null(strstr(buf_z(&words), "./wrong.snap:2:1: "));
	buf_reset(&words);
	assert_int_equal(service_run(shared_service, absent, NULL, &words), 1);
	assert_non_null(strstr(buf_z(&words), "./absent.snap: No such file"));
}

int
main(void)
{
	return run_all_tests(shared_service_set_up, shared_service_tear_down);
}
