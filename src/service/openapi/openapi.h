/*
 * openapi.h - the service's description of itself (OpenAPI 3.0.3). Operations, paths, rights and
 * refusals are those of the route table, inputs are called as this service calls them, schemas are
 * the files of the folder openapi. The parts are written by one file each.
 */
#ifndef SERVICE_OPENAPI_OPENAPI_H
#define SERVICE_OPENAPI_OPENAPI_H

#include "base/embedded.h"
#include "service/api/route.h"

extern const struct embedded embedded_openapi[];

/* Appends the whole document. */
void openapi_write(struct buf *out, const struct service *service);

/* Appends "parameters":[…] and, where it has one, ,"requestBody":{…} */
void openapi_inputs(struct buf *out, const struct route *r, const struct wire_names *names);
/* Appends "responses":{…} */
void openapi_answers(struct buf *out, const struct route *r, const struct service *service);
/* Appends an answer of the contract's endpoint; false when there is no example. */
bool openapi_example(struct buf *out, enum endpoint e);

#endif
