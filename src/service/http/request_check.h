/*
 * request_check.h - the first check of a request: do all servers and proxies on its way parse it
 * the same way? Pure: it works on a list of headers.
 */
#ifndef SERVICE_HTTP_REQUEST_CHECK_H
#define SERVICE_HTTP_REQUEST_CHECK_H

#include "service/http/message.h"

struct request_head {
	struct str method, target, version;
	const struct header_line *headers;
	size_t headers_n;
};

/* Returns false with err set by refuse_request() if the request is ambiguous. */
bool request_check(const struct request_head *a, struct err *err);

#endif
