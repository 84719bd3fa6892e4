#include "client/client_inside.h"

#include "base/clock.h"
#include "base/digest.h"
#include "base/mem.h"
#include "client/exchanges.h"
#include "client/retry.h"
#include "wire/errors.h"
#include "wire/member.h"

#include <stdio.h>
#include <string.h>

/* A read may take 1.5 times the timeout of one exchange, including all tries and pauses: the
 * caller is waiting. */
enum {
	RATE_LIMIT_WAITS_MAX = 5,
	RATE_LIMIT_WAIT_MS = 1000,
	REQUEST_TIMEOUT_MS = 30000,
	HTTP_TOO_MANY_REQUESTS = 429
};

struct client *
client_new(const struct client_config *config, const struct io_watch *io)
{
	struct client *c = x_new(struct client);
	c->io = *io;
	c->wire_names = config->wire_names;
	c->sends_bare_token = config->transport_rules.sends_bare_token;
	c->timeout_ms = config->timeout_ms ? config->timeout_ms : REQUEST_TIMEOUT_MS;
	c->mask = config->mask;
	c->recorder = config->recorder;
	c->recording = config->recording;
	c->base_url = x_strdup(config->base_url);
	c->next_id = 1;
	c->exchanges = exchanges_new();
	c->transport = transport_new(io, &config->transport_rules);
	c->session = session_new(io, &config->token_source);
	return c;
}

static void
call_free(struct pending_call *call)
{
	struct pending_call **at = &call->c->pending_calls;
	while (*at != call)
		at = &(*at)->next;
	*at = call->next;
	buf_free(&call->query);
	buf_free(&call->owner);
	buf_free(&call->body);
	buf_free(&call->idempotency_key);
	buf_free(&call->if_match);
	buf_free(&call->path);
	x_free(call);
}

static void
call_drop(struct pending_call *call)
{
	struct client *c = call->c;
	session_cancel_waiter(c->session, call);
	transport_cancel(c->transport, call->transfer_id);
	c->io.cancel_timer(c->io.ctx, call->retry_timer);
	call_free(call);
}

void
client_cancel(struct client *c, unsigned id)
{
	for (struct pending_call *call = c->pending_calls; call; call = call->next) {
		if (call->id != id || call->on_written)
			continue;
		call_drop(call);
		return;
	}
}

void
client_free(struct client *c)
{
	if (!c)
		return;
	while (c->pending_calls)
		call_drop(c->pending_calls);
	session_free(c->session);
	transport_free(c->transport);
	exchanges_free(c->exchanges);
	x_free(c->base_url);
	x_free(c);
}

void
client_redirect(struct client *c, const char *base_url, const char *token)
{
	struct session_source source = { .token = token };
	x_free(c->base_url);
	c->base_url = x_strdup(base_url);
	session_free(c->session);
	c->session = session_new(&c->io, &source);
	session_set_on_changed(c->session, c->on_session_changed, c->session_changed_ctx);
}

bool
client_has_address(const struct client *c)
{
	return c->base_url || c->recording;
}

void
client_retry_rate_limited_writes(struct client *c, client_retry_wait_fn *on_retry_wait, void *ctx)
{
	c->on_retry_wait = on_retry_wait;
	c->retry_wait_ctx = ctx;
}

static void send_call(struct pending_call *call);

static void
finish_call(struct pending_call *call, struct client_answer *answer)
{
	client_answer_fn *done = call->on_done;
	void *ctx = call->ctx;
	answer->attempt_count = call->attempt_count;
	call_free(call);
	done(ctx, answer);
	json_scan_free(&answer->page);
}

static void
finish_write(struct pending_call *call, struct client_answer *answer, bool sent)
{
	client_written_fn *written = call->on_written;
	void *ctx = call->ctx;
	answer->attempt_count = call->attempt_count;
	call_free(call);
	written(ctx, retry_write_status(&answer->err, sent), answer);
	json_scan_free(&answer->page);
}

static void
try_again(void *arg)
{
	struct pending_call *call = arg;
	call->retry_timer = 0;
	send_call(call);
}

/* A response without an items array did not come from the service. */
static void
check_has_items(const struct pending_call *call, struct client_answer *answer)
{
	const char *items = call_items_name(call);
	if (answer->err.kind || !items)
		return;
	struct str envelope = str_trim(buf_str(&answer->page.envelope));
	if (!json_is_array(member_find(envelope, str_of(items)))) {
		struct err said = { 0 };
		error_body_read(&said, 0, envelope);
		err_set(&answer->err, ERR_PROTOCOL,
		    said.is_server_text ? "the response has no list of %s; it says \"%.200s\""
					: "the response has no list of %s",
		    items, said.text);
	}
}

