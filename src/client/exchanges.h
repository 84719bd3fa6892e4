/*
 * exchanges.h - the last exchanges of a client with its service, in memory: what was requested, what
 * came back and how long it took. A list of the console shows them.
 *
 * Owns its texts; long ones are cut. No token is among them; a query or a body may have personal
 * data, as the screen has. Loop thread only.
 */
#ifndef CLIENT_EXCHANGES_H
#define CLIENT_EXCHANGES_H

#include "base/str.h"

enum {
	EXCHANGES_MAX = 500, /* older ones are dropped */
	EXCHANGE_QUERY_MAX = 2000,
	EXCHANGE_BODY_MAX = 4000,
	EXCHANGE_ERROR_MAX = 500
};

struct exchange {
	unsigned number; /* from 1 on */
	int64_t ended_ticks, duration_ms; /* clock_ticks() */
	const char *method, *operation; /* operation: its name in the API; NULL: none */
	char *address;                  /* the whole URL without its query */
	char *query, *body;             /* "?limit=50"; cut; or "" */
	bool is_body_cut;
	int http_status; /* 0: no response */
	int attempt;     /* 1 for the first */
	char *request_id, *error;
};

struct exchanges;

struct exchanges *exchanges_new(void);
void exchanges_free(struct exchanges *e);
/* Copies the exchange, and gives it a number; cuts its texts. */
void exchanges_add(struct exchanges *e, const struct exchange *x, struct str address, struct str query,
    struct str body, struct str request_id, struct str error);
/* Calls `added` after each one; NULL: none. */
void exchanges_watch(struct exchanges *e, void (*added)(void *ctx), void *ctx);
unsigned exchanges_count(const struct exchanges *e);
/* The i-th exchange, newest first; NULL after the last. Valid until the next one is added. */
const struct exchange *exchanges_nth_newest(const struct exchanges *e, unsigned i);
/* The newest exchange with this request id; NULL if there is none, or the id is empty. */
const struct exchange *exchanges_find(const struct exchanges *e, struct str request_id);
void exchanges_clear(struct exchanges *e);

#endif
