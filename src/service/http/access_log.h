/*
 * access_log.h - counts each response and, if enabled, logs it: one line without target, query,
 * token or subject, and with the network of the client's address only.
 */
#ifndef SERVICE_HTTP_ACCESS_LOG_H
#define SERVICE_HTTP_ACCESS_LOG_H

#include "service/http/http.h"
#include "service/http/metrics.h"

struct access_log {
	struct metrics *metrics; /* borrowed */
	atomic_bool is_enabled;  /* may change at any time */
};

/* Counts and logs a response; has the parameters of an http_observer. */
void access_log_response(const struct access_log *a, const struct http_completed *done);

#endif
