/*
 * held_answer.h - responses of a scripted server that are delayed until the test releases them, so
 * that events happen exactly while a response is pending.
 */
#ifndef TESTS_UNIT_CLIENT_HELD_ANSWER_H
#define TESTS_UNIT_CLIENT_HELD_ANSWER_H

#include "lib/hostile.h"
#include "lib/sockets.h"
#include "unit/client/moved_clock.h"

#include <stdlib.h>
#include <unistd.h>

/* For a rule's delay_ms; less than the time after which libcurl treats a connection as stale. */
enum { HELD_MS = 5000 };

/* Makes all delayed responses due; a connection without a request makes the server check. */
static inline void
release_held_answers(const struct hostile *server)
{
	move_clock(HELD_MS);
	int fd = socket_connect(hostile_port(server));
	if (fd < 0)
		abort();
	close(fd);
}

#endif
