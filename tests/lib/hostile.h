/*
 * hostile.h - an HTTP/1.1 server that misbehaves exactly as told, for cases no store of ours
 * would hold: broken bytes, drips, resets, redirects, bombs, answers that never come.
 *
 * Owns a thread, a free port of 127.0.0.1 and what it recorded; hostile_stop() ends all. The
 * rules, their texts and answers stay the caller's and must outlive it; rules may be changed while
 * no request is on its way, texts never. Times are milliseconds. The first rule that fits a request answers it; without one, 404.
 */
#ifndef TESTS_HOSTILE_H
#define TESTS_HOSTILE_H

#include "base/buf.h"

enum hostile_end {
	HOSTILE_KEEP,  /* wait for the next request on the same connection */
	HOSTILE_CLOSE, /* close when the answer is written */
	HOSTILE_RESET, /* the same, but the peer sees a reset */
};

struct hostile_rule {
	const char *path;  /* the target begins with this; NULL: every request */
	size_t nth;        /* only the nth (from 1) request that fits the path; 0: each */
	struct str answer; /* raw bytes from the status line on; STR_NONE: never answers */
	int delay_ms;      /* before the first byte */
	size_t drip;       /* so many bytes at a time; 0: all at once */
	int drip_ms;       /* between two drips */
	size_t cut;        /* ends after so many bytes of the answer; 0: after all */
	enum hostile_end end;
};

struct hostile_request {
	char *method, *target;
	char *head; /* request line and header lines, without the empty line */
	char *body; /* ended by NUL too */
	size_t body_n;
	size_t connection; /* counts from 0; tells whether one was used again */
};

struct hostile;

struct hostile *hostile_start(const struct hostile_rule *rules, size_t n);
/* NULL is allowed. */
void hostile_stop(struct hostile *h);
int hostile_port(const struct hostile *h);
/* "http://127.0.0.1:PORT" */
const char *hostile_url(const struct hostile *h);
/* Requests that came in completely until now. */
size_t hostile_count(struct hostile *h);
/* Waits until that many have come; false after 20 s times $BACKROOM_TEST_PATIENCE. */
bool hostile_wait(struct hostile *h, size_t count);
/* The i-th request (from 0), valid until hostile_stop(); NULL when it has not come. */
const struct hostile_request *hostile_request(struct hostile *h, size_t i);
/* The value of a header, appended; names in any case. False when it was not sent. */
bool hostile_header(const struct hostile_request *r, const char *name, struct buf *out);

/* Answers, appended to *out. `headers` are lines ended by CRLF, or "". */
void hostile_answer(struct buf *out, int status, const char *headers, struct str body);
void hostile_json(struct buf *out, const char *json);
void hostile_redirect(struct buf *out, int status, const char *location);
/* A valid gzip body that unpacks to `size` zero bytes, about 159 to 1. */
void hostile_bomb(struct buf *out, size_t size);

#endif
