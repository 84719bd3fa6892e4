/*
 * reaper.h - a deadline for every connection. libmicrohttpd's own timeout restarts with each byte,
 * so a client that sends one byte now and then keeps a connection forever; not so here. And when
 * connections are short, it knows which one to close first.
 *
 * Owns a thread and the list of watched connections. A descriptor stays its owner's; the reaper
 * only shuts it down, and never after reaper_unwatch() returned.
 */
#ifndef SERVICE_HTTP_REAPER_H
#define SERVICE_HTTP_REAPER_H

#include "service/http/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An address with no more connections than this is not crowded: its idle ones go last. */
enum { REAPER_FEW = 8 };

enum reaper_phase {
	REAPER_HEADERS,  /* until the header lines are there */
	REAPER_BODY,     /* until the body is there */
	REAPER_WORK,     /* until there is an answer: nothing that the client could hasten */
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

/* NULL is the built-in table. `often` (or NULL) is called several times a second while anybody is
 * watched, once after, and on as long as it says true. */
struct reaper *reaper_start(
    const struct reaper_limits *limits, bool (*on_tick)(void *ctx), void *ctx);
void reaper_stop(struct reaper *r);

/* Watches fd, a connection of this guest's, from now on, in the phase REAPER_HEADERS. */
struct watched *reaper_watch(struct reaper *r, int fd, const struct client_address *client);
void reaper_enter(struct watched *w, enum reaper_phase phase);
enum reaper_phase reaper_phase(const struct watched *w);
/* In the phase REAPER_BODY: so many bytes of it are there. */
void reaper_body(struct watched *w, size_t bytes);
/* Closes one connection for a newcomer with so many: the longest idle one of a crowded address;
 * else, of the address with the most connections, the one that waits longest for its client, if
 * that is more than the newcomer's and not few; else the longest idle one of all. False if there
 * is none of these. */
bool reaper_make_room(struct reaper *r, unsigned newcomer_has);
void reaper_unwatch(struct reaper *r, struct watched *w);

#endif
