/*
 * exchange_log.h - the line that each exchange with the service leaves in the log: method,
 * endpoint's template, status, milliseconds, request id.
 *
 * Never what was asked: no query, owner, body or token; nor a request id in which a server says
 * again what it was told.
 */
#ifndef CLIENT_EXCHANGE_LOG_H
#define CLIENT_EXCHANGE_LOG_H

#include "base/str.h"

enum { REQUEST_ID_MAX = 63 }; /* what of a request id is kept */

struct exchange_line {
	const char *method, *path; /* the template */
	int status;                /* of HTTP; 0: no answer came */
	int64_t ms;
	struct str request_id;
	struct str owner, body; /* that were sent, to know them again; body is JSON, or empty */
};

void exchange_log(const struct exchange_line *line);

#endif
