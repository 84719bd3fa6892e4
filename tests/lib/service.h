/*
 * service.h - a private service for one test, and a blocking HTTP client that sends exactly the
 * bytes it is given.
 *
 * service_start() runs `$BACKROOM_BIN serve` on a free port of 127.0.0.1 with a store in memory,
 * the demo tour and the clock at 2026-11-20T10:42:00Z, and waits for its ready line. Its key and
 * state are in a folder of its own. Failure ends the test program with a message and the service's
 * stderr, since nothing can be tested without it.
 */
#ifndef TESTS_SERVICE_H
#define TESTS_SERVICE_H

#include "base/buf.h"

#define SERVICE_NOW "2026-11-20T10:42:00Z"

struct service;

/* `more`: further arguments, terminated by NULL, or NULL; they override the usual ones. */
struct service *service_start(const char *const more[]);
/* Like service_start() without demo data and fixed clock: for an existing store. */
struct service *service_start_on_store(const char *const more[]);
/* Like service_start_on_store(), sharing the state folder of `account`, as a second service of
 * the same user does; NULL: with its own folder. service_token() makes the account's tokens. */
struct service *service_start_second(const struct service *account, const char *const more[]);
/* Sends SIGKILL, to simulate a power cut; call service_stop() afterwards. */
void service_kill(struct service *s);
/* Sends SIGTERM, removes the folder and returns the status as from waitpid(). NULL returns 0. */
int service_stop(struct service *s);
int service_port(const struct service *s);
/* "http://127.0.0.1:PORT/api", from its ready line. */
const char *service_url(const struct service *s);
int service_pid(const struct service *s);
/* The folder of its key and state, to use as XDG_STATE_HOME of other programs. */
const char *service_folder(const struct service *s);
/* The key file of a service started by service_start(), which as a demo does not use the
 * account's; else "". */
const char *service_key(const struct service *s);
/* Appends its stderr so far. */
void service_log(const struct service *s, struct buf *out);

/* Appends the output of `$BACKROOM_BIN token MORE…` without its newline, with this service's
 * key, issuer and audience. */
void service_token(const struct service *s, const char *const more[], struct buf *out);
/* Runs `$BACKROOM_BIN ARGS…` with BACKROOM_URL and BACKROOM_TOKEN of the service; stdout is
 * appended to *out, stderr to *words (either may be NULL). Returns the exit code, or 128 + n. */
int service_run(
    const struct service *s, const char *const args[], struct buf *out, struct buf *words);

/* One service shared by all tests of a program, for tests that do not change it: cmocka's group
 * set-up and tear-down. */
extern struct service *shared_service;
int shared_service_set_up(void **state);
int shared_service_tear_down(void **state);
/* A service for each test, in its state: cmocka's set-up and tear-down of a test. */
int service_set_up(void **state);
int service_tear_down(void **state);

struct http_answer {
	int status; /* 0: the connection ended without a response, or the response is not HTTP */
	struct buf head, body; /* the body is unchunked */
};

/* Opens a new connection for the caller; -1 with a message on failure. */
int http_connect(int port);
/* Like http_connect(), from the loopback address 127.0.0.HOST: the service treats each as
 * another client. */
int http_connect_from(unsigned host, int port);
/* Sends the bytes on a new connection and reads the response to its end (by length, chunks or
 * close). */
bool http_raw(int port, struct str request, struct http_answer *out);
/* Like http_raw() over an open connection, which is closed; -1 returns false. */
bool http_raw_over(int fd, struct str request, struct http_answer *out);
/* Sends one well-formed request. token and headers (lines ended by CRLF) may be NULL; a body
 * with p NULL sends none. */
bool http_call(int port, const char *method, const char *target, const char *token,
    const char *headers, struct str body, struct http_answer *out);
/* Appends a header's value from the response; the name is case-insensitive. */
bool http_header(const struct http_answer *answer, const char *name, struct buf *out);
void http_free(struct http_answer *answer);

#endif
