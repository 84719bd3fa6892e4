/*
 * command_runs.h - runs the program with the test's own journal, which is cleared at the start and
 * read with `journal list`.
 */
#ifndef TESTS_UNIT_CLI_JOURNAL_RUNS_H
#define TESTS_UNIT_CLI_JOURNAL_RUNS_H

#include "app/state.h"
#include "base/clock.h"
#include "journal/journal.h"
#include "lib/hostile.h"
#include "unit/cli/run.h"

#include <string.h>

#define LINK "identity", "link", "id-1", "--iss", "https://a", "--sub", "subject-7f3e", "--yes"

static inline void
state_file_path(struct buf *out, const char *name)
{
	struct err err;
	assert_true(state_path(out, name, &err));
}

static inline int
fresh(void **state)
{
	static const char *const names[] = { "journal.jsonl", "journal.head", "journal.torn" };
	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		auto_buf path = { 0 };
		state_file_path(&path, names[i]);
		unlink(buf_z(&path));
	}
	return 0;
}

/* Asserts that the write has these values in these fields, as csv. */
static inline void
assert_field(const char *number, const char *field, const char *value)
{
	auto_run_result r = { 0 };
	auto_buf fields = { 0 }, line = { 0 };
	buf_addf(&fields, "id,%s", field);
	buf_addf(&line, "\n%s,%s\n", number, value);
	RUN(&r, NULL, "journal", "list", "-o", "csv", "--fields", buf_z(&fields));
	if (!strstr(buf_z(&r.out), buf_z(&line)))
		fail_msg("%s is not %s in\n%s", field, value, buf_z(&r.out));
}

static inline void
key_of(struct hostile *server, size_t i, struct buf *out)
{
	assert_true(hostile_header(hostile_request(server, i), "Idempotency-Key", out));
	assert_true(out->n > 0);
}

#define FRESH(name) TEST_WITH(name, fresh, NULL)

#endif
