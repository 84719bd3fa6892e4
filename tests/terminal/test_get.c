/* `backroom get` on a terminal: nothing that the service sent acts on it, lines fit its width. */
#include "lib/hostile.h"
#include "lib/pty.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

/* Escape raw and escaped, C1, an override, a bell; a name too long for the line. */
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
	const char *argv[] = { getenv("BACKROOM_BIN"), "get", "baskets cols=id,customer,company",
		"-o", format, fields ? "--fields" : NULL, fields, NULL };
	struct pty *p = pty_start(&options, argv);
	int status;
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	return p;
}

static void
no_format_acts_on_the_terminal(void **state)
{
	static const char *const formats[] = { "table", "json", "ndjson", "csv", "tsv", "raw" };
	struct buf answer = { 0 };
	(void)state;
	hostile_json(&answer, body);
	const struct hostile_rule rule = { .answer = buf_str(&answer) };
	struct hostile *server = hostile_start(&rule, 1);
	for (size_t i = 0; i < 12; i++) {
		const char *format = formats[i % 6];
		bool raw = strcmp(format, "raw") == 0;
		const char *view_fields = i < 6 || raw ? NULL : "id,customerDetails.firstName";
		struct pty *p = run(hostile_url(server), format, view_fields);
		check_harmless(pty_log(p));
		assert_true(pty_find(p, "b-1", NULL) >= 0);
		pty_stop(p);
	}
	hostile_stop(server);
	buf_free(&answer);
}

static void
a_table_is_cut_to_the_terminal(void **state)
{
	struct buf answer = { 0 };
	(void)state;
	hostile_json(&answer, body);
	const struct hostile_rule rule = { .answer = buf_str(&answer) };
	struct hostile *server = hostile_start(&rule, 1);
	struct pty *p = run(hostile_url(server), "table", NULL);
	int row = pty_find(p, "b-1", NULL);
	assert_true(row >= 1);
	assert_string_equal(pty_row(p, row + 1), ""); /* it did not wrap */
	assert_non_null(strstr(pty_row(p, row), "\xE2\x80\xA6"));
	pty_stop(p);
	hostile_stop(server);
	buf_free(&answer);
}

/* What was found stands in the last column: it wraps, and is whole. */
static void
a_finding_is_not_cut(void **state)
{
	const struct pty_options options = { .rows = 60, .cols = 80 };
	const char *argv[] = { getenv("BACKROOM_BIN"), "demo", "--", "check", "catalog", NULL };
	struct pty *p = pty_start(&options, argv);
	int status;
	(void)state;
	assert_true(pty_wait_exit(p, &status));
	assert_int_equal(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 1);
	assert_true(str_find(pty_log(p),
			STR("its price is that of /offers2/harbour-classic, which does not "
			    "exist")) != SIZE_MAX);
	pty_stop(p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_format_acts_on_the_terminal),
		cmocka_unit_test(a_table_is_cut_to_the_terminal),
		cmocka_unit_test(a_finding_is_not_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
