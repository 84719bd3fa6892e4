/*
 * failures.h - the kinds of store failure that callers distinguish. The store_fail_ functions set
 * err and return false.
 */
#ifndef STORE_FAILURES_H
#define STORE_FAILURES_H

#include "base/err.h"

/* True if the disk is full, or a quota or size limit was reached. */
bool store_is_full(const struct err *err);
bool store_fail_full(struct err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* True if nothing was written and the same transaction may succeed if it is repeated: another
 * writer was in the way, or the connection was lost. */
bool store_failure_is_retryable(const struct err *err);
bool store_fail_retryable(struct err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* One of these failures: the store works, but others occupy it, by locks, connections or time. */
bool store_is_busy(const struct err *err);
bool store_fail_busy(struct err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* True if the store is unusable for all callers at the moment: another program has locked it, or
 * it is not at its path. Nothing was written. */
bool store_is_unavailable(const struct err *err);
bool store_fail_unavailable(struct err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* True if the outcome of the write is unknown and could not be determined. */
bool store_outcome_is_unknown(const struct err *err);
bool store_fail_outcome_unknown(struct err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
