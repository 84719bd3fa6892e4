/* labels: slow
 *
 * A plan that is killed at any moment while it is sent: resume sends exactly the rest, nothing
 * is done twice, and every unknown result is reported. */
#include "base/mem.h"
#include "lib/api.h"
#include "lib/files.h"
#include "lib/moments.h"
#include "lib/process.h"
#include "lib/test.h"
#include "wire/member.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KILLS = 100, DRAWS = 1000, OFFERS_MAX = 500 };

struct runs {
	struct api *api;
	struct api_env env;
};

static void
runs_free(struct runs *r)
{
	api_env_free(&r->env);
}

/* Fails the test unless the command exits with this code; appends its output. */
static void
run(const struct runs *r, int code, struct buf *printed, const char *const words[])
{
	const char *argv[12] = { getenv("BACKROOM_BIN") };
	auto_buf said = { 0 };
	int status;
	for (size_t i = 0; words[i]; i++)
		argv[i + 1] = words[i];
	int out = open_new("out"), fd = open_new("words");
	assert_true(process_wait(process_start(argv, r->env.list, out, fd), 60000, &status));
	close(out);
	close(fd);
	assert_true(process_read_file("words", &said));
	if (!WIFEXITED(status) || WEXITSTATUS(status) != code)
		fail_msg(
		    "%s %s: %x instead of %d: %s", words[0], words[1], status, code, buf_z(&said));
	assert_true(!printed || process_read_file("out", printed));
}

#define RUN(r, code, printed, ...) \
	run((r), (code), (printed), (const char *const[]){ __VA_ARGS__, NULL })

/* Kills the program at its nth moment; see moments_kill_at(). */
static int
kill_apply_at(const struct runs *r, int moment)
{
	const char *const argv[] = { getenv("BACKROOM_BIN"), "plan", "apply", "p.jsonl", "--yes",
		"--include-review", "--batch", "2", NULL };
	return moments_kill_at(argv, r->env.list, moment);
}

static void
plan_again(const struct runs *r)
{
	remove("p.jsonl");
	remove("p.jsonl.applied");
	RUN(r, 0, NULL, "plan", "p.jsonl", "--select", "offers Winback", "add=0.10",
	    "currency=GBP");
}

/* The versions of all offers: each write increments one. */
static size_t
read_versions(struct api *a, int64_t versions[OFFERS_MAX])
{
	struct member_walk w;
	struct member m;
	size_t n = 0;
	assert_int_equal(api_get(a, "/offers?pageSize=500"), 200);
	member_start(&w, api_raw(a, "items"));
	while (member_next(&w, &m) && n < OFFERS_MAX) {
		auto_buf digits = { 0 };
		struct str value = member_find(m.value, STR("version"));
		if (!member_read_text(&digits, m.value, STR("version")))
			buf_adds(&digits, value);
		versions[n] = 0;
		str_to_int64(buf_str(&digits), &versions[n++]);
	}
	return n;
}

static bool
has_bytes(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && st.st_size > 0;
}

static size_t
times_in(struct buf *text, const char *word)
{
	size_t n = 0;
	for (const char *at = buf_z(text); (at = strstr(at, word)) != NULL; at++)
		n++;
	return n;
}

static void
check_no_offer_written_twice(struct api *a, const int64_t before[OFFERS_MAX], size_t offers)
{
	int64_t after[OFFERS_MAX];
	size_t changed = 0;
	assert_int_equal(read_versions(a, after), offers);
	for (size_t i = 0; i < offers; i++) {
		assert_in_range(after[i] - before[i], 0, 1);
		changed += after[i] != before[i];
	}
	assert_true(changed > 0);
}

static void
check_nothing_unknown(const struct runs *r)
{
	auto_buf list = { 0 };
	RUN(r, 0, &list, "journal", "list", "-o", "ndjson");
	struct str rest = buf_str(&list), line;
	while (rest.n && str_next(&rest, '\n', &line))
		if (str_find(line, STR("\"result\":\"unknown\"")) != SIZE_MAX &&
		    str_find(line, STR("\"overtaken_by\":")) == SIZE_MAX)
			fail_msg("%.*s", STR_ARG(line));
}

TEST(resume_does_exactly_the_rest)
{
	CLEANUP(runs_free) struct runs r = { .api = *state };
	int64_t before[OFFERS_MAX];
	int begun = 0;
	unsigned drawn = 4711;
	api_env_init(&r.env, *state);
	plan_again(&r);
	int moments = kill_apply_at(&r, -1);
	assert_true(moments > 100);
	for (int i = 0; i < KILLS; i++) { /* random moments, one in each hundredth of the run */
		auto_buf rows = { 0 };
		drawn = drawn * 1103515245 + 12345;
		int moment = (i * DRAWS + (int)(drawn >> 16) % DRAWS) * moments / (KILLS * DRAWS);
		plan_again(&r);
		size_t offers = read_versions(r.api, before);
		kill_apply_at(&r, moment);
		bool there = has_bytes("p.jsonl.applied"); /* an empty one is only its lock */
		begun += there;
		RUN(&r, 0, &rows, "plan", there ? "resume" : "apply", "p.jsonl", "--yes",
		    "--include-review", "-o", "ndjson");
		assert_int_equal(times_in(&rows, "\"state\":\"done\""), times_in(&rows, "\n"));
		check_no_offer_written_twice(r.api, before, offers);
	}
	print_message("%d moments; of %d that were killed %d had begun\n", moments, KILLS, begun);
	check_nothing_unknown(&r);
	RUN(&r, 0, NULL, "journal", "verify");
}

int
main(void)
{
	return run_all_tests(api_set_up, api_tear_down);
}
