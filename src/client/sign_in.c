#include "client/sign_in.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/mem.h"
#include "client/loopback.h"
#include "client/renewal.h"
#include "client/sign_in_store.h"
#include "model/when.h"
#include "wire/query.h"

#include <stdio.h>
#include <string.h>

enum {
	POLL_SLOWDOWN_MS = 5000,
	POLL_INTERVAL_MAX_MS = 60000,
	BROWSER_TIMEOUT_MS = 600000,
	HTTP_REQUEST_TIMEOUT = 408
};

struct sign_in {
	struct io_watch io;
	struct oauth *oauth;
	struct sign_in_store *store;
	enum sign_in_method method;
	struct sign_in_callbacks callbacks;
	void *ctx;
	unsigned timer;
	int64_t code_expires_at;

	struct buf device_code;
	int64_t poll_interval_ms;

	struct loopback *loopback;
	struct buf verifier, oauth_state;

	struct stored_sign_in new_sign_in;
};

static void
set_timer(struct sign_in *s, int64_t ms, io_timer_fn *fn)
{
	s->io.cancel_timer(s->io.ctx, s->timer);
	s->timer = s->io.start_timer(s->io.ctx, ms, fn, s);
}

/* Reports the result once; no more requests are made. */
static void
end_sign_in(struct sign_in *s, const struct err *err)
{
	void (*done)(void *ctx, const struct err *err) = s->callbacks.on_done;
	s->io.cancel_timer(s->io.ctx, s->timer);
	s->timer = 0;
	s->callbacks.on_done = NULL;
	sign_in_store_unlock(s->store);
	if (done)
		done(s->ctx, err);
}

static void
fail_sign_in(struct sign_in *s, const char *words)
{
	struct err err;
	err_set(&err, ERR_AUTH, "%s", words);
	end_sign_in(s, &err);
}

/* Ends after a denial by the user or by the issuer, which may give a reason, such as a missing
 * scope. */
static void
end_denied_sign_in(struct sign_in *s, struct str why)
{
	struct err err;
	if (why.n)
		err_set(&err, ERR_AUTH, "the sign-in was denied: \"%.*s\"",
		    STR_ARG(str_sub(why, 0, 160)));
	else
		err_set(&err, ERR_AUTH, "the sign-in was denied");
	end_sign_in(s, &err);
}

/* ---- storing the tokens ---- */

static void
on_saved(void *ctx, const struct err *err)
{
	end_sign_in(ctx, err);
}

static void
on_locked_to_save(void *ctx, const struct err *err)
{
	struct sign_in *s = ctx;
	if (err)
		end_sign_in(s, err);
	else
		sign_in_store_save(s->store, &s->new_sign_in, on_saved, s);
}

static void
store_tokens(struct sign_in *s, const struct oauth_tokens *got)
{
	renewal_fill_sign_in(&s->new_sign_in, oauth_rules(s->oauth), got, NULL);
	sign_in_store_lock(s->store, on_locked_to_save, s);
}

/* ---- on another device ---- */

static void poll_device(void *arg);

/* Waits for the next poll, or until the code expires, which the poll then reports. */
static void
wait_to_poll(struct sign_in *s)
{
	int64_t left = s->code_expires_at - clock_real();
	set_timer(s, left < s->poll_interval_ms ? (left > 0 ? left : 0) : s->poll_interval_ms,
	    poll_device);
}

/* Doubles the polling interval if the issuer does not respond, up to a minute; never polls more
 * often than the issuer allows. */
static int64_t
double_poll_interval(int64_t ms)
{
	int64_t twice = ms * 2 < POLL_INTERVAL_MAX_MS ? ms * 2 : POLL_INTERVAL_MAX_MS;
	return twice > ms ? twice : ms;
}

static void
on_device_tokens(void *ctx, const struct oauth_tokens *got, const struct err *err)
{
	struct sign_in *s = ctx;
	struct str code = str_of(err ? err->code : NULL);
	bool lost = err &&
	    (err->kind == ERR_NETWORK || err->kind == ERR_UPSTREAM ||
		err->http_status == HTTP_REQUEST_TIMEOUT || str_eqz(code, "no_token"));
	if (got) {
		store_tokens(s, got);
		return;
	}
	if (str_eqz(code, "access_denied") || str_eqz(code, "authorization_declined")) {
		end_denied_sign_in(s, err->is_server_text ? str_of(err->text) : STR_NONE);
		return;
	}
	if (str_eqz(code, "expired_token")) {
		fail_sign_in(s, "the code has expired. Sign in again for a new one");
		return;
	}
	if (str_eqz(code, "slow_down"))
		s->poll_interval_ms += POLL_SLOWDOWN_MS;
	else if (lost && !str_eqz(code, "authorization_pending"))
		s->poll_interval_ms = double_poll_interval(s->poll_interval_ms);
	else if (!str_eqz(code, "authorization_pending")) {
		end_sign_in(s, err);
		return;
	}
	wait_to_poll(s);
}

