/* labels: slow */
/* `backroom get` on a terminal: text from the service does not affect the terminal, and lines
 * fit its width. */
#include "lib/hostile.h"
#include "lib/process.h"
#include "lib/pty.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Escape characters, raw and as JSON escapes, a C1 control, a direction override, a bell; and a
 * name too long for the line. */
static const char body[] =
    "{\"items\":[{\"id\":\"b-1\",\"created\":\"2026-11-20T10:00:00Z\",\"customerDetails\":{\"firstName\":"
    "\"\x1B]0;owned\x07\\u001b[2J\xC2\x9B"
    "31m\xE2\x80\xAE end\",\"companyName\":\"A very very very very "
    "very very very very very very long company name\"},\"orderItems\":[]}]}";

static void
check_harmless(struct str log)
{
	for (size_t i = 0; i < log.n; i++) {
		unsigned char c = (unsigned char)log.p[i];
		if ((c < 32 && c != '\n' && c != '\r' && c != '\t') || c == 127)
			fail_msg("byte 0x%02X at %zu", c, i);
	}
	assert_true(str_find(log, STR("\xC2\x9B")) == SIZE_MAX);
	assert_true(str_find(log, STR("\xE2\x80\xAE")) == SIZE_MAX);
}

static struct pty *
run(const char *url, const char *format, const char *fields)
{
	char line[200];
	snprintf(line, sizeof(line), "BACKROOM_URL=%s", url);
	const char *const env[] = { line, "BACKROOM_TOKEN=t", NULL };
	const struct pty_options options = { .rows = 24, .cols = 60, .env = env };
	const char *argv[] = { getenv("BACKROOM_BIN"), "get", "baskets cols=id,person,company",
		"-o", format, fields ? "--fields" : NULL, fields, NULL };
	struct pty *p = pty_start(&options, argv);
	int status;
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	return p;
}

TEST(every_output_format_is_escaped)
{
	static const char *const formats[] = { "table", "json", "ndjson", "csv", "tsv", "raw" };
	auto_hostile *server = hostile_start_json(body);
	for (size_t i = 0; i < 12; i++) {
		const char *format = formats[i % 6];
		bool raw = strcmp(format, "raw") == 0;
		const char *view_fields = i < 6 || raw ? NULL : "id,customerDetails.firstName";
		auto_pty *p = run(hostile_url(server), format, view_fields);
		check_harmless(pty_log(p));
		assert_true(pty_find(p, "b-1", NULL) >= 0);
	}
}

/* Messages go to the terminal, data to a file: the terminal's locale does not affect the file. */
TEST(a_file_is_utf8_whatever_the_terminals_locale)
{
	static const char *const formats[] = { "md", "table", "csv" };
	auto_buf answer = { 0 };
	hostile_json(&answer,
	    "{\"items\":[{\"id\":\"b\",\"customerDetails\":{\"firstName\":\"J\xC3\xBCrgen\"}}]}");
	auto_hostile *server = hostile_start_bytes(buf_str(&answer));
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		char url[200], line[300];
		auto_buf file = { 0 };
		int status;
		snprintf(url, sizeof(url), "BACKROOM_URL=%s", hostile_url(server));
		snprintf(line, sizeof(line),
		    "exec \"$BACKROOM_BIN\" get 'baskets cols=person' -o %s >file", formats[i]);
		const char *const env[] = { url, "BACKROOM_TOKEN=t", "LC_ALL=C", NULL };
		const struct pty_options options = { .rows = 24, .cols = 80, .env = env };
		const char *argv[] = { "/bin/sh", "-c", line, NULL };
		auto_pty *p = pty_start(&options, argv);
		assert_true(pty_wait_exit(p, &status));
		assert_true(process_read_file("file", &file));
		if (!strstr(buf_z(&file), "J\xC3\xBCrgen"))
			fail_msg("%s: %s", formats[i], buf_z(&file));
	}
}

