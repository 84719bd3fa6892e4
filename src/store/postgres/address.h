/*
 * address.h - where a database is and how it is spoken to: a postgresql:// URL as libpq reads it,
 * with what a service needs where it says nothing.
 */
#ifndef STORE_POSTGRES_ADDRESS_H
#define STORE_POSTGRES_ADDRESS_H

#include "base/vec.h"
#include "store/postgres/pq.h"

struct address {
	VEC(const char *) names;  /* as PQconnectdbParams() wants them: NULL at the end */
	VEC(const char *) values; /* owned */
	int connect_ms;           /* for a connection, and for its first answers */
};

/* `session`: what is wanted of several hosts where the URL does not say (target_session_attrs).
 * ERR_USAGE for one that cannot be read, and for one with a password in it: everybody on the
 * machine can read a program's arguments. */
bool address_read(
    struct address *a, const struct pq *pq, struct str url, const char *session, struct err *err);
void address_free(struct address *a);

#endif
