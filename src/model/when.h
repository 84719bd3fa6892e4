/*
 * when.h - points in time as milliseconds since 1970 UTC, and their texts.
 *
 * Uses the proleptic Gregorian calendar, years 0000 to 9999; a leap second counts as the second
 * after it.
 */
#ifndef MODEL_WHEN_H
#define MODEL_WHEN_H

#include "base/str.h"

#include <stdint.h>

struct buf;

#define WHEN_NONE INT64_MIN
#define WHEN_DAY ((int64_t)86400000)

struct when_parts {
	int year, month, day; /* month 1 to 12 */
	int hour, minute, second, ms;
	int weekday; /* 0 is Sunday */
};

/* Parses YYYY-MM-DD, optionally with T or a space and hh:mm[:ss[.fraction]] and Z, +hh:mm, +hhmm
 * or nothing (UTC). Returns false for anything else. */
bool when_parse(struct str text, int64_t *out);
/* Like when_parse(), with other forms that services send: surrounding spaces, a zone in hours
 * only or as a name (UTC, GMT), seconds or milliseconds since 1970. */
bool when_parse_lenient(struct str text, int64_t *out);
struct when_parts when_split(int64_t t);
int64_t when_join(const struct when_parts *p);
/* The number of days in a month, 28 to 31. */
int when_month_days(int year, int month);
/* The first millisecond of the UTC day that contains t. */
int64_t when_start_of_day(int64_t t);
/* 2026-11-20T10:42:00.000Z */
void when_write(struct buf *out, int64_t t);
/* Appends the age of a time: "18 min", "2 h", "3 d", "now"; "in 5 min" for the future; "?" for
 * WHEN_NONE. */
void when_write_age(struct buf *out, int64_t now, int64_t t);
/* The local date (TZ) at that time, as a day of when_start_of_day(). */
int64_t when_local_date(int64_t t);
/* Parses an age as it is typed, 30m, 1h, 7d or 2w, to ms. */
bool when_parse_span(struct str text, int64_t *span);
/* Parses a typed time: 1h, 30m, 7d, 2w, today, yesterday, or a form of when_parse(). Relative to
 * now; days and times without a zone are local (TZ). */
bool when_parse_typed(struct str text, int64_t now, int64_t *out);
/* Parses "200ms", "3s", "5m", "1h" or "2d", with an optional sign, to ms. */
bool when_parse_duration(struct str text, int64_t *ms);

#endif
