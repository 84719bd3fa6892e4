/*
 * reaper.h - a deadline for every connection. libmicrohttpd's own timeout restarts with each byte,
 * so a client could hold a connection forever by sending a byte now and then; the reaper's
 * deadlines do not restart. When connections are short, the reaper selects the one to close.
 *
 * Owns a thread and the list of watched connections. It does not own descriptors: it only shuts
 * them down, and never after reaper_unwatch() has returned.
 */
#ifndef SERVICE_HTTP_REAPER_H
#define SERVICE_HTTP_REAPER_H

#include "service/http/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An address with at most this many connections is not crowded: its idle connections are closed
 * last. */
enum { REAPER_CROWD_MIN = 8 };

enum reaper_phase {
	REAPER_HEADERS,  /* until the headers are complete */
	REAPER_BODY,     /* until the body is complete */
	REAPER_WORK,     /* until the response is ready; the client is not to blame */
	REAPER_RESPONSE, /* until the response is sent */
	REAPER_IDLE,     /* until the next request line */
	REAPER_PHASES,
};

struct reaper;
struct watched_connection;

struct reaper_limits {
	int phase_timeout_ms[REAPER_PHASES];
	/* Minimum rate of a body in bytes per second, enforced after body_grace_ms. */
	int min_body_bytes_per_s, body_grace_ms;
};

/* limits NULL: the defaults. on_tick (or NULL) is called several times a second while
 * connections are watched and once afterwards, and further while it returns true. */
struct reaper *reaper_start(
    const struct reaper_limits *limits, bool (*on_tick)(void *ctx), void *ctx);
void reaper_stop(struct reaper *r);

/* Watches fd, a connection of this client, beginning in the phase REAPER_HEADERS. */
struct watched_connection *reaper_watch(
    struct reaper *r, int fd, const struct client_address *client);
void reaper_enter_phase(struct watched_connection *w, enum reaper_phase phase);
enum reaper_phase reaper_phase(const struct watched_connection *w);
/* Updates the number of body bytes received; for the phase REAPER_BODY. */
void reaper_extend_for_body(struct watched_connection *w, size_t bytes);
/* Closes one connection to admit a newcomer that has newcomer_has connections already. Tries in
 * this order: the longest idle connection of a crowded address; of the address with the most
 * connections (if more than the newcomer's, and more than REAPER_CROWD_MIN), the one that waits
 * longest for its client; the longest idle connection of all. Returns false if there is none. */
bool reaper_make_room(struct reaper *r, unsigned newcomer_has);
void reaper_unwatch(struct reaper *r, struct watched_connection *w);

#endif
