#include "model/when.h"

#include "base/buf.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MINUTE_MS = 60000, HOUR_MS = 3600000 };

/* The days from 1970 to a civil date, and back, by 400-year eras that start on 1 March. */
static int64_t
days_since_1970(int year, int month, int day)
{
	int64_t y = month <= 2 ? year - 1 : year;
	int64_t era = (y >= 0 ? y : y - 399) / 400;
	int64_t yoe = y - era * 400;
	int64_t doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	int64_t doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
	return era * 146097 + doe - 719468;
}

static void
set_date_from_days(int64_t days, struct when_parts *p)
{
	int64_t z = days + 719468;
	int64_t era = (z >= 0 ? z : z - 146096) / 146097;
	int64_t doe = z - era * 146097;
	int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	int64_t mp = (5 * doy + 2) / 153;
	p->day = (int)(doy - (153 * mp + 2) / 5 + 1);
	p->month = (int)(mp < 10 ? mp + 3 : mp - 9);
	p->year = (int)(yoe + era * 400 + (p->month <= 2));
	p->weekday = (int)((days % 7 + 11) % 7);
}

struct when_parts
when_split(int64_t t)
{
	struct when_parts p = { 0 };
	int64_t days = t / WHEN_DAY, rest = t % WHEN_DAY;
	if (rest < 0) {
		rest += WHEN_DAY;
		days--;
	}
	set_date_from_days(days, &p);
	p.hour = (int)(rest / HOUR_MS);
	p.minute = (int)(rest / MINUTE_MS % 60);
	p.second = (int)(rest / 1000 % 60);
	p.ms = (int)(rest % 1000);
	return p;
}

int64_t
when_join(const struct when_parts *p)
{
	return days_since_1970(p->year, p->month, p->day) * WHEN_DAY + p->hour * (int64_t)HOUR_MS +
	    p->minute * (int64_t)MINUTE_MS + p->second * (int64_t)1000 + p->ms;
}

int
when_month_days(int year, int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	return days[month - 1] + (month == 2 && leap);
}

int64_t
when_start_of_day(int64_t t)
{
	return t - ((t % WHEN_DAY) + WHEN_DAY) % WHEN_DAY;
}

static bool
read_digits(struct str *s, size_t n, int *out)
{
	*out = 0;
	if (s->n < n)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (s->p[i] < '0' || s->p[i] > '9')
			return false;
		*out = *out * 10 + (s->p[i] - '0');
	}
	*s = str_sub(*s, n, s->n);
	return true;
}

static bool
read_expected_char(struct str *s, char c)
{
	if (s->n == 0 || s->p[0] != c)
		return false;
	*s = str_sub(*s, 1, s->n);
	return true;
}

static bool
read_fraction(struct str *s, int *ms)
{
	int scale = 100;
	size_t digits = 0;
	if (!read_expected_char(s, '.') && !read_expected_char(s, ','))
		return true;
	for (; s->n && s->p[0] >= '0' && s->p[0] <= '9'; digits++) {
		*ms += (s->p[0] - '0') * scale;
		scale /= 10;
		*s = str_sub(*s, 1, s->n);
	}
	return digits > 0;
}

/* The accepted forms of a zone, and the result. */
struct zone {
	bool lenient; /* also accept hours only, a space before the sign, UTC, GMT */
	bool is_present;
	int64_t offset_ms;
};

/* Parses Z, +hh:mm, +hhmm or nothing. A space before hh:mm is a plus that was decoded as part of
 * a query. */
