/*
 * api.h - the API of a service of our own as a client sees it, one call after the other.
 *
 * A call keeps its answer until the next one. Texts that are given out live until then, or, where
 * they are made, until four more were asked for.
 */
#ifndef TESTS_API_H
#define TESTS_API_H

#include "lib/service.h"

struct api {
	struct service *service;
	struct buf token; /* all rights, root * */
	struct http_answer answer;
	struct buf texts[4];
	unsigned next;
};

/* cmocka set-up and tear-down: the tour of service_start(NULL). The tear-down checks that the
 * service ended well. */
int api_set_up(void **state);
int api_tear_down(void **state);
/* With further arguments of `serve`. */
struct api *api_open(const char *const more[]);
/* With a service that was started elsewhere, which is the api's from now on. */
struct api *api_of(struct service *s);
int api_close(struct api *a);

/* Below the base path: "/offers?path=…". Gives the status. */
int api_get(struct api *a, const char *target);
int api_getf(struct api *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* headers (lines ended by CRLF) and body may be NULL; a body is sent as JSON. */
int api_call(
    struct api *a, const char *method, const char *target, const char *headers, const char *body);
/* As above with another token, or with none. */
int api_call_as(struct api *a, const char *token, const char *method, const char *target,
    const char *headers, const char *body);

/* A value of the answer by its dotted path, unquoted when it is a text; NULL when it is not
 * there. */
const char *api_value(struct api *a, const char *path);
/* The value as it is written; "" when it is not there. */
struct str api_raw(const struct api *a, const char *path);
const char *api_header(struct api *a, const char *name);
bool api_body_contains(const struct api *a, const char *text);
/* Elements of the array at a path. */
size_t api_count(const struct api *a, const char *path);
/* A text with everything but unreserved characters escaped, for a query. */
const char *api_escape(struct api *a, const char *text);

/* The answer's body must be an error with this code; its request id that of the header. */
bool api_is_error(struct api *a, int status, const char *code);

#endif
