#include "client/transport.h"

#include "base/clock.h"
#include "base/curl_functions.h"
#include "base/mem.h"
#include "client/connection_fault.h"
#include "client/url.h"
#include "model/watermark.h"
#include "wire/errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	CONNECT_TIMEOUT_MS = 5000,
	COMPRESSED_PIECE_SIZE =
	    4096, /* compressed: expands to up to twenty times as much per call */
	PLAIN_PIECE_SIZE = 32768,
	LOCAL_RESPONSE_MAX_US =
	    3000, /* a response that begins within this time comes from this machine */
	HEADER_SIZE_MAX = 65536,
	ERROR_BODY_SIZE_MAX = 65536,
	SPEED_MIN_BYTES_PER_S = 16,
	SPEED_WINDOW_S = 10,
	HTTP_NO_CONTENT = 204
};

struct transfer {
	struct transfer *next;
	struct transport *t;
	unsigned id;
	CURL *easy;           /* NULL if libcurl could not be loaded */
	unsigned load_failed; /* timer that then ends the transfer */
	struct curl_slist *headers;
	struct buf body; /* request body */
	struct buf error_body;
	struct transfer_result answer;
	size_t header_bytes;
	bool aborted_by_us; /* our write callback aborted the transfer; answer.err has the reason */
	time_t retry_at;    /* Retry-After as a date, by the service's clock; or 0 */
	transfer_done_fn *on_done;
	void *ctx;
	char curl_error[CURL_ERROR_SIZE];
};

struct transport {
	struct io_watch io;
	struct transport_rules rules;
	char *ca_file, *client_cert, *client_key, *proxy;
	struct curl_functions curl; /* loaded with `multi` */
	CURLM *multi;
	unsigned curl_timer, next_id;
	struct transfer *transfers;
	bool has_watermark;
	struct watermark watermark; /* combined X-Seen of all responses so far */
	bool has_clock_skew;
	int64_t clock_skew_s;
	bool server_is_local; /* the server is on this machine, not at the other end of a tunnel */
};

static void collect_finished(struct transport *t);

static void
on_ready(void *arg, int fd, unsigned events)
{
	struct transport *t = arg;
	int running, mask = 0;
	if (events & IO_READ)
		mask |= CURL_CSELECT_IN;
	if (events & IO_WRITE)
		mask |= CURL_CSELECT_OUT;
	t->curl.multi_socket_action(t->multi, fd, mask, &running);
	collect_finished(t);
}

static void
on_curl_timeout(void *arg)
{
	struct transport *t = arg;
	int running;
	t->curl_timer = 0;
	t->curl.multi_socket_action(t->multi, CURL_SOCKET_TIMEOUT, 0, &running);
	collect_finished(t);
}

static int
on_socket(CURL *easy, curl_socket_t fd, int what, void *arg, void *unused)
{
	struct transport *t = arg;
	(void)easy;
	(void)unused;
	unsigned want = 0;
	if (what == CURL_POLL_IN || what == CURL_POLL_INOUT)
		want |= IO_READ;
	if (what == CURL_POLL_OUT || what == CURL_POLL_INOUT)
		want |= IO_WRITE;
	t->io.watch_fd(t->io.ctx, fd, want, on_ready, t);
	return 0;
}

static int
on_timer(CURLM *multi, long ms, void *arg)
{
	struct transport *t = arg;
	(void)multi;
	t->io.cancel_timer(t->io.ctx, t->curl_timer);
	t->curl_timer = ms < 0 ? 0 : t->io.start_timer(t->io.ctx, ms, on_curl_timeout, t);
	return 0;
}

struct transport *
transport_new(const struct io_watch *io, const struct transport_rules *rules)
{
	struct transport *t = x_new(struct transport);
	t->io = *io;
	t->rules = *rules;
	t->ca_file = x_strdup(rules->ca_file);
	t->client_cert = x_strdup(rules->client_cert);
	t->client_key = x_strdup(rules->client_key);
	t->proxy = x_strdup(rules->proxy);
	t->next_id = 1;
	return t;
}

/* Loading and initialising curl and TLS takes milliseconds, so it is delayed until the first
 * request. */
