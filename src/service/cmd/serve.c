#include "service/cmd/serve.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "base/worker.h"
#include "service/api/dispatch.h"
#include "service/api/handlers.h"
#include "service/api/monitoring.h"
#include "service/api/routes.h"
#include "service/auth/jwt_sign.h"
#include "service/auth/key.h"
#include "service/cmd/churn.h"
#include "service/cmd/maintenance.h"
#include "service/cmd/reload.h"
#include "service/cmd/systemd.h"
#include "service/cmd/token_rules.h"
#include "service/demo/demo_load.h"
#include "service/http/http.h"
#include "service/http/listen.h"
#include "service/http/metrics.h"
#include "service/http/monitor.h"
#include "service/openapi/openapi.h"
#include "store/replica.h"
#include "store/store.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

struct access_log {
	struct metrics *metrics; /* borrowed, as is the log */
	struct request_log *request_log;
	atomic_bool is_enabled;  /* may change at any time */
};

/* ---- the access log ---- */

/* Counts a response and, if enabled, logs it: one line without target, query, token or subject, and
 * with the network of the client's address only. Has the parameters of an http_observer. */
static void
access_log_response(const struct access_log *a, const struct http_completed *done)
{
	char network[REMOTE_TEXT_SIZE];
	metrics_count_answer(a->metrics, done->operation, done->status, done->duration_us);
	metrics_count_refusal(a->metrics, done->refusal_code);
	request_log_add(a->request_log, done);
	if (!atomic_load(&a->is_enabled))
		return;
	remote_write_network(&done->remote, network);
	const struct log_field fields[] = { LOG_TEXT("request", str_of(done->id)),
		LOG_TEXT("operation", str_of(done->operation ? done->operation : "none")),
		LOG_NUMBER("status", done->status), LOG_NUMBER("bytes", done->bytes),
		LOG_NUMBER("ms", done->duration_us / 1000), LOG_TEXT("remote", str_of(network)),
		LOG_TEXT("trace", str_of(done->trace_id)) };
	bool has_trace = done->trace_id && *done->trace_id;
	log_fields_unlimited(
	    LOG_INFO, "request", fields, sizeof(fields) / sizeof(*fields) - !has_trace);
}

/* ---- the service ---- */

static void
on_request(void *ctx, const struct request *rq, struct response *rs)
{
	dispatch_request(ctx, rq, rs);
}

static void
on_monitoring_request(void *ctx, const struct request *rq, struct response *rs)
{
	monitoring_answer(ctx, rq, rs);
}

/* An address for monitoring is ADDR:PORT. */
static bool
check_monitor_address(const char *text, struct err *err)
{
	struct err why;
	if (!text || (!str_starts(str_of(text), STR("unix:")) && listen_check(str_of(text), true, &why)))
		return true;
	return err_set(err, ERR_USAGE,
	    "--metrics-listen takes ADDR:PORT with a numeric address, such as 127.0.0.1:9108, not %s",
	    text);
}

/* Plain HTTP is allowed on any address: these pages have no data of persons. */
static bool
start_monitor(
    struct monitor **out, struct service *service, const struct serve_settings *s, struct err *err)
{
	struct buf url = { 0 };
	*out = NULL;
	if (!s->monitor_address)
		return true;
	if (!check_monitor_address(s->monitor_address, err))
		return false;
	int fd = listen_open(str_of(s->monitor_address), true, &url, err);
	bool ok = fd >= 0 && (*out = monitor_start(fd, on_monitoring_request, service, err));
	if (ok)
		log_event(LOG_INFO, "monitoring", LOG_TEXT("url", buf_str(&url)));
	buf_free(&url);
	return ok;
}

static enum http_dispatch
on_quick_request(void *ctx, const struct request *rq, struct response *rs)
{
	return dispatch_if_quick(ctx, rq, rs);
}

static void
on_idle(void *ctx)
{
	store_release_snapshot(((struct service *)ctx)->store);
}

static void
on_done(void *ctx, const struct http_completed *done)
{
	access_log_response(ctx, done);
}

static void
ignore_signals(void)
{
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* report the file size limit as a full disk, do not end */
}

/* Blocks the signals and reads them here only: all later threads inherit the mask. Before this,
 * signals end the program at once, even while the store is still being opened. */
