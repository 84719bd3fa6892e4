/*
 * openapi.h - writes the service's own description (OpenAPI 3.0.3). Operations, paths, rights and
 * refusals come from the route table, inputs have their names at this service, and schemas are the
 * files in the folder openapi. One file for each part of the document.
 */
#ifndef SERVICE_OPENAPI_OPENAPI_H
#define SERVICE_OPENAPI_OPENAPI_H

#include "base/embedded.h"
#include "service/api/route.h"

extern const struct embedded embedded_openapi[];

/* Appends the whole document. */
void openapi_write(struct buf *out, const struct service *service);

/* Appends "parameters":[…] and, if the route has a body, ,"requestBody":{…} */
void openapi_write_inputs(struct buf *out, const struct route *r, const struct wire_names *names);
/* Appends "responses":{…} */
void openapi_write_answers(struct buf *out, const struct route *r, const struct service *service);
/* Appends an example response of the endpoint; returns false if there is none. */
bool openapi_write_example(struct buf *out, enum endpoint e);

#endif