static bool
wake_curl(struct transport *t, struct err *err)
{
	const struct curl_functions *c = &t->curl;
	if (t->multi)
		return true;
	if (!curl_functions_load(&t->curl, err))
		return false;
	c->global_init(CURL_GLOBAL_DEFAULT);
	t->multi = c->multi_init();
	if (!t->multi)
		abort();
	c->multi_setopt(t->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
	c->multi_setopt(t->multi, CURLMOPT_SOCKETDATA, t);
	c->multi_setopt(t->multi, CURLMOPT_TIMERFUNCTION, on_timer);
	c->multi_setopt(t->multi, CURLMOPT_TIMERDATA, t);
	return true;
}

static void
transfer_free(struct transfer *f)
{
	for (struct curl_slist *h = f->headers; h; h = h->next)
		explicit_bzero(h->data, strlen(h->data));
	if (f->easy) {
		f->t->curl.easy_cleanup(f->easy);
		f->t->curl.slist_free_all(f->headers);
	}
	buf_wipe(&f->body);
	buf_wipe(&f->error_body);
	json_scan_free(&f->answer.page);
	x_free(f);
}

void
transport_free(struct transport *t)
{
	if (!t)
		return;
	while (t->transfers)
		transport_cancel(t, t->transfers->id);
	if (t->multi)
		t->curl.multi_cleanup(t->multi);
	t->io.cancel_timer(t->io.ctx, t->curl_timer);
	x_free(t->ca_file);
	x_free(t->client_cert);
	x_free(t->client_key);
	x_free(t->proxy);
	x_free(t);
}

static long
status_of(const struct transfer *f)
{
	long status = 0;
	f->t->curl.easy_getinfo(f->easy, CURLINFO_RESPONSE_CODE, &status);
	return status;
}

/* Reserves memory according to Content-Length, which may be missing or wrong. */
static void
reserve_body(struct transfer *f)
{
	curl_off_t n = 0;
	f->t->curl.easy_getinfo(f->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &n);
	if (n > 0)
		json_scan_reserve(&f->answer.page, (size_t)n);
}

static size_t
on_body(char *bytes, size_t size, size_t n, void *arg)
{
	struct transfer *f = arg;
	struct str piece = { bytes, size * n };
	if (err_kind_of_status((int)status_of(f)) != ERR_NONE) {
		buf_adds(&f->error_body, piece);
		return piece.n;
	}
	if (!f->answer.page.body.n)
		reserve_body(f);
	if (json_scan_push(&f->answer.page, piece, &f->answer.err))
		return piece.n;
	f->aborted_by_us = true;
	return 0;
}

static bool
is_header(struct str line, const char *name, struct str *value)
{
	struct str head = str_of(name);
	if (line.n <= head.n || !str_eq_nocase(str_sub(line, 0, head.n), head))
		return false;
	*value = str_trim(str_sub(line, head.n, line.n));
	return true;
}

/* Parses an HTTP date; -1 if it is not one. */
static time_t
read_date(const struct transport *t, struct str value)
{
	char *text = str_dup(value);
	time_t date = t->curl.getdate(text, NULL);
	x_free(text);
	return date;
}

/* Limits it to a minute; ignores negative values. */
static void
set_retry_after(struct transfer *f, int64_t seconds)
{
	if (seconds >= 0)
		f->answer.retry_after_ms = seconds > 60 ? 60000 : (int)seconds * 1000;
}

/* A date in Retry-After uses the service's clock, which may differ from ours. */
static void
read_retry_date(struct transfer *f)
{
	int64_t now = clock_real() / 1000 - (f->t->has_clock_skew ? f->t->clock_skew_s : 0);
	if (f->retry_at > 0)
		set_retry_after(f, (int64_t)f->retry_at > now ? (int64_t)f->retry_at - now : 0);
}

/* Clock differences make tokens invalid; the error message then mentions them. */
static void
note_server_time(struct transport *t, struct str value)
{
	time_t there = read_date(t, value);
	if (there < 0)
		return;
	t->has_clock_skew = true;
	t->clock_skew_s = clock_real() / 1000 - (int64_t)there;
}

bool
transport_clock_skew(const struct transport *t, int64_t *seconds)
{
	*seconds = t->clock_skew_s;
	return t->has_clock_skew;
}

static size_t
on_header(char *bytes, size_t size, size_t n, void *arg)
{
	struct transfer *f = arg;
	struct str line = { bytes, size * n }, value;
	int64_t seconds;
	struct watermark seen;
	f->header_bytes += line.n;
	if (f->header_bytes > HEADER_SIZE_MAX) {
		f->aborted_by_us = true;
		err_set(
		    &f->answer.err, ERR_PROTOCOL, "more than %d bytes of headers", HEADER_SIZE_MAX);
		return 0;
	}
	if (is_header(line, "x-request-id:", &value))
		snprintf(
		    f->answer.request_id, sizeof(f->answer.request_id), "%.*s", STR_ARG(value));
	if (is_header(line, "retry-after:", &value)) {
		if (str_to_int64(value, &seconds))
			set_retry_after(f, seconds);
		else
			f->retry_at = read_date(f->t, value);
	}
	if (is_header(line, "date:", &value))
		note_server_time(f->t, value);
	if (is_header(line, "x-seen:", &value) && watermark_parse(&seen, value)) {
		f->t->watermark = watermark_max(&f->t->watermark, &seen);
		f->t->has_watermark = true;
	}
	return line.n;
}

static void
set_limits(struct transfer *f, const struct http_request *x)
{
	const struct curl_functions *c = &f->t->curl;
	CURL *easy = f->easy;
	curl_set_number(c, easy, CURLOPT_NOSIGNAL, 1L);
	curl_set_number(c, easy, CURLOPT_QUICK_EXIT, 1L); /* cancel a name lookup at once */
	curl_set_number(c, easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_set_number(c, easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	curl_set_number(c, easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_TIMEOUT_MS);
	curl_set_number(c, easy, CURLOPT_TIMEOUT_MS, (long)x->timeout_ms);
	curl_set_number(c, easy, CURLOPT_LOW_SPEED_LIMIT, (long)SPEED_MIN_BYTES_PER_S);
	curl_set_number(c, easy, CURLOPT_LOW_SPEED_TIME, (long)SPEED_WINDOW_S);
	if (f->t->ca_file)
		curl_set_text(c, easy, CURLOPT_CAINFO, f->t->ca_file);
	if (f->t->client_cert) {
		curl_set_text(c, easy, CURLOPT_SSLCERT, f->t->client_cert);
		curl_set_text(c, easy, CURLOPT_SSLKEY, f->t->client_key);
	}
	if (f->t->proxy)
		curl_set_text(c, easy, CURLOPT_PROXY, f->t->proxy);
	bool here = url_is_loopback(str_of(x->url)), plain = here && f->t->server_is_local;
	if (here)
		curl_set_text(c, easy, CURLOPT_PROXY, "");
	/* Within one machine, compression takes more time than it saves. */
	curl_set_text(c, easy, CURLOPT_ACCEPT_ENCODING, plain ? "identity" : "");
	curl_set_number(c, easy, CURLOPT_BUFFERSIZE,
	    plain ? (long)PLAIN_PIECE_SIZE : (long)COMPRESSED_PIECE_SIZE);
	/* Without TLS, the token could be read on the network. */
	curl_set_text(
	    c, easy, CURLOPT_PROTOCOLS_STR, here || f->t->rules.insecure ? "http,https" : "https");
}

static void
add_token(struct transfer *f, const struct http_request *x)
{
	struct buf line = { 0 };
	struct str secret = x->basic_credentials.n ? x->basic_credentials : x->token;
	if (secret.n == 0)
		return;
	buf_addz(&line,
	    x->basic_credentials.n             ? "Authorization: Basic "
		: f->t->rules.sends_bare_token ? "Authorization: "
					       : "Authorization: Bearer ");
	buf_adds(&line, secret);
	f->headers = f->t->curl.slist_append(f->headers, buf_z(&line));
	buf_wipe(&line);
}

/* Skips a value that would end the header line: it may contain text from the service. */
static void
add_header(struct transfer *f, const char *name, const char *quote, struct str text)
{
	struct buf line = { 0 };
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] < ' ' || text.p[i] == '"' || text.p[i] == 127)
			return;
	if (!text.n)
		return;
	buf_addf(&line, "%s: %s%.*s%s", name, quote, STR_ARG(text), quote);
	f->headers = f->t->curl.slist_append(f->headers, buf_z(&line));
	buf_free(&line);
}

/* Ensures that no replica of the service returns older data than was already seen or written. */
static void
add_watermark_header(struct transfer *f)
{
	struct buf text = { 0 };
	if (!f->t->has_watermark)
		return;
	watermark_write(&text, &f->t->watermark);
	add_header(f, "X-Seen", "", buf_str(&text));
	buf_free(&text);
}

/* Sends a body with any method, including DELETE. */
static void
add_body(struct transfer *f, const struct http_request *x)
{
	add_header(f, "Idempotency-Key", "", x->idempotency_key);
	add_header(f, "If-Match", "\"", x->if_match);
	if (!x->body.p)
		return;
	buf_adds(&f->body, x->body);
	f->headers = f->t->curl.slist_append(f->headers,
	    x->body_is_form ? "Content-Type: application/x-www-form-urlencoded"
			    : "Content-Type: application/json");
	f->headers = f->t->curl.slist_append(f->headers, "Expect:"); /* no 100-continue */
	f->t->curl.easy_setopt(f->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)f->body.n);
	curl_set_text(&f->t->curl, f->easy, CURLOPT_POSTFIELDS, buf_z(&f->body));
	/* On a reused connection that turns out to be dead, curl would resend the body by
	 * itself. */
	curl_set_number(&f->t->curl, f->easy, CURLOPT_FRESH_CONNECT, 1L);
}