static int
open_signal_fd(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static bool
is_at_end_of_file(int fd)
{
	char bytes[64];
	ssize_t got = read(fd, bytes, sizeof(bytes));
	return got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN);
}

/* ---- signals ---- */

/* True if the signal ends the service. SIGHUP does if the service runs on a terminal, which has
 * closed then. */
static bool
handle_signal(int signals, const struct reload_state *r)
{
	struct signalfd_siginfo info;
	if (read(signals, &info, sizeof(info)) != sizeof(info))
		return errno != EAGAIN && errno != EINTR;
	if (info.ssi_signo != SIGHUP || r->logs_to_terminal)
		return true;
	systemd_notify("RELOADING=1");
	reload_log_and_settings(r);
	systemd_notify("READY=1");
	return false;
}

static void
wait_for_shutdown_request(int signals, int until_fd, const struct reload_state *r)
{
	struct pollfd fds[] = { { .fd = signals, .events = POLLIN },
		{ .fd = until_fd, .events = POLLIN } };
	for (;;) {
		fds[0].revents = fds[1].revents = 0;
		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			return;
		if (fds[0].revents && handle_signal(signals, r))
			return;
		if (fds[1].revents && is_at_end_of_file(until_fd))
			return;
	}
}

enum { DEMO_TOKEN_TTL_S = 24 * 3600 };

/* The user name in $USER if it fits into a token, else "demo". */
static const char *
demo_user_name(void)
{
	const char *user = getenv("USER");
	bool fits = user && *user && strlen(user) <= JWT_SUBJECT_SIZE_MAX &&
	    utf8_valid(str_of(user));
	return fits ? user : "demo";
}

static bool
add_demo_token(struct buf *line, const struct serve_settings *s, int64_t ttl_s, struct err *err)
{
	const struct jwt_sign_params order = { .secret = s->secret,
		.iss = s->iss,
		.aud = s->aud,
		.sub = demo_user_name(),
		.scope = jwt_user_rights,
		.root = "*",
		.now_s = clock_real() / 1000,
		.ttl_s = ttl_s };
	return jwt_sign(line, &order, err);
}

/* For a user at a terminal: requests to copy, with a token for a day. */
static bool
add_first_requests(
    struct buf *out, const struct serve_settings *s, const char *url, struct err *err)
{
	static const char *const targets[] = { "/checkout/abandoned?limit=3",
		"/offers?opt.pageSize=3", "/journeys" };
	if (!s->demo_pack || !isatty(s->ready_fd) || !serve_signs_tokens(s))
		return true;
	buf_addf(out, "\nFrom another terminal, with a token that is valid for a day:\n\n"
		      "  export BACKROOM_URL=%s%s BACKROOM_TOKEN=", url, route_base_path);
	bool ok = add_demo_token(out, s, DEMO_TOKEN_TTL_S, err);
	buf_addz(out, "\n  backroom\n");
	for (size_t i = 0; i < sizeof(targets) / sizeof(*targets); i++)
		buf_addf(out,
		    "  curl -H \"Authorization: Bearer $BACKROOM_TOKEN\" \"$BACKROOM_URL%s\"\n",
		    targets[i]);
	buf_addc(out, '\n');
	return ok;
}

static bool
print_ready(const struct serve_settings *s, struct buf *url, struct err *err)
{
	struct buf line = { 0 };
	buf_addf(&line, "ready %s%s", buf_z(url), route_base_path);
	buf_addz(&line, s->ready_token_ttl_s ? " " : "");
	bool ok = !s->ready_token_ttl_s || add_demo_token(&line, s, s->ready_token_ttl_s, err);
	buf_addc(&line, '\n');
	ok = ok && add_first_requests(&line, s, buf_z(url), err);
	if (ok && write(s->ready_fd, line.p, line.n) != (ssize_t)line.n)
		ok = err_set(
		    err, ERR_IO, "cannot report that the service is ready: %s", strerror(errno));
	buf_wipe(&line);
	return ok;
}

enum { RESPONSE_CACHE_BYTES = 16 << 20 };

static const struct str cursor_key_label = { "backroom cursor 1", 17 };

/* The key for cursors is derived from the service's key: all services with the same key can read
 * each other's cursors, and neither key reveals the other. */
