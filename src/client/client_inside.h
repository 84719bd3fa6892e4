/*
 * client_inside.h - the structs and functions that client.c, client_exchange.c and client_record.c
 * share, not for other files.
 */
#ifndef CLIENT_CLIENT_INSIDE_H
#define CLIENT_CLIENT_INSIDE_H

#include "client/client.h"

struct pending_call {
	struct pending_call *next;
	struct client *c;
	unsigned id;
	enum endpoint endpoint;
	struct buf query;
	int attempt_count;
	int rate_limit_waits;          /* how often a write waited after a 429 */
	int64_t first_try_at;          /* start of the first try, in ticks */
	int64_t exchange_began_at;     /* start of the current exchange, in ticks */
	bool retried_with_fresh_token; /* already retried with a fresh token after a 401 */
	bool wants_fresh_token;        /* request a fresh token from the source */
	unsigned token_generation;     /* generation of the token that was sent */
	unsigned transfer_id, retry_timer;
	client_answer_fn *on_done;
	client_written_fn *on_written; /* set for a write, else NULL */
	struct buf owner, body, idempotency_key, if_match;
	/* Instead of the endpoint: a path below the API, or of the demo service outside it. */
	struct buf path;
	bool is_outside_api;
	const char *method; /* of a write to `path` */
	void *ctx;
};

struct client {
	struct io_watch io;
	struct transport *transport;
	struct session *session;
	struct wire_names wire_names;
	bool sends_bare_token;
	int64_t timeout_ms;
	const struct mask *mask;
	struct exchanges *exchanges;
	struct recorder *recorder;   /* or NULL */
	struct recording *recording; /* answers instead of the service; or NULL */
	char *base_url;
	unsigned next_id;
	struct pending_call *pending_calls;
	client_retry_wait_fn *on_retry_wait; /* NULL: writes are not retried after a 429 */
	void *retry_wait_ctx;
	void (*on_session_changed)(void *ctx); /* called when the session changes */
	void *session_changed_ctx;
};

/* client_exchange.c */
const char *call_method(const struct pending_call *call);
/* The member of a response that holds the items; NULL if the response is a single object. */
const char *call_items_name(const struct pending_call *call);
/* Appends the URL without its query. */
void call_append_address(struct buf *out, const struct pending_call *call);
/* Removes the token from the response's error; writes a line to the log and adds the exchange to
 * the list of requests. */
void call_report(const struct pending_call *call, struct transfer_result *a);

/* client_record.c */
/* Adds the end of a read to the recorder, if there is one and people are masked. */
void call_record(const struct pending_call *call, const struct client_answer *answer);
/* Answers from the recording; frees nothing. */
void call_replay(const struct pending_call *call, struct transfer_result *out);

#endif
