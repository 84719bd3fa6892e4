/*
 * pgpooler.h - a connection pooler between a store and its PostgreSQL, in transaction mode like
 * PgBouncer.
 *
 * Many clients share a few sessions of the server. A client has a session from its first message
 * until the server is ready outside of a transaction; the next time it gets the session that has
 * been unused for longest. So any state that a client leaves in a session is seen by another
 * client.
 */
#ifndef TESTS_PGPOOLER_H
#define TESTS_PGPOOLER_H

struct pgpooler;

/* Forwards to this port of 127.0.0.1; ends the test if it cannot listen. */
struct pgpooler *pgpooler_start(int port, unsigned sessions);
int pgpooler_port(const struct pgpooler *p);
void pgpooler_stop(struct pgpooler *p);

#endif