TEST(a_snapshot_is_escaped_on_the_terminal)
{
	static const char item[] =
	    "{\"hits\":1,\"commitId\":\"c\",\"journeys\":[],\"items\":[{\"id\":\"b-1\",\"path\":\"/a\","
	    "\"name\":\"\xC2\x9B"
	    "31m\xC2\x9D"
	    "52;c;aGk=\xC2\x9C\xE2\x80\xAE\x7F\"}]}";
	char line[200];
	int status;
	auto_hostile *server = hostile_start_json(item);
	snprintf(line, sizeof(line), "BACKROOM_URL=%s", hostile_url(server));
	const char *const env[] = { line, "BACKROOM_TOKEN=t", NULL };
	const struct pty_options options = { .rows = 24, .cols = 200, .env = env };
	const char *argv[] = { getenv("BACKROOM_BIN"), "snapshot", "save", "-", NULL };
	auto_pty *p = pty_start(&options, argv);
	assert_true(pty_wait_exit(p, &status));
	check_harmless(pty_log(p));
	assert_true(pty_find(p, "\\u009b31m\\u009d52;c;aGk=\\u009c\\u202e\\u007f", NULL) >= 0);
}

TEST(a_table_is_cut_to_the_terminal_width)
{
	auto_hostile *server = hostile_start_json(body);
	auto_pty *p = run(hostile_url(server), "table", NULL);
	int row = pty_find(p, "b-1", NULL);
	assert_true(row >= 1);
	assert_string_equal(pty_row(p, row + 1), ""); /* the line did not wrap */
	assert_non_null(strstr(pty_row(p, row), "\xE2\x80\xA6"));
}

static struct pty *
run_wide(int cols, const char *const *words, int code)
{
	const struct pty_options options = { .rows = 60, .cols = cols };
	const char *argv[10] = { getenv("BACKROOM_BIN") };
	int status;
	for (size_t i = 0; words[i]; i++)
		argv[i + 1] = words[i];
	struct pty *p = pty_start(&options, argv);
	assert_true(pty_wait_exit(p, &status));
	assert_int_equal(WIFEXITED(status) ? WEXITSTATUS(status) : -1, code);
	return p;
}

static void
expect_rows(struct pty *p, const char *const *rows)
{
	int at = pty_find(p, rows[0], NULL);
	for (int i = 0; rows[i]; i++) {
		if (at >= 0 && strcmp(pty_row(p, at + i), rows[i]) == 0)
			continue;
		pty_dump(p, rows[i]);
		fail_msg("row %d: %s", i, rows[i]);
	}
}

/* A finding's path and text are not cut, however narrow the terminal. */
TEST(findings_are_not_cut)
{
	static const char *const words[] = { "demo", "--", "check", "catalog", NULL };
	static const char *const narrow[] = { "RULE            SEVERITY  WHERE", "  FINDING",
		"ref-product     error     /offers2/kiosk-harbour",
		"  /products/binder does not exist",
		"ref-segment     error     /offers/Winback 2026/basic",
		"  /segments/lapsed-90 does not exist",
		"ref-price       error     /offers2/harbour-winback",
		"  price from /offers2/harbour-classic, which is gone", NULL };
	static const char *const wide[] = {
		"RULE            SEVERITY  WHERE                          FINDING",
		"ref-product     error     /offers2/kiosk-harbour         /products/binder does not "
		"exist",
		NULL
	};
	struct pty *p = run_wide(80, words, 1);
	expect_rows(p, narrow);
	pty_stop(p);
	p = run_wide(140, words, 1);
	expect_rows(p, wide);
	pty_stop(p);
}

TEST(WA06_a_cut_text_shows_the_length_removed)
{
	static const char *const words[] = { "demo", "--pack", "awkward", "--", "get",
		"offers wa06-long cols=name,path", NULL };
	static const char *const rows[] = { "OFFER                                   PATH",
		"WA06 a name that goes on and on, \u2026+267  /offers2/wa06-long", NULL };
	auto_pty *p = run_wide(80, words, 0);
	expect_rows(p, rows);
}

