/*
 * message.h - a request and its response, independent of sockets and the HTTP library.
 *
 * A request borrows everything from its creator. A response owns its body and headers, or a
 * reference to bytes shared with other responses.
 */
#ifndef SERVICE_HTTP_MESSAGE_H
#define SERVICE_HTTP_MESSAGE_H

#include "base/buf.h"
#include "base/err.h"
#include "service/http/remote.h"

#include <stdatomic.h>

/*
 * Reference-counted bytes that several responses send at once, on any threads.
 * Immutable; the last reference frees them.
 */

struct shared_bytes;

/* Takes over the bytes and leaves the buf empty. The caller holds the first reference. */
struct shared_bytes *shared_bytes_new(struct buf *bytes);
/* Adds a reference; returns s. */
struct shared_bytes *shared_bytes_ref(struct shared_bytes *s);
/* Drops a reference; frees the bytes with the last one. NULL is allowed. */
void shared_bytes_unref(struct shared_bytes *s);

struct header_line {
	struct str name, value;
};

struct request {
	struct str method;
	struct str target; /* undecoded, including the query, starting with a slash */
	const struct header_line *headers;
	size_t headers_n;
	struct str body;
	const char *id; /* X-Request-Id of the response */
	struct remote_address remote;
	bool after_shutdown_began; /* it arrived after the service began to shut down */
	int64_t arrived_at_us;     /* time of arrival; clock_ticks_us() */
};

/* The first header with this name, ignoring case; STR_NONE if there is none. */
struct str request_header(const struct request *rq, const char *name);

enum { RESPONSE_HEADERS_MAX = 8, RESPONSE_USER_SIZE = 81 };
/* How a response arrives; other than whole, it simulates a fault of the network. */
enum response_fault { RESPONSE_WHOLE, RESPONSE_DROPPED, RESPONSE_CUT, RESPONSE_SLOW };

struct response {
	int status;
	const char *content_type; /* NULL: application/json */
	const char
	    *cache_control; /* Cache-Control; NULL: no-store (responses contain personal data) */
	struct buf body;
	struct shared_bytes *shared_body; /* the body, if it is shared with other responses */
	bool gzipped;                     /* the body is compressed with gzip */
	struct {
		const char *name; /* a constant */
		char *value;
	} headers[RESPONSE_HEADERS_MAX];
	size_t headers_n;
	bool closes_connection; /* close the connection after this response */
	int delay_ms;           /* delay before the response is sent */
	enum response_fault fault;
	int slow_ms; /* with RESPONSE_SLOW: time that the body takes */
	const char *operation; /* name of the requested operation, a constant; NULL: unknown path */
	const char *refusal_code; /* the code of a refusal, a constant; NULL: none */
	char user[RESPONSE_USER_SIZE]; /* subject of the verified token, cut; "": none */
};

/* All reasons for refusing a request, each with its status and code (decisions.md). */
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
	REFUSE_READ_ONLY,
	REFUSE_NOT_FOUND,
	REFUSE_METHOD_NOT_ALLOWED,
	REFUSE_IDENTITY_IN_USE,
	REFUSE_REVISION_CHANGED,
	REFUSE_BODY_TOO_LARGE,
	REFUSE_TARGET_TOO_LARGE,
	REFUSE_HEADERS_TOO_LARGE,
	REFUSE_UNSUPPORTED_MEDIA_TYPE,
	REFUSE_INVALID,
	REFUSE_IDEMPOTENCY_MISMATCH,
	REFUSE_RATE_LIMITED,
	REFUSE_UPSTREAM_ERROR,
	REFUSE_DRAINING,
	REFUSE_BUSY,
	REFUSE_UNAVAILABLE,
	REFUSE_STORE_FULL,
	REFUSE_OUTCOME_UNKNOWN,
	REFUSALS,
};

struct refusal_info {
	int http_status;
	const char *code;
};
extern const struct refusal_info refusal_infos[REFUSALS];

/* Fills err with the refusal's status, code and kind, and this message. Always returns false. */
bool refuse_request(struct err *err, enum refusal r, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets the status of an error without one, such as a store's: 507 if the store is full, 503 if
 * it is temporarily unusable, else 502. Other errors are unchanged. */
void set_store_refusal(struct err *err);
/* Makes rs the response for err, after set_store_refusal(). With `message_only` the body of a 502
 * is only {"message"}. */
void response_set_refusal(
    struct response *rs, const struct request *rq, const struct err *err, bool message_only);
/* Adds a header. The name is borrowed, the value is copied; it must not contain control
 * characters. */
void response_add_header(struct response *rs, const char *name, const char *value);
/* True if the client already has this response: its ETag is among those in If-None-Match. */
bool response_is_not_modified(const struct response *rs, const struct request *rq);
/* Resets the response to its initial state. */
void response_reset(struct response *rs);
struct str response_body(const struct response *rs);
void response_drop_body(struct response *rs);
void response_free(struct response *rs);

/* X-Request-Id: an identifier for each request, unique across runs. */

enum { REQUEST_ID_SIZE = 24, REQUEST_ID_SIZE_MAX = 65 /* from a proxy */ };

struct request_ids {
	unsigned char prefix[6]; /* random; the first half of every id */
	atomic_uint counter;     /* counter for the second half */
};

void request_ids_init(struct request_ids *names);
/* Writes the next id, including its NUL. Thread-safe. */
void request_ids_next(struct request_ids *names, char id[REQUEST_ID_SIZE]);

#endif