static void
poll_device(void *arg)
{
	struct sign_in *s = arg;
	s->timer = 0;
	if (clock_real() >= s->code_expires_at)
		fail_sign_in(s, "the code has expired. Sign in again for a new one");
	else
		oauth_exchange_device_code(s->oauth, buf_str(&s->device_code), on_device_tokens, s);
}

static void
on_device_code(void *ctx, const struct oauth_device *d, const struct err *err)
{
	struct sign_in *s = ctx;
	if (err) {
		end_sign_in(s, err);
		return;
	}
	buf_adds(&s->device_code, d->device_code);
	s->poll_interval_ms = d->interval_s * 1000;
	s->code_expires_at = clock_real() + d->expires_in_s * 1000;
	wait_to_poll(s);
	s->callbacks.on_task(s->ctx,
	    &(struct sign_in_task){ .method = SIGN_IN_DEVICE,
		.code = d->user_code,
		.address = d->address,
		.address_with_code = d->address_with_code,
		.code_expires_at = s->code_expires_at });
}

/* ---- in a browser ---- */

static void
on_code_tokens(void *ctx, const struct oauth_tokens *got, const struct err *err)
{
	struct sign_in *s = ctx;
	if (err)
		end_sign_in(s, err);
	else
		store_tokens(s, got);
}

static bool
is_same_text(struct str a, const struct buf *b)
{
	return a.n == b->n && a.n && digest_equal(a.p, b->p, a.n);
}

static const char *
issuer_name(const struct sign_in *s)
{
	const char *issuer = oauth_rules(s->oauth)->issuer;
	return issuer ? issuer : "the issuer";
}

/* Ends with the issuer's refusal. */
static void
end_refused_by_issuer(struct sign_in *s, struct str error, struct str why)
{
	struct err err;
	if (str_eqz(error, "access_denied")) {
		end_denied_sign_in(s, why);
		return;
	}
	err_set(&err, ERR_AUTH, "%s refused: %.*s%s%.*s%s", issuer_name(s),
	    STR_ARG(str_sub(error, 0, 80)), why.n ? " (\"" : "", STR_ARG(str_sub(why, 0, 160)),
	    why.n ? "\")" : "");
	end_sign_in(s, &err);
}

static void
on_browser_timeout(void *arg)
{
	struct sign_in *s = arg;
	s->timer = 0;
	fail_sign_in(s, "the browser did not return within ten minutes");
}

/* True if the response comes from the expected issuer (RFC 9207). */
static bool
is_from_issuer(const struct sign_in *s, struct str iss)
{
	const char *issuer = oauth_rules(s->oauth)->issuer;
	if (!iss.p)
		return !oauth_sends_issuer(s->oauth);
	return !issuer || str_eqz(iss, issuer);
}

/* Ends although the response has our state: the issuer to which we sent the browser passed it
 * on. */
static void
end_answered_by_other_issuer(struct sign_in *s, struct str iss)
{
	struct err err;
	if (iss.p)
		err_set(&err, ERR_AUTH,
		    "another issuer responded in the browser: \"%.*s\", not %s. Its response was "
		    "not used",
		    STR_ARG(str_sub(iss, 0, 120)), issuer_name(s));
	else
		err_set(&err, ERR_AUTH,
		    "the response in the browser does not name its issuer, though %s says it "
		    "would. The response was not used",
		    issuer_name(s));
	end_sign_in(s, &err);
}

