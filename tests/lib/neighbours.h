/*
 * neighbours.h - thousands of clients from many addresses of this machine that hold resources, and
 * well-behaved clients next to them.
 *
 * The crowd runs on its own thread; clients whose connection is closed reconnect. Each good client
 * requests a page on its own connection, and its response times are measured.
 */
#ifndef TESTS_NEIGHBOURS_H
#define TESTS_NEIGHBOURS_H

#include "lib/service.h"

enum neighbour {
	NEIGHBOUR_IDLE,   /* sends one request, then holds the connection */
	NEIGHBOUR_HEADER, /* sends a byte of its headers now and then */
	NEIGHBOUR_BODY,   /* sends a byte of its body now and then */
	NEIGHBOUR_READER, /* requests a large response and reads nothing */
	NEIGHBOUR_KINDS,
};

struct neighbours_plan {
	unsigned of[NEIGHBOUR_KINDS];
	unsigned hosts;     /* number of addresses used in turn, from 127.0.0.2 */
	const char *target; /* the target that NEIGHBOUR_READER requests */
	const char *token;
};

struct neighbours;

/* Returns when all clients have connected and begun. Failure ends the test. */
struct neighbours *neighbours_start(int port, const struct neighbours_plan *plan);
/* How often a client's connection was closed or refused. */
unsigned neighbours_ended(struct neighbours *n);
void neighbours_stop(struct neighbours *n);

struct good_clients {
	unsigned clients, asks; /* asks: requests per client */
	unsigned failed;        /* responses other than 200, or missing */
	int p50, p99, longest;  /* response times, ms */
};

/* Runs the good clients, fills in their results and prints them. */
void good_clients_work(int port, const char *token, struct good_clients *g);

/* Resident memory of a process, in KiB. */
long neighbours_rss(int pid);
/* Processor time used by a process, in ms. */
long neighbours_cpu(int pid);

#endif