static bool
read_zone(struct str *s, struct zone *z)
{
	int hours, minutes = 0;
	if (z->lenient && s->n > 1 && s->p[0] == ' ' && (s->p[1] < '0' || s->p[1] > '9'))
		read_expected_char(s, ' ');
	z->is_present = s->n > 0;
	if (s->n == 0 || read_expected_char(s, 'Z') || read_expected_char(s, 'z'))
		return s->n == 0;
	if (z->lenient && (str_eqz(*s, "UTC") || str_eqz(*s, "GMT")))
		return true;
	int sign = s->p[0] == '-' ? -1 : 1;
	if (!read_expected_char(s, '+') && !read_expected_char(s, '-') &&
	    !read_expected_char(s, ' '))
		return false;
	if (!read_digits(s, 2, &hours))
		return false;
	bool whole_hours = z->lenient && s->n == 0;
	read_expected_char(s, ':');
	if ((!whole_hours && !read_digits(s, 2, &minutes)) || hours > 23 || minutes > 59)
		return false;
	z->offset_ms = sign * (hours * (int64_t)HOUR_MS + minutes * (int64_t)MINUTE_MS);
	return s->n == 0;
}

/* Parses a day, optionally followed by a time. */
static bool
read_parts(struct str s, struct when_parts *p, struct zone *z)
{
	if (!read_digits(&s, 4, &p->year) || !read_expected_char(&s, '-') ||
	    !read_digits(&s, 2, &p->month) || !read_expected_char(&s, '-') ||
	    !read_digits(&s, 2, &p->day))
		return false;
	if (p->month < 1 || p->month > 12 || p->day < 1 ||
	    p->day > when_month_days(p->year, p->month))
		return false;
	if (s.n == 0)
		return true;
	if (!read_expected_char(&s, 'T') && !read_expected_char(&s, 't') &&
	    !read_expected_char(&s, ' '))
		return false;
	if (!read_digits(&s, 2, &p->hour) || !read_expected_char(&s, ':') ||
	    !read_digits(&s, 2, &p->minute))
		return false;
	if (read_expected_char(&s, ':') &&
	    (!read_digits(&s, 2, &p->second) || !read_fraction(&s, &p->ms)))
		return false;
	return p->hour <= 23 && p->minute <= 59 && p->second <= 60 && read_zone(&s, z);
}

bool
when_parse(struct str s, int64_t *out)
{
	struct when_parts p = { 0 };
	struct zone z = { 0 };
	if (!read_parts(s, &p, &z))
		return false;
	*out = when_join(&p) - z.offset_ms;
	return true;
}

/* Parses seconds or milliseconds since 1970, distinguished by their number of digits: for times
 * from 2001 to 2286. */
static bool
parse_epoch(struct str s, int64_t *out)
{
	enum { SECONDS_DIGITS = 10, MILLISECONDS_DIGITS = 13 };
	size_t digits = 0;
	int64_t n = 0;
	int ms = 0;
	for (; digits < s.n && digits <= MILLISECONDS_DIGITS && s.p[digits] >= '0' &&
	     s.p[digits] <= '9';
	     digits++)
		n = n * 10 + (s.p[digits] - '0');
	s = str_sub(s, digits, s.n);
	if ((digits != SECONDS_DIGITS && digits != MILLISECONDS_DIGITS) ||
	    !read_fraction(&s, &ms) || s.n)
		return false;
	*out = digits == SECONDS_DIGITS ? n * 1000 + ms : n;
	return true;
}

bool
when_parse_lenient(struct str s, int64_t *out)
{
	struct when_parts p = { 0 };
	struct zone z = { .lenient = true };
	s = str_trim(s);
	if (parse_epoch(s, out))
		return true;
	if (!read_parts(s, &p, &z))
		return false;
	*out = when_join(&p) - z.offset_ms;
	return true;
}

void
when_write(struct buf *out, int64_t t)
{
	struct when_parts p = when_split(t);
	buf_addf(out, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", p.year, p.month, p.day, p.hour,
	    p.minute, p.second, p.ms);
}

