/*
 * address.h - parses a postgresql:// URL with libpq and adds the connection options that a service
 * needs and the URL does not set.
 */
#ifndef STORE_POSTGRES_ADDRESS_H
#define STORE_POSTGRES_ADDRESS_H

#include "base/vec.h"
#include "store/postgres/pq.h"

struct address {
	VEC(const char *) names;  /* names for PQconnectdbParams(), ending with NULL */
	VEC(const char *) values; /* owned */
	int connect_ms;           /* timeout for connecting and for the first responses */
};

/* `session` is the default for target_session_attrs, which selects among several hosts. Fails
 * with ERR_USAGE if the URL is invalid or contains a password: every user of the machine can
 * read a program's arguments. */
bool address_read(
    struct address *a, const struct pq *pq, struct str url, const char *session, struct err *err);
void address_free(struct address *a);

#endif
