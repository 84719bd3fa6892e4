/*
 * access_log.h - what is counted and, when asked for, written down of every answer: one line, without
 * target, query, token or subject, and of the address its network only.
 */
#ifndef SERVICE_HTTP_ACCESS_LOG_H
#define SERVICE_HTTP_ACCESS_LOG_H

#include "service/http/http.h"
#include "service/http/metrics.h"

struct access_log {
	struct metrics *metrics; /* borrowed */
	atomic_bool log; /* may change at any time */
};

/* An http_observer, by its access. */
void access_log_response(const struct access_log *a, const struct http_completed *done);

#endif