static void
init_token_services(struct service *service, const struct serve_settings *s)
{
	service->grants = grants_new();
	feed_pace_init(&service->feed_pace);
	service->token_secret = s->secret;
	service->iss = s->iss;
	service->aud = s->aud;
	service->token_ttl_s = s->token_ttl_s;
	service->public_url = s->config.public_url;
	service->allows_scheme_less_tokens = s->config.allows_scheme_less_tokens;
	digest_hmac(s->cursor_secret, cursor_key_label, service->cursor_keys.key[0]);
	if (s->second_cursor_secret.p)
		digest_hmac(s->second_cursor_secret, cursor_key_label, service->cursor_keys.key[1]);
	service->cursor_keys.has_second_key = s->second_cursor_secret.p != NULL;
}

/* Generates the OpenAPI document and the digest of all settings. The document already includes
 * parameter names, paths and the program's version. */
static void
build_openapi(struct service *service)
{
	struct buf all = { 0 };
	openapi_write(&service->openapi, service);
	buf_adds(&all, buf_str(&service->openapi));
	buf_addf(&all, "%d", service->published_offers_only);
	digest_sha256(buf_str(&all), service->settings_digest);
	buf_free(&all);
}

static void
set_up_service(struct service *service, const struct serve_settings *s)
{
	const char *mode = s->demo_pack ? "sandbox" : "production";
	init_token_services(service, s);
	service->names = s->config.names;
	service->clock = s->clock;
	service->counts = count_cache_new();
	service->response_cache = response_cache_new(RESPONSE_CACHE_BYTES);
	service->has_monitor = s->monitor_address;
	service->metrics = metrics_new(route_operation, routes_n);
	service->request_log = request_log_new();
	service->limits = limits_new(&s->config.limits);
	service->mode = s->config.mode ? s->config.mode : mode;
	service->include_completed = s->config.include_completed;
	service->published_offers_only = s->config.published_offers_only;
	service->pages_need_no_token = s->config.pages_need_no_token;
	service->links_across_subscriptions = s->config.links_across_subscriptions;
	service->denied_status = s->config.denied_status;
	service->max_read_lag_ms = s->max_read_lag_ms;
	service->demo_pack = s->demo_pack;
	service->is_read_only = s->is_read_only;
	service->faults = s->faults;
	build_openapi(service);
}

static void
free_service_parts(struct service *service)
{
	jwt_verifier_free(service->verifier);
	grants_free(service->grants);
	feed_pace_free(&service->feed_pace);
	count_cache_free(service->counts);
	response_cache_free(service->response_cache);
	buf_free(&service->openapi);
	metrics_free(service->metrics);
	request_log_free(service->request_log);
	limits_free(service->limits);
}

bool
serve_signs_tokens(const struct serve_settings *s)
{
	return s->token_keys->keys.v[0].algorithm == JWT_HS256;
}

static bool
add_clients(struct service *service, const struct serve_settings *s, struct err *err)
{
	bool ok = true;
	if (s->config.clients.n && !serve_signs_tokens(s))
		return err_set(err, ERR_CONFIG, "no tokens can be issued: the key is a public key");
	for (size_t i = 0; i < s->config.clients.n && ok; i++) {
		const struct config_client *c = &s->config.clients.v[i];
		struct buf secret = { 0 };
		ok = !c->secret_file || key_load_client(&secret, c->secret_file, err);
		if (!ok)
			err_prefix(err, "client \"%s\"", c->client.name);
		if (ok)
			grants_add_client(service->grants, &c->client, buf_str(&secret));
		buf_wipe(&secret);
	}
	return ok;
}

/* A client of the configuration overrides a demo client with the same name. */
static bool
is_client_configured(const struct serve_settings *s, const char *name)
{
	for (size_t i = 0; i < s->config.clients.n; i++)
		if (strcmp(s->config.clients.v[i].client.name, name) == 0)
			return true;
	return false;
}

/* Adds the demo's public clients, which anyone can claim to be: only if the service is reachable
 * from this machine alone. */
