/*
 * failure.h - what the server's five letters mean to who asked.
 */
#ifndef STORE_POSTGRES_FAILURE_H
#define STORE_POSTGRES_FAILURE_H

#include "base/err.h"

/* Sets err to a failure with this SQLSTATE. Always false. */
bool pg_fail(struct err *err, const char *sqlstate, const char *words);
/* Is the connection of no use after this one? */
bool pg_ends_connection(const char *sqlstate);

#endif