/* A request without our state comes from another party and is ignored. */
static bool
on_browser_request(void *ctx, struct str text)
{
	struct sign_in *s = ctx;
	struct arena a = { 0 };
	struct query q = { 0 };
	struct err ignored;
	bool parsed = query_parse(&q, &a, text, &ignored);
	struct str code = query_get(&q, STR("code")), error = query_get(&q, STR("error"));
	struct str iss = query_get(&q, STR("iss"));
	bool waited_for = parsed && s->callbacks.on_done && s->oauth_state.n &&
	    is_same_text(query_get(&q, STR("state")), &s->oauth_state);
	bool ours = waited_for && is_from_issuer(s, iss);
	if (waited_for) {
		buf_wipe(&s->oauth_state); /* the state is valid once */
		set_timer(s, BROWSER_TIMEOUT_MS, on_browser_timeout);
	}
	if (waited_for && !ours)
		end_answered_by_other_issuer(s, iss);
	else if (ours && error.p)
		end_refused_by_issuer(s, error, query_get(&q, STR("error_description")));
	else if (ours)
		oauth_exchange_code(s->oauth, code, buf_str(&s->verifier),
		    str_of(loopback_address(s->loopback)), on_code_tokens, s);
	query_free(&q);
	arena_wipe(&a);
	return ours;
}

static void
add_random(struct buf *out, size_t n)
{
	unsigned char bytes[32];
	digest_random(bytes, n);
	base64url_encode(out, str_from((const char *)bytes, n));
	explicit_bzero(bytes, sizeof(bytes));
}

static void
add_url_parameter(struct buf *url, const char *name, struct str value)
{
	bool first = str_find_char(buf_str(url), '?') == SIZE_MAX;
	buf_addf(url, "%c%s=", first ? '?' : '&', name);
	query_escape(url, value);
}

static void
write_browser_address(struct buf *url, struct sign_in *s)
{
	const struct oauth_rules *rules = oauth_rules(s->oauth);
	unsigned char digest[DIGEST_SIZE];
	struct buf challenge = { 0 };
	digest_sha256(buf_str(&s->verifier), digest);
	base64url_encode(&challenge, str_from((const char *)digest, sizeof(digest)));
	buf_addz(url, oauth_authorize_url(s->oauth));
	add_url_parameter(url, "response_type", STR("code"));
	add_url_parameter(url, "client_id", str_of(rules->client_id));
	add_url_parameter(url, "redirect_uri", str_of(loopback_address(s->loopback)));
	if (rules->scope)
		add_url_parameter(url, "scope", str_of(rules->scope));
	if (rules->audience)
		add_url_parameter(url, "audience", str_of(rules->audience));
	if (rules->resource_indicator)
		add_url_parameter(url, "resource", str_of(rules->resource_indicator));
	add_url_parameter(url, "state", buf_str(&s->oauth_state));
	add_url_parameter(url, "code_challenge", buf_str(&challenge));
	add_url_parameter(url, "code_challenge_method", STR("S256"));
	buf_free(&challenge);
}

static void
open_sign_in_page(struct sign_in *s)
{
	struct err err;
	struct buf url = { 0 };
	if (!oauth_authorize_url(s->oauth)) {
		fail_sign_in(
		    s, "the issuer does not support signing in with a browser; use a code instead");
		return;
	}
	s->loopback = loopback_new(
	    &s->io, oauth_rules(s->oauth)->redirect_port, on_browser_request, s, &err);
	if (!s->loopback) {
		end_sign_in(s, &err);
		return;
	}
	add_random(&s->verifier, 32);
	add_random(&s->oauth_state, 16);
	s->code_expires_at = clock_real() + BROWSER_TIMEOUT_MS;
	set_timer(s, BROWSER_TIMEOUT_MS, on_browser_timeout);
	write_browser_address(&url, s);
	s->callbacks.on_task(s->ctx,
	    &(struct sign_in_task){ .method = SIGN_IN_BROWSER,
		.address = buf_str(&url),
		.code_expires_at = s->code_expires_at });
	buf_wipe(&url);
}

/* ---- start and stop ---- */

static void
on_issuer_discovered(void *ctx, const struct err *err)
{
	struct sign_in *s = ctx;
	if (err)
		end_sign_in(s, err);
	else if (s->method == SIGN_IN_BROWSER)
		open_sign_in_page(s);
	else if (oauth_has_device_endpoint(s->oauth))
		oauth_request_device_code(s->oauth, on_device_code, s);
	else
		fail_sign_in(s,
		    "the issuer does not support codes for other devices; use a browser instead");
}

static void
begin_sign_in(void *arg)
{
	struct sign_in *s = arg;
	s->timer = 0;
	oauth_discover(s->oauth, on_issuer_discovered, s);
}

