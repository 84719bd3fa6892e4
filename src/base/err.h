/*
 * err.h - an error, set by the function that failed and owned by the caller.
 *
 * A function that can fail returns bool and takes a struct err *, which is set if and only if it
 * returns false. Code may depend on `kind`, never on the text.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include "base/str.h"

enum err_kind {
	ERR_NONE,
	ERR_USAGE,     /* error in the command line or a typed VIEW */
	ERR_CONFIG,    /* error in a file written by users */
	ERR_IO,        /* refused by this machine: files, processes, memory maps */
	ERR_INVALID,   /* 400, 413, 415, 422: the service rejected the request */
	ERR_AUTH,      /* 401, or no token is available */
	ERR_DENIED,    /* 403 */
	ERR_NOT_FOUND, /* 404 */
	ERR_CONFLICT,  /* 409, 412 */
	ERR_UPSTREAM,  /* 429, 5xx */
	ERR_NETWORK,   /* no connection, DNS, TLS, timeout: no response at all */
	ERR_PROTOCOL,  /* the response violates the API contract */
	ERR_CANCELLED, /* cancelled by the user */
};

struct err {
	enum err_kind kind;
	int http_status; /* HTTP status; 0 without a response */
	char code[40];
	char request_id[64];
	char faulty_field[64];
	bool is_server_text; /* the text is the server's own, word for word */
	int clock_ahead_s;   /* on a 401: this machine's clock minus the service's; 0: not known */
	char text[400];      /* for users; may contain server text: clean it before display */
	const char *at;      /* the wrong place in the caller's text; NULL: not known */
};

/* Sets kind and text, and clears the rest. Always returns false, so that callers can return it. */
bool err_set(struct err *e, enum err_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Like err_set(), with the name of the wrong parameter or member. */
bool err_set_with_field(struct err *e, enum err_kind kind, const char *field, const char *format,
    ...) __attribute__((format(printf, 4, 5)));
/* Like err_set(), with the wrong place in the text that the caller passed. */
bool err_set_at(struct err *e, const char *at, enum err_kind kind, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The kind for an HTTP status; ERR_NONE for 2xx and 304. */
enum err_kind err_kind_of_status(int http);
/* Inserts "words: " before the text. */
void err_prefix(struct err *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
