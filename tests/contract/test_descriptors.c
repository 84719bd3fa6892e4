/* labels: slow */
/* Running out of descriptors: too few at the start is an error that gives the number; later the
 * service pauses and refuses clients without spinning, and continues once descriptors are free. */
#include "base/clock.h"
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/neighbours.h"
#include "lib/process.h"
#include "lib/test.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAIT_MS = 20000, CALLERS = 30, WATCHED_MS = 1000 };

/* Starts `serve` with this limit of open files; appends its stderr. */
static int
serve_with_file_limit(const char *files, struct buf *words)
{
	char line[200];
	int status = 0;
	snprintf(line, sizeof(line),
	    "ulimit -n %s; exec \"$BACKROOM_SERVICE_BIN\" serve --listen 127.0.0.1:0 --store "
	    "sqlite::memory: --demo tour",
	    files);
	int out = open("out", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int err = open("err", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	pid_t pid = process_start(
	    (const char *const[]){ "/bin/sh", "-c", line, NULL }, NULL, out, err);
	assert_true(process_wait(pid, WAIT_MS, &status));
	close(out);
	close(err);
	assert_true(process_read_file("err", words));
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(too_few_descriptors_at_the_start_are_reported_with_their_number)
{
	auto_buf words = { 0 };
	assert_int_equal(serve_with_file_limit("60", &words), 1);
	assert_non_null(strstr(buf_z(&words), "only 60 files can be open"));
	assert_non_null(strstr(buf_z(&words), "ulimit -n "));
}

/* The number that the process's next descriptor would get. */
static unsigned
next_descriptor(int pid)
{
	char path[40];
	struct stat st;
	unsigned fd = 0;
	do
		snprintf(path, sizeof(path), "/proc/%d/fd/%u", pid, fd);
	while (lstat(path, &st) == 0 && ++fd);
	return fd;
}

static void
allow_files(const struct api *a, unsigned n)
{
	struct rlimit limit;
	assert_int_equal(prlimit(service_pid(a->service), RLIMIT_NOFILE, NULL, &limit), 0);
	limit.rlim_cur = n ? n : limit.rlim_max;
	assert_int_equal(prlimit(service_pid(a->service), RLIMIT_NOFILE, &limit, NULL), 0);
}

/* True if the connection is refused before any request. */
static bool
is_refused_at_connect(int fd)
{
	char answer[1000];
	struct pollfd in = { .fd = fd, .events = POLLIN };
	if (poll(&in, 1, deadline_left(deadline_in(WAIT_MS))) <= 0)
		return false;
	ssize_t n = recv(fd, answer, sizeof(answer) - 1, 0);
	answer[n > 0 ? n : 0] = '\0';
	return strstr(answer, "HTTP/1.1 503 ") && strstr(answer, "\"code\":\"busy\"");
}

TEST_WITH(without_free_descriptors_it_pauses_accepting, api_set_up, api_tear_down)
{
	static const char ask[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
	struct api *a = *state;
	char answer[1000];
	int fds[CALLERS], more[CALLERS], kept = http_connect(service_port(a->service));
	assert_int_equal(send(kept, ask, sizeof(ask) - 1, MSG_NOSIGNAL), sizeof(ask) - 1);
	assert_true(recv(kept, answer, sizeof(answer), 0) > 0);
	allow_files(a, next_descriptor(service_pid(a->service)));
	for (int i = 0; i < CALLERS; i++)
		fds[i] = http_connect(service_port(a->service));
	assert_true(is_refused_at_connect(fds[CALLERS - 1]));
	for (int i = 0; i < CALLERS; i++)
		more[i] = http_connect(service_port(a->service));
	long before = neighbours_cpu(service_pid(a->service));
	/* waiting clients do not keep it busy, and connected ones are served */
	for (int64_t end = clock_ticks() + WATCHED_MS; clock_ticks() < end; poll(NULL, 0, 100)) {
		assert_int_equal(send(kept, ask, sizeof(ask) - 1, MSG_NOSIGNAL), sizeof(ask) - 1);
		assert_true(recv(kept, answer, sizeof(answer), 0) > 0);
	}
	assert_in_range(neighbours_cpu(service_pid(a->service)) - before, 0, WATCHED_MS / 3);
	for (int i = 0; i < CALLERS; i++) {
		close(fds[i]);
		close(more[i]);
	}
	allow_files(a, 0);
	int64_t end = deadline_in(WAIT_MS);
	while (api_get(a, "/journeys") != 200)
		assert_true(deadline_left(end) > 0);
	close(kept);
}
