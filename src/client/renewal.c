#include "client/renewal.h"

#include "base/clock.h"
#include "base/mem.h"
#include "client/io.h"
#include "client/oauth_request.h"
#include "model/when.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

/*
 * Delays signals that would end the program during an operation that must not be
 * interrupted.
 *
 * The signals are blocked in this thread and in threads that it starts. They take effect three
 * seconds after the first one, even if the operation is not finished. A signal that was already
 * blocked stays blocked and is not handled. Owns what it allocates.
 */

struct signal_hold;
enum { SIGNAL_HOLD_MS = 3000 };

struct signal_hold {
	struct io_watch io;
	sigset_t blocked_signals; /* the signals that this hold has blocked */
	int fd;                   /* readable when a signal came; then closed (-1) */
	unsigned timer;
	bool ended;
};

static void
close_fd(struct signal_hold *h)
{
	if (h->fd < 0)
		return;
	h->io.watch_fd(h->io.ctx, h->fd, 0, NULL, NULL);
	close(h->fd);
	h->fd = -1;
}

static void
release_signals(struct signal_hold *h)
{
	h->ended = true;
	sigprocmask(SIG_UNBLOCK, &h->blocked_signals, NULL);
}

static void
on_hold_timeout(void *arg)
{
	struct signal_hold *h = arg;
	h->timer = 0;
	release_signals(h);
}

/* The signal is not read from the descriptor, so it stays pending and still ends the program as
 * usual. */
static void
on_held_signal(void *arg, int fd, unsigned ready)
{
	struct signal_hold *h = arg;
	(void)fd;
	(void)ready;
	close_fd(h);
	h->timer = h->io.start_timer(h->io.ctx, SIGNAL_HOLD_MS, on_hold_timeout, h);
}

/* Includes SIGALRM, which ends a console that takes too long to quit, and SIGPIPE, which ends a
 * command whose output is not read. */
static void
block_held_signals(sigset_t *blocked)
{
	static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGPIPE };
	sigset_t before;
	sigprocmask(SIG_BLOCK, NULL, &before);
	sigemptyset(blocked);
	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++)
		if (!sigismember(&before, ending[i]))
			sigaddset(blocked, ending[i]);
	sigprocmask(SIG_BLOCK, blocked, NULL);
}

static struct signal_hold *
signal_hold_new(const struct io_watch *io)
{
	struct signal_hold *h = x_new(struct signal_hold);
	h->io = *io;
	block_held_signals(&h->blocked_signals);
	h->fd = signalfd(-1, &h->blocked_signals, SFD_CLOEXEC | SFD_NONBLOCK);
	if (h->fd >= 0)
		io->watch_fd(io->ctx, h->fd, IO_READ, on_held_signal, h);
	else
		h->timer = io->start_timer(io->ctx, SIGNAL_HOLD_MS, on_hold_timeout, h);
	return h;
}

/* True while signals are delayed; false once the three seconds are over, and for NULL. */
static bool
signal_hold_is_active(const struct signal_hold *h)
{
	return h && !h->ended;
}

/* Delivers the delayed signals, so it may not return. NULL is allowed. */
static void
signal_hold_free(struct signal_hold *h)
{
	if (!h)
		return;
	close_fd(h);
	h->io.cancel_timer(h->io.ctx, h->timer);
	if (!h->ended)
		release_signals(h);
	x_free(h);
}

enum { TOKEN_REMAINING_MIN_MS = 10000 };

struct renewal {
	struct renewal_params params;
	struct buf rejected_token;
	struct stored_sign_in stored_sign_in; /* the stored sign-in */
	struct signal_hold *hold;             /* active from the refresh request on; else NULL */
	struct err refusal;                   /* the issuer's refusal */
	renewal_done_fn *on_done;
	void *ctx;
	bool starting, ended; /* inside renewal_start(); has ended inside it */
};

/* The token must last another ten seconds, or a tenth of its lifetime if that is shorter. */
bool
renewal_is_fresh(const struct stored_sign_in *t)
{
	if (!t->access_token.n || t->expires_at == WHEN_NONE)
		return t->access_token.n > 0;
	int64_t tenth = (t->expires_at - t->received_at) / 10;
	int64_t least = tenth < TOKEN_REMAINING_MIN_MS ? tenth : TOKEN_REMAINING_MIN_MS;
	return t->expires_at > clock_real() + least;
}

static void
add_text_or_previous(struct buf *to, struct str text, const struct buf *before)
{
	if (!text.n && before)
		text = buf_str(before);
	buf_adds(to, text);
}

