#include "service/http/request_log.h"

#include "base/clock.h"
#include "base/digest.h"
#include "base/mem.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

const char request_log_operation[] = "getRequests";

struct request_log {
	pthread_mutex_t mutex;
	char process[REQUEST_LOG_PROCESS_SIZE];
	uint64_t last_number;
	struct logged_exchange entries[REQUEST_LOG_MAX]; /* number N is at N % REQUEST_LOG_MAX */
};

struct request_log *
request_log_new(void)
{
	unsigned char random[(REQUEST_LOG_PROCESS_SIZE - 1) / 2];
	struct request_log *l = x_new(struct request_log);
	pthread_mutex_init(&l->mutex, NULL);
	digest_random(random, sizeof(random));
	for (size_t i = 0; i < sizeof(random); i++)
		snprintf(l->process + 2 * i, 3, "%02x", random[i]);
	return l;
}

void
request_log_free(struct request_log *l)
{
	if (!l)
		return;
	pthread_mutex_destroy(&l->mutex);
	x_free(l);
}

static bool
reads_this_log(const struct http_completed *done)
{
	return done->status == 200 && done->operation &&
	    strcmp(done->operation, request_log_operation) == 0;
}

void
request_log_add(struct request_log *l, const struct http_completed *done)
{
	struct logged_exchange e = { .ended_at = clock_real(),
		.method = done->method ? done->method : "",
		.operation = done->operation,
		.refusal_code = done->refusal_code,
		.status = done->status,
		.bytes = done->bytes,
		.duration_ms = done->duration_us / 1000 };
	if (reads_this_log(done))
		return;
	snprintf(e.request_id, sizeof(e.request_id), "%s", done->id);
	snprintf(e.user, sizeof(e.user), "%s", done->user ? done->user : "");
	pthread_mutex_lock(&l->mutex);
	e.number = ++l->last_number;
	l->entries[e.number % REQUEST_LOG_MAX] = e;
	pthread_mutex_unlock(&l->mutex);
}

const char *
request_log_process(const struct request_log *l)
{
	return l->process;
}

size_t
request_log_read(struct request_log *l, uint64_t after, struct logged_exchange *out, size_t max)
{
	size_t n = 0;
	pthread_mutex_lock(&l->mutex);
	uint64_t dropped = l->last_number > REQUEST_LOG_MAX ? l->last_number - REQUEST_LOG_MAX : 0;
	for (uint64_t i = after > dropped ? after : dropped; i < l->last_number && n < max; i++)
		out[n++] = l->entries[(i + 1) % REQUEST_LOG_MAX];
	pthread_mutex_unlock(&l->mutex);
	return n;
}
