/*
 * pgpooler.h - between a store and its PostgreSQL: a pooler in transaction mode, as PgBouncer is.
 *
 * Many clients share a few sessions of the server. A client has one from its first message until
 * the server is ready outside of a transaction; the next time it gets another one, the one that was
 * not used for the longest time. So whatever a client leaves in a session, another one meets.
 */
#ifndef TESTS_PGPOOLER_H
#define TESTS_PGPOOLER_H

struct pgpooler;

/* In front of this port of 127.0.0.1; ends the test when it cannot listen. */
struct pgpooler *pgpooler_start(int port, unsigned sessions);
int pgpooler_port(const struct pgpooler *p);
void pgpooler_stop(struct pgpooler *p);

#endif
