/*
 * commit.h - the end of a write. When the server's answer does not come, it is found out whether
 * the write was kept: it notes a token of its own, which only the write or the one who asks can
 * have noted.
 */
#ifndef STORE_POSTGRES_COMMIT_H
#define STORE_POSTGRES_COMMIT_H

#include "store/postgres/pool.h"

/* True: it is kept. Otherwise store_is_unknown() when that could not be found out in half a minute,
 * and nothing is kept when it is not. */
bool pg_commit(struct pg_pool *p, struct pg_conn *c, struct err *err);
/* Deletes the tokens of writes that are too old to be asked about. */
bool pg_drop_tokens(struct pg_conn *c, struct err *err);

#endif
