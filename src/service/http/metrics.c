#include "service/http/metrics.h"

#include "base/clock.h"
#include "base/mem.h"

#include <stdatomic.h>
#include <string.h>

static const int statuses[] = { 200, 304, 400, 401, 403, 404, 405, 409, 412, 413, 414, 415, 422,
	429, 431, 502, 503, 507 };
static const struct {
	int64_t us;
	const char *label;
} buckets[] = {
	{ 1000, "0.001" },
	{ 5000, "0.005" },
	{ 10000, "0.01" },
	{ 25000, "0.025" },
	{ 50000, "0.05" },
	{ 100000, "0.1" },
	{ 250000, "0.25" },
	{ 500000, "0.5" },
	{ 1000000, "1" },
	{ 2500000, "2.5" },
	{ 5000000, "5" },
};
static const char *const faults[] = {
	[METRICS_FAULT_ON_PURPOSE] = "on_purpose",
	[METRICS_FAULT_STORE] = "store",
};
_Static_assert(sizeof(faults) / sizeof(*faults) == METRICS_FAULTS, "a row for every fault");

enum {
	STATUSES = sizeof(statuses) / sizeof(*statuses),
	BUCKETS = sizeof(buckets) / sizeof(*buckets),
};

struct counters {
	atomic_ullong answers[STATUSES + 1]; /* the last one: any other status */
	atomic_ullong took[BUCKETS + 1];     /* each bucket alone; the last one: longer */
	atomic_ullong us;
};

struct metrics {
	metrics_name *name;
	size_t n;
	double started; /* seconds since 1970 */
	atomic_uint under_way;
	atomic_ullong bare_tokens, repeated;
	atomic_ullong faults[METRICS_FAULTS];
	struct counters counters[]; /* n + 1; the last one: no such path */
};

struct metrics *
metrics_new(metrics_name *name, size_t n)
{
	struct metrics *m = x_alloc(sizeof(*m) + (n + 1) * sizeof(*m->counters));
	m->name = name;
	m->n = n;
	m->started = (double)clock_real() / 1000;
	return m;
}

void
metrics_free(struct metrics *m)
{
	x_free(m);
}

atomic_uint *
metrics_under_way(struct metrics *m)
{
	return &m->under_way;
}

static size_t
index_of(const struct metrics *m, const char *operation)
{
	size_t i = 0;
	while (operation && i < m->n && strcmp(m->name(i), operation) != 0)
		i++;
	return operation ? i : m->n;
}

void
metrics_answer(struct metrics *m, const char *operation, int status, int64_t us)
{
	struct counters *c = &m->counters[index_of(m, operation)];
	size_t s = 0, b = 0;
	while (s < STATUSES && statuses[s] != status)
		s++;
	while (b < BUCKETS && us > buckets[b].us)
		b++;
	atomic_fetch_add(&c->answers[s], 1);
	atomic_fetch_add(&c->took[b], 1);
	atomic_fetch_add(&c->us, (unsigned long long)us);
}

void
metrics_bare_token(struct metrics *m)
{
	atomic_fetch_add(&m->bare_tokens, 1);
}

void
metrics_repeated(struct metrics *m)
{
	atomic_fetch_add(&m->repeated, 1);
}

void
metrics_fault(struct metrics *m, enum metrics_fault fault)
{
	atomic_fetch_add(&m->faults[fault], 1);
}

static void
begin_metric(struct buf *out, const char *name, const char *type, const char *help)
{
	buf_addf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static const char *
name_of(const struct metrics *m, size_t i)
{
	return i < m->n ? m->name(i) : "none";
}

static void
write_answers(struct buf *out, const struct metrics *m)
{
	begin_metric(out, "backroom_requests_total", "counter", "Answers by endpoint and status.");
	for (size_t i = 0; i <= m->n; i++)
		for (size_t s = 0; s <= STATUSES; s++) {
			unsigned long long n = atomic_load(&m->counters[i].answers[s]);
			if (n == 0)
				continue;
			buf_addf(out, "backroom_requests_total{endpoint=\"%s\",status=\"",
			    name_of(m, i));
			if (s < STATUSES)
				buf_addf(out, "%d\"} %llu\n", statuses[s], n);
			else
				buf_addf(out, "other\"} %llu\n", n);
		}
}

/* Buckets are cumulative: each holds those before it. */
static void
write_histogram(struct buf *out, const struct counters *c, const char *name)
{
	static const char metric[] = "backroom_request_duration_seconds";
	unsigned long long sum = 0, us = atomic_load(&c->us);
	for (size_t b = 0; b <= BUCKETS; b++) {
		sum += atomic_load(&c->took[b]);
		buf_addf(out, "%s_bucket{endpoint=\"%s\",le=\"%s\"} %llu\n", metric, name,
		    b < BUCKETS ? buckets[b].label : "+Inf", sum);
	}
	buf_addf(
	    out, "%s_sum{endpoint=\"%s\"} %llu.%06llu\n", metric, name, us / 1000000, us % 1000000);
	buf_addf(out, "%s_count{endpoint=\"%s\"} %llu\n", metric, name, sum);
}

void
metrics_write(struct buf *out, const struct metrics *m, unsigned connections)
{
	write_answers(out, m);
	begin_metric(out, "backroom_request_duration_seconds", "histogram",
	    "Time from the request line until the answer is there.");
	for (size_t i = 0; i <= m->n; i++)
		write_histogram(out, &m->counters[i], name_of(m, i));
	begin_metric(out, "backroom_connections", "gauge", "Open connections.");
	buf_addf(out, "backroom_connections %u\n", connections);
	begin_metric(out, "backroom_requests_under_way", "gauge", "Requests that are worked on.");
	buf_addf(out, "backroom_requests_under_way %u\n", atomic_load(&m->under_way));
	begin_metric(
	    out, "backroom_bare_tokens_total", "counter", "Tokens without the word Bearer.");
	buf_addf(out, "backroom_bare_tokens_total %llu\n",
	    (unsigned long long)atomic_load(&m->bare_tokens));
	begin_metric(
	    out, "backroom_answers_repeated_total", "counter", "Answers that were there already.");
	buf_addf(out, "backroom_answers_repeated_total %llu\n",
	    (unsigned long long)atomic_load(&m->repeated));
	begin_metric(
	    out, "backroom_faults_total", "counter", "Failures: on purpose, and of the store.");
	for (size_t i = 0; i < METRICS_FAULTS; i++)
		buf_addf(out, "backroom_faults_total{kind=\"%s\"} %llu\n", faults[i],
		    (unsigned long long)atomic_load(&m->faults[i]));
	begin_metric(out, "process_start_time_seconds", "gauge", "When the service began.");
	buf_addf(out, "process_start_time_seconds %.3f\n", m->started);
}