bool
sign_in_has_browser(const struct sign_in *s)
{
	return oauth_authorize_url(s->oauth) != NULL;
}

struct sign_in *
sign_in_start(const struct io_watch *io, const struct sign_in_rules *rules,
    enum sign_in_method method, const struct sign_in_callbacks *told, void *ctx)
{
	struct sign_in *s = x_new(struct sign_in);
	s->io = *io;
	s->oauth = oauth_new(io, &rules->oauth);
	s->store = sign_in_store_new(io, rules->file, rules->secret_name);
	s->method = method;
	s->callbacks = *told;
	s->ctx = ctx;
	s->new_sign_in.expires_at = WHEN_NONE;
	set_timer(s, 0, begin_sign_in);
	return s;
}

void
sign_in_stop(struct sign_in *s)
{
	if (!s)
		return;
	s->io.cancel_timer(s->io.ctx, s->timer);
	oauth_free(s->oauth);
	sign_in_store_free(s->store);
	loopback_free(s->loopback);
	buf_wipe(&s->device_code);
	buf_wipe(&s->verifier);
	buf_wipe(&s->oauth_state);
	stored_sign_in_free(&s->new_sign_in);
	x_free(s);
}

/* ---- signing out ---- */

struct sign_out {
	struct io_watch io;
	struct oauth *oauth;
	struct sign_in_store *store;
	unsigned timer;
	struct buf refresh_token;
	bool was_signed_in;
	sign_out_done_fn *on_done;
	void *ctx;
};

static void
end_sign_out(struct sign_out *s, const struct err *err)
{
	sign_out_done_fn *done = s->on_done;
	s->on_done = NULL;
	sign_in_store_unlock(s->store);
	if (done)
		done(s->ctx, s->was_signed_in, err);
}

/* Signing out succeeds even if revoking failed: the sign-in is no longer stored here. */
static void
on_sign_out_revoked(void *ctx, const struct err *err)
{
	(void)err;
	end_sign_out(ctx, NULL);
}

static void
on_sign_out_discovered(void *ctx, const struct err *err)
{
	struct sign_out *s = ctx;
	if (err)
		end_sign_out(s, NULL);
	else
		oauth_revoke(s->oauth, buf_str(&s->refresh_token), on_sign_out_revoked, s);
}

static void
on_sign_out_cleared(void *ctx, const struct err *err)
{
	struct sign_out *s = ctx;
	if (err || !s->refresh_token.n)
		end_sign_out(s, err);
	else
		oauth_discover(s->oauth, on_sign_out_discovered, s);
}

/* Removes an unreadable sign-in as well. */
static void
on_sign_out_loaded(void *ctx, const struct stored_sign_in *tokens, const struct err *err)
{
	struct sign_out *s = ctx;
	s->was_signed_in = err || tokens->access_token.n || tokens->refresh_token.n;
	if (tokens && renewal_is_of_issuer(tokens, oauth_rules(s->oauth)))
		buf_adds(&s->refresh_token, buf_str(&tokens->refresh_token));
	sign_in_store_clear(s->store, on_sign_out_cleared, s);
}

static void
on_sign_out_locked(void *ctx, const struct err *err)
{
	struct sign_out *s = ctx;
	if (err)
		end_sign_out(s, err);
	else
		sign_in_store_load(s->store, on_sign_out_loaded, s);
}

static void
begin_sign_out(void *arg)
{
	struct sign_out *s = arg;
	s->timer = 0;
	sign_in_store_lock(s->store, on_sign_out_locked, s);
}

struct sign_out *
sign_out_start(
    const struct io_watch *io, const struct sign_in_rules *rules, sign_out_done_fn *done, void *ctx)
{
	struct sign_out *s = x_new(struct sign_out);
	s->io = *io;
	s->oauth = oauth_new(io, &rules->oauth);
	s->store = sign_in_store_new(io, rules->file, rules->secret_name);
	s->on_done = done;
	s->ctx = ctx;
	s->timer = io->start_timer(io->ctx, 0, begin_sign_out, s);
	return s;
}

void
sign_out_stop(struct sign_out *s)
{
	if (!s)
		return;
	s->io.cancel_timer(s->io.ctx, s->timer);
	oauth_free(s->oauth);
	sign_in_store_free(s->store);
	buf_wipe(&s->refresh_token);
	x_free(s);
}