static void
add_demo_clients(struct service *service, const struct serve_settings *s, int listen_fd)
{
	static const struct oauth_client program = {
		.name = "demo", .scope = jwt_user_rights, .root = "*", .subject = "demo"
	};
	static const struct oauth_client console = { .name = "backroom",
		.scope = jwt_user_rights,
		.root = "*",
		.subject = "agent",
		.allows_device_code = true,
		.is_public = true };
	if (!s->adds_public_clients || !serve_signs_tokens(s) || !listen_is_loopback(listen_fd))
		return;
	if (!is_client_configured(s, program.name))
		grants_add_client(service->grants, &program, STR("northlight"));
	if (!is_client_configured(s, console.name))
		grants_add_client(service->grants, &console, STR_NONE);
	log_event(LOG_INFO, "demo tokens", LOG_TEXT("from", STR("POST /oauth2/token")),
	    LOG_TEXT("client", STR("demo")), LOG_TEXT("secret", STR("northlight")));
}

/* ---- shutdown ---- */

/* Cancels requests that still wait for the store when the time for draining is over. */
struct drain_watcher {
	struct store *store;
	struct worker worker;
};

static void *
run_drain_watcher(void *arg)
{
	struct drain_watcher *e = arg;
	if (worker_sleep(&e->worker, HTTP_DRAIN_TIMEOUT_MS)) {
		log_event(LOG_WARN, "no longer waiting for the store",
		    LOG_NUMBER("ms", HTTP_DRAIN_TIMEOUT_MS));
		store_interrupt(e->store);
	}
	return NULL;
}

/* If no thread can be started, the requests are cancelled at once. */
static struct drain_watcher *
drain_watcher_start(struct store *store)
{
	struct drain_watcher *e = x_new(struct drain_watcher);
	e->store = store;
	if (worker_start(&e->worker, run_drain_watcher, e))
		return e;
	store_interrupt(store);
	x_free(e);
	return NULL;
}

static void
drain_watcher_stop(struct drain_watcher *e)
{
	if (!e)
		return;
	worker_stop(&e->worker);
	x_free(e);
}

/* The service manager's socket, if there is one, else the address of the settings. */
static int
open_listening_socket(
    const struct serve_settings *s, bool *is_passed, struct buf *url, struct err *err)
{
	int fd;
	bool may_be_remote = s->allows_insecure_listen || s->certificate;
	struct buf plain = { 0 };
	if (!systemd_take_socket(&fd, err))
		return -1;
	*is_passed = fd >= 0;
	fd = *is_passed ? listen_adopt(fd, may_be_remote, &plain, err)
			: listen_open(s->listen_address, may_be_remote, &plain, err);
	struct str rest = str_sub(buf_str(&plain), strlen("http"), plain.n);
	buf_addf(url, "%s%.*s", s->certificate ? "https" : "http", STR_ARG(rest));
	buf_free(&plain);
	return fd;
}

/* It is not ready any more, so that a load balancer sends new requests elsewhere; it serves those
 * that still come. A second signal ends the wait. */
static void
wait_for_drain_delay(int64_t delay_ms, int signals)
{
	struct pollfd fds[] = { { .fd = signals, .events = POLLIN } };
	struct signalfd_siginfo info = { 0 };
	int64_t end = clock_ticks() + delay_ms, left;
	/* SIGHUP does not shorten it: it is sent when logs rotate. */
	while ((left = end - clock_ticks()) > 0)
		if (poll(fds, 1, (int)left) > 0 &&
		    read(signals, &info, sizeof(info)) == sizeof(info) && info.ssi_signo != SIGHUP)
			return;
}

