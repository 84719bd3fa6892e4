/*
 * journal_files.h - a test's journal in a state folder of its own: created, written, read, and
 * changed on disk.
 */
#ifndef TESTS_UNIT_APP_JOURNAL_FILES_H
#define TESTS_UNIT_APP_JOURNAL_FILES_H

#include "app/state.h"
#include "journal/journal.h"
#include "lib/descriptors.h"
#include "lib/process.h"
#include "lib/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SERVICE STR("https://api.example")

enum { AT = 1000 };

static inline void
path_of(struct buf *out, const char *name)
{
	struct err err;
	assert_true(state_path(out, name, &err));
}

static inline void
read_file(struct buf *out, const char *name)
{
	auto_buf path = { 0 };
	path_of(&path, name);
	assert_true(process_read_file(buf_z(&path), out));
}

static inline void
write_file(const char *name, struct str text)
{
	auto_buf path = { 0 };
	path_of(&path, name);
	int fd = open(buf_z(&path), O_WRONLY | O_CREAT | O_TRUNC, 0600);
	assert_true(fd >= 0 && write(fd, text.p ? text.p : "", text.n) == (ssize_t)text.n);
	close(fd);
}

static inline void
remove_file(const char *name)
{
	auto_buf path = { 0 };
	path_of(&path, name);
	unlink(buf_z(&path));
}

/* The number of open descriptors at a test's start, which must be the same at its end. */
static int opened_before;

static inline int
fresh(void **state)
{
	static const char *const names[] = { "journal.jsonl", "journal.head", "journal.torn" };
	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		remove_file(names[i]);
	opened_before = state ? descriptors_open() : opened_before;
	return 0;
}

static inline struct journal_write
link_of(const char *owner, const char *sub)
{
	return (struct journal_write){ .recorded_at = AT,
		.environment = STR("prod"),
		.service = SERVICE,
		.owner = str_of(owner),
		.iss = STR("https://login.example/"),
		.sub = str_of(sub),
		.reason = STR("INC-4711 she asked"),
		.key = str_of(sub) };
}

static inline unsigned
begin(struct journal *j, const struct journal_write *w)
{
	struct err err;
	unsigned number = 0;
	assert_true(journal_begin(j, w, &number, &err));
	return number;
}

static inline void
settle(struct journal *j, unsigned number, enum journal_state state)
{
	const struct journal_write_status o = { .state = state,
		.recorded_at = AT + 1,
		.http_status = state == JOURNAL_DONE ? 200 : 409,
		.code = state == JOURNAL_DONE ? STR_NONE : STR("identity_in_use"),
		.request_id = STR("r-1"),
		.record = state == JOURNAL_DONE ? STR("{\"id\":\"x \\\"y\\\"\"}") : STR_NONE };
	struct err err;
	assert_true(journal_finish(j, number, &o, &err));
}

static inline unsigned
add(struct journal *j, const struct journal_write *w, enum journal_state state)
{
	unsigned number = begin(j, w);
	settle(j, number, state);
	return number;
}

static inline void
open_journal(struct journal *j)
{
	struct err err;
	assert_true(journal_open(j, true, &err));
}

/* Asserts the fault that verify finds in the files; "" for none. */
static inline void
assert_fault(const char *words)
{
	CLEANUP(journal_close) struct journal j;
	open_journal(&j);
	assert_string_equal(buf_z(&j.chain_errors), words);
}

static inline int
nothing_stays_open(void **state)
{
	(void)state;
	return descriptors_open() == opened_before ? 0 : -1;
}

#define FRESH(name) TEST_WITH(name, fresh, nothing_stays_open)

#endif
