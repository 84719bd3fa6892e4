#include "plan/sheet_price.h"

#include "model/currency.h"
#include "model/decimal.h"

#include <string.h>

enum { THOUSANDS_GROUP_DIGITS = 3, NUMBER_LENGTH_MAX = 40 };

struct str
sheet_trim_number(struct str cell)
{
	cell = str_trim(cell);
	return str_starts(cell, STR("'")) ? str_trim(str_sub(cell, 1, cell.n)) : cell;
}

/* ---- invalid cells ---- */

static size_t
count_of(struct str text, char c)
{
	size_t n = 0;
	for (size_t i = 0; i < text.n; i++)
		n += text.p[i] == c;
	return n;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* True if the text has only digits and the given marks. */
static bool
has_only_digits_and_marks(struct str text, const char *marks)
{
	for (size_t i = 0; i < text.n; i++)
		if (!is_digit(text.p[i]) && !(text.p[i] && strchr(marks, text.p[i])))
			return false;
	return text.n && (is_digit(text.p[0]) || is_digit(text.p[text.n - 1]));
}

static bool
is_too_long(struct str text)
{
	return text.n > NUMBER_LENGTH_MAX && has_only_digits_and_marks(text, ".,");
}

static bool
is_formula_cell(struct str text)
{
	return text.p[0] == '=' || text.p[0] == '#';
}

static bool
is_negative(struct str text)
{
	bool minus = text.p[0] == '-' && has_only_digits_and_marks(str_sub(text, 1, text.n), ".,");
	return minus || (text.p[0] == '(' && text.p[text.n - 1] == ')');
}

static bool
is_exponent_number(struct str text)
{
	return is_digit(text.p[0]) && has_only_digits_and_marks(text, ".,eE+-") &&
	    (count_of(text, 'e') || count_of(text, 'E'));
}

static bool
is_percentage(struct str text)
{
	return text.p[text.n - 1] == '%';
}

static bool
is_month(struct str word)
{
	static const char *const months[] = { "jan", "feb", "mar", "apr", "may", "jun", "jul",
		"aug", "sep", "oct", "nov", "dec" };
	for (size_t i = 0; i < sizeof(months) / sizeof(*months); i++)
		if (str_eq_nocase(str_sub(word, 0, 3), str_of(months[i])))
			return true;
	return false;
}

/* True for 09.09.2026, 9/99, 2026-09-09, Sep 99, 9-Sep. */
static bool
is_date(struct str text)
{
	struct str rest = text, piece = STR_NONE;
	size_t pieces = 0;
	while (rest.n && str_next(&rest, '.', &piece))
		pieces++;
	bool dotted = pieces == 3 && has_only_digits_and_marks(text, ".") &&
	    piece.n != THOUSANDS_GROUP_DIGITS;
	bool named = is_month(text);
	for (size_t i = 1; i < text.n && !named; i++)
		named = strchr(" -/", text.p[i - 1]) && is_month(str_sub(text, i, text.n));
	bool dashed = count_of(text, '/') + count_of(text, '-') &&
	    has_only_digits_and_marks(text, "/-");
	return dotted || named || dashed;
}

static bool
has_thousands_marks(struct str text)
{
	return has_only_digits_and_marks(text, ".,' \xC2\xA0\xE2\x80\xAF");
}

static bool
contains_digit(struct str text)
{
	size_t n = 0;
	for (size_t i = 0; i < text.n; i++)
		n += is_digit(text.p[i]);
	return n > 0;
}

/* Reasons for an invalid cell, checked in this order. */
static const struct {
	bool (*matches)(struct str text);
	const char *reason;
} refusal_reasons[] = {
	{ is_too_long, "has too many digits" },
	{ is_formula_cell, "is a formula or a formula's error, not a number" },
	{ is_negative, "is negative, which is not allowed" },
	{ is_exponent_number, "uses an exponent (1e3): write all digits (1000)" },
	{ is_percentage, "is a percentage: write the price itself" },
	{ is_date, "may be a price that a spreadsheet turned into a date: write it as 9.99" },
	{ has_thousands_marks, "has separators between digits: write it as 1234.50" },
	{ contains_digit,
	    "has more than a number: write it as 9.99; the currency has its own column" },
};

static const char *
not_a_number_reason(struct str text)
{
	for (size_t i = 0; i < sizeof(refusal_reasons) / sizeof(*refusal_reasons); i++)
		if (refusal_reasons[i].matches(text))
			return refusal_reasons[i].reason;
	return "is not a number: write it as 9.99";
}

static enum sheet_price
refuse_cell(struct buf *out, struct str text, const char *why)
{
	buf_addf(out, "\"%.*s\" %s", STR_ARG(str_sub(text, 0, NUMBER_LENGTH_MAX)), why);
	return SHEET_PRICE_INVALID;
}

/* ---- numbers ---- */

/* A number with one point or comma: its position, and its possible meanings. */
struct marked_number {
	char text[NUMBER_LENGTH_MAX + 1]; /* with a point instead of the mark */
	bool may_be_decimal;              /* the mark may be a decimal point */
	bool may_be_thousands;
	bool is_mark_comma;
};

static struct marked_number
read_decimal_mark(struct str text)
{
	struct marked_number m = { .may_be_decimal = text.n && text.n <= NUMBER_LENGTH_MAX &&
		    is_digit(text.p[0]) && is_digit(text.p[text.n - 1]) &&
		    has_only_digits_and_marks(text, ".,") &&
		    count_of(text, '.') + count_of(text, ',') <= 1 };
	if (!m.may_be_decimal)
		return m;
	size_t comma = str_find_char(text, ',');
	size_t at = comma == SIZE_MAX ? str_find_char(text, '.') : comma;
	memcpy(m.text, text.p, text.n);
	m.is_mark_comma = comma != SIZE_MAX;
	if (at == SIZE_MAX)
		return m;
	m.text[at] = '.';
	m.may_be_thousands = text.n - at - 1 == THOUSANDS_GROUP_DIGITS &&
	    at <= THOUSANDS_GROUP_DIGITS && text.p[0] != '0';
	return m;
}

/* Reads the mark as a thousands separator: 1.200 is 1200. */
static bool
read_thousands(struct str text, int64_t *out)
{
	char digits[NUMBER_LENGTH_MAX];
	size_t n = 0;
	for (size_t i = 0; i < text.n; i++)
		if (is_digit(text.p[i]))
			digits[n++] = text.p[i];
	return decimal_read(str_from(digits, n), out);
}

/* True if the text can be read as that number: "1.234" as a decimal or with thousands. */
static bool
can_be_read_as(const struct marked_number *m, struct str value)
{
	int64_t number, other;
	struct str text = str_of(m->text);
	if (!m->may_be_decimal || !decimal_read(value, &number))
		return false;
	return (decimal_read(text, &other) && other == number) ||
	    (m->may_be_thousands && read_thousands(text, &other) && other == number);
}

bool
sheet_is_same_number(struct str cell, struct str value)
{
	struct str text = sheet_trim_number(cell);
	struct marked_number m = read_decimal_mark(text);
	return str_eq(text, sheet_trim_number(value)) || can_be_read_as(&m, value);
}

/* The number of decimals, without trailing zeros. */
static int
places_needed(struct str text)
{
	int places = decimal_places(text);
	while (places && text.p[text.n - 1] == '0') {
		text.n--;
		places--;
	}
	return places;
}

/* The reason why the price is ambiguous or invalid; NULL if it is valid. */
static const char *
why_unreadable(const struct marked_number *m, const struct charge *charge, int64_t *number)
{
	int places = currency_places(charge->currency);
	if (!currency_is_known(charge->currency))
		return "has an unknown currency, so its decimals are not known";
	if (m->may_be_thousands && (m->is_mark_comma || places != THOUSANDS_GROUP_DIGITS))
		return "may be thousands or decimals: write it as 1234 or as 1.2340";
	if (places_needed(str_of(m->text)) > places)
		return "has more decimals than its currency";
	return decimal_read(str_of(m->text), number) ? NULL : "is too large";
}

static enum sheet_price
read_number(
    struct buf *out, struct str text, const struct marked_number *m, const struct charge *charge)
{
	int64_t number;
	const char *why = why_unreadable(m, charge, &number);
	if (why)
		return refuse_cell(out, text, why);
	decimal_write_places(out, number, currency_places(charge->currency));
	return SHEET_PRICE_NEW;
}

enum sheet_price
sheet_price_read(struct buf *out, struct str cell, const struct charge *charge)
{
	struct str text = sheet_trim_number(cell);
	struct marked_number m = read_decimal_mark(text);
	if (!text.n || str_eq(text, sheet_trim_number(charge->value)) ||
	    can_be_read_as(&m, charge->value))
		return SHEET_PRICE_SAME;
	return m.may_be_decimal ? read_number(out, text, &m, charge)
				: refuse_cell(out, text, not_a_number_reason(text));
}
