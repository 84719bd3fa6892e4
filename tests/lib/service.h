/*
 * service.h - a service of our own for one test, and a blocking HTTP client that sends
 * exactly the bytes it is given.
 *
 * service_start() runs `$BACKROOM_BIN serve` on a free port of 127.0.0.1 with a store in
 * memory, the demo tour and the clock at 2026-11-20T10:42:00Z, and waits for its ready line.
 * Its key and state live below a folder of its own. Failure ends the test program with a
 * message and the service's words, since nothing can be tested without it.
 */
#ifndef TESTS_SERVICE_H
#define TESTS_SERVICE_H

#include "base/buf.h"

#define SERVICE_NOW "2026-11-20T10:42:00Z"

struct service;

/* `more`: further arguments, NULL at the end, or NULL; a later option wins over the usual. */
struct service *service_start(const char *const more[]);
/* The same without demo data and clock: on a store that is there already. */
struct service *service_start_on_store(const char *const more[]);
/* As bare, and sharing the state folder of `account`, as a second service of the same user does;
 * NULL: with one of its own. service_token() gives the account's. */
struct service *service_start_second(const struct service *account, const char *const more[]);
/* SIGKILL, as a power cut would; the rest is service_stop()'s. */
void service_kill(struct service *s);
/* SIGTERM, then the exit status as of waitpid(); removes the folder. NULL gives 0. */
int service_stop(struct service *s);
int service_port(const struct service *s);
/* "http://127.0.0.1:PORT/api", as its ready line says. */
const char *service_url(const struct service *s);
int service_pid(const struct service *s);
/* The folder of its key and state, for XDG_STATE_HOME of other programs. */
const char *service_folder(const struct service *s);
/* The key file of a service_start() one, which as a demo does not have the account's; else "". */
const char *service_key(const struct service *s);
/* Appends its stderr so far. */
void service_log(const struct service *s, struct buf *out);

/* Appends what `$BACKROOM_BIN token MORE…` prints, without its newline: with the key and names
 * that this service goes by. */
void service_token(const struct service *s, const char *const more[], struct buf *out);
/* Runs `$BACKROOM_BIN ARGS…` with BACKROOM_URL and BACKROOM_TOKEN of the service; stdout is
 * appended to *out, stderr to *words (either may be NULL). Returns the exit code, or 128 + n. */
int service_run(
    const struct service *s, const char *const args[], struct buf *out, struct buf *words);

/* One service for all tests of a program, where none of them changes it: cmocka's set-up and
 * tear-down of a group. */
extern struct service *shared_service;
int shared_service_set_up(void **state);
int shared_service_tear_down(void **state);

struct http_answer {
	int status;            /* 0: the connection ended without a response, or the response is not HTTP */
	struct buf head, body; /* body: unchunked */
};

/* A connection of the caller's own; -1 with a message. */
int http_connect(int port);
/* The same from the loopback address 127.0.0.HOST: to the service each is another client. */
int http_connect_from(unsigned host, int port);
/* Sends the bytes on a connection of its own and reads the answer to its end (by length,
 * chunks or close). */
bool http_raw(int port, struct str request, struct http_answer *out);
/* The same over a connection that is there (-1 is false), which is closed. */
bool http_raw_over(int fd, struct str request, struct http_answer *out);
/* One well-formed request. token and headers (lines ended by CRLF) may be NULL; a body with
 * p NULL sends none. */
bool http_call(int port, const char *method, const char *target, const char *token,
    const char *headers, struct str body, struct http_answer *out);
/* The value of a header of the answer, appended; names in any case. */
bool http_header(const struct http_answer *answer, const char *name, struct buf *out);
void http_free(struct http_answer *answer);

#endif