/* A token may also be refused because the two clocks differ. */
static void
set_clock_skew_of_error(const struct client *c, struct err *err)
{
	enum { HTTP_UNAUTHORIZED = 401, CLOCK_SKEW_MAX_S = 1000000000 };
	int64_t s;
	if (err->http_status == HTTP_UNAUTHORIZED && transport_clock_skew(c->transport, &s) &&
	    s > -CLOCK_SKEW_MAX_S && s < CLOCK_SKEW_MAX_S)
		err->clock_ahead_s = (int)s;
}

/* Milliseconds to wait before a rate-limited write is retried; -1: no retry. */
static int64_t
rate_limit_wait_ms(struct pending_call *call, const struct transfer_result *a)
{
	struct client *c = call->c;
	int64_t ms = a->retry_after_ms >= 0 ? a->retry_after_ms : RATE_LIMIT_WAIT_MS;
	if (!c->on_retry_wait || a->http_status != HTTP_TOO_MANY_REQUESTS ||
	    call->rate_limit_waits == RATE_LIMIT_WAITS_MAX)
		return -1;
	call->rate_limit_waits++;
	c->on_retry_wait(c->retry_wait_ctx, ms);
	return ms;
}

/* Remaining time of a read, in ms. */
static int64_t
remaining_ms(const struct pending_call *call)
{
	int64_t whole = call->c->timeout_ms + call->c->timeout_ms / 2;
	return whole - (clock_ticks() - call->first_try_at);
}

/* The timeout of the next try: for a read at most the remaining time; for a write the full
 * timeout. */
static int64_t
timeout_of(const struct pending_call *call)
{
	int64_t most = call->c->timeout_ms, left = remaining_ms(call);
	return call->on_written || left > most ? most : left > 1 ? left : 1;
}

/* Milliseconds to wait before the next try; -1: no retry. */
static int64_t
find_retry_pause_ms(struct pending_call *call, const struct transfer_result *a)
{
	if (call->on_written)
		return rate_limit_wait_ms(call, a);
	if (!a->err.kind || !retry_is_useful(a) || call->attempt_count == RETRY_TRIES_MAX)
		return -1;
	int64_t pause = retry_pause_ms(call->attempt_count, a->retry_after_ms);
	return pause < remaining_ms(call) ? pause : -1;
}

static void
on_response(void *ctx, struct transfer_result *a)
{
	struct pending_call *call = ctx;
	struct client *c = call->c;
	call->transfer_id = 0;
	call_report(call, a);
	if (a->err.kind == ERR_AUTH && !call->retried_with_fresh_token &&
	    session_can_refresh(c->session)) {
		/* Another request may have obtained a new token meanwhile; then that one is
		 * used. */
		call->retried_with_fresh_token = true;
		call->wants_fresh_token = call->token_generation == session_generation(c->session);
		send_call(call);
		return;
	}
	set_clock_skew_of_error(c, &a->err);
	int64_t pause = c->recording ? -1 : find_retry_pause_ms(call, a);
	if (pause >= 0) {
		call->retry_timer = c->io.start_timer(c->io.ctx, pause, try_again, call);
		return;
	}
	struct client_answer out = {
		.err = a->err, .http_status = a->http_status, .page = a->page
	};
	memset(&a->page, 0, sizeof(a->page));
	snprintf(out.request_id, sizeof(out.request_id), "%s", a->request_id);
	if (call->on_written) {
		finish_write(call, &out, a->request_sent);
		return;
	}
	check_has_items(call, &out);
	if (c->mask && !out.err.kind && !(call->path.n && !call->is_outside_api))
		mask_page(&out.page, c->mask,
		    call->endpoint == ENDPOINT_JOURNEYS ? MASK_KEEP_ENVELOPE : MASK_DROP_ENVELOPE);
	call_record(call, &out);
	finish_call(call, &out);
}

void
client_mask(struct client *c, const struct mask *mask)
{
	c->mask = mask;
}

static void
on_token(void *ctx, struct str token, const struct err *err)
{
	struct pending_call *call = ctx;
	struct buf url = { 0 };
	if (err) {
		struct client_answer out = { .err = *err };
		if (call->on_written)
			finish_write(call, &out, false);
		else
			finish_call(call, &out);
		return;
	}
	call_append_address(&url, call);
	buf_adds(&url, buf_str(&call->query));
	call->attempt_count++;
	call->token_generation = session_generation(call->c->session);
	call->exchange_began_at = clock_ticks();
	if (call->attempt_count == 1)
		call->first_try_at = call->exchange_began_at;
	call->transfer_id = transport_start(call->c->transport,
	    &(struct http_request){ .method = call_method(call),
		.url = buf_z(&url),
		.token = token,
		.body = call->on_written ? buf_str(&call->body) : STR_NONE,
		.idempotency_key = buf_str(&call->idempotency_key),
		.if_match = buf_str(&call->if_match),
		.items_name = call_items_name(call),
		.timeout_ms = timeout_of(call) },
	    on_response, call);
	buf_free(&url);
}

