/*
 * hostile.h - a scripted HTTP/1.1 server that misbehaves as told, for responses that no real store
 * would give: broken bytes, drips, resets, redirects, bombs, missing responses.
 *
 * Owns a thread, a free port of 127.0.0.1 and the recorded requests; hostile_stop() ends all. The
 * rules, their texts and answers belong to the caller and must outlive the server; rules may be
 * changed while no request is in progress, texts never. Times are milliseconds. The first rule that
 * matches a request decides the response; without one, 404.
 */
#ifndef TESTS_HOSTILE_H
#define TESTS_HOSTILE_H

#include "lib/cleanup.h"

enum hostile_end {
	HOSTILE_KEEP,  /* wait for the next request on the same connection */
	HOSTILE_CLOSE, /* close after the response is written */
	HOSTILE_RESET, /* close so that the client gets a reset */
};

struct hostile_rule {
	const char *path;  /* prefix of the target; NULL: every request */
	size_t nth;        /* only the nth request (from 1) that matches the path; 0: each */
	struct str answer; /* raw bytes from the status line on; STR_NONE: never responds */
	int delay_ms;      /* before the first byte */
	size_t drip;       /* bytes sent at a time; 0: all at once */
	int drip_ms;       /* between two drips */
	size_t cut;        /* closes after this many bytes of the response; 0: sends all */
	enum hostile_end end;
};

struct hostile_request {
	char *method, *target;
	char *head; /* request line and headers, without the empty line */
	char *body; /* NUL-terminated */
	size_t body_n;
	size_t connection; /* from 0; the same number means that the connection was reused */
};

struct hostile;

struct hostile *hostile_start(const struct hostile_rule *rules, size_t n);
/* A server with this response to every request, which must outlive it; STR_NONE: no response. */
struct hostile *hostile_start_bytes(struct str answer);
/* A server with this response to every request, as hostile_answer() and hostile_json() make it. */
struct hostile *hostile_start_answer(int status, const char *headers, struct str body);
struct hostile *hostile_start_json(const char *json);
/* NULL is allowed. */
void hostile_stop(struct hostile *h);
static inline void
hostile_stop_at(struct hostile **h)
{
	hostile_stop(*h);
}
#define auto_hostile CLEANUP(hostile_stop_at) struct hostile
int hostile_port(const struct hostile *h);
/* "http://127.0.0.1:PORT" */
const char *hostile_url(const struct hostile *h);
/* Number of complete requests received so far. */
size_t hostile_count(struct hostile *h);
/* Waits for `count` requests; false after 20 s times $BACKROOM_TEST_PATIENCE. */
bool hostile_wait(struct hostile *h, size_t count);
/* The i-th request (from 0), valid until hostile_stop(); NULL if it has not arrived. */
const struct hostile_request *hostile_request(struct hostile *h, size_t i);
/* Appends a header's value; the name is case-insensitive. False if it was not sent. */
bool hostile_header(const struct hostile_request *r, const char *name, struct buf *out);

/* These append responses to *out. `headers` is lines ended by CRLF, or "". */
void hostile_answer(struct buf *out, int status, const char *headers, struct str body);
void hostile_json(struct buf *out, const char *json);
void hostile_redirect(struct buf *out, int status, const char *location);
/* A valid gzip body that unpacks to `size` zero bytes, at a ratio of about 1:159. */
void hostile_bomb(struct buf *out, size_t size);

#endif
