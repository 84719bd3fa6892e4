/*
 * delayer.h - calls back later: how an answer is held without holding a thread of the server, which
 * has other connections to serve. Owns one thread, which sleeps while there is nothing to do.
 */
#ifndef SERVICE_HTTP_DELAYER_H
#define SERVICE_HTTP_DELAYER_H

struct delayer;

typedef void delayer_fn(void *what);

/* NULL when there can be no thread. `ring` is called from that thread. */
struct delayer *delayer_start(delayer_fn *ring);
/* Rings for all that is left, at once. */
void delayer_stop(struct delayer *d);
/* Rings with `what` after so many milliseconds. */
void delayer_add(struct delayer *d, int ms, void *what);

#endif
