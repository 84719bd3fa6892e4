/*
 * api.h - calls to the API of a test's own service, one after the other.
 *
 * A response is valid until the next call. So is a returned text, unless it had to be made
 * (unquoted or escaped): then it is valid until four more have been made.
 */
#ifndef TESTS_API_H
#define TESTS_API_H

#include "lib/cleanup.h"
#include "lib/service.h"

struct api {
	struct service *service;
	/* All permissions, for the whole tree ("root *"); terminated, so that threads can share
	 * token.p. */
	struct buf token;
	struct http_answer answer;
	struct buf texts[4];
	unsigned next;
};

/* cmocka set-up and tear-down: runs service_start(NULL) with the tour. The tear-down checks that
 * the service exited without errors. */
int api_set_up(void **state);
int api_tear_down(void **state);
/* Starts a service with more arguments for `serve`. */
struct api *api_open(const char *const more[]);
/* Uses a service that was started elsewhere and takes ownership of it. */
struct api *api_of(struct service *s);
int api_close(struct api *a);
/* A service that must end without errors when the block ends. */
void api_end(struct api **a);
#define auto_api CLEANUP(api_end) struct api

/* The environment of a program that uses the service and keeps its state in the service's folder.
 */
struct api_env {
	struct buf url, token, state;
	const char *list[6];
};

void api_env_init(struct api_env *e, const struct api *a);
void api_env_free(struct api_env *e);

/* The target is relative to the base path: "/offers?path=…". Returns the status. */
int api_get(struct api *a, const char *target);
int api_getf(struct api *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A page outside the base path, without a token. Returns the status. */
int api_page(struct api *a, const char *target);
/* headers (lines ended by CRLF) and body may be NULL; a body is sent as JSON. */
int api_call(
    struct api *a, const char *method, const char *target, const char *headers, const char *body);
/* Like api_call(), with another token, or with none if it is NULL. */
int api_call_as(struct api *a, const char *token, const char *method, const char *target,
    const char *headers, const char *body);

/* Gives the attribute x of a segment of the tour this value; returns the status. */
int api_change_segment(struct api *a, const char *value);

/* A value in the response by its dotted path, unquoted if it is a text; NULL if the path does
 * not exist. */
const char *api_value(struct api *a, const char *path);
/* The value as it was sent, not unquoted; "" if the path does not exist. */
struct str api_raw(const struct api *a, const char *path);
const char *api_header(struct api *a, const char *name);
bool api_body_contains(const struct api *a, const char *text);
/* Number of elements of the array at a path. */
size_t api_count(const struct api *a, const char *path);
/* A text for a query: everything but unreserved characters is escaped. */
const char *api_escape(struct api *a, const char *text);

/* True if the body is an error with this code and its request id equals the one in the header. */
bool api_is_error(struct api *a, int status, const char *code);

#endif
