/*
 * routes.h - the dispatch table of requests: one const table with the contract's endpoints
 * (wire/paths.def) and the service's own pages. Dispatch, metrics, the list at the base path and
 * /openapi.json all use it.
 */
#ifndef SERVICE_API_ROUTES_H
#define SERVICE_API_ROUTES_H

#include "service/api/route.h"
#include "service/http/http.h"

extern const struct route routes[];
extern const size_t routes_n;

/* The name of the i-th. */
const char *route_operation(size_t i);

/* Answers what needs no store: kept answers, most refusals, the page that says the process lives.
 * Otherwise it says who is to answer, and rs is as it was. Never waits. Thread-safe. */
enum http_dispatch routes_answer_quick(
    struct service *service, const struct request *rq, struct response *rs);
/* Answers any request. Thread-safe. */
void routes_answer(struct service *service, const struct request *rq, struct response *rs);

#endif