static void
unlink_transfer(struct transport *t, struct transfer *f)
{
	struct transfer **at = &t->transfers;
	while (*at != f)
		at = &(*at)->next;
	*at = f->next;
	t->io.cancel_timer(t->io.ctx, f->load_failed);
	if (f->easy)
		t->curl.multi_remove_handle(t->multi, f->easy);
}

static void
on_load_failed(void *arg)
{
	struct transfer *f = arg;
	f->load_failed = 0;
	unlink_transfer(f->t, f);
	f->on_done(f->ctx, &f->answer);
	transfer_free(f);
}

unsigned
transport_start(
    struct transport *t, const struct http_request *x, transfer_done_fn *done, void *ctx)
{
	struct transfer *f = x_new(struct transfer);
	*f = (struct transfer){
		.t = t, .id = t->next_id++, .on_done = done, .ctx = ctx, .next = t->transfers
	};
	t->transfers = f;
	f->error_body.max = ERROR_BODY_SIZE_MAX;
	f->answer.retry_after_ms = -1;
	struct json_scan_rules rules = json_scan_client_rules;
	rules.items_name = x->items_name;
	json_scan_init(&f->answer.page, &rules);
	if (!wake_curl(t, &f->answer.err)) {
		f->load_failed = t->io.start_timer(t->io.ctx, 0, on_load_failed, f);
		return f->id;
	}
	f->easy = t->curl.easy_init();
	if (!f->easy)
		abort();
	set_limits(f, x);
	f->headers = t->curl.slist_append(NULL, "Accept: application/json");
	add_watermark_header(f);
	add_token(f, x);
	add_body(f, x);
	curl_set_text(&t->curl, f->easy, CURLOPT_URL, x->url);
	curl_set_text(&t->curl, f->easy, CURLOPT_CUSTOMREQUEST, x->method);
	curl_set_data(&t->curl, f->easy, CURLOPT_HTTPHEADER, f->headers);
	curl_set_text(&t->curl, f->easy, CURLOPT_USERAGENT, "backroom/" BACKROOM_VERSION);
	t->curl.easy_setopt(f->easy, CURLOPT_WRITEFUNCTION, on_body);
	curl_set_data(&t->curl, f->easy, CURLOPT_WRITEDATA, f);
	t->curl.easy_setopt(f->easy, CURLOPT_HEADERFUNCTION, on_header);
	curl_set_data(&t->curl, f->easy, CURLOPT_HEADERDATA, f);
	curl_set_data(&t->curl, f->easy, CURLOPT_ERRORBUFFER, f->curl_error);
	curl_set_data(&t->curl, f->easy, CURLOPT_PRIVATE, f);
	t->curl.multi_add_handle(t->multi, f->easy);
	return f->id;
}

