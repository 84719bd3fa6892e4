/*
 * dispatch.h - a request's way to its route: shape, token, right, cached responses, simulated
 * faults, and the form of refusals.
 */
#ifndef SERVICE_API_DISPATCH_H
#define SERVICE_API_DISPATCH_H

#include "service/api/service.h"
#include "service/http/http.h"

/* Answers requests that do not need the store: cached responses, most refusals, the liveness
 * page. For others it leaves rs unchanged and returns which thread must answer. Never waits.
 * Thread-safe. */
enum http_dispatch dispatch_if_quick(
    struct service *service, const struct request *rq, struct response *rs);
/* Answers any request. Thread-safe. */
void dispatch_request(struct service *service, const struct request *rq, struct response *rs);

#endif
