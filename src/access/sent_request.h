/*
 * sent_request.h - the requests that this program made to the service, as rows of a list.
 *
 * Owns rows and texts until sent_requests_free(); nothing is borrowed from the exchanges.
 */
#ifndef ACCESS_SENT_REQUEST_H
#define ACCESS_SENT_REQUEST_H

#include "base/arena.h"
#include "client/exchanges.h"
#include "list/view.h"

struct sent_request {
	struct str id; /* the number as a text */
	int64_t ended_at;
	struct str method, operation; /* operation: "getOffers"; the path if it has none */
	struct str path, query, body; /* path: below the host */
	bool is_body_cut;
	int status; /* 0: no response */
	int64_t duration_ms;
	uint32_t attempt;
	struct str request_id, error;
	struct str address; /* the URL with its query */
	struct str search_text;
};

struct sent_requests {
	struct arena text_arena;
	VEC(struct sent_request) list; /* newest first */
	size_t failed_count;          /* no response, or a status of 400 or more */
};

/* `now` is the time that belongs to `now_ticks`. */
void sent_requests_make(
    struct sent_requests *rows, const struct exchanges *e, int64_t now, int64_t now_ticks);
void sent_requests_free(struct sent_requests *rows);
bool sent_request_has_failed(const struct sent_request *row);
/* Appends the request as a curl command, with $BACKROOM_TOKEN for the token; a body that was cut is
 * left out. `bare` sends the token without "Bearer". */
void sent_request_write_curl(struct buf *out, const struct sent_request *row, bool bare);

extern const struct view_resource requests_resource;

#endif
