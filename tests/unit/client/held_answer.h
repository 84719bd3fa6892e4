/*
 * held_answer.h - answers of a scripted server that wait for the test: so that what happens while
 * one is on its way happens then, and not a moment before or after.
 */
#ifndef TESTS_UNIT_CLIENT_HELD_ANSWER_H
#define TESTS_UNIT_CLIENT_HELD_ANSWER_H

#include "lib/hostile.h"
#include "unit/client/moved_clock.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* As delay_ms of a rule: less than what libcurl takes for a line that has gone to sleep. */
enum { HELD_MS = 5000 };

/* The time of every answer that waits has come; a caller who says nothing makes the server look. */
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
