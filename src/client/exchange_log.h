/*
 * exchange_log.h - writes a log line for each exchange with the service: method, endpoint template,
 * status, milliseconds, request id.
 *
 * Never logs the query, owner, body or token, nor a request id in which the server repeats part of
 * the request.
 */
#ifndef CLIENT_EXCHANGE_LOG_H
#define CLIENT_EXCHANGE_LOG_H

#include "base/str.h"

enum { REQUEST_ID_MAX = 63 }; /* longest part of a request id that is stored */

struct exchange_line {
	const char *method, *path; /* path is the endpoint's template */
	int status;                /* HTTP status; 0: no response */
	int64_t ms;
	struct str request_id;
	struct str owner, body; /* request data, to find it in request_id; body is JSON, or empty */
};

void exchange_log(const struct exchange_line *line);

#endif
