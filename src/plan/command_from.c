#include "plan/command_from.h"

#include "app/file.h"
#include "base/utf8.h"
#include "model/format.h"
#include "plan/sheet.h"

#include <stdio.h>

enum { SHEET_SIZE_MAX = 64 << 20 };

/* Prints "prices.csv:12: price: "1e3" is a power of ten". */
static void
print_sheet_error(const char *path, const struct sheet_error *fault)
{
	struct buf line = { 0 };
	text_clean(&line, str_of(path), false);
	buf_addc(&line, ':');
	sheet_error_write(&line, fault);
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

static bool
print_sheet_errors(const struct plan_sheet *s, const char *path, struct err *err)
{
	struct buf words = { 0 };
	for (size_t i = 0; i < s->faults.n; i++)
		print_sheet_error(path, &s->faults.v[i]);
	format_plural(&words, s->faults.n, "mistake", "mistakes");
	if (s->faults.n)
		err_set(err, ERR_INVALID, "%s: %s: no plan was written", path, buf_z(&words));
	buf_free(&words);
	return s->faults.n == 0;
}

/* Prints which columns are used: users who edited another column need to know that it is
 * ignored. */
static void
print_columns_read(const struct plan_sheet *s, const char *path)
{
	struct buf line = { 0 };
	text_clean(&line, str_of(path), false);
	buf_addz(&line, ": ");
	format_plural(&line, s->lines, "line", "lines");
	buf_addf(&line, "; columns used: %s", buf_z((struct buf *)(uintptr_t)&s->read));
	if (s->left_out) {
		buf_addz(&line, "; ");
		format_plural(&line, s->left_out, "line is", "lines are");
		buf_addz(&line, " of offers outside --select");
	}
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

bool
plan_from_sheet(struct plan_job *j, const char *path, struct view *view, struct err *err)
{
	struct plan_sheet s = { 0 };
	struct buf text = { 0 };
	bool ok = file_read(&text, path, SHEET_SIZE_MAX, err) &&
	    plan_sheet_read(&s, &j->plan, j->catalog, view, buf_str(&text), err) &&
	    print_sheet_errors(&s, path, err);
	if (ok) {
		print_columns_read(&s, path);
		plan_set_sheet_origin(&j->plan, path, buf_str(&text));
	}
	plan_sheet_free(&s);
	buf_free(&text);
	return ok;
}