void
renewal_fill_sign_in(struct stored_sign_in *to, const struct oauth_rules *rules,
    const struct oauth_tokens *got, const struct stored_sign_in *before)
{
	*to = (struct stored_sign_in){ .received_at = clock_real(), .expires_at = WHEN_NONE };
	if (got->expires_in_s >= 0 && got->expires_in_s < INT32_MAX)
		to->expires_at = to->received_at + got->expires_in_s * 1000;
	buf_addz(&to->resource, rules->resource ? rules->resource : "");
	buf_addz(&to->issuer, rules->issuer ? rules->issuer : rules->token_url);
	buf_addz(&to->client_id, rules->client_id ? rules->client_id : "");
	buf_adds(&to->access_token, got->access_token);
	add_text_or_previous(
	    &to->refresh_token, got->refresh_token, before ? &before->refresh_token : NULL);
	add_text_or_previous(&to->scope, got->scope, before ? &before->scope : NULL);
}

static void
renewal_free(struct renewal *r)
{
	buf_wipe(&r->rejected_token);
	stored_sign_in_free(&r->stored_sign_in);
	x_free(r);
}

void
renewal_stop(struct renewal *r)
{
	if (!r)
		return;
	oauth_cancel(r->params.oauth);
	sign_in_store_cancel(r->params.store);
	sign_in_store_unlock(r->params.store);
	struct signal_hold *hold = r->hold;
	renewal_free(r);
	signal_hold_free(hold);
}

bool
renewal_is_critical(const struct renewal *r)
{
	return r && signal_hold_is_active(r->hold);
}

/* Releases the lock before calling `on_done`, which may start another renewal. */
static void
end_renewal(struct renewal *r, const struct stored_sign_in *tokens, const struct err *err)
{
	struct stored_sign_in given = { .expires_at = WHEN_NONE };
	struct err why = err ? *err : (struct err){ 0 };
	renewal_done_fn *done = r->on_done;
	void *ctx = r->ctx;
	if (tokens)
		stored_sign_in_copy(&given, tokens);
	sign_in_store_unlock(r->params.store);
	signal_hold_free(r->hold);
	r->hold = NULL;
	if (r->starting)
		r->ended = true; /* renewal_start() frees it; others may hold the lock now */
	else
		renewal_free(r);
	done(ctx, tokens ? &given : NULL, err ? &why : NULL);
	stored_sign_in_free(&given);
}

static bool
set_signed_out_error(struct err *err, const char *words)
{
	err_set(err, ERR_AUTH, "%s", words);
	snprintf(err->code, sizeof(err->code), "signed_out");
	return false;
}

bool
renewal_is_of_issuer(const struct stored_sign_in *t, const struct oauth_rules *rules)
{
	const char *issuer = rules->issuer ? rules->issuer : rules->token_url;
	return str_eqz(buf_str(&t->issuer), issuer ? issuer : "") &&
	    str_eqz(buf_str(&t->client_id), rules->client_id ? rules->client_id : "");
}

/* True if the sign-in was made for this service and issuer; it is never sent to another. */
static bool
is_sign_in_of_renewal(const struct renewal *r, const struct stored_sign_in *t)
{
	const struct oauth_rules *rules = oauth_rules(r->params.oauth);
	return str_eqz(buf_str(&t->resource), rules->resource ? rules->resource : "") &&
	    renewal_is_of_issuer(t, rules);
}

static bool
is_signed_out(const struct stored_sign_in *t)
{
	return !t->access_token.n && !t->refresh_token.n;
}

/* True if another console has stored a new token meanwhile. */
static bool
is_other_refresh_token(const struct stored_sign_in *t, const struct buf *than)
{
	return t->access_token.n && !str_eq(buf_str(&t->access_token), buf_str(than)) &&
	    renewal_is_fresh(t);
}

/* ---- after the issuer's response ---- */

static void
on_save(void *ctx, const struct err *err)
{
	struct renewal *r = ctx;
	/* The file was written a moment ago, so there is space. If this fails anyway, this
	 * console continues with the new token and reports err. */
	end_renewal(r, &r->stored_sign_in, err);
}

/* The lock was lost: use the stored sign-in if it is newer, and do not overwrite one that was
 * stored for another service meanwhile. */
static void
on_load_without_lock(void *ctx, const struct stored_sign_in *now, const struct err *err)
{
	struct renewal *r = ctx;
	bool some = !err && !is_signed_out(now);
	if (some && is_sign_in_of_renewal(r, now) &&
	    is_other_refresh_token(now, &r->rejected_token))
		end_renewal(r, now, NULL);
	else if (some && !is_sign_in_of_renewal(r, now))
		end_renewal(r, &r->stored_sign_in, NULL);
	else
		sign_in_store_save(r->params.store, &r->stored_sign_in, on_save, r);
}

