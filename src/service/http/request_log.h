/*
 * request_log.h - the last answered requests of this process, in memory, for `backroom logs`.
 *
 * A request has its operation instead of its path, and neither query nor body nor token: those may
 * have personal data. Any thread may add and read.
 */
#ifndef SERVICE_HTTP_REQUEST_LOG_H
#define SERVICE_HTTP_REQUEST_LOG_H

#include "service/http/http.h"

enum { REQUEST_LOG_MAX = 1000, REQUEST_LOG_PROCESS_SIZE = 9 };

struct logged_exchange {
	uint64_t number;                          /* from 1 on */
	int64_t ended_at;                         /* ms, system time */
	const char *method, *operation;           /* constants; operation NULL: unknown path */
	const char *refusal_code;                 /* a constant; NULL: none */
	int status;
	size_t bytes;
	int64_t duration_ms;
	char request_id[REQUEST_ID_SIZE_MAX];
	char user[RESPONSE_USER_SIZE]; /* cut; "": no verified token */
};

struct request_log;

struct request_log *request_log_new(void);
void request_log_free(struct request_log *l);
/* Adds a request, except a successful read of this log: someone who follows it would otherwise
 * displace all others. */
void request_log_add(struct request_log *l, const struct http_completed *done);
/* A random name that tells this process from an earlier one. */
const char *request_log_process(const struct request_log *l);
/* Copies up to `max` requests with a number above `after`, oldest first. Returns their number. */
size_t request_log_read(
    struct request_log *l, uint64_t after, struct logged_exchange *out, size_t max);

/* The operation that reads this log. */
extern const char request_log_operation[];

#endif
