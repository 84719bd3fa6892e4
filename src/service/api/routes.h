/*
 * routes.h - which request goes to which handler: one const table over the contract's endpoints
 * (wire/paths.def) and the service's own pages. What is dispatched, counted, listed at the base
 * path and described by /openapi.json is this table.
 */
#ifndef SERVICE_API_ROUTES_H
#define SERVICE_API_ROUTES_H

#include "service/api/route.h"

extern const struct route routes[];
extern const size_t routes_n;

/* The name of the i-th. */
const char *route_operation(size_t i);

/* Answers with what is there already, without waiting for the store; false, and rs is as it was,
 * when nothing is that may be sent. Thread-safe. */
bool routes_answer_quick(struct service *service, const struct request *rq, struct response *rs);
/* Answers any request. Thread-safe. */
void routes_answer(struct service *service, const struct request *rq, struct response *rs);

#endif
