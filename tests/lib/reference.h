/*
 * reference.h - compares a long text with a file of the tests.
 */
#ifndef TESTS_LIB_REFERENCE_H
#define TESTS_LIB_REFERENCE_H

#include "lib/files.h"
#include "lib/process.h"

#include <stdlib.h>

/* The file is named below tests/; UPDATE=1 rewrites it. Reports the first difference and the last
 * line before it that starts with `heading`, unless that is NULL. */
static inline void
expect_as_in(const char *file, const struct buf *now, const char *heading)
{
	auto_buf then = { 0 }, path = { 0 };
	struct str a = buf_str(now), b, x, y = STR_NONE, title = STR_NONE;
	buf_addf(&path, "%s/tests/%s", getenv("BACKROOM_SOURCE"), file);
	if (getenv("UPDATE"))
		write_bytes(buf_z(&path), a, 0644);
	assert_true(process_read_file(buf_z(&path), &then));
	b = buf_str(&then);
	while (str_next(&a, '\n', &x)) {
		if (heading && str_starts(x, str_of(heading)))
			title = x;
		if (!str_next(&b, '\n', &y) || !str_eq(x, y))
			fail_msg(
			    "%.*s\nnow:  %.*s\nthen: %.*s", STR_ARG(title), STR_ARG(x), STR_ARG(y));
	}
	assert_int_equal(now->n, then.n);
}

#endif
