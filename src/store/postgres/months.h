/*
 * months.h - the tables that baskets lie in, one for each month of `created`; one for what is older
 * than the year 2000 or has no time, and one for what is to come after 2099.
 */
#ifndef STORE_POSTGRES_MONTHS_H
#define STORE_POSTGRES_MONTHS_H

#include "store/postgres/pool.h"

enum { MONTHS_YEARS = 100, MONTHS_N = MONTHS_YEARS * 12 + 2 };

/* Those that are known to be there. Thread-safe. */
struct months {
	pthread_mutex_t lock;
	bool there[MONTHS_N];
};

void months_init(struct months *m);
void months_free(struct months *m);
/* Creates the table for baskets of this time, if it is missing: outside any transaction, since
 * no writer needs to wait for it. */
bool months_ensure(struct months *m, struct pg_pool *p, int64_t created, struct err *err);
/* One has gone meanwhile: looks at each anew. */
void months_clear(struct months *m);

#endif
