#include "service/http/metrics.h"

#include "base/clock.h"
#include "base/mem.h"
#include "service/http/http.h"

#include <dirent.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const int http_statuses[] = { 200, 304, 400, 401, 403, 404, 405, 409, 412, 413, 414, 415,
	422, 429, 431, 502, 503, 504, 507 };
static const struct {
	int64_t upper_bound_us;
	const char *label;
} latency_buckets[] = {
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
static const char *const fault_names[] = {
	[METRICS_FAULT_INJECTED] = "on_purpose",
	[METRICS_FAULT_STORE] = "store",
};
_Static_assert(sizeof(fault_names) / sizeof(*fault_names) == METRICS_FAULTS,
    "every fault needs a row in this table");

static const char *const feed_result_names[METRICS_FEED_RESULTS] = {
	[METRICS_FEED_DONE] = "done",
	[METRICS_FEED_UNCHANGED] = "unchanged",
	[METRICS_FEED_SKIPPED] = "skipped",
	[METRICS_FEED_REFUSED] = "refused",
};

enum {
	STATUS_COUNT = sizeof(http_statuses) / sizeof(*http_statuses),
	BUCKET_COUNT = sizeof(latency_buckets) / sizeof(*latency_buckets),
};

struct counters {
	atomic_ullong
	    status_counts[STATUS_COUNT + 1]; /* responses by status; the last one: other statuses */
	atomic_ullong
	    duration_counts[BUCKET_COUNT + 1]; /* not cumulative; the last one: longer than all */
	atomic_ullong total_us;
};

struct metrics {
	metrics_name_fn *get_operation_name;
	size_t operation_count;
	double started_at; /* seconds since 1970 */
	atomic_uint in_progress_count, queued_counts[HTTP_QUEUES];
	atomic_ullong scheme_less_token_count, repeated_response_count;
	atomic_ullong refusal_counts[REFUSALS]; /* counted at the first refusal with the same code */
	atomic_ullong fault_counts[METRICS_FAULTS], feed_line_counts[METRICS_FEED_RESULTS];
	struct counters counters[]; /* n + 1; the last one: unknown paths */
};

struct metrics *
metrics_new(metrics_name_fn *name, size_t n)
{
	struct metrics *m = x_alloc(sizeof(*m) + (n + 1) * sizeof(*m->counters));
	m->get_operation_name = name;
	m->operation_count = n;
	m->started_at = (double)clock_real() / 1000;
	return m;
}

void
metrics_free(struct metrics *m)
{
	x_free(m);
}

atomic_uint *
metrics_in_progress_count(struct metrics *m)
{
	return &m->in_progress_count;
}

atomic_uint *
metrics_queued_counts(struct metrics *m)
{
	return m->queued_counts;
}

static size_t
find_operation_index(const struct metrics *m, const char *operation)
{
	size_t i = 0;
	while (
	    operation && i < m->operation_count && strcmp(m->get_operation_name(i), operation) != 0)
		i++;
	return operation ? i : m->operation_count;
}

void
metrics_count_answer(struct metrics *m, const char *operation, int status, int64_t us)
{
	struct counters *c = &m->counters[find_operation_index(m, operation)];
	size_t s = 0, b = 0;
	while (s < STATUS_COUNT && http_statuses[s] != status)
		s++;
	while (b < BUCKET_COUNT && us > latency_buckets[b].upper_bound_us)
		b++;
	atomic_fetch_add(&c->status_counts[s], 1);
	atomic_fetch_add(&c->duration_counts[b], 1);
	atomic_fetch_add(&c->total_us, (unsigned long long)us);
}

void
metrics_count_refusal(struct metrics *m, const char *code)
{
	for (size_t i = 0; code && i < REFUSALS; i++)
		if (strcmp(refusal_infos[i].code, code) == 0) {
			atomic_fetch_add(&m->refusal_counts[i], 1);
			return;
		}
}

void
metrics_count_scheme_less_token(struct metrics *m)
{
	atomic_fetch_add(&m->scheme_less_token_count, 1);
}

void
metrics_count_cached_response(struct metrics *m)
{
	atomic_fetch_add(&m->repeated_response_count, 1);
}

void
metrics_count_fault(struct metrics *m, enum metrics_fault fault)
{
	atomic_fetch_add(&m->fault_counts[fault], 1);
}

void
metrics_count_feed_lines(struct metrics *m, const size_t counts[METRICS_FEED_RESULTS])
{
	for (size_t i = 0; i < METRICS_FEED_RESULTS; i++)
		atomic_fetch_add(&m->feed_line_counts[i], counts[i]);
}

static void
begin_metric(struct buf *out, const char *name, const char *type, const char *help)
{
	buf_addf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static const char *
operation_name_at(const struct metrics *m, size_t i)
{
	return i < m->operation_count ? m->get_operation_name(i) : "none";
}

static void
write_answer_counts(struct buf *out, const struct metrics *m)
{
	begin_metric(
	    out, "backroom_requests_total", "counter", "Responses by endpoint and status.");
	for (size_t i = 0; i <= m->operation_count; i++)
		for (size_t s = 0; s <= STATUS_COUNT; s++) {
			unsigned long long n = atomic_load(&m->counters[i].status_counts[s]);
			if (n == 0)
				continue;
			buf_addf(out, "backroom_requests_total{endpoint=\"%s\",status=\"",
			    operation_name_at(m, i));
			if (s < STATUS_COUNT)
				buf_addf(out, "%d\"} %llu\n", http_statuses[s], n);
			else
				buf_addf(out, "other\"} %llu\n", n);
		}
}

/* Prometheus buckets are cumulative. */
static void
write_histogram(struct buf *out, const struct counters *c, const char *name)
{
	static const char metric[] = "backroom_request_duration_seconds";
	unsigned long long sum = 0, us = atomic_load(&c->total_us);
	for (size_t b = 0; b <= BUCKET_COUNT; b++) {
		sum += atomic_load(&c->duration_counts[b]);
		buf_addf(out, "%s_bucket{endpoint=\"%s\",le=\"%s\"} %llu\n", metric, name,
		    b < BUCKET_COUNT ? latency_buckets[b].label : "+Inf", sum);
	}
	buf_addf(
	    out, "%s_sum{endpoint=\"%s\"} %llu.%06llu\n", metric, name, us / 1000000, us % 1000000);
	buf_addf(out, "%s_count{endpoint=\"%s\"} %llu\n", metric, name, sum);
}

/* Reads the second number in statm. */
static bool
read_resident_pages(long *pages)
{
	FILE *f = fopen("/proc/self/statm", "re");
	bool ok = f && fscanf(f, "%*s %ld", pages) == 1;
	if (f)
		fclose(f);
	return ok;
}

/* Counts the process's open descriptors, except the one used for counting. */
static unsigned
count_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	unsigned n = 0;
	while (folder && (readdir(folder)))
		n++;
	if (folder)
		closedir(folder);
	return n > 3 ? n - 3 : 0; /* "." and ".." are counted too */
}

/* Several refusals have the same code. */
static bool
is_first_of_code(size_t i)
{
	size_t first = 0;
	while (strcmp(refusal_infos[first].code, refusal_infos[i].code) != 0)
		first++;
	return first == i;
}

static void
write_refusal_counts(struct buf *out, const struct metrics *m)
{
	begin_metric(out, "backroom_refusals_total", "counter", "Refusals by reason.");
	for (size_t i = 0; i < REFUSALS; i++) {
		unsigned long long n = atomic_load(&m->refusal_counts[i]);
		/* From the start on: else the first one would be no increase. */
		if (is_first_of_code(i))
			buf_addf(out, "backroom_refusals_total{reason=\"%s\"} %llu\n",
			    refusal_infos[i].code, n);
	}
}

static void
write_queue_metrics(struct buf *out, const struct metrics *m)
{
	static const char *const names[] = { [HTTP_QUEUE_READ] = "read",
		[HTTP_QUEUE_WRITE] = "write",
		[HTTP_QUEUE_BOUNDED_WAIT] = "page" };
	_Static_assert(
	    sizeof(names) / sizeof(*names) == HTTP_QUEUES, "every queue needs a row in this table");
	begin_metric(out, "backroom_requests_waiting", "gauge",
	    "Requests waiting for a thread: to read, to write, or for a page without the store.");
	for (int i = 0; i < HTTP_QUEUES; i++)
		buf_addf(out, "backroom_requests_waiting{for=\"%s\"} %u\n", names[i],
		    atomic_load(&m->queued_counts[i]));
}

static void
write_store_metrics(struct buf *out, const struct store_figures *f)
{
	const struct store_pool_figures *pools[] = { &f->primary, &f->replica };
	static const char *const names[] = { "primary", "replica" };
	begin_metric(out, "backroom_store_connections", "gauge", "Connections to the store.");
	for (int i = 0; i < 2; i++)
		buf_addf(out,
		    "backroom_store_connections{store=\"%s\",state=\"in_use\"} %u\n"
		    "backroom_store_connections{store=\"%s\",state=\"idle\"} %u\n",
		    names[i], pools[i]->in_use, names[i], pools[i]->idle);
	begin_metric(out, "backroom_store_waiting", "gauge",
	    "Requests waiting for a connection to the store.");
	for (int i = 0; i < 2; i++)
		buf_addf(
		    out, "backroom_store_waiting{store=\"%s\"} %u\n", names[i], pools[i]->waiting);
	begin_metric(out, "backroom_store_reads_total", "counter", "Reads by store.");
	buf_addf(out,
	    "backroom_store_reads_total{store=\"primary\"} %llu\n"
	    "backroom_store_reads_total{store=\"replica\"} %llu\n",
	    f->reads, f->replica_reads);
	if (f->has_file) {
		begin_metric(out, "backroom_store_file_bytes", "gauge",
		    "Size of the store's file and of its write-ahead log.");
		buf_addf(out,
		    "backroom_store_file_bytes{file=\"data\"} %lld\n"
		    "backroom_store_file_bytes{file=\"wal\"} %lld\n",
		    (long long)f->file_bytes, (long long)f->wal_bytes);
	}
}

static void
write_process_metrics(struct buf *out, const struct metrics *m)
{
	struct rlimit limit;
	long pages;
	begin_metric(out, "backroom_build_info", "gauge", "The version of the program.");
	buf_addz(out, "backroom_build_info{version=\"" BACKROOM_VERSION "\"} 1\n");
	begin_metric(out, "process_start_time_seconds", "gauge", "Start time of the process.");
	buf_addf(out, "process_start_time_seconds %.3f\n", m->started_at);
	if (read_resident_pages(&pages)) {
		begin_metric(out, "process_resident_memory_bytes", "gauge", "Memory in use.");
		buf_addf(out, "process_resident_memory_bytes %lld\n",
		    (long long)pages * sysconf(_SC_PAGESIZE));
	}
	begin_metric(out, "process_open_fds", "gauge", "Open descriptors.");
	buf_addf(out, "process_open_fds %u\n", count_descriptors());
	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		begin_metric(
		    out, "process_max_fds", "gauge", "Maximum number of open file descriptors.");
		buf_addf(out, "process_max_fds %llu\n", (unsigned long long)limit.rlim_cur);
	}
}

