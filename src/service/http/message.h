/*
 * message.h - a request and its response for handlers: no sockets, no library.
 *
 * A request borrows everything from its creator; a response owns its body and headers, and holds
 * its share of bytes that other responses send too.
 */
#ifndef SERVICE_HTTP_MESSAGE_H
#define SERVICE_HTTP_MESSAGE_H

#include "base/buf.h"
#include "base/err.h"
#include "service/http/remote.h"
#include "service/http/shared_bytes.h"

struct header_line {
	struct str name, value;
};

struct request {
	struct str method;
	struct str target; /* undecoded, with the query, from its first slash */
	const struct header_line *headers;
	size_t headers_n;
	struct str body;
	const char *id; /* X-Request-Id of the answer */
	struct remote from;
	bool late;       /* it came when the service had begun to end */
	int64_t came_us; /* when it came; clock_ticks_us() */
};

/* The first header line of that name, whatever its case; STR_NONE when there is none. */
struct str request_header(const struct request *rq, const char *name);

enum { RESPONSE_HEADERS = 8 };

struct response {
	int status;
	const char *type;  /* NULL: application/json */
	const char *cache; /* Cache-Control; NULL: no-store, since answers hold people's data */
	struct buf body;
	struct shared_bytes *shared; /* the body, when there is one that others send too */
	bool packed;           /* the body is gzip */
	struct {
		const char *name; /* a constant */
		char *value;
	} headers[RESPONSE_HEADERS];
	size_t headers_n;
	bool close;            /* no more requests on this connection */
	int delay_ms;          /* the answer is held for so long before it is sent */
	const char *operation; /* that was asked for, a constant; NULL: no such path */
};

/* Every way to refuse a request, with its status and code (decisions.md). */
enum refusal {
	REFUSE_BAD_REQUEST,
	REFUSE_CURSOR_INVALID,
	REFUSE_CURSOR_MISMATCH,
	REFUSE_RESPONSE_TOO_LARGE,
	REFUSE_MISSING_CREDENTIALS,
	REFUSE_INVALID_TOKEN,
	REFUSE_EXPIRED_TOKEN,
	REFUSE_FORBIDDEN,
	REFUSE_DIFFERENT_SUBSCRIPTION,
	REFUSE_NOT_FOUND,
	REFUSE_METHOD,
	REFUSE_IDENTITY_IN_USE,
	REFUSE_REVISION_CHANGED,
	REFUSE_BODY_TOO_LARGE,
	REFUSE_TARGET_TOO_LARGE,
	REFUSE_HEADERS_TOO_LARGE,
	REFUSE_MEDIA_TYPE,
	REFUSE_INVALID,
	REFUSE_IDEMPOTENCY_MISMATCH,
	REFUSE_RATE_LIMITED,
	REFUSE_UPSTREAM,
	REFUSE_DRAINING,
	REFUSE_BUSY,
	REFUSE_UNAVAILABLE,
	REFUSE_FULL,
	REFUSE_UNKNOWN,
	REFUSALS,
};

struct refusal_info {
	int http;
	const char *code;
};
extern const struct refusal_info refusal_infos[REFUSALS];

/* Fills err with the refusal's status, code and kind, and these words. Always false. */
bool refuse(struct err *err, enum refusal r, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Converts an err of a lower floor, which has no status: 507 if the store is full, 503 if it
 * cannot be used for now, else 502. Other errs are unchanged. */
void refuse_for_store(struct err *err);
/* Makes rs the response for err, refuse_for_store() included. With `message_only` the body of a
 * 502 is only {"message"}. */
void response_refuse(
    struct response *rs, const struct request *rq, const struct err *err, bool message_only);
/* name is kept, the value is copied. It must be free of control characters. */
void response_header(struct response *rs, const char *name, const char *value);
/* Does who asks have this very answer: is its ETag among those in If-None-Match? */
bool response_is_not_modified(const struct response *rs, const struct request *rq);
/* As if nothing was answered yet. */
void response_restart(struct response *rs);
struct str response_body(const struct response *rs);
void response_drop_body(struct response *rs);
void response_free(struct response *rs);

#endif
