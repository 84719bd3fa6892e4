#include "demo/time_placeholder.h"

#include "demo/visits.h"
#include "model/when.h"

enum { VISIT_DAYS = 30, AMOUNT_DIGITS_MAX = 9, QUOTED_BYTES_MAX = 60 };

/* Few files contain visit times, so the visits are computed when first needed. */
static int64_t
visit_time(struct time_placeholder_clock *clock, int64_t visit)
{
	if (!clock->spread)
		visits_spread(clock->visits, TIME_PLACEHOLDER_VISITS, clock->now, VISIT_DAYS);
	clock->spread = true;
	return clock->visits[visit - 1];
}

/* Skips a word at the beginning of the text. Returns false if the text begins differently. */
static bool
skip_word(struct str *rest, const char *word)
{
	struct str w = str_of(word);
	if (!str_starts(*rest, w))
		return false;
	*rest = str_sub(*rest, w.n, SIZE_MAX);
	return true;
}

static bool
is_digit(struct str rest)
{
	return rest.n && rest.p[0] >= '0' && rest.p[0] <= '9';
}

static bool
read_number(struct str *rest, int64_t *number)
{
	size_t n = 0;
	while (is_digit(str_sub(*rest, n, 1)))
		n++;
	bool ok = n <= AMOUNT_DIGITS_MAX && str_to_int64(str_sub(*rest, 0, n), number);
	*rest = str_sub(*rest, n, SIZE_MAX);
	return ok;
}

/* Parses an amount such as "18m". */
static bool
read_amount(struct str *rest, int64_t *ms)
{
	/* "ms" must come before its prefix "m" */
	static const struct {
		const char *unit;
		int64_t ms;
	} units[] = { { "ms", 1 }, { "s", 1000 }, { "m", 60000 }, { "h", 3600000 },
		{ "d", WHEN_DAY } };
	if (!read_number(rest, ms))
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (skip_word(rest, units[i].unit)) {
			*ms *= units[i].ms;
			return true;
		}
	return false;
}

static bool
read_base(struct str *rest, struct time_placeholder_clock *clock, int64_t *t)
{
	int64_t visit;
	*t = clock->now;
	if (skip_word(rest, "now"))
		return true;
	*t = when_day(clock->now);
	if (skip_word(rest, "midnight"))
		return true;
	if (!skip_word(rest, "visit ") || !read_number(rest, &visit) || visit < 1 ||
	    visit > TIME_PLACEHOLDER_VISITS)
		return false;
	*t = visit_time(clock, visit);
	return true;
}

/* True if the year has at most four digits. */
static bool
has_text(int64_t t)
{
	int year = when_split(t).year;
	return year >= 0 && year <= 9999;
}

/* Parses the text between the braces of a placeholder. */
static bool
time_placeholder_time(struct str rest, struct time_placeholder_clock *clock, int64_t *t)
{
	if (!read_base(&rest, clock, t))
		return false;
	while (rest.n && has_text(*t)) {
		int64_t sign = rest.p[0] == '-' ? -1 : 1, amount;
		if (!skip_word(&rest, "-") && !skip_word(&rest, "+"))
			return false;
		do {
			if (!read_amount(&rest, &amount))
				return false;
			*t += sign * amount;
		} while (has_text(*t) && is_digit(rest));
	}
	return rest.n == 0 && has_text(*t);
}

/* The index of the next string that begins with {, or SIZE_MAX. In valid JSON a quote directly
 * before { begins a string, unless a backslash precedes it. Searching for braces is faster,
 * since there are fewer of them than quotes. */
static size_t
time_placeholder_find(struct str json)
{
	for (size_t from = 0;;) {
		size_t at = str_find_char(str_sub(json, from, SIZE_MAX), '{');
		if (at == SIZE_MAX)
			return at;
		at += from;
		if (at && json.p[at - 1] == '"' && (at == 1 || json.p[at - 2] != '\\'))
			return at - 1;
		from = at + 1;
	}
}

bool
time_placeholder_fill(
    struct buf *out, struct str json, struct time_placeholder_clock *clock, struct err *err)
{
	for (;;) {
		int64_t t;
		size_t at = time_placeholder_find(json);
		buf_adds(out, str_sub(json, 0, at));
		if (at == SIZE_MAX)
			return true;
		struct str text = str_sub(json, at + 1, SIZE_MAX);
		text = str_sub(text, 0, str_find_char(text, '"'));
		if (!str_ends(text, STR("}")) ||
		    !time_placeholder_time(str_sub(text, 1, text.n - 2), clock, &t))
			return err_set(err, ERR_INVALID,
			    "\"%.*s\" is not a time: write \"{now-18m}\", "
			    "\"{midnight-6d+6h40m}\" or \"{visit 37}\"",
			    (int)(text.n < QUOTED_BYTES_MAX ? text.n : QUOTED_BYTES_MAX), text.p);
		buf_addc(out, '"');
		when_write(out, t);
		buf_addc(out, '"');
		json = str_sub(json, at + text.n + 2, SIZE_MAX);
	}
}