void
when_write_age(struct buf *out, int64_t now, int64_t t)
{
	static const struct {
		int64_t min_age, unit_ms;
		const char *suffix;
	} steps[] = {
		{ WHEN_DAY * 730, WHEN_DAY * 365, "y" },
		{ WHEN_DAY, WHEN_DAY, "d" },
		{ HOUR_MS, HOUR_MS, "h" },
		{ MINUTE_MS, MINUTE_MS, "min" },
	};
	if (t == WHEN_NONE) {
		buf_addc(out, '?');
		return;
	}
	int64_t age = now - t, size = age < 0 ? -age : age;
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		if (size < steps[i].min_age)
			continue;
		buf_addf(out, "%s%lld %s", age < 0 ? "in " : "",
		    (long long)(size / steps[i].unit_ms), steps[i].suffix);
		return;
	}
	buf_addz(out, "now");
}

bool
when_parse_span(struct str s, int64_t *span)
{
	static const struct {
		char letter;
		int64_t ms;
	} units[] = { { 'm', MINUTE_MS }, { 'h', HOUR_MS }, { 'd', WHEN_DAY },
		{ 'w', 7 * WHEN_DAY } };
	int64_t n;
	if (s.n < 2 || !str_to_int64(str_sub(s, 0, s.n - 1), &n) || n < 0 || n > 100000)
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (s.p[s.n - 1] == units[i].letter) {
			*span = n * units[i].ms;
			return true;
		}
	}
	return false;
}

/* Converts a local time (TZ) to milliseconds since 1970. */
static int64_t
local_time(const struct when_parts *p)
{
	struct tm tm = { .tm_year = p->year - 1900,
		.tm_mon = p->month - 1,
		.tm_mday = p->day,
		.tm_hour = p->hour,
		.tm_min = p->minute,
		.tm_sec = p->second,
		.tm_isdst = -1 };
	time_t seconds = mktime(&tm);
	return seconds == (time_t)-1 ? when_join(p) : (int64_t)seconds * 1000 + p->ms;
}

int64_t
when_local_date(int64_t t)
{
	struct tm tm = { 0 };
	time_t seconds = (time_t)((t - ((t % 1000) + 1000) % 1000) / 1000);
	localtime_r(&seconds, &tm);
	struct when_parts p = {
		.year = tm.tm_year + 1900, .month = tm.tm_mon + 1, .day = tm.tm_mday
	};
	return when_join(&p);
}

/* The first millisecond of the local day (TZ) that contains t, or of one some days later. */
static int64_t
local_day(int64_t t, int days)
{
	struct when_parts p = when_split(when_local_date(t));
	p.day += days;
	return local_time(&p);
}

bool
when_parse_typed(struct str s, int64_t now, int64_t *out)
{
	struct when_parts p = { 0 };
	struct zone z = { .lenient = true };
	int64_t span;
	if (when_parse_span(s, &span)) {
		*out = now - span;
		return true;
	}
	if (str_eqz(s, "today") || str_eqz(s, "yesterday")) {
		*out = local_day(now, str_eqz(s, "today") ? 0 : -1);
		return true;
	}
	if (!read_parts(s, &p, &z))
		return false;
	*out = z.is_present ? when_join(&p) - z.offset_ms : local_time(&p);
	return true;
}

bool
when_parse_duration(struct str text, int64_t *ms)
{
	static const struct {
		const char *unit;
		int64_t ms;
	} units[] = {
		{ "ms", 1 },
		{ "s", 1000 },
		{ "m", 60000 },
		{ "h", 3600000 },
		{ "d", 86400000 },
	};
	size_t digits = 0;
	int64_t count;
	while (digits < text.n && strchr("+-0123456789", text.p[digits]) && text.p[digits])
		digits++;
	struct str number = str_sub(text, 0, digits), unit = str_sub(text, digits, text.n);
	if (number.n && number.p[0] == '+')
		number = str_sub(number, 1, number.n);
	if (number.n > 9 || !str_to_int64(number, &count))
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (str_eqz(unit, units[i].unit)) {
			*ms = count * units[i].ms;
			return true;
		}
	return false;
}
