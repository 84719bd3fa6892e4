#include "lib/raw.h"
#include "lib/sockets.h"
#include "lib/test.h"

#include "lib/deadline.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WAIT_MS = 20000 };

int
raw_begin(int port, struct str bytes)
{
	int fd = http_connect(port);
	assert_true(fd >= 0);
	socket_send(fd, bytes);
	return fd;
}

bool
raw_end(int fd, struct buf *in)
{
	int64_t deadline = deadline_in(WAIT_MS);
	ssize_t n = 1;
	while (n > 0) {
		struct pollfd wait = { .fd = fd, .events = POLLIN };
		if (poll(&wait, 1, deadline_left(deadline)) <= 0)
			break;
		n = recv(fd, buf_reserve(in, 65536), 65536, 0);
		in->n += n > 0 ? (size_t)n : 0;
	}
	close(fd);
	return n <= 0;
}

size_t
raw_statuses(struct str in, int statuses[STATUSES])
{
	static const struct str mark = S("HTTP/1.");
	size_t n = 0;
	for (size_t at; n < STATUSES && (at = str_find(in, mark)) != SIZE_MAX;) {
		in = str_sub(in, at + mark.n, SIZE_MAX);
		int status = in.n > 5 && in.p[1] == ' ' ? (int)strtol(in.p + 2, NULL, 10) : 0;
		if (status >= 200)
			statuses[n++] = status;
	}
	return n;
}

bool
raw_is_refusal(const int *statuses, size_t n)
{
	return n == 0 || (n <= 2 && statuses[0] >= 400 && (n == 1 || statuses[1] == statuses[0]));
}

static bool
is_expected_status(int want, const int *statuses, size_t n)
{
	if (want == REFUSED || want == UNFINISHED)
		return raw_is_refusal(statuses, n);
	if (want >= EITHER && raw_is_refusal(statuses, n))
		return true;
	if (want >= CLOSES && want < EITHER)
		return n == 1 && statuses[0] == want - CLOSES;
	return n == 2 && statuses[0] == want % CLOSES && statuses[1] == 200;
}

static void
print_escaped(struct str s)
{
	for (size_t i = 0; i < s.n && i < 200; i++)
		if (s.p[i] >= ' ' && s.p[i] < 127)
			fputc(s.p[i], stderr);
		else
			fprintf(stderr, "\\x%02x", (unsigned char)s.p[i]);
	fputc('\n', stderr);
}

static void
judge(struct whatif_evaluation *run, struct raw_request *a)
{
	int statuses[STATUSES] = { 0 }, want = a->want;
	struct str request = buf_str(&a->request);
	const char *name = a->name;
	auto_buf in = { 0 };
	bool ended = raw_end(a->fd, &in);
	size_t n = raw_statuses(buf_str(&in), statuses);
	run->cases++;
	if (!ended || !is_expected_status(want, statuses, n)) {
		run->wrong++;
		fprintf(stderr, "%s: %s, %zu answers: %d %d, wanted %d: ", name,
		    ended ? "ended" : "left open", n, statuses[0], statuses[1], want);
		print_escaped(request);
	}
	buf_free(&a->request);
}

void
raw_check(struct whatif_evaluation *run, const char *name, struct str request, int want)
{
	struct raw_request a = { .want = want, .name = name };
	struct buf bytes = { 0 };
	buf_adds(&a.request, request);
	buf_adds(&bytes, request);
	buf_addz(&bytes, PLAIN);
	a.fd = raw_begin(run->port, buf_str(&bytes));
	buf_free(&bytes);
	if (want != UNFINISHED) {
		judge(run, &a);
		return;
	}
	shutdown(a.fd, SHUT_WR);
	vec_push(&run->unfinished, a);
}

void
raw_check_silence(struct whatif_evaluation *run)
{
	struct raw_request a = { .want = UNFINISHED, .name = "silence" };
	buf_addz(&a.request, "\x16\x03\x01\x02");
	a.fd = raw_begin(run->port, buf_str(&a.request));
	vec_push(&run->unfinished, a);
}

void
raw_judge_unfinished(struct whatif_evaluation *run)
{
	for (size_t i = 0; i < run->unfinished.n; i++)
		judge(run, &run->unfinished.v[i]);
	vec_free(&run->unfinished);
}
