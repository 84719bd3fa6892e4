/*
 * pgproxy.h - a proxy between a store and its PostgreSQL: forwards every byte, and cuts the
 * connection or stops responding at a moment that the test chooses.
 */
#ifndef TESTS_PGPROXY_H
#define TESTS_PGPROXY_H

struct pgproxy;

enum pgproxy_cut {
	PGPROXY_NONE,
	PGPROXY_BEFORE_COMMIT, /* the server never receives the COMMIT */
	PGPROXY_AFTER_COMMIT,  /* committed, but the response is lost */
	PGPROXY_FOR_GOOD,      /* as PGPROXY_AFTER_COMMIT, and no new connection is possible */
};

/* Forwards to this port of 127.0.0.1; ends the test if it cannot listen. */
struct pgproxy *pgproxy_start(int port);
int pgproxy_port(const struct pgproxy *p);
/* Cuts the connection at the next commit, once. `statement`: the store's name for its COMMIT
 * statement. */
void pgproxy_cut(struct pgproxy *p, enum pgproxy_cut cut, const char *statement);
/* True if the connection was cut. */
int pgproxy_has_cut(struct pgproxy *p);
/* Round trips so far: how often clients sent something after a response, or for the first time. */
unsigned pgproxy_count_turns(struct pgproxy *p);
/* How much is forwarded from now on, on existing and new connections. */
enum pgproxy_flow {
	PGPROXY_ALL,
	PGPROXY_SIGN_IN, /* no response after the sign-in, as from a stuck pooler */
	PGPROXY_NOTHING, /* nothing, as from a frozen server */
};
void pgproxy_set_flow(struct pgproxy *p, enum pgproxy_flow flow);
void pgproxy_stop(struct pgproxy *p);

#endif
