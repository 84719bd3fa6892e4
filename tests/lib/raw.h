/*
 * raw.h - sends requests byte by byte, each followed by a plain one on the same connection, and
 * checks that the responses are consistent with one parse of both. Mismatches are printed and
 * counted.
 */
#ifndef TESTS_RAW_H
#define TESTS_RAW_H

#include "base/vec.h"
#include "lib/service.h"

enum {
	REFUSED = 0,   /* a 4xx or 5xx response, or none, then close */
	CLOSES = 1000, /* added to a status: that response, then close */
	EITHER = 2000, /* added to a status: that response and the plain request's, or REFUSED */
	UNFINISHED = 3000, /* announces more than it sends, then the client stops: REFUSED */
};

#define S(text)                          \
	{                                \
		(text), sizeof(text) - 1 \
	}
#define END "\r\n\r\n"
#define GET "GET /healthz HTTP/1.1\r\n"
#define HOST "Host: x\r\n"
#define PLAIN GET HOST "Connection: close" END

/* A request in progress. */
struct raw_request {
	int fd, want;
	const char *name;
	struct buf request;
};

enum { STATUSES = 16 };

struct whatif_evaluation {
	int port;
	size_t cases, wrong;
	VEC(struct raw_request) unfinished; /* the service waits a few seconds for each */
};

/* Sends bytes over a new connection and returns it; failure ends the test. */
int raw_begin(int port, struct str bytes);
/* Reads until the end of the connection and closes it; false if the service leaves it open. */
bool raw_end(int fd, struct buf *in);
/* Gets the statuses of all responses, without interim ones. */
size_t raw_statuses(struct str in, int statuses[STATUSES]);
/* True for no response or a single error. libmicrohttpd 0.9 writes the head of some of its pages
 * twice (for a Content-Length that is not a number); a client takes the second for the body of
 * the first, so two of the same status count as one. */
bool raw_is_refusal(const int *statuses, size_t n);
/* Sends the request followed by the plain one. UNFINISHED requests are judged together, by
 * raw_judge_unfinished(). */
void raw_check(struct whatif_evaluation *run, const char *name, struct str request, int want);
/* A connection that sends nothing and stays open. */
void raw_check_silence(struct whatif_evaluation *run);
void raw_judge_unfinished(struct whatif_evaluation *run);

#endif
