/*
 * neighbours.h - thousands of clients that hold resources from many addresses of this machine, and
 * well-behaved clients next to them.
 *
 * A crowd has a thread of its own: closed clients reconnect. Each good client requests a page on a
 * connection of its own, and its response times are measured.
 */
#ifndef TESTS_NEIGHBOURS_H
#define TESTS_NEIGHBOURS_H

#include "lib/service.h"

enum neighbour {
	NEIGHBOUR_IDLE,   /* asked once, and keeps the connection */
	NEIGHBOUR_HEADER, /* a byte of its header lines now and then */
	NEIGHBOUR_BODY,   /* a byte of its body now and then */
	NEIGHBOUR_READER, /* asks for much and reads nothing */
	NEIGHBOUR_KINDS,
};

struct neighbours_plan {
	unsigned of[NEIGHBOUR_KINDS];
	unsigned hosts;     /* from 127.0.0.2 on, in turn */
	const char *target; /* of the readers */
	const char *token;
};

struct neighbours;

/* Comes back when all have connected and begun. Failure ends the test. */
struct neighbours *neighbours_start(int port, const struct neighbours_plan *plan);
/* How often one of them was ended or turned away. */
unsigned neighbours_ended(struct neighbours *n);
void neighbours_stop(struct neighbours *n);

struct good_clients {
	unsigned clients, asks; /* each */
	unsigned failed;        /* answers that were not 200, or none */
	int p50, p99, longest;  /* ms */
};

/* Fills in what they saw, and prints it. */
void good_clients_work(int port, const char *token, struct good_clients *g);

/* Memory of a process that is in use, in KiB. */
long neighbours_rss(int pid);
/* Processor time that it has used, ms. */
long neighbours_cpu(int pid);

#endif
