#include "list/term_test.h"

#include "base/utf8.h"
#include "list/columns.h"
#include "model/decimal.h"
#include "model/when.h"

#include <regex.h>
#include <string.h>

bool
term_compares(const struct view_term *t)
{
	return t->op >= VIEW_LESS;
}

bool
term_parse_amount(struct str typed, struct str *currency, int64_t *amount)
{
	struct str first;
	*currency = str_trim(typed);
	if (!str_next(currency, ' ', &first))
		return false;
	if (decimal_read(first, amount))
		return true;
	bool reads = decimal_read(str_trim(*currency), amount);
	*currency = first;
	return reads;
}

/* ---- preparing comparisons ---- */

enum value_type { VALUE_ANY, VALUE_TIME, VALUE_AGE, VALUE_AMOUNT };

static enum value_type
type_of_column(const struct column *c)
{
	const unsigned numeric = COLUMN_NUMERIC | COLUMN_SUMS | COLUMN_ALIGN_POINTS;
	if (!c)
		return VALUE_ANY;
	if (str_eqz(str_of(c->id), "age"))
		return VALUE_AGE;
	if (c->time_offset || c->flags & COLUMN_IS_TIME)
		return VALUE_TIME;
	return c->money_offset || c->count_offset || c->flags & numeric ? VALUE_AMOUNT : VALUE_ANY;
}

static enum view_op
opposite(enum view_op op)
{
	return op == VIEW_LESS     ? VIEW_MORE
	    : op == VIEW_MORE      ? VIEW_LESS
	    : op == VIEW_AT_MOST   ? VIEW_AT_LEAST
				   : VIEW_AT_MOST;
}

static bool
set_value_error(const struct row_term *t, enum value_type type, struct err *err)
{
	static const char *const takes[] = {
		[VALUE_ANY] = "a number, an amount such as 9.99 or \"GBP 9.99\", or a time such as "
			      "7d or 2026-11-20",
		[VALUE_TIME] = "30m, 1h, 7d, 2w, today, yesterday or a date like 2026-11-20",
		[VALUE_AGE] = "30m, 2h, 7d or 2w",
		[VALUE_AMOUNT] = "a number, or an amount such as \"GBP 9.99\"",
	};
	return err_set(err, ERR_USAGE, "%.*s%s takes %s", STR_ARG(t->term->key),
	    view_op_signs[t->term->op], takes[type]);
}

/* "2h", but no date. */
static bool
is_duration(struct str text)
{
	return text.n > 1 && str_find_char(STR("mhdw"), text.p[text.n - 1]) != SIZE_MAX;
}

static bool
prepare_comparison(struct row_term *t, struct err *err)
{
	enum value_type type = type_of_column(t->column);
	struct str value = str_trim(t->term->value);
	t->comparison = type == VALUE_AGE ? opposite(t->term->op) : t->term->op;
	t->has_amount = type != VALUE_TIME && type != VALUE_AGE &&
	    term_parse_amount(value, &t->currency, &t->amount);
	t->has_time = type != VALUE_AMOUNT && (type != VALUE_AGE || is_duration(value)) &&
	    when_parse_typed(value, t->ages.now, &t->time);
	return t->has_amount || t->has_time || set_value_error(t, type, err);
}

/* ---- patterns ---- */

/* True if the repeats in braces, multiplied, are within the limit: they multiply the memory of the
 * compiled pattern. */
static bool
has_few_repeats(struct str pattern)
{
	size_t product = 1;
	for (size_t i = 0; i < pattern.n; i++) {
		size_t most = 0, number = 0;
		if (pattern.p[i] == '\\') {
			i++;
			continue;
		}
		/* The C library copies a repeated group, so nested ones double each time. */
		if (pattern.p[i] == ')' && i + 1 < pattern.n && pattern.p[i + 1] == '+')
			product *= 2;
		if (product > TERM_PATTERN_REPEATS_MAX)
			return false;
		if (pattern.p[i] != '{')
			continue;
		for (i++; i < pattern.n && pattern.p[i] != '}'; i++) {
			bool digit = pattern.p[i] >= '0' && pattern.p[i] <= '9';
			number = digit ? number * 10 + (size_t)(pattern.p[i] - '0') : 0;
			most = number > most ? number : most;
			if (most > TERM_PATTERN_REPEATS_MAX)
				return false;
		}
		product *= most ? most : 1;
		if (product > TERM_PATTERN_REPEATS_MAX)
			return false;
	}
	return true;
}

/* References to earlier groups make the time of a match exponential. */
static bool
refers_back(struct str pattern)
{
	for (size_t i = 0; i + 1 < pattern.n; i++)
		if (pattern.p[i] == '\\') {
			i++;
			if (pattern.p[i] >= '1' && pattern.p[i] <= '9')
				return true;
		}
	return false;
}

