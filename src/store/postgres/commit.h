/*
 * commit.h - commits a write. Each write also inserts a unique token. If the server's response is
 * lost, a second transaction inserts the same token as "given up": the conflict, or the lack of
 * one, tells whether the write was committed.
 */
#ifndef STORE_POSTGRES_COMMIT_H
#define STORE_POSTGRES_COMMIT_H

#include "store/postgres/pool.h"

/* Returns true if the write was committed. Otherwise sets err: store_outcome_is_unknown() if the
 * outcome could not be determined within half a minute, else nothing was written. */
bool pg_commit(struct pg_pool *p, struct pg_conn *c, struct err *err);
/* Deletes tokens that are too old to be needed. */
bool pg_drop_tokens(struct pg_conn *c, struct err *err);

#endif
