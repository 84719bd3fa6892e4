/*
 * pgproxy.h - between a store and its PostgreSQL: hands on every byte, and cuts the line or stops
 * answering at the moment that a test chooses.
 */
#ifndef TESTS_PGPROXY_H
#define TESTS_PGPROXY_H

struct pgproxy;

enum pgproxy_cut {
	PGPROXY_NONE,
	PGPROXY_BEFORE_COMMIT, /* the server never hears of it */
	PGPROXY_AFTER_COMMIT,  /* committed, but the response is lost */
	PGPROXY_FOR_GOOD,      /* as above, and no new connection is possible */
};

/* In front of this port of 127.0.0.1; ends the test when it cannot listen. */
struct pgproxy *pgproxy_start(int port);
int pgproxy_port(const struct pgproxy *p);
/* The next commit is cut so; once. `statement`: the name by which the store calls its COMMIT. */
void pgproxy_cut(struct pgproxy *p, enum pgproxy_cut cut, const char *statement);
/* Has it been? */
int pgproxy_has_cut(struct pgproxy *p);
/* How much it hands on from now on, on every line and each new one. */
enum pgproxy_flow {
	PGPROXY_ALL,
	PGPROXY_SIGN_IN, /* no response after the sign-in, like a stuck pooler */
	PGPROXY_NOTHING, /* as in front of a server that is frozen */
};
void pgproxy_set_flow(struct pgproxy *p, enum pgproxy_flow flow);
void pgproxy_stop(struct pgproxy *p);

#endif
