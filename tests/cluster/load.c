/*
 * load write          writers and readers until SIGTERM; their history goes to stdout
 * load read N M       N readers, M reads in all; 0 when none failed
 *
 * CLUSTER_URL names the API, CLUSTER_KEY the file of its key.
 */
#include "cluster/load.h"

#include "base/clock.h"
#include "base/digest.h"
#include "base/mem.h"
#include "base/regular_file.h"
#include "base/vec.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct worker_thread {
	pthread_t thread;
	work_fn *work;
	struct worker worker;
};

void
history(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	flockfile(stdout);
	vprintf(format, args);
	putchar('\n');
	fflush(stdout);
	funlockfile(stdout);
	va_end(args);
}

void
worker_name(struct worker *w, const char *what, char name[40])
{
	snprintf(name, 40, "%s%u-%u", what, w->number, w->done++);
}

/* xorshift64 */
unsigned
worker_choose(struct worker *w, unsigned n)
{
	w->random ^= w->random << 13;
	w->random ^= w->random >> 7;
	w->random ^= w->random << 17;
	return (unsigned)(w->random >> 33) % n;
}

static void *
work(void *arg)
{
	struct worker_thread *c = arg;
	c->worker.client = client_new(c->worker.load->url, buf_str(&c->worker.load->key));
	c->work(&c->worker);
	client_free(c->worker.client);
	return NULL;
}

static void
start(struct worker_thread *crew, unsigned n, work_fn *const works[], unsigned works_n,
    struct load *load)
{
	for (unsigned i = 0; i < n; i++) {
		crew[i].work = works[i < works_n ? i : works_n - 1];
		crew[i].worker = (struct worker){ .load = load,
			.number = i,
			.random = 88172645463325252 + (uint64_t)i * 2654435761 };
		if (pthread_create(&crew[i].thread, NULL, work, &crew[i]) != 0)
			abort();
	}
}

static void
join(struct worker_thread *crew, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		pthread_join(crew[i].thread, NULL);
}

static int
run_writers(struct load *load)
{
	static work_fn *const works[] = { link_and_unlink, link_and_unlink, link_and_unlink,
		link_and_unlink, link_and_unlink, link_and_unlink, update_sets, update_sets,
		update_sets, read_sets, read_sets, walk_baskets };
	enum { N = sizeof(works) / sizeof(*works) };
	struct worker_thread crew[N];
	sigset_t ends;
	int which;
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &ends, NULL);
	start(crew, N, works, N, load);
	sigwait(&ends, &which);
	atomic_store(&load->over, true);
	join(crew, N);
	return 0;
}

static int
run_readers(struct load *load, unsigned readers)
{
	static work_fn *const works[] = { count_reads };
	struct worker_thread *crew = x_new_array(struct worker_thread, readers);
	int64_t begin = clock_ticks();
	start(crew, readers, works, 1, load);
	join(crew, readers);
	x_free(crew);
	printf(
	    "%ld GETs by %u readers in %.1f s, %ld walks over %d baskets, slowest answer %ld ms: "
	    "%ld failed\n",
	    atomic_load(&load->begun), readers, (double)(clock_ticks() - begin) / 1000,
	    atomic_load(&load->walks), BASKETS, atomic_load(&load->slowest_us) / 1000,
	    atomic_load(&load->failed));
	return atomic_load(&load->failed) != 0;
}

static bool
read_key(struct buf *key)
{
	struct err err;
	const char *name = getenv("CLUSTER_KEY");
	int fd = name ? regular_file_open(name, O_RDONLY, 0, &err) : -1;
	bool ok = fd >= 0 && regular_file_read(key, fd, 4096);
	if (fd >= 0)
		close(fd);
	return ok;
}

static long
number(const char *text)
{
	return strtol(text, NULL, 10);
}

int
main(int argc, char **argv)
{
	struct load load = { .url = getenv("CLUSTER_URL") };
	int status = 2;
	if (!load.url || !read_key(&load.key)) {
		fprintf(stderr, "CLUSTER_URL or CLUSTER_KEY is not set\n");
		return 2;
	}
	curl_global_init(CURL_GLOBAL_DEFAULT);
	if (argc == 2 && strcmp(argv[1], "write") == 0) {
		status = run_writers(&load);
	} else if (argc == 4 && strcmp(argv[1], "read") == 0) {
		load.wanted = number(argv[3]);
		status = run_readers(&load, (unsigned)number(argv[2]));
	} else {
		fprintf(stderr, "usage: load write | load read READERS READS\n");
	}
	buf_wipe(&load.key);
	curl_global_cleanup();
	return status;
}
