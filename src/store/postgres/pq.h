/*
 * pq.h - libpq, PostgreSQL's client library, loaded only if a URL needs it. It depends on Kerberos
 * and LDAP libraries, which the console and a service on SQLite do not need.
 */
#ifndef STORE_POSTGRES_PQ_H
#define STORE_POSTGRES_PQ_H

#include "base/err.h"

#include <libpq-fe.h>

/* The libpq functions in use, without their PQ prefix; each becomes a member of struct pq. */
#define PQ_FUNCTIONS(F)                                                                      \
	F(conninfoParse)                                                                     \
	F(conninfoFree)                                                                      \
	F(freemem)                                                                           \
	F(connectdbParams)                                                                   \
	F(finish) F(status) F(errorMessage) F(socket) F(setnonblocking) F(enterPipelineMode) \
	    F(sendPrepare) F(sendQueryPrepared) F(sendFlushRequest) F(pipelineSync) F(flush) \
		F(consumeInput) F(isBusy) F(getResult) F(resultStatus) F(resultErrorField)   \
		    F(resultErrorMessage) F(clear) F(ntuples) F(getvalue) F(getlength)       \
			F(cmdTuples) F(cmdStatus) F(sendQuery) F(setNoticeReceiver)          \
			    F(sendQueryParams) F(backendPID)

#define PQ_MEMBER(name) __typeof__(&PQ##name) name;
struct pq {
	PQ_FUNCTIONS(PQ_MEMBER)
};
#undef PQ_MEMBER

/* Fails with ERR_IO if libpq is not installed, and names the package. Never unloaded. */
bool pq_load(struct pq *pq, struct err *err);

#endif