void
metrics_write(struct buf *out, const struct metrics *m, unsigned connections,
    const struct store_figures *store)
{
	write_answer_counts(out, m);
	begin_metric(out, "backroom_request_duration_seconds", "histogram",
	    "Time from the request line until the response is ready.");
	for (size_t i = 0; i <= m->operation_count; i++)
		write_histogram(out, &m->counters[i], operation_name_at(m, i));
	begin_metric(out, "backroom_connections", "gauge", "Open connections.");
	buf_addf(out, "backroom_connections %u\n", connections);
	begin_metric(out, "backroom_requests_under_way", "gauge", "Requests in progress.");
	buf_addf(out, "backroom_requests_under_way %u\n", atomic_load(&m->in_progress_count));
	begin_metric(out, "backroom_bare_tokens_total", "counter",
	    "Requests whose token was sent without the word Bearer.");
	buf_addf(out, "backroom_bare_tokens_total %llu\n",
	    (unsigned long long)atomic_load(&m->scheme_less_token_count));
	begin_metric(out, "backroom_answers_repeated_total", "counter",
	    "Responses repeated for a known Idempotency-Key.");
	buf_addf(out, "backroom_answers_repeated_total %llu\n",
	    (unsigned long long)atomic_load(&m->repeated_response_count));
	begin_metric(
	    out, "backroom_faults_total", "counter", "Simulated failures and store failures.");
	for (size_t i = 0; i < METRICS_FAULTS; i++)
		buf_addf(out, "backroom_faults_total{kind=\"%s\"} %llu\n", fault_names[i],
		    (unsigned long long)atomic_load(&m->fault_counts[i]));
	write_refusal_counts(out, m);
	begin_metric(out, "backroom_feed_lines_total", "counter", "Lines of feeds by result.");
	for (size_t i = 0; i < METRICS_FEED_RESULTS; i++)
		buf_addf(out, "backroom_feed_lines_total{result=\"%s\"} %llu\n",
		    feed_result_names[i], (unsigned long long)atomic_load(&m->feed_line_counts[i]));
	write_queue_metrics(out, m);
	write_store_metrics(out, store);
	write_process_metrics(out, m);
}
