/*
 * routes.h - the route table: the contract's endpoints (wire/paths.def) and the service's own
 * pages. Dispatch, metrics, the list at the base path and /openapi.json all use it.
 */
#ifndef SERVICE_API_ROUTES_H
#define SERVICE_API_ROUTES_H

#include "service/api/route.h"

extern const struct route routes[];
extern const size_t routes_n;

/* The name of route i. */
const char *route_operation(size_t i);

#endif
