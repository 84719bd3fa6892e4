/*
 * err.h - an error, filled in by the function that failed and owned by the caller.
 *
 * A function that can fail returns bool and takes a struct err *; it is set if and only if false is
 * returned. Behaviour depends on `kind`, never on the words.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include "base/str.h"

enum err_kind {
	ERR_NONE,
	ERR_USAGE,     /* the command line or a typed VIEW is wrong */
	ERR_CONFIG,    /* a file people write is wrong */
	ERR_IO,        /* this machine refused: files, processes, memory maps */
	ERR_INVALID,   /* 400, 413, 415, 422: the request was understood and refused */
	ERR_AUTH,      /* 401, or there is no token to send */
	ERR_DENIED,    /* 403 */
	ERR_NOT_FOUND, /* 404 */
	ERR_CONFLICT,  /* 409, 412 */
	ERR_UPSTREAM,  /* 429, 5xx */
	ERR_NETWORK,   /* no connection, no name, TLS, time-out: no answer at all */
	ERR_PROTOCOL,  /* an answer that does not keep the contract */
	ERR_CANCELLED, /* the user stopped it */
};

struct err {
	enum err_kind kind;
	int http; /* status, 0 when there was none */
	char code[40];
	char request_id[64];
	char field[64];
	bool quoted;    /* the text is what the server said, word for word */
	int clock_ahead_s; /* of a 401: this machine's clock against the service's; 0: not known */
	char text[400]; /* for people; may hold server text: clean before showing */
};

/* Sets kind and text, clears the rest. Always false, so that callers can return it. */
bool err_set(struct err *e, enum err_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* As above, with the name of the parameter or member at fault. */
bool err_field(struct err *e, enum err_kind kind, const char *field, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The kind for an HTTP status; ERR_NONE for 2xx and 304. */
enum err_kind err_kind_of_status(int http);
/* Puts "words: " before the text. */
void err_prefix(struct err *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
