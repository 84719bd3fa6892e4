/*
 * delayer.h - calls back after a delay, so that a response can be delayed without blocking a server
 * thread. Owns one thread, which sleeps while nothing is pending.
 */
#ifndef SERVICE_HTTP_DELAYER_H
#define SERVICE_HTTP_DELAYER_H

struct delayer;

typedef void delayer_fn(void *what);

/* Returns NULL if the thread cannot be created. `ring` is called from that thread. */
struct delayer *delayer_start(delayer_fn *ring);
/* Calls back for everything that is pending, at once. */
void delayer_stop(struct delayer *d);
/* Calls `ring` with `what` after ms milliseconds. */
void delayer_add(struct delayer *d, int ms, void *what);

#endif
