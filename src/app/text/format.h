/*
 * format.h - how numbers, times and errors are said, in one place so that they are said alike.
 */
#ifndef APP_TEXT_FORMAT_H
#define APP_TEXT_FORMAT_H

#include "base/err.h"
#include "model/when.h"

struct buf;

/* 4012 as "4,012" */
void format_count(struct buf *out, uint64_t n);
/* A decimal with its thousands apart where it has five digits and more before the point: "12,345.60";
 * its digits stay as they are, and so does what cannot be computed, which is cleaned already. */
void format_amount(struct buf *out, struct str text);
/* "1 basket", "2 baskets" */
void format_plural(struct buf *out, uint64_t n, const char *one, const char *many);

enum time_style { TIME_AGE, TIME_LOCAL, TIME_UTC, TIME_STYLES };

/* "20 Nov 10:24 GMT" in the local zone (TZ) or UTC; with the year when it is not now's. */
void format_time(struct buf *out, int64_t t, int64_t now, bool utc);
/* "Fri 20 Nov 2026 10:24 GMT" */
void format_time_long(struct buf *out, int64_t t, bool utc);
/* "10:42" */
void format_clock(struct buf *out, int64_t t, bool utc);
/* "14 Nov" */
void format_day(struct buf *out, int64_t t, bool utc);
/* "14 Nov 2026" */
void format_date(struct buf *out, int64_t t, bool utc);
/* "Nov": a month from 1 to 12 */
const char *format_month(int month);

/* Appends "This machine's clock is 3 minutes ahead of the service's" from a minute on. */
void format_skew(struct buf *out, int64_t ahead_s);
/* An error as one line for the message row, cleaned: what happened, the server's own sentence in
 * quotes, status and request id last. `tries` 0 leaves that part out. */
void format_err(struct buf *out, const struct err *err, int tries);
/* A request's id, cleaned: "8c1f02", and of a long one the end, "…b736a1". Services count them, so
 * that they begin alike. */
void format_request(struct buf *out, struct str id);

#endif