static void
replay_call(struct pending_call *call)
{
	struct transfer_result answer = { .retry_after_ms = -1 };
	call->attempt_count++;
	call->exchange_began_at = clock_ticks();
	call_replay(call, &answer);
	on_response(call, &answer);
	json_scan_free(&answer.page);
}

static void
send_call(struct pending_call *call)
{
	if (call->c->recording) {
		replay_call(call);
		return;
	}
	bool fresh = call->wants_fresh_token;
	call->wants_fresh_token = false;
	session_get_token(call->c->session, fresh, on_token, call);
}

/* The first try runs from the loop, never inside the caller: with a token at hand the call could
 * end before the caller has its number. */
static struct pending_call *
call_start(struct client *c, enum endpoint e, void *ctx)
{
	struct pending_call *call = x_new(struct pending_call);
	*call = (struct pending_call){
		.c = c, .id = c->next_id++, .endpoint = e, .ctx = ctx, .next = c->pending_calls
	};
	c->pending_calls = call;
	call->retry_timer = c->io.start_timer(c->io.ctx, 0, try_again, call);
	return call;
}

unsigned
client_read(struct client *c, enum endpoint e, struct str query, client_answer_fn *done, void *ctx)
{
	struct pending_call *call = call_start(c, e, ctx);
	call->on_done = done;
	buf_adds(&call->query, query);
	return call->id;
}

unsigned
client_read_path(struct client *c, struct str path, client_answer_fn *done, void *ctx)
{
	struct pending_call *call = call_start(c, ENDPOINT_BASKETS, ctx);
	call->on_done = done;
	buf_adds(&call->path, path);
	return call->id;
}

void
client_write(struct client *c, const struct client_write *w, client_written_fn *done, void *ctx)
{
	struct pending_call *call = call_start(c, w->endpoint, ctx);
	call->on_written = done;
	buf_adds(&call->owner, w->owner);
	buf_adds(&call->body, w->body);
	buf_adds(&call->idempotency_key, w->idempotency_key);
	buf_adds(&call->if_match, w->if_match);
	buf_adds(&call->path, w->path);
	call->method = w->method;
}

void
client_write_demo(
    struct client *c, const char *path, struct str body, client_written_fn *done, void *ctx)
{
	struct pending_call *call = call_start(c, ENDPOINT_BULK, ctx);
	call->on_written = done;
	buf_addz(&call->path, path);
	call->is_outside_api = true;
	call->method = "POST";
	buf_adds(&call->body, body);
}

unsigned
client_read_demo_owners(struct client *c, client_answer_fn *done, void *ctx)
{
	struct pending_call *call = call_start(c, ENDPOINT_BASKETS, ctx);
	call->on_done = done;
	buf_addz(&call->path, "/demo/owners");
	call->is_outside_api = true;
	return call->id;
}

const char *
client_base_url(const struct client *c)
{
	return c->base_url ? c->base_url : "";
}

bool
client_text_has_token(const struct client *c, struct str text)
{
	return session_text_has_token(c->session, text);
}

bool
client_sends_bare_token(const struct client *c)
{
	return c->sends_bare_token;
}

const struct claims *
client_claims(const struct client *c)
{
	return session_claims(c->session);
}

void
client_get_session_state(const struct client *c, struct session_state *out)
{
	session_get_state(c->session, out);
}

void
client_watch_session(struct client *c, void (*changed)(void *ctx), void *ctx)
{
	c->on_session_changed = changed;
	c->session_changed_ctx = ctx;
	session_set_on_changed(c->session, changed, ctx);
}

void
client_reload_session(struct client *c)
{
	session_reload(c->session);
}

bool
client_is_busy(const struct client *c)
{
	return c->pending_calls != NULL;
}

bool
client_is_renewing(const struct client *c)
{
	return session_is_renewing(c->session);
}

bool
client_renewal_is_critical(const struct client *c)
{
	return session_renewal_is_critical(c->session);
}

void
client_set_token(struct client *c, struct str token)
{
	session_set_token(c->session, token);
}

bool
client_clock_skew(const struct client *c, int64_t *seconds)
{
	return transport_clock_skew(c->transport, seconds);
}

const struct wire_names *
client_names(const struct client *c)
{
	return &c->wire_names;
}

struct exchanges *
client_exchanges(const struct client *c)
{
	return c->exchanges;
}
