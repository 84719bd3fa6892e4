/*
 * failure.h - maps the server's SQLSTATE codes to store failures.
 */
#ifndef STORE_POSTGRES_FAILURE_H
#define STORE_POSTGRES_FAILURE_H

#include "base/err.h"

/* Sets err to the failure for this SQLSTATE. Always returns false. */
bool pg_fail(struct err *err, const char *sqlstate, const char *words);
/* True if the connection cannot be used after this failure. */
bool pg_ends_connection(const char *sqlstate);

#endif