/* A tree's line is not wrapped: its branches would break. */
TEST(a_tree_is_cut_to_the_terminal_width)
{
	static const char *const words[] = { "demo", "--", "get",
		"campaigns path=\"/offers/Winback 2026\"", "-o", "tree", NULL };
	static const char *const rows[] = {
		"campaign Winback 2026  /offers/Winback 2026",
		"\u251c\u2500 tag /tags/save",
		"\u251c\u2500 tag /tags/uk/newsletter",
		"\u251c\u2500 asset Winback hero  /assets/winback-hero",
		"\u251c\u2500 template /config/templates/offers/default",
		"\u251c\u2500 offer Winback Digital Basic  /offers/Winback 2\u2026",
		"\u2502  \u251c\u2500 charge monthly: GBP 2.99 every month, 12 ti\u2026",
		NULL,
	};
	auto_pty *p = run_wide(50, words, 0);
	expect_rows(p, rows);
}

static void
write_snapshot(const char *path, const char *const *items)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	for (; *items; items++)
		fprintf(f, "%s\n", *items);
	fclose(f);
}

#define LONG_TEXT "a text that says very much about very little"

/* Old and new value are printed under the item's path; a value too long for the line gets its
 * own line. */
TEST(a_difference_fits_80_columns_uncut)
{
	static const char *const before[] = {
		"{\"kind\":\"segment\",\"item\":{\"path\":\"/segments/a name that is rather long "
		"for a segment\",\"name\":\"A\",\"user\":\"" LONG_TEXT "\"}}",
		"{\"kind\":\"segment\",\"item\":{\"path\":\"/segments/b\",\"name\":\"B\"}}", NULL
	};
	static const char *const after[] = {
		"{\"kind\":\"segment\",\"item\":{\"path\":\"/segments/a name that is rather long "
		"for a segment\",\"name\":\"AA\",\"user\":\"" LONG_TEXT " and " LONG_TEXT
		"\",\"id\":\"x\"}}",
		"{\"kind\":\"segment\",\"item\":{\"path\":\"/segments/c\",\"name\":\"C\"}}", NULL
	};
	static const char *const words[] = { "snapshot", "diff", "before.snap", "after.snap",
		"--all-members", NULL };
	static const char *const rows[] = { "CHANGE   KIND     PATH", "  MEMBER  OLD  NEW",
		"changed  segment  /segments/a name that is rather long for a segment",
		"  id  -  \"x\"", "  name  \"A\"  \"AA\"", "  user", "    \"" LONG_TEXT "\"",
		"    \"" LONG_TEXT " and a text that says very muc\xE2\x80\xA6",
		"removed  segment  /segments/b", "added    segment  /segments/c", NULL };
	write_snapshot("before.snap", before);
	write_snapshot("after.snap", after);
	auto_pty *p = run_wide(80, words, 1);
	expect_rows(p, rows);
}

/* On a terminal a message names the service being waited for, whether it responds later or not. */
TEST(a_slow_service_is_named_in_a_wait_message)
{
	const struct hostile_rule rule = { .answer = STR_NONE };
	char line[200], says[100];
	auto_hostile *server = hostile_start(&rule, 1);
	snprintf(line, sizeof(line), "BACKROOM_URL=%s", hostile_url(server));
	snprintf(says, sizeof(says), "backroom: waiting for %s", hostile_url(server));
	const char *const env[] = { line, "BACKROOM_TOKEN=t", NULL };
	const struct pty_options options = { .rows = 24, .cols = 80, .env = env };
	const char *argv[] = { getenv("BACKROOM_BIN"), "get", "baskets", NULL };
	auto_pty *p = pty_start(&options, argv);
	int status;
	assert_true(pty_wait_text(p, says));
	assert_true(pty_wait_text(p, "Ctrl-C stops"));
	pty_type(p, "\x03");
	assert_true(pty_wait_exit(p, &status));
}
