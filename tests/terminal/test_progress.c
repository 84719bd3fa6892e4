/* labels: slow */
/* After a second, one line on stderr shows what the command waits for and how much has arrived;
 * it is removed at the end. */
#include "lib/hostile.h"
#include "lib/process.h"
#include "lib/pty.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Two pages; the second is slow. */
struct shop {
	struct buf first, second;
	struct hostile_rule rules[2];
	struct hostile *server;
};

static void
open_shop(struct shop *s, const char *first, const char *second)
{
	*s = (struct shop){ 0 };
	hostile_json(&s->first, first);
	hostile_json(&s->second, second);
	s->rules[0] = (struct hostile_rule){ .answer = buf_str(&s->first), .nth = 1 };
	s->rules[1] = (struct hostile_rule){ .answer = buf_str(&s->second), .delay_ms = 2500 };
	s->server = hostile_start(s->rules, 2);
}

static void
close_shop(struct shop *s)
{
	hostile_stop(s->server);
	buf_free(&s->first);
	buf_free(&s->second);
}

static struct pty *
start(struct shop *s, int cols, const char *const *argv)
{
	char url[200];
	snprintf(url, sizeof(url), "BACKROOM_URL=%s", hostile_url(s->server));
	const char *const env[] = { url, "BACKROOM_TOKEN=t", NULL };
	const struct pty_options options = { .rows = 12, .cols = cols, .env = env };
	return pty_start(&options, argv);
}

#define PAGES                                                                  \
	"{\"items\":[{\"id\":\"b-1\"},{\"id\":\"b-2\"}],\"queryMore\":\"c\"}", \
	    "{\"items\":[{\"id\":\"b-3\"}]}"

/* Prints the ids of all baskets, on a terminal of this width. */
static struct pty *
start_get(struct shop *s, int cols)
{
	const char *const argv[] = { getenv("BACKROOM_BIN"), "get", "baskets cols=id", "--all",
		NULL };
	return start(s, cols, argv);
}

TEST(the_progress_line_counts_and_is_removed)
{
	static const char *const rows[] = { "ID", "b-1", "b-2", "b-3", "" };
	CLEANUP(close_shop) struct shop s;
	int status;
	open_shop(&s, PAGES);
	auto_pty *p = start_get(&s, 120);
	assert_true(pty_wait_text(p, "backroom: waiting for http://127.0.0.1:"));
	assert_true(pty_wait_text(p, " s: 2 baskets, "));
	assert_true(pty_wait_text(p, " a second. Ctrl-C stops"));
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	for (int i = 0; i < 5; i++)
		assert_string_equal(pty_row(p, i), rows[i]);
}

/* Rows are not held back for a pager, and Ctrl-C does not lose them. */
TEST(received_rows_are_printed_while_waiting_for_the_rest)
{
	CLEANUP(close_shop) struct shop s;
	int status;
	open_shop(&s, PAGES);
	auto_pty *p = start_get(&s, 120);
	assert_true(pty_wait_text(p, "backroom: waiting for"));
	assert_string_equal(pty_row(p, 1), "b-1");
	assert_string_equal(pty_row(p, 2), "b-2");
	pty_type(p, "\x03");
	assert_true(pty_wait_exit(p, &status));
	assert_true(pty_find(p, "b-2", NULL) >= 0);
}

/* The line never wraps, however narrow the terminal. */
TEST(the_progress_line_is_cut_to_the_terminal_width)
{
	CLEANUP(close_shop) struct shop s;
	int status;
	open_shop(&s, PAGES);
	auto_pty *p = start_get(&s, 30);
	assert_true(pty_wait_text(p, "backroom: waiting for"));
	assert_true(pty_find(p, "backroom", NULL) >= 0);
	assert_string_equal(pty_row(p, pty_find(p, "backroom", NULL) + 1), "");
	assert_true(pty_wait_exit(p, &status));
	assert_int_equal(pty_find(p, "backroom", NULL), -1);
}

/* With stdout in a file it is shown; with stderr in a file it is not. */
TEST(progress_is_shown_only_if_stderr_is_a_terminal)
{
	static const char *const lines[] = { "\"$BACKROOM_BIN\" get baskets --all -o json >rows",
		"\"$BACKROOM_BIN\" get baskets --all -o json 2>said" };
	for (size_t i = 0; i < 2; i++) {
		const char *const argv[] = { "sh", "-c", lines[i], NULL };
		auto_buf said = { 0 };
		CLEANUP(close_shop) struct shop s;
		int status;
		open_shop(&s, PAGES);
		auto_pty *p = start(&s, 80, argv);
		assert_true(pty_wait_exit(p, &status));
		bool told = str_find(pty_log(p), STR("waiting for")) != SIZE_MAX;
		assert_int_equal(told, i == 0);
		if (i == 0)
			assert_string_equal(pty_row(p, 0), "");
		else
			assert_true(process_read_file("said", &said) && said.n == 0);
	}
}

TEST(writes_of_a_file_are_counted)
{
	const char *const argv[] = { getenv("BACKROOM_BIN"), "identity", "link", "--from",
		"progress.csv", "--yes", NULL };
	CLEANUP(close_shop) struct shop s;
	int status;
	remove("progress.csv.results");
	FILE *f = fopen("progress.csv", "w");
	fprintf(f, "owner,iss,sub\na,https://i,1\nb,https://i,2\n");
	fclose(f);
	open_shop(&s, "{\"id\":\"x\"}", "{\"id\":\"x\"}");
	auto_pty *p = start(&s, 120, argv);
	assert_true(pty_wait_text(p, " s: 1 of 2 rows, "));
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_int_equal(pty_find(p, "waiting for", NULL), -1);
	assert_true(pty_find(p, "2 of 2 linked", NULL) >= 0);
}
