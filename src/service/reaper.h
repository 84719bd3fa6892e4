/*
 * reaper.h - a deadline for every connection. libmicrohttpd's own time-out starts anew with each
 * byte, so whoever sends one byte now and then keeps a connection for ever; this one does not.
 *
 * Owns a thread and the list of watched connections. A descriptor stays its owner's; the reaper
 * only shuts it down, and never after reaper_forget() returned.
 */
#ifndef SERVICE_REAPER_H
#define SERVICE_REAPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum reaper_phase {
	REAPER_HEADERS,  /* until the header lines are there */
	REAPER_BODY,     /* until the body is there */
	REAPER_RESPONSE, /* until the answer was taken */
	REAPER_IDLE,     /* until the next request's line is there */
	REAPER_PHASES,
};

struct reaper;
struct watched;

struct reaper_limits {
	int ms[REAPER_PHASES];
	/* A body must come at so many bytes a second, once the first so many ms are over. */
	int body_rate, body_grace_ms;
};

/* NULL is the built-in table. */
struct reaper *reaper_start(const struct reaper_limits *limits);
void reaper_stop(struct reaper *r);

/* Watches fd from now on, in the phase REAPER_HEADERS. */
struct watched *reaper_watch(struct reaper *r, int fd);
void reaper_enter(struct watched *w, enum reaper_phase phase);
/* In the phase REAPER_BODY: so many bytes of it are there. */
void reaper_body(struct watched *w, size_t bytes);
void reaper_forget(struct reaper *r, struct watched *w);

#endif
