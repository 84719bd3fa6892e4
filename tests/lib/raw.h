/*
 * raw.h - requests sent byte by byte, each followed by a plain one on the same connection, and
 * whether the responses fit one reading of both. Mismatches are printed and counted.
 */
#ifndef TESTS_RAW_H
#define TESTS_RAW_H

#include "base/vec.h"
#include "lib/service.h"

enum {
	REFUSED = 0,       /* an answer of 4xx or 5xx, or none, and the end */
	CLOSES = 1000,     /* added to a status: that answer, and the end */
	EITHER = 2000,     /* added to a status: that answer and the plain one's, or refused */
	UNFINISHED = 3000, /* it announces more than is sent, then the client stops: REFUSED */
};

#define S(text)                          \
	{                                \
		(text), sizeof(text) - 1 \
	}
#define END "\r\n\r\n"
#define GET "GET /healthz HTTP/1.1\r\n"
#define HOST "Host: x\r\n"
#define PLAIN GET HOST "Connection: close" END

/* A request on its way. */
struct raw_request {
	int fd, want;
	const char *name;
	struct buf request;
};

enum { STATUSES = 16 };

struct run {
	int port;
	size_t cases, wrong;
	VEC(struct raw_request) unfinished; /* which the service waits for, a few seconds each */
};

/* Sends bytes over a connection of their own, which is given; failure ends the test. */
int raw_begin(int port, struct str bytes);
/* Everything that comes until the end of the connection, which is closed; false when the service
 * leaves it open. */
bool raw_end(int fd, struct buf *in);
/* The statuses of all answers, without interim ones. */
size_t raw_statuses(struct str in, int statuses[STATUSES]);
/* No answer, or one refusal. libmicrohttpd 0.9 writes the head of some of its pages twice (for a
 * Content-Length that is not a number); a client reads the second as the first one's body, so two
 * of the same status are one. */
bool raw_is_refusal(const int *statuses, size_t n);
/* Sends the request followed by the plain one. Unfinished ones are judged together, by
 * raw_judge_unfinished(). */
void raw_check(struct run *run, const char *name, struct str request, int want);
/* No line of a request comes at all, and the client does not stop, either. */
void raw_check_silence(struct run *run);
void raw_judge_unfinished(struct run *run);

#endif
