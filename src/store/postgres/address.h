/*
 * address.h - parses a postgresql:// URL with libpq and adds the connection options that a service
 * needs and the URL does not set.
 */
#ifndef STORE_POSTGRES_ADDRESS_H
#define STORE_POSTGRES_ADDRESS_H

#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

#include <libpq-fe.h>

/*
 * Libpq, PostgreSQL's client library, loaded only if a URL needs it. It depends on Kerberos
 * and LDAP libraries, which the console and a service on SQLite do not need.
 */

/* The libpq functions in use, without their PQ prefix; each becomes a member of struct pq. */
#define PQ_FUNCTIONS(F)                                                                       \
	F(conninfoParse)                                                                      \
	F(conninfoFree)                                                                       \
	F(freemem)                                                                            \
	F(connectdbParams)                                                                    \
	F(finish)                                                                             \
	F(status)                                                                             \
	F(errorMessage)                                                                       \
	F(socket)                                                                             \
	F(setnonblocking)                                                                     \
	F(enterPipelineMode)                                                                  \
	F(sendPrepare)                                                                        \
	F(sendQueryPrepared)                                                                  \
	F(sendFlushRequest) F(pipelineSync) F(flush) F(consumeInput) F(isBusy) F(getResult)   \
	    F(resultStatus) F(resultErrorField) F(resultErrorMessage) F(clear) F(ntuples)     \
		F(getvalue) F(getlength) F(cmdTuples) F(cmdStatus) F(sendQuery)               \
		    F(setNoticeReceiver) F(sendQueryParams) F(backendPID) F(exitPipelineMode) \
			F(putCopyData) F(putCopyEnd)

#define PQ_MEMBER(name) __typeof__(&PQ##name) name;
struct pq_functions {
	PQ_FUNCTIONS(PQ_MEMBER)
};
#undef PQ_MEMBER

/* Fails with ERR_IO if libpq is not installed, and names the package. Never unloaded. */
bool pq_load(struct pq_functions *pq, struct err *err);
/* Appends the version of libpq, "15.18"; nothing if it is not installed. */
void pq_append_version(struct buf *out);

struct address {
	VEC(const char *) names;  /* names for PQconnectdbParams(), ending with NULL */
	VEC(const char *) values; /* owned */
	int connect_timeout_ms;   /* timeout for connecting and for the first responses */
};

/* `session` is the default for target_session_attrs, which selects among several hosts. Fails
 * with ERR_USAGE if the URL is invalid or contains a password: every user of the machine can
 * read a program's arguments. */
bool address_read(struct address *a, const struct pq_functions *pq, struct str url,
    const char *session, struct err *err);
void address_free(struct address *a);

#endif