void
transport_cancel(struct transport *t, unsigned id)
{
	for (struct transfer *f = t->transfers; f; f = f->next) {
		if (f->id != id)
			continue;
		unlink_transfer(t, f);
		transfer_free(f);
		return;
	}
}

static void
add_host(struct buf *out, const struct transfer *f)
{
	char *url = NULL;
	f->t->curl.easy_getinfo(f->easy, CURLINFO_EFFECTIVE_URL, &url);
	url_append_host(out, str_of(url));
}

/* The response was missing or incomplete. */
static void
set_network_error(struct transfer *f, CURLcode code)
{
	connection_fault_classify(&f->answer.err,
	    &(struct connection_fault){ .easy = f->easy,
		.code = code,
		.curl = &f->t->curl,
		.curl_message = f->curl_error,
		.proxy = f->t->proxy });
}

static void
set_redirect_error(struct transfer *f)
{
	struct transfer_result *a = &f->answer;
	struct buf where = { 0 };
	char *url = NULL;
	f->t->curl.easy_getinfo(f->easy, CURLINFO_REDIRECT_URL, &url);
	if (url)
		url_append_origin(&where, str_of(url));
	err_set(&a->err, ERR_PROTOCOL,
	    "the server responded with %d and redirects to %.120s; redirects are not followed",
	    a->http_status, where.n ? buf_z(&where) : "another address");
	buf_free(&where);
}

