#include "bench/driver.h"
#include "lib/cleanup.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double
now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1000 + (double)t.tv_nsec / 1e6;
}

bool
driver_finds(const char *name)
{
	auto_buf path = { 0 };
	struct str rest = str_of(getenv("PATH")), folder;
	bool found = strchr(name, '/') != NULL;
	while (!found && str_next(&rest, ':', &folder)) {
		buf_reset(&path);
		buf_addf(&path, "%.*s/%s", STR_ARG(folder), name);
		found = access(buf_z(&path), X_OK) == 0;
	}
	return found;
}

void
driver_start(struct driver *d, const char *folder, const char *const argv[])
{
	struct winsize size = { .ws_row = 36, .ws_col = 120 };
	*d = (struct driver){ .began = now_ms() };
	d->pid = forkpty(&d->fd, NULL, NULL, &size);
	if (d->pid < 0)
		abort();
	if (d->pid == 0) {
		setenv("TERM", "xterm-256color", 1);
		unsetenv("TMUX");
		if (folder && chdir(folder) != 0)
			_exit(126);
		execvp(argv[0], (char *const *)(uintptr_t)argv);
		_exit(127);
	}
}

static void
fail_and_exit(struct driver *d, const char *what)
{
	fprintf(stderr, "bench: %s; it wrote:\n%.2000s\n", what, buf_z(&d->log));
	exit(1);
}

void
driver_stop(struct driver *d)
{
	if (waitpid(d->pid, NULL, WNOHANG) != 0)
		fail_and_exit(d, "a program ended while it was measured");
	kill(d->pid, SIGKILL);
	waitpid(d->pid, NULL, 0);
	close(d->fd);
	buf_free(&d->log);
}

/* Reads what arrives within ms; false if nothing did. */
static bool
read_some(struct driver *d, int ms)
{
	struct pollfd p = { d->fd, POLLIN, 0 };
	if (poll(&p, 1, ms) <= 0)
		return false;
	ssize_t n = read(d->fd, buf_reserve(&d->log, 65536), 65536);
	if (n <= 0)
		return false;
	d->log.n += (size_t)n;
	d->last = now_ms();
	return true;
}

double
driver_first(struct driver *d)
{
	while (d->log.n == 0 && now_ms() - d->began < 5000)
		read_some(d, 1000);
	return d->last - d->began;
}

size_t
driver_rest(struct driver *d, int quiet)
{
	size_t before = d->log.n;
	while (read_some(d, quiet))
		;
	return d->log.n - before;
}

double
driver_until(struct driver *d, const char *text, int limit)
{
	double end = now_ms() + limit;
	while (str_find(buf_str(&d->log), str_of(text)) == SIZE_MAX)
		if (now_ms() > end || (!read_some(d, 50) && now_ms() > end))
			fail_and_exit(d, "a text that was waited for did not come");
	return d->last - d->began;
}

double
driver_key(struct driver *d, const char *key, int quiet, size_t *bytes)
{
	double sent = now_ms();
	d->last = sent;
	if (write(d->fd, key, strlen(key)) < 0)
		return -1;
	*bytes = driver_rest(d, quiet);
	return d->last - sent;
}

double
driver_echo(struct driver *d, const char *key, int limit)
{
	while (read_some(d, 0))
		;
	double sent = now_ms();
	if (write(d->fd, key, strlen(key)) < 0)
		return -1;
	return read_some(d, limit) ? d->last - sent : limit;
}

long
driver_status(const struct driver *d, const char *name)
{
	char path[64], line[256];
	long value = 0;
	snprintf(path, sizeof(path), "/proc/%d/status", (int)d->pid);
	FILE *f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		if (strncmp(line, name, strlen(name)) == 0)
			value = strtol(line + strlen(name), NULL, 10);
	if (f)
		fclose(f);
	return value;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double
quantile(double *values, size_t n, double part)
{
	if (n == 0)
		return 0;
	qsort(values, n, sizeof(*values), by_value);
	size_t at = (size_t)((double)(n - 1) * part + 0.5);
	return values[at];
}

double
median(double *values, size_t n)
{
	return quantile(values, n, 0.5);
}
