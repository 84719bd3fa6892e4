/*
 * crew.h - threads for work that may wait, for a disk or for a lock, so that the thread that serves
 * connections never does.
 *
 * Owns its threads: one more is started when there is work and all that there are have some, up to
 * a number; they stay until the end. Thread-safe.
 */
#ifndef SERVICE_HTTP_CREW_H
#define SERVICE_HTTP_CREW_H

#include <stdbool.h>

struct crew;

/* One piece of work; it and what it is about are the caller's, and stay until it has run. */
struct crew_job {
	struct crew_job *next;
	void (*run)(struct crew_job *job);
};

struct crew *crew_start(unsigned most);
/* Ends its threads after everything that was added is done. */
void crew_end(struct crew *c);
/* False, and nothing was added, once it is ended. */
bool crew_add(struct crew *c, struct crew_job *job);
/* Ended or not. */
void crew_free(struct crew *c);

#endif
