/*
 * logged_request.h - requests that the service answered, of any client, as rows: `backroom logs`.
 *
 * Texts belong to the arena of the rows.
 */
#ifndef ACCESS_LOGGED_REQUEST_H
#define ACCESS_LOGGED_REQUEST_H

#include "list/view.h"

struct logged_request {
	struct str id; /* the service's process and its number there: "4f1c2d90-17" */
	int64_t ended_at; /* ms; WHEN_NONE: not readable */
	struct str method, operation, path; /* operation and path: empty if the service has none */
	struct str status, duration_ms, bytes; /* numbers as sent */
	struct str user, code, request_id;
	struct str search_text;
	bool is_malformed;
};

extern const struct view_resource logged_requests_resource;

#endif
