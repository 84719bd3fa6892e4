/*
 * request_check.h - the check before anything else: does this request read the same to everybody
 * who may see it on its way? Pure: it works on a list of header lines.
 */
#ifndef SERVICE_HTTP_REQUEST_CHECK_H
#define SERVICE_HTTP_REQUEST_CHECK_H

#include "service/http/message.h"

struct request_framing {
	struct str method, target, version;
	const struct header_line *headers;
	size_t headers_n;
};

/* False with err as refuse() makes it. */
bool request_check(const struct request_framing *a, struct err *err);

#endif