static bool
serve_until_end(struct service *service, const struct serve_settings *s, int signals,
    unsigned connections, struct err *err)
{
	struct buf url = { 0 };
	struct http_server *http = NULL;
	struct churn *churn = NULL;
	struct maintenance *maintenance = NULL;
	struct monitor *monitor = NULL;
	struct drain_watcher *ender = NULL;
	struct access_log access = { .metrics = service->metrics,
		.request_log = service->request_log,
		.is_enabled = s->log_requests || s->config.log_requests };
	struct reload_state reload = {
		.settings = s, .service = service, .logs_requests = &access.is_enabled
	};
	const struct proxies proxies = { s->config.proxies.v, s->config.proxies.n };
	struct http_settings settings = { .proxies = &proxies,
		.quick_handler = on_quick_request,
		.handler = on_request,
		.on_idle = on_idle,
		.handler_ctx = service,
		.on_completed = on_done,
		.completed_ctx = &access,
		.limits = service->limits,
		.max_connections = connections,
		.queued_counts = metrics_queued_counts(service->metrics),
		.in_progress_count = metrics_in_progress_count(service->metrics),
		.api_version = route_api_version,
		.certificate = s->certificate,
		.certificate_key = s->certificate_key };
	reload_find_log_file(&reload);
	int fd = open_listening_socket(s, &settings.keeps_listening, &url, err);
	if (fd >= 0)
		add_demo_clients(service, s, fd);
	bool ok = fd >= 0 &&
	    (service->readiness = readiness_start(check_readiness, service, err)) &&
	    maintenance_start(&maintenance, service->store, &service->clock, &s->config.retention, err) &&
	    (!s->churn_interval_s || (churn = churn_start(service, s->churn_interval_s, err))) &&
	    (http = http_start(fd, &settings, err)) && start_monitor(&monitor, service, s, err);
	if (ok && (ok = print_ready(s, &url, err))) {
		log_event(LOG_INFO, "ready", LOG_TEXT("url", buf_str(&url)));
		systemd_notify("READY=1");
		wait_for_shutdown_request(signals, s->keep_alive_fd, &reload);
		systemd_notify("STOPPING=1");
		atomic_store(&service->is_leaving, true);
		if (s->drain_delay_ms)
			log_event(LOG_INFO, "draining", LOG_NUMBER("ms", s->drain_delay_ms));
		wait_for_drain_delay(s->drain_delay_ms, signals);
		log_event(LOG_INFO, "ending", LOG_TEXT("url", buf_str(&url)));
		ender = drain_watcher_start(service->store);
	}
	if (http)
		http_stop(http);
	monitor_stop(monitor);
	readiness_stop(service->readiness);
	churn_stop(churn);
	maintenance_stop(maintenance);
	drain_watcher_stop(ender);
	log_report_suppressed(true);
	if (fd >= 0 && !settings.keeps_listening)
		listen_remove_socket(s->listen_address);
	buf_free(&url);
	return ok;
}

static struct store *
open_store(const struct serve_settings *s, struct err *err)
{
	return store_open_with_flags(
	    s->store_url, s->migrate == MIGRATE_NO ? 0 : STORE_MAY_ALL, err);
}

static bool
migrate_store_only(const struct serve_settings *s, struct err *err)
{
	struct store *store = open_store(s, err);
	if (!store)
		return false;
	store_close(store);
	log_event(LOG_INFO, "the store is ready", LOG_TEXT("store", s->store_url));
	return true;
}

/* Reads the files that the configuration names, without a store, a port or a network. */
static bool
check_settings(const struct serve_settings *s, struct err *err)
{
	struct service service = { .grants = grants_new() };
	bool may_be_remote = s->allows_insecure_listen || s->certificate;
	bool ok = listen_check(s->listen_address, may_be_remote, err) &&
	    check_monitor_address(s->monitor_address, err) &&
	    store_check_url(s->store_url, err) && token_rules_check(s, &s->config, err) &&
	    add_clients(&service, s, err);
	grants_free(service.grants);
	if (ok)
		puts("The configuration is valid.");
	return ok;
}

bool
serve_run(const struct serve_settings *s, struct err *err)
{
	if (s->only_checks)
		return check_settings(s, err);
	if (s->migrate == MIGRATE_ONLY)
		return migrate_store_only(s, err);
	struct service service = { .demo_time_ms = clock_now(&s->clock) };
	unsigned connections;
	if (!raise_descriptor_limit(HTTP_CONNECTIONS_MAX, &connections, err))
		return false;
	ignore_signals();
	service.store = open_store(s, err);
	if (!service.store)
		return false;
	struct demo_params order = { s->demo_pack, service.demo_time_ms,
		s->config.names.namespace };
	bool ok = !s->replica_url || store_set_replica(service.store, str_of(s->replica_url), err);
	int signals = open_signal_fd();
	ok = ok && (!s->demo_pack || demo_load(service.store, &order, err)) &&
	    token_rules_apply(&service.verifier, s, &s->config, err);
	if (ok) {
		set_up_service(&service, s);
		ok = add_clients(&service, s, err) &&
		    serve_until_end(&service, s, signals, connections, err);
		free_service_parts(&service);
	}
	store_close(service.store);
	close(signals);
	return ok;
}
