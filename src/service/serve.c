#include "service/serve.h"

#include "base/log.h"
#include "service/access.h"
#include "service/demo_load.h"
#include "service/http.h"
#include "service/listen.h"
#include "service/openapi.h"
#include "service/routes.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

static void
on_request(void *ctx, const struct request *rq, struct response *rs)
{
	struct service *service = ctx;
	metrics_begin(service->metrics);
	routes_answer(service, rq, rs);
	metrics_end(service->metrics);
}

static void
on_done(void *ctx, const struct http_done *done)
{
	access_note(ctx, done);
}

/* Every thread that comes later inherits the mask: signals are read here and nowhere else. */
static int
open_signals(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static bool
reached_end(int fd)
{
	char bytes[64];
	ssize_t got = read(fd, bytes, sizeof(bytes));
	return got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN);
}

static void
wait_for_end(int signals, int until_fd)
{
	struct pollfd fds[] = { { .fd = signals, .events = POLLIN },
		{ .fd = until_fd, .events = POLLIN } };
	for (;;) {
		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			return;
		if (fds[0].revents)
			return;
		if (fds[1].revents && reached_end(until_fd))
			return;
		fds[0].revents = fds[1].revents = 0;
	}
}

static bool
say_ready(int fd, struct buf *url, struct err *err)
{
	struct buf line = { 0 };
	buf_addf(&line, "ready %s%s\n", buf_z(url), route_base);
	bool ok = write(fd, line.p, line.n) == (ssize_t)line.n;
	if (!ok)
		err_set(err, ERR_IO, "cannot say that the service is ready: %s", strerror(errno));
	buf_free(&line);
	return ok;
}

/* The cursors' key is made from the service's: any replica with the same key has the same, and
 * neither gives the other away. */
static void
set_up(struct service *service, const struct serve_settings *s)
{
	struct gate_rules rules = {
		.algorithm = s->algorithm, .key = s->token_key, .iss = s->iss, .aud = s->aud
	};
	service->gate = gate_new(&rules);
	service->names = wire_names_default();
	service->clock = s->clock;
	service->hits = hits_new();
	service->metrics = metrics_new(route_operation, routes_n);
	service->limits = limits_new(&limits_usual);
	service->bare_tokens = true;
	service->demo = s->demo;
	service->mode = s->demo ? "sandbox" : "production";
	service->delay_ms = s->delay_ms;
	service->slow_ms = s->slow_ms;
	service->faults.fail = s->fault_fail;
	service->faults.every = s->fault_every;
	digest_hmac(s->secret, STR("backroom cursor 1"), service->cursor_key);
	openapi_write(&service->openapi, service);
}

static void
tear_down(struct service *service)
{
	gate_free(service->gate);
	hits_free(service->hits);
	buf_free(&service->openapi);
	metrics_free(service->metrics);
	limits_free(service->limits);
}

static bool
serve_until_end(
    struct service *service, const struct serve_settings *s, int signals, struct err *err)
{
	struct buf url = { 0 };
	struct http_server *http = NULL;
	struct access access = { service->metrics, s->log_requests };
	struct http_settings settings = { on_request, service, on_done, &access, service->limits };
	int fd = listen_open(s->listen, s->insecure_listen, &url, err);
	bool ok = fd >= 0 && (http = http_start(fd, &settings, err));
	if (ok && (ok = say_ready(s->ready_fd, &url, err))) {
		log_event(LOG_INFO, "ready", LOG_TEXT("url", buf_str(&url)));
		wait_for_end(signals, s->until_fd);
		log_event(LOG_INFO, "ending", LOG_TEXT("url", buf_str(&url)));
	}
	if (http)
		http_stop(http);
	buf_free(&url);
	return ok;
}

bool
serve_run(const struct serve_settings *s, struct err *err)
{
	struct service service = { 0 };
	int signals = open_signals();
	service.store = store_open(s->store, err);
	if (!service.store)
		return false;
	bool ok = !s->demo || demo_load(service.store, s->demo, clock_now(&s->clock), err);
	if (ok) {
		set_up(&service, s);
		ok = serve_until_end(&service, s, signals, err);
		tear_down(&service);
	}
	store_close(service.store);
	close(signals);
	return ok;
}
