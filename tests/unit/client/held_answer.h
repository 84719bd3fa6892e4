/*
 * held_answer.h - responses of a scripted server that are delayed until the test releases them, so
 * that events happen exactly while a response is pending.
 */
#ifndef TESTS_UNIT_CLIENT_HELD_ANSWER_H
#define TESTS_UNIT_CLIENT_HELD_ANSWER_H

#include "lib/hostile.h"
#include "unit/client/moved_clock.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* For a rule's delay_ms; less than the time after which libcurl treats a connection as stale. */
enum { HELD_MS = 5000 };

/* Makes all delayed responses due; a connection without a request makes the server check. */
static inline void
release_held_answers(const struct hostile *server)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_port = htons((uint16_t)hostile_port(server)) };
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	move_clock(HELD_MS);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof(at)) != 0)
		abort();
	close(fd);
}

#endif
