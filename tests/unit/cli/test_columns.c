/* labels: slow. Every column of every list: sorted in both directions, and found by its cells. */
#include "lib/service.h"
#include "list/columns.h"
#include "list/view.h"
#include "model/decimal.h"
#include "unit/cli/run.h"

#include <string.h>

static int wrong;

/* Reports a fault and goes on with the other columns. */
static void __attribute__((format(printf, 1, 2))) report_wrong(const char *format, ...)
{
	char line[300];
	va_list args;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	print_error("%s\n", line);
	wrong++;
}

/* The lines printed by `get "RESOURCE TERMS cols=COLUMN"`, without the heading. */
struct lines {
	struct buf text;
	VEC(struct str) list;
};

static void
lines_free(struct lines *l)
{
	buf_free(&l->text);
	vec_free(&l->list);
}

static void
get(struct lines *l, const char *format, const char *view)
{
	const char *const args[] = { "get", view, "--all", "-o", format, NULL };
	auto_buf words = { 0 };
	struct str line;
	*l = (struct lines){ 0 };
	int code = service_run(shared_service, args, &l->text, &words);
	if (code || strstr(buf_z(&words), "left out by"))
		fail_msg("%s: %d, %s", view, code, buf_z(&words));
	struct str rest = buf_str(&l->text);
	bool heading = true;
	while (rest.n && str_next(&rest, '\n', &line)) {
		/* An amount sorts by its number. */
		struct str cell = str_sub(line, 0, str_find_char(line, '\t'));
		if (str_eqz(cell, "no name"))
			cell = STR_NONE;
		if (!heading && (rest.p || line.n))
			vec_push(&l->list, cell);
		heading = false;
	}
}

static bool
is_number(struct str cell)
{
	int64_t ignored;
	return decimal_read(cell, &ignored);
}

/* Counts rows with a value; SIZE_MAX if one follows a row without a value, since those must be
 * last in both directions. */
static size_t
count_filled(const struct lines *l)
{
	size_t n = 0;
	while (n < l->list.n && str_trim(l->list.v[n]).n)
		n++;
	for (size_t i = n; i < l->list.n; i++)
		if (str_trim(l->list.v[i]).n)
			return SIZE_MAX;
	return n;
}

static bool
grows(const struct lines *l, size_t n)
{
	int64_t before, here;
	for (size_t i = 1; i < n; i++)
		if (decimal_read(l->list.v[i - 1], &before) && decimal_read(l->list.v[i], &here) &&
		    before > here)
			return false;
	return true;
}

/* Number of distinct cells; with only one, the order is not tested. */
static size_t
count_distinct(const struct lines *l, size_t n)
{
	size_t distinct = 0;
	for (size_t i = 0; i < n; i++) {
		size_t k = 0;
		while (k < i && !str_eq(l->list.v[k], l->list.v[i]))
			k++;
		distinct += k == i;
	}
	return distinct;
}

/* Keeps only lines with a number: some amounts are in words, as "2 charges". */
static void
keep_number_lines(struct lines *l)
{
	size_t n = 0;
	for (size_t i = 0; i < l->list.n; i++)
		if (is_number(l->list.v[i]))
			l->list.v[n++] = l->list.v[i];
	l->list.n = n;
}

/* Checks the column in both directions. Amounts are sorted by currency first. */
static void
sort_both_ways(const char *resource, const char *terms, const char *column, bool amounts)
{
	CLEANUP(lines_free) struct lines up, down;
	char view[200];
	snprintf(view, sizeof(view), "%s %s cols=%s sort=%s", resource, terms, column, column);
	get(&up, "tsv", view);
	snprintf(view, sizeof(view), "%s %s cols=%s sort=-%s", resource, terms, column, column);
	get(&down, "tsv", view);
	if (amounts) {
		keep_number_lines(&up);
		keep_number_lines(&down);
	}
	size_t n = count_filled(&up);
	bool numbers = n && n != SIZE_MAX;
	if (n == SIZE_MAX || count_filled(&down) != n || up.list.n != down.list.n) {
		report_wrong("%s: what is not known is not the last", view);
		n = 0;
	}
	size_t i = 0;
	for (; i < n; i++) {
		numbers = numbers && is_number(up.list.v[i]);
		if (!str_eq(up.list.v[i], down.list.v[n - 1 - i]))
			break;
	}
	if (i < n)
		report_wrong("%s: row %zu is %.*s one way and %.*s the other", view, i,
		    STR_ARG(up.list.v[i]), STR_ARG(down.list.v[n - 1 - i]));
	if (numbers && !amounts && !grows(&up, n))
		report_wrong("%s: numbers do not grow", view);
	if (n && count_distinct(&up, n) > 1 && str_eq(up.list.v[0], down.list.v[0]))
		report_wrong("%s: both ways begin with %.*s", view, STR_ARG(up.list.v[0]));
}