static bool
prepare_pattern(struct row_term *t, struct err *err)
{
	struct str pattern = t->term->value;
	struct buf clean = { 0 };
	char why[100] = "";
	if (!pattern.n)
		return err_set(err, ERR_USAGE, "%.*s~ takes a regular expression, as in person~^M",
		    STR_ARG(t->term->key));
	if (pattern.n > TERM_PATTERN_MAX)
		return err_set(err, ERR_USAGE, "a regular expression can have at most %d bytes",
		    TERM_PATTERN_MAX);
	if (!has_few_repeats(pattern))
		return err_set(err, ERR_USAGE, "a regular expression can repeat a part at most %d "
					       "times in total",
		    TERM_PATTERN_REPEATS_MAX);
	if (refers_back(pattern))
		return err_set(err, ERR_USAGE,
		    "\\1 to \\9 are not supported in a regular expression");
	char *text = str_dup(pattern);
	t->pattern = x_new(regex_t);
	int failed =
	    regcomp(t->pattern, text, REG_EXTENDED | REG_ICASE | REG_NOSUB | REG_NEWLINE);
	x_free(text);
	if (!failed)
		return true;
	regerror(failed, t->pattern, why, sizeof(why));
	x_free(t->pattern);
	t->pattern = NULL;
	text_clean(&clean, str_sub(pattern, 0, 60), false);
	err_set(err, ERR_USAGE, "~%s is not a regular expression: %s", buf_z(&clean), why);
	buf_free(&clean);
	return false;
}

bool
term_test_prepare(struct row_term *t, struct err *err)
{
	if (t->term->op == VIEW_MATCHES)
		return prepare_pattern(t, err);
	return !term_compares(t->term) || prepare_comparison(t, err);
}

void
term_test_free(struct row_term *t)
{
	if (t->pattern)
		regfree(t->pattern);
	x_free(t->pattern);
	t->pattern = NULL;
}

bool
term_test_pattern(const struct row_term *t, struct str text)
{
	char start[TERM_PATTERN_TEXT_MAX + 1];
	size_t n = text.n < TERM_PATTERN_TEXT_MAX ? text.n : TERM_PATTERN_TEXT_MAX;
	if (n)
		memcpy(start, text.p, n);
	start[n] = 0;
	return regexec(t->pattern, start, 0, NULL, 0) == 0;
}

/* ---- comparing ---- */

static bool
compares(const struct row_term *t, int64_t value, int64_t limit)
{
	return t->comparison == VIEW_LESS   ? value < limit
	    : t->comparison == VIEW_AT_MOST ? value <= limit
	    : t->comparison == VIEW_MORE    ? value > limit
					    : value >= limit;
}

/* "GBP 3.00 + EUR 1.00 + ?": one of the amounts. */
static bool
amount_compares(const struct row_term *t, struct str amounts)
{
	struct str currency;
	int64_t amount;
	while (amounts.n) {
		size_t n = str_find(amounts, STR(" + "));
		bool known = term_parse_amount(str_sub(amounts, 0, n), &currency, &amount);
		if (known && (!t->currency.n || str_eq_nocase(t->currency, currency)) &&
		    compares(t, amount, t->amount))
			return true;
		amounts = n == SIZE_MAX ? STR_NONE : str_sub(amounts, n + 3, amounts.n);
	}
	return false;
}

static bool
text_compares(const struct row_term *t, struct str text)
{
	int64_t at;
	if (t->has_amount && amount_compares(t, text))
		return true;
	return t->has_time && when_parse(text, &at) && compares(t, at, t->time);
}

struct comparing {
	const struct row_term *term;
	bool matched;
};

static void
compare_value(void *ctx, struct str value)
{
	struct comparing *c = ctx;
	c->matched = c->matched || text_compares(c->term, value);
}

static bool
column_compares(const struct row_term *t, const void *row)
{
	struct buf written = { 0 };
	struct str lines, line;
	bool matched = false;
	if (t->column->time_offset) {
		int64_t at =
		    *(const int64_t *)(const void *)((const char *)row + t->column->time_offset);
		return at != WHEN_NONE && compares(t, at, t->time);
	}
	lines = t->column->has_lines ? column_text(t->column, row)
				     : column_write_data(&written, t->column, row);
	while (!matched && lines.n && str_next(&lines, '\n', &line))
		matched = text_compares(t, line);
	buf_free(&written);
	return matched;
}

bool
term_test_compare(
    const struct row_term *t, const struct row_ops *ops, const void *row, struct str json)
{
	struct comparing c = { .term = t };
	if (ops->for_each_value && ops->for_each_value(t, row, json, compare_value, &c))
		return c.matched;
	return t->column && column_compares(t, row);
}
