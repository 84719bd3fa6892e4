/*
 * format.h - formats numbers, times and errors, in one place so that they look alike.
 */
#ifndef MODEL_FORMAT_H
#define MODEL_FORMAT_H

#include "base/err.h"
#include "model/when.h"

struct buf;

/* 4012 as "4,012" */
void format_count(struct buf *out, uint64_t n);
/* Appends a decimal with thousands grouped if it has four or more digits before the point:
 * "12,345.60". Digits are not changed, nor is a text that is not a number; it must be clean. */
void format_amount(struct buf *out, struct str text);
/* "1 basket", "2 baskets" */
void format_plural(struct buf *out, uint64_t n, const char *one, const char *many);

enum time_style { TIME_AGE, TIME_LOCAL, TIME_UTC, TIME_STYLES };

/* "10:24", "yesterday 10:24", "18 Nov 10:24". */
void format_recent_time(struct buf *out, int64_t t, int64_t now, bool utc);
/* "20 Nov 10:24 GMT" in the local zone (TZ) or UTC; with the year unless it is that of `now`. */
void format_time(struct buf *out, int64_t t, int64_t now, bool utc);
/* As format_time() without the zone, with the day in two cells: " 9 Nov 10:23". */
void format_list_time(struct buf *out, int64_t t, int64_t now, bool utc);
/* "Fri 20 Nov 2026 10:24 GMT" */
void format_time_long(struct buf *out, int64_t t, bool utc);
/* "10:42" */
void format_time_of_day(struct buf *out, int64_t t, bool utc);
/* "14 Nov" */
void format_day(struct buf *out, int64_t t, bool utc);
/* "14 Nov 2026" */
void format_date(struct buf *out, int64_t t, bool utc);
/* "Nov": a month from 1 to 12 */
const char *format_month(int month);

/* Appends "This machine's clock is 3 minutes ahead of the service's" if the difference is a
 * minute or more. */
void format_clock_skew(struct buf *out, int64_t ahead_s);
/* Appends an error as one line for the message row, cleaned: the failure, the server's own
 * sentence in quotes, and last the status and request id. `tries` 0 leaves out the number of
 * attempts. */
void format_err(struct buf *out, const struct err *err, int tries);
/* The same without status, code and request id. */
void format_err_words(struct buf *out, const struct err *err, int tries);
/* Appends a request id, cleaned: "8c1f02", or the end of a long one, "…b736a1": ids of many
 * services are counters and begin alike. */
void format_request_id(struct buf *out, struct str id);

#endif