static void
set_status_error(struct transfer *f)
{
	struct transfer_result *a = &f->answer;
	if (a->http_status >= 300 && a->http_status < 400)
		set_redirect_error(f);
	else
		error_body_read(&a->err, a->http_status, buf_str(&f->error_body));
}

/* The response does not come from the service; describing it helps more than the position of a
 * JSON error. */
static void
set_non_json_error(struct transfer *f)
{
	struct transfer_result *a = &f->answer;
	struct str head = str_trim(buf_str(&a->page.body));
	struct buf shape = { 0 }, host = { 0 };
	if (head.n && (head.p[0] == '{' || head.p[0] == '['))
		return;
	error_body_describe(&shape, head);
	add_host(&host, f);
	err_set(&a->err, ERR_PROTOCOL,
	    "%s came from %s instead of JSON. Check the url, and any proxy in between",
	    buf_z(&shape), buf_z(&host));
	buf_free(&shape);
	buf_free(&host);
}

/* The other end of a tunnel also has an address of this machine, but takes longer to respond.
 * Failures are not measured: they may come from the near end at once. */
static void
note_connect_time(struct transfer *f)
{
	curl_off_t asked = 0, began = 0;
	f->t->curl.easy_getinfo(f->easy, CURLINFO_PRETRANSFER_TIME_T, &asked);
	f->t->curl.easy_getinfo(f->easy, CURLINFO_STARTTRANSFER_TIME_T, &began);
	f->t->server_is_local = f->t->server_is_local ||
	    (began > asked && began - asked < LOCAL_RESPONSE_MAX_US);
}

static void
set_result(struct transfer *f, CURLcode code)
{
	struct transfer_result *a = &f->answer;
	long bytes = 0;
	f->t->curl.easy_getinfo(f->easy, CURLINFO_REQUEST_SIZE, &bytes);
	a->request_sent = bytes > 0;
	a->http_status = (int)status_of(f);
	read_retry_date(f);
	if (!f->aborted_by_us && code != CURLE_OK)
		set_network_error(f, code);
	else if (!f->aborted_by_us && err_kind_of_status(a->http_status) != ERR_NONE)
		set_status_error(f);
	else if (!f->aborted_by_us && !(a->http_status == HTTP_NO_CONTENT && a->page.body.n == 0))
		json_scan_end(&a->page, &a->err);
	if (!a->err.kind) {
		note_connect_time(f);
		return;
	}
	bool is_complete = !f->aborted_by_us && code == CURLE_OK;
	if (a->err.kind == ERR_PROTOCOL && err_kind_of_status(a->http_status) == ERR_NONE &&
	    f->header_bytes <= HEADER_SIZE_MAX)
		set_non_json_error(f);
	if (is_complete && a->err.kind == ERR_PROTOCOL && a->page.body.n == 0)
		snprintf(a->err.code, sizeof(a->err.code), CLIENT_EMPTY_RESPONSE);
	if (a->err.kind != ERR_NETWORK)
		a->err.http_status = a->http_status;
	if (!a->err.request_id[0])
		snprintf(a->err.request_id, sizeof(a->err.request_id), "%s", a->request_id);
}

static void
collect_finished(struct transport *t)
{
	CURLMsg *m;
	int left;
	while ((m = t->curl.multi_info_read(t->multi, &left))) {
		struct transfer *f = NULL;
		CURLcode code = m->data.result;
		if (m->msg != CURLMSG_DONE)
			continue;
		t->curl.easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &f);
		unlink_transfer(t, f);
		set_result(f, code);
		f->on_done(f->ctx, &f->answer);
		transfer_free(f);
	}
}