static size_t
count_rows(const char *resource, const char * not, const char *column, struct str value)
{
	struct lines l;
	auto_buf view = { 0 };
	buf_addf(&view, "%s %s%s=", resource, not, column);
	view_write_quoted(&view, value);
	get(&l, "tsv", buf_z(&view));
	size_t n = l.list.n;
	lines_free(&l);
	return n;
}

/* Filtering by the middle cell, as printed, finds its row; excluding it leaves the other rows. */
static void
find_by_cell(const char *resource, const char *column, const char *format)
{
	CLEANUP(lines_free) struct lines all;
	char view[200];
	snprintf(view, sizeof(view), "%s cols=%s sort=%s", resource, column, column);
	get(&all, format, view);
	size_t filled = count_filled(&all) == SIZE_MAX ? 0 : count_filled(&all);
	struct str cell = filled ? str_trim(all.list.v[filled / 2]) : STR_NONE;
	bool joined = str_find(cell, STR(", ")) != SIZE_MAX ||
	    str_find(cell, STR("; ")) != SIZE_MAX;
	if (cell.n && !joined) {
		size_t with = count_rows(resource, "", column, cell);
		size_t without = count_rows(resource, "!", column, cell);
		if (!with || with + without != all.list.n)
			report_wrong("%s %s=%.*s: %zu with it and %zu without, of %zu", resource,
			    column, STR_ARG(cell), with, without, all.list.n);
	}
}

static bool
is_time(const char *column)
{
	static const char *const times[] = { "age", "created", "modified", "when" };
	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++)
		if (strcmp(column, times[i]) == 0)
			return true;
	return false;
}

TEST(every_column_can_be_sorted_and_searched)
{
	size_t columns = 0;
	for (const struct view_resource *r = view_resources; r->name; r++) {
		for (const struct column *c = r->columns; c->id; c++) {
			if (c->flags & COLUMN_IF_NAMED)
				continue;
			sort_both_ways(r->name, "", c->id, c->part_count);
			find_by_cell(
			    r->name, c->id, is_time(c->id) || c->has_lines ? "tsv" : "table");
			columns++;
		}
	}
	assert_true(columns > 60);
	assert_int_equal(wrong, 0);
}

TEST(every_column_of_groups_can_be_sorted)
{
	const struct view_resource *groups = view_find_resource("baskets")->grouped_resources[1];
	for (const struct column *c = groups->columns; c->id; c++)
		if (!(c->flags & COLUMN_SCREEN_ONLY))
			sort_both_ways("baskets", "group=tag,day", c->id, false);
	assert_int_equal(wrong, 0);
}

/* Two spellings of a VIEW must find the same rows, and at least one. */
TEST(two_spellings_of_a_view_find_the_same)
{
	static const char *const pairs[][2] = {
		{ "baskets 192694211313571556204", "baskets benoit lefevre" },
		{ "baskets NL-STUDENT", "baskets product:NL-STUDENT" },
		{ "baskets uk/reseller", "baskets tag:uk/reseller" },
		{ "baskets channel=uk/reseller", "baskets tag=/tags/uk/reseller" },
		{ "baskets tag=uk/reseller", "baskets tag=/tags/uk/reseller" },
		{ "baskets /offers2/crossword-monthly",
		    "baskets offer:/offers2/crossword-monthly" },
		{ "offers since=300d", "offers modified=300d" },
		{ "products since=300d", "products modified=300d" },
	};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		CLEANUP(lines_free) struct lines one, other;
		get(&one, "tsv", pairs[i][0]);
		get(&other, "tsv", pairs[i][1]);
		if (one.list.n == 0 || one.list.n != other.list.n)
			report_wrong(
			    "%s: %zu, %s: %zu", pairs[i][0], one.list.n, pairs[i][1], other.list.n);
	}
	assert_int_equal(wrong, 0);
}

TEST(plans_select_by_columns_of_other_lists)
{
	const char *const args[] = { "plan", "sheet", "--select", "offers published=no", "-o",
		"tsv", NULL };
	auto_buf out = { 0 }, words = { 0 };
	int code = service_run(shared_service, args, &out, &words);
	size_t lines = 0;
	for (const char *at = buf_z(&out); (at = strchr(at, '\n')) != NULL; at++)
		lines++;
	if (code || lines < 2)
		fail_msg("%d, %zu lines, %s", code, lines, buf_z(&words));
}

int
main(void)
{
	return run_all_tests(shared_service_set_up, shared_service_tear_down);
}
