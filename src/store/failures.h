/*
 * failures.h - the failures of a store that are told apart, and how a store says them. The
 * functions that set err give false.
 */
#ifndef STORE_FAILURES_H
#define STORE_FAILURES_H

#include "base/err.h"

/* Was this failure a disk, a quota or a limit that took no byte more? */
bool store_is_full(const struct err *err);
bool store_fail_full(struct err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Was nothing written, and could the same transaction succeed if it were begun anew? Another writer
 * was in the way, or the connection went. */
bool store_is_retryable(const struct err *err);
bool store_fail_retryable(struct err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Is the store unusable for now, for every caller? Another program has locked it, or it is not
 * at its path. Nothing was written. */
bool store_is_unavailable(const struct err *err);
bool store_fail_unavailable(struct err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Is it not known, and could not be found out, whether it was written? */
bool store_is_unknown(const struct err *err);
bool store_fail_unknown(struct err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
