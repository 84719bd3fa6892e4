/*
 * pq.h - libpq, PostgreSQL's client library, taken in only when a URL asks for it: with it come
 * Kerberos and LDAP, which a service on SQLite and the console need not carry.
 */
#ifndef STORE_POSTGRES_PQ_H
#define STORE_POSTGRES_PQ_H

#include "base/err.h"

#include <libpq-fe.h>

/* The functions used, one member each, named as in libpq without the PQ. */
#define PQ_FUNCTIONS(F)                                                                         \
	F(conninfoParse)                                                                        \
	F(conninfoFree)                                                                         \
	F(freemem)                                                                              \
	F(connectdbParams) F(finish) F(status) F(errorMessage) F(socket) F(setnonblocking)      \
	    F(enterPipelineMode) F(sendPrepare) F(sendQueryPrepared) F(sendFlushRequest)        \
		F(pipelineSync) F(flush) F(consumeInput) F(isBusy) F(getResult) F(resultStatus) \
		    F(resultErrorField) F(resultErrorMessage) F(clear) F(ntuples) F(getvalue)   \
			F(getlength) F(cmdTuples) F(cmdStatus) F(sendQuery) F(setNoticeReceiver) \
			    F(sendQueryParams) F(backendPID)

#define PQ_MEMBER(name) __typeof__(&PQ##name) name;
struct pq {
	PQ_FUNCTIONS(PQ_MEMBER)
};
#undef PQ_MEMBER

/* ERR_IO where it is not installed, with what to install. Once loaded it stays. */
bool pq_load(struct pq *pq, struct err *err);

#endif
