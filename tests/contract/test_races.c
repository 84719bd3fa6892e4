/* labels: slow
 *
 * Two administrators link the same identity to two owners at the same moment, a thousand times:
 * exactly one of them succeeds. */
#include "lib/api.h"
#include "lib/test.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { RACES = 1000 };

struct racer {
	int port;
	const char *token, *owner;
	pthread_barrier_t *start;
	unsigned char won[RACES]; /* 1: linked, 2: refused as in use, 0: anything else */
};

static void *
race(void *arg)
{
	struct racer *r = arg;
	struct http_answer answer = { 0 };
	char target[100], body[100];
	snprintf(target, sizeof(target), "/api/objects/externalidentity/%s", r->owner);
	for (int i = 0; i < RACES; i++) {
		int n = snprintf(
		    body, sizeof(body), "{\"id_token\":{\"iss\":\"i\",\"sub\":\"s%d\"}}", i);
		pthread_barrier_wait(r->start);
		http_free(&answer);
		http_call(r->port, "POST", target, r->token, "Content-Type: application/json\r\n",
		    str_from(body, (size_t)n), &answer);
		if (answer.status == 200)
			r->won[i] = 1;
		else if (answer.status == 409)
			r->won[i] = 2;
	}
	http_free(&answer);
	return NULL;
}

TEST(exactly_one_writer_wins)
{
	pthread_barrier_t start;
	pthread_t threads[2];
	struct racer racers[2];
	int wins[2] = { 0 };
	unlink("races.db");
	auto_api *a = api_open((const char *const[]){ "--store", "sqlite:races.db", NULL });
	pthread_barrier_init(&start, NULL, 2);
	for (int i = 0; i < 2; i++) {
		racers[i] = (struct racer){ .port = service_port(a->service),
			.token = buf_z(&a->token),
			.owner = i ? "id-01a7d3f05e9b4c62881f7be02d94c6a3"
				   : "id-02c96be814f04d7fa35d20e7918b6f54",
			.start = &start };
		assert_int_equal(pthread_create(&threads[i], NULL, race, &racers[i]), 0);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < RACES; i++) {
		assert_int_equal(racers[0].won[i] + racers[1].won[i], 3);
		wins[racers[1].won[i] == 1]++;
	}
	printf("won: %d and %d of %d\n", wins[0], wins[1], RACES);
	/* The store agrees with the responses: linking again to the winner succeeds. */
	assert_int_equal(api_call(a, "POST",
			     racers[0].won[7] == 1
				 ? "/objects/externalidentity/id-02c96be814f04d7fa35d20e7918b6f54"
				 : "/objects/externalidentity/id-01a7d3f05e9b4c62881f7be02d94c6a3",
			     NULL, "{\"id_token\":{\"iss\":\"i\",\"sub\":\"s7\"}}"),
	    200);
	pthread_barrier_destroy(&start);
}
