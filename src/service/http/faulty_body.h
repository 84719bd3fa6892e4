/*
 * faulty_body.h - response bodies that arrive slowly or only in part, to simulate faults of the
 * network.
 */
#ifndef SERVICE_HTTP_FAULTY_BODY_H
#define SERVICE_HTTP_FAULTY_BODY_H

#include "service/http/message.h"

#include <microhttpd.h>

/* Suspends the response's connection and resumes it after that time. */
typedef void faulty_body_pause_fn(void *ctx, int ms);

/* A response whose body arrives as rs->fault says: RESPONSE_CUT or RESPONSE_SLOW. Takes the body
 * out of rs. `pause` is called with ctx in the connection's thread. NULL if memory is short. */
struct MHD_Response *faulty_body_response(
    struct response *rs, faulty_body_pause_fn *pause, void *ctx);

#endif
