#include "model/format.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "model/decimal.h"

#include <time.h>

void
format_count(struct buf *out, uint64_t n)
{
	if (n >= 1000) {
		format_count(out, n / 1000);
		buf_addf(out, ",%03u", (unsigned)(n % 1000));
	} else {
		buf_addf(out, "%u", (unsigned)n);
	}
}

void
format_amount(struct buf *out, struct str text)
{
	enum { GROUPED_DIGITS_MIN = 4 };
	struct buf usual = { 0 };
	decimal_write_normalized(&usual, text);
	text = buf_str(&usual);
	size_t sign = text.n && text.p[0] == '-';
	size_t point = str_find_char(text, '.');
	size_t end = point == SIZE_MAX ? text.n : point;
	int64_t computable;
	bool apart = decimal_read(text, &computable) && end - sign >= GROUPED_DIGITS_MIN;
	for (size_t i = 0; i < text.n; i++) {
		if (apart && i > sign && i < end && (end - i) % 3 == 0)
			buf_addc(out, ',');
		buf_addc(out, text.p[i]);
	}
	buf_free(&usual);
}

void
format_plural(struct buf *out, uint64_t n, const char *one, const char *many)
{
	format_count(out, n);
	buf_addf(out, " %s", n == 1 ? one : many);
}

static const char months[][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep",
	"Oct", "Nov", "Dec" };
static const char weekdays[][4] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };

/* The parts of a time in the chosen zone, and the zone's short name. */
static struct tm
split_time(int64_t t, bool utc)
{
	struct tm tm = { 0 };
	time_t seconds = (time_t)(t >= 0 ? t / 1000 : (t - 999) / 1000);
	if (utc)
		gmtime_r(&seconds, &tm);
	else
		localtime_r(&seconds, &tm);
	return tm;
}

static const char *
zone_of(const struct tm *tm, bool utc)
{
	return utc || !tm->tm_zone ? "UTC" : tm->tm_zone;
}

void
format_list_time(struct buf *out, int64_t t, int64_t now, bool utc)
{
	struct tm tm = split_time(t, utc), today = split_time(now, utc);
	buf_addf(out, "%2d %s ", tm.tm_mday, months[tm.tm_mon]);
	if (tm.tm_year != today.tm_year)
		buf_addf(out, "%d ", tm.tm_year + 1900);
	buf_addf(out, "%02d:%02d", tm.tm_hour, tm.tm_min);
}

void
format_time(struct buf *out, int64_t t, int64_t now, bool utc)
{
	struct tm tm = split_time(t, utc);
	struct buf text = { 0 };
	format_list_time(&text, t, now, utc);
	buf_adds(out, str_trim(buf_str(&text)));
	buf_addf(out, " %s", zone_of(&tm, utc));
	buf_free(&text);
}

void
format_time_long(struct buf *out, int64_t t, bool utc)
{
	struct tm tm = split_time(t, utc);
	buf_addf(out, "%s %d %s %d %02d:%02d %s", weekdays[tm.tm_wday], tm.tm_mday,
	    months[tm.tm_mon], tm.tm_year + 1900, tm.tm_hour, tm.tm_min, zone_of(&tm, utc));
}

void
format_time_of_day(struct buf *out, int64_t t, bool utc)
{
	struct tm tm = split_time(t, utc);
	buf_addf(out, "%02d:%02d", tm.tm_hour, tm.tm_min);
}

void
format_day(struct buf *out, int64_t t, bool utc)
{
	struct tm tm = split_time(t, utc);
	buf_addf(out, "%d %s", tm.tm_mday, months[tm.tm_mon]);
}

/* True if both times are in the same day. */
static bool
is_same_day(int64_t a, int64_t b, bool utc)
{
	struct tm x = split_time(a, utc), y = split_time(b, utc);
	return x.tm_yday == y.tm_yday && x.tm_year == y.tm_year;
}

void
format_recent_time(struct buf *out, int64_t t, int64_t now, bool utc)
{
	if (is_same_day(t, now - WHEN_DAY, utc)) {
		buf_addz(out, "yesterday ");
	} else if (!is_same_day(t, now, utc)) {
		format_day(out, t, utc);
		buf_addc(out, ' ');
	}
	format_time_of_day(out, t, utc);
}

void
format_date(struct buf *out, int64_t t, bool utc)
{
	struct tm tm = split_time(t, utc);
	buf_addf(out, "%d %s %d", tm.tm_mday, months[tm.tm_mon], tm.tm_year + 1900);
}

const char *
format_month(int month)
{
	return months[month - 1];
}

static void
add_clean(struct buf *out, const char *text, int cells)
{
	struct buf clean = { 0 };
	text_clean(&clean, str_of(text), false);
	text_cut(out, buf_str(&clean), cells, false);
	buf_free(&clean);
}

void
format_request_id(struct buf *out, struct str id)
{
	enum { SHORT_REFERENCE_CELLS = 12, REFERENCE_END_CELLS = 6 };
	struct buf clean = { 0 };
	text_clean(&clean, id, false);
	struct str seen = buf_str(&clean);
	if (text_width(seen) > SHORT_REFERENCE_CELLS) {
		buf_addz(out, "\xE2\x80\xA6");
		while (text_width(seen) > REFERENCE_END_CELLS)
			seen = str_sub(seen, text_grapheme_length(seen), seen.n);
	}
	buf_adds(out, seen);
	buf_free(&clean);
}

static void
add_request_reference(struct buf *out, const struct err *err)
{
	enum { CODE_CELLS = 32 };
	const char *next = " (";
	if (err->http_status) {
		buf_addf(out, "%s%d", next, err->http_status);
		next = ", ";
	}
	if (err->http_status && err->code[0]) {
		buf_addz(out, next);
		add_clean(out, err->code, CODE_CELLS);
	}
	if (err->request_id[0]) {
		buf_addf(out, "%sreq ", next);
		format_request_id(out, str_of(err->request_id));
		next = ", ";
	}
	buf_addz(out, next[0] == ',' ? ")" : "");
}

void
format_clock_skew(struct buf *out, int64_t ahead_s)
{
	int64_t minutes = (ahead_s < 0 ? -ahead_s : ahead_s) / 60;
	if (minutes == 0)
		return;
	buf_addz(out, "This machine's clock is ");
	format_plural(out, (uint64_t)minutes, "minute", "minutes");
	buf_addf(out, " %s the service's", ahead_s > 0 ? "ahead of" : "behind");
}

void
format_err_words(struct buf *out, const struct err *err, int tries)
{
	switch (err->kind) {
	case ERR_AUTH:
		buf_addz(out, "Signed out: ");
		break;
	case ERR_UPSTREAM:
		buf_addz(out, "No response from upstream");
		if (tries > 1)
			buf_addf(out, " in %d tries", tries);
		buf_addz(out, ": ");
		break;
	case ERR_NETWORK:
		buf_addc(out, 'N'); /* capitalises "no connection to …" */
		add_clean(out, err->text + (err->text[0] == 'n'), 300);
		return;
	case ERR_PROTOCOL:
		buf_addz(out, "Unusable response: ");
		break;
	default:
		break;
	}
	if (err->is_server_text)
		buf_addc(out, '"');
	add_clean(out, err->text, 300);
	if (err->is_server_text)
		buf_addc(out, '"');
}

void
format_err(struct buf *out, const struct err *err, int tries)
{
	format_err_words(out, err, tries);
	if (err->kind != ERR_NETWORK)
		add_request_reference(out, err);
}