static void
on_load_after_refusal(void *ctx, const struct stored_sign_in *now, const struct err *err)
{
	struct renewal *r = ctx;
	struct err why;
	if (!err && is_sign_in_of_renewal(r, now) &&
	    is_other_refresh_token(now, &r->stored_sign_in.access_token)) {
		end_renewal(r, now, NULL);
		return;
	}
	set_signed_out_error(&why, r->refusal.text);
	err_prefix(&why, "the sign-in has ended");
	end_renewal(r, NULL, &why);
}

/* True if the error means that the user must sign in again. */
static bool
means_sign_in_again(const struct err *err)
{
	static const char *const codes[] = { "invalid_grant", "unauthorized_client",
		"access_denied", "interaction_required", "login_required", "consent_required",
		"account_selection_required" };
	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++)
		if (str_eqz(str_of(err->code), codes[i]))
			return true;
	return false;
}

static void
on_refreshed(void *ctx, const struct oauth_tokens *got, const struct err *err)
{
	struct renewal *r = ctx;
	struct stored_sign_in fresh;
	if (err && means_sign_in_again(err)) {
		r->refusal = *err;
		if (strcmp(err->code, "access_denied") == 0) /* not named in the message yet */
			oauth_prefix_refusal(r->params.oauth, &r->refusal, true);
		sign_in_store_load(r->params.store, on_load_after_refusal, r);
		return;
	}
	if (err) {
		end_renewal(r, NULL, err);
		return;
	}
	renewal_fill_sign_in(&fresh, oauth_rules(r->params.oauth), got, &r->stored_sign_in);
	buf_wipe(&r->rejected_token);
	buf_adds(&r->rejected_token, buf_str(&r->stored_sign_in.access_token));
	stored_sign_in_free(&r->stored_sign_in);
	r->stored_sign_in = fresh;
	if (sign_in_store_holds_lock(r->params.store))
		sign_in_store_save(r->params.store, &r->stored_sign_in, on_save, r);
	else
		sign_in_store_load(r->params.store, on_load_without_lock, r);
}

/* ---- before the request ---- */

static void
on_discovered(void *ctx, const struct err *err)
{
	struct renewal *r = ctx;
	if (err) {
		end_renewal(r, NULL, err);
		return;
	}
	r->hold = signal_hold_new(&r->params.io);
	oauth_refresh(r->params.oauth, buf_str(&r->stored_sign_in.refresh_token), on_refreshed, r);
}

static void
on_test_save(void *ctx, const struct err *err)
{
	struct renewal *r = ctx;
	if (err)
		end_renewal(r, NULL, err);
	else
		oauth_discover(r->params.oauth, on_discovered, r);
}

static void
on_load_locked(void *ctx, const struct stored_sign_in *stored, const struct err *err)
{
	struct renewal *r = ctx;
	struct err why;
	if (err) {
		end_renewal(r, NULL, err);
		return;
	}
	stored_sign_in_copy(&r->stored_sign_in, stored);
	bool none = is_signed_out(stored), ours = is_sign_in_of_renewal(r, stored);
	if (ours && is_other_refresh_token(stored, &r->rejected_token)) {
		end_renewal(r, &r->stored_sign_in, NULL);
	} else if (none || !ours || !stored->refresh_token.n) {
		set_signed_out_error(&why,
		    none       ? "not signed in"
			: ours ? "the sign-in has ended"
			       : "the saved sign-in is for another address or issuer");
		end_renewal(r, NULL, &why);
	} else {
		sign_in_store_save(r->params.store, &r->stored_sign_in, on_test_save, r);
	}
}

static void
on_locked(void *ctx, const struct err *err)
{
	struct renewal *r = ctx;
	if (err)
		end_renewal(r, NULL, err);
	else
		sign_in_store_load(r->params.store, on_load_locked, r);
}

/* Usually the token is still valid, or another console has renewed it: then no lock is needed.
 * The file is always complete, so it can be read without the lock. */
static void
on_load_before_lock(void *ctx, const struct stored_sign_in *stored, const struct err *err)
{
	struct renewal *r = ctx;
	if (!err && is_sign_in_of_renewal(r, stored) &&
	    is_other_refresh_token(stored, &r->rejected_token))
		end_renewal(r, stored, NULL);
	else
		sign_in_store_lock(r->params.store, on_locked, r);
}

struct renewal *
renewal_start(const struct renewal_params *order, renewal_done_fn *done, void *ctx)
{
	struct renewal *r = x_new(struct renewal);
	r->params = *order;
	r->on_done = done;
	r->ctx = ctx;
	r->stored_sign_in.expires_at = WHEN_NONE;
	buf_adds(&r->rejected_token, order->rejected_token);
	r->params.rejected_token = STR_NONE;
	r->starting = true;
	sign_in_store_load(order->store, on_load_before_lock, r);
	r->starting = false;
	if (!r->ended)
		return r;
	renewal_free(r);
	return NULL;
}
