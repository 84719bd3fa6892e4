/*
 * routes.h - the route table: the contract's endpoints (wire/paths.def) and the service's own
 * pages. Dispatch, metrics, the list at the base path and /openapi.json all use it.
 */
#ifndef SERVICE_API_ROUTES_H
#define SERVICE_API_ROUTES_H

#include "service/api/route.h"
#include "service/http/http.h"

extern const struct route routes[];
extern const size_t routes_n;

/* The name of route i. */
const char *route_operation(size_t i);

/* Answers requests that do not need the store: cached responses, most refusals, the liveness
 * page. For others it leaves rs unchanged and returns which thread must answer. Never waits.
 * Thread-safe. */
enum http_dispatch routes_answer_if_quick(
    struct service *service, const struct request *rq, struct response *rs);
/* Answers any request. Thread-safe. */
void routes_answer(struct service *service, const struct request *rq, struct response *rs);

#endif
