#include "client/session.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/vec.h"
#include "client/helper.h"
#include "client/private_file.h"
#include "client/redact.h"
#include "client/renewal.h"
#include "client/sign_in_store.h"
#include "model/when.h"
#include "wire/json.h"
#include "wire/json_scan.h"

#include <string.h>

enum { TOKEN_COMMAND_TIMEOUT_S = 10, RENEWAL_DELAY_MIN_MS = 1000, RENEWAL_RETRY_MIN_MS = 5000 };

struct token_waiter {
	session_token_fn *fn;
	void *ctx;
};

struct session {
	struct io_watch io;
	char *token_file;
	char **token_command;
	int token_command_timeout_s;
	struct buf token;
	bool has_fixed_token; /* the token was configured directly */
	struct claims claims; /* claims of the token, decoded when needed */
	bool claims_decoded, has_claims;
	unsigned token_generation;
	VEC(struct token_waiter) waiters;
	struct helper *helper;

	struct oauth *oauth;         /* NULL: no sign-in configured */
	struct sign_in_store *store; /* NULL: signs in with a client secret, nothing is stored */
	struct renewal *renewal;
	bool renewing;
	bool renewable; /* the sign-in can be used to get another token */
	int64_t token_received_at, token_expires_at; /* lifetime of the token, from the issuer */
	unsigned renewal_timer;
	struct err renewal_err;
	struct err token_command_err; /* kind ERR_NONE: no error, or already reported */
	void (*on_changed)(void *ctx);
	void *changed_ctx;
};

static void start_renewal(struct session *s);

/* ---- creation and destruction ---- */

static char **
copy_argv(const char *const *argv)
{
	size_t n = 0;
	if (!argv || !argv[0])
		return NULL;
	while (argv[n])
		n++;
	char **copy = x_new_array(char *, n + 1);
	for (size_t i = 0; i < n; i++)
		copy[i] = x_strdup(argv[i]);
	return copy;
}

struct session *
session_new(const struct io_watch *io, const struct session_source *source)
{
	struct session *s = x_new(struct session);
	const struct sign_in_rules *rules = source->sign_in_rules;
	const char *first = source->token ? source->token : source->token_output;
	s->io = *io;
	s->token_file = x_strdup(source->token_file);
	s->token_command = copy_argv(source->token_command);
	s->token_command_timeout_s = source->token_command_timeout_s
	    ? source->token_command_timeout_s
	    : TOKEN_COMMAND_TIMEOUT_S;
	s->token_received_at = s->token_expires_at = WHEN_NONE;
	s->has_fixed_token = source->token != NULL;
	if (source->token_command_err)
		s->token_command_err = *source->token_command_err;
	if (first)
		buf_addz(&s->token, first);
	if (rules && !s->has_fixed_token)
		s->oauth = oauth_new(io, &rules->oauth);
	if (s->oauth && !rules->uses_client_secret)
		s->store = sign_in_store_new(io, rules->file, rules->secret_name);
	return s;
}

static void
clear_claims(struct session *s)
{
	if (s->claims_decoded)
		claims_free(&s->claims);
	s->claims_decoded = s->has_claims = false;
}

/* Wipes the token with its claims, and cancels the timer of its renewal. */
static void
drop_token(struct session *s)
{
	clear_claims(s);
	buf_wipe(&s->token);
	s->token_received_at = s->token_expires_at = WHEN_NONE;
	s->io.cancel_timer(s->io.ctx, s->renewal_timer);
	s->renewal_timer = 0;
}

static void
cancel_requests(struct session *s)
{
	helper_stop(s->helper);
	s->helper = NULL;
	renewal_stop(s->renewal);
	s->renewal = NULL;
	if (s->oauth)
		oauth_cancel(s->oauth);
	s->renewing = false;
}

void
session_free(struct session *s)
{
	if (!s)
		return;
	cancel_requests(s);
	drop_token(s);
	sign_in_store_free(s->store);
	oauth_free(s->oauth);
	x_free(s->token_file);
	for (char **p = s->token_command; p && *p; p++)
		x_free(*p);
	x_free(s->token_command);
	vec_free(&s->waiters);
	x_free(s);
}

/* ---- the current token ---- */

bool
session_is_renewing(const struct session *s)
{
	return s->renewing && s->store;
}

bool
session_renewal_is_critical(const struct session *s)
{
	return renewal_is_critical(s->renewal);
}

bool
session_can_refresh(const struct session *s)
{
	return !s->has_fixed_token && (s->token_file || s->token_command || s->oauth);
}

unsigned
session_generation(const struct session *s)
{
	return s->token_generation;
}

const struct claims *
session_claims(struct session *s)
{
	if (!s->claims_decoded)
		s->has_claims = claims_read(&s->claims, buf_str(&s->token));
	s->claims_decoded = true;
	return s->has_claims ? &s->claims : NULL;
}

bool
session_text_has_token(const struct session *s, struct str text)
{
	return redact_text_has_secret(buf_str(&s->token), text);
}

void
session_get_state(struct session *s, struct session_state *out)
{
	const struct claims *claims = session_claims(s);
	*out = (struct session_state){
		.kind = s->has_fixed_token ? SESSION_TOKEN
		    : s->token_file        ? SESSION_FILE
		    : s->token_command     ? SESSION_COMMAND
		    : s->store             ? SESSION_SIGN_IN
		    : s->oauth             ? SESSION_SECRET
					   : SESSION_NONE,
		.has_token = s->token.n > 0,
		.auto_renews = s->oauth && s->renewable && !s->renewal_err.kind,
		.token_expires_at = s->token_expires_at != WHEN_NONE ? s->token_expires_at
		    : claims                                         ? claims->exp
								     : WHEN_NONE,
		.renewal_err = s->renewal_err.kind ? &s->renewal_err : NULL,
	};
}

void
session_set_on_changed(struct session *s, void (*changed)(void *ctx), void *ctx)
{
	s->on_changed = changed;
	s->changed_ctx = ctx;
}

void
session_cancel_waiter(struct session *s, void *ctx)
{
	for (size_t i = s->waiters.n; i-- > 0;)
		if (s->waiters.v[i].ctx == ctx)
			vec_remove(&s->waiters, i);
}

/* Calls the current waiters only: a callback may add itself again. */
static void
notify_waiters(struct session *s, const struct err *err)
{
	struct err why = err ? *err : (struct err){ 0 };
	s->renewal_err = why;
	s->token_generation += !err;
	if (s->on_changed)
		s->on_changed(s->changed_ctx);
	for (size_t n = s->waiters.n; n && s->waiters.n; n--) {
		struct token_waiter w = s->waiters.v[0];
		vec_remove(&s->waiters, 0);
		w.fn(w.ctx, err ? STR_NONE : buf_str(&s->token), err ? &why : NULL);
	}
}

bool
session_read_file(struct buf *out, const char *path, struct err *err)
{
	return private_file_read(out, path, err);
}

/* ---- token command ---- */

/* Parses a command's output: a plain token, or an object with access_token. */
static bool
read_output(struct buf *token, struct str text, const char *name, struct err *err)
{
	struct arena a = { 0 };
	text = str_trim(text);
	if (text.n && text.p[0] == '{')
		text = json_get_text(
		    json_parse(&a, text, &json_scan_client_rules, err), "access_token");
	bool usable = is_token_text(text);
	if (usable)
		buf_adds(token, text);
	arena_wipe(&a);
	return usable || err_set(err, ERR_AUTH, "%s printed no token", name);
}

bool
session_run_command(struct buf *token, const char *const *command, struct err *err)
{
	struct buf output = { 0 };
	bool ok = helper_run_on_terminal(&output, command, err) &&
	    read_output(token, buf_str(&output), command[0], err);
	buf_wipe(&output);
	return ok;
}

static void
on_command_output(void *ctx, struct str output, const struct err *err)
{
	struct session *s = ctx;
	struct err why;
	s->helper = NULL;
	drop_token(s);
	if (!err && !read_output(&s->token, output, s->token_command[0], &why))
		err = &why;
	notify_waiters(s, err);
}

static void
start_token_command(struct session *s)
{
	struct err err, why;
	s->helper = helper_start(&s->io,
	    &(struct helper_params){ .argv = (const char *const *)s->token_command,
		.time_limit_ms = s->token_command_timeout_s * 1000 },
	    on_command_output, s, &err);
	if (s->helper)
		return;
	err_set(&why, err.kind, "%s%s", err.kind == ERR_AUTH ? "token-command " : "", err.text);
	notify_waiters(s, &why);
}

/* ---- sign-in ---- */

static void
on_renewal_timer(void *arg)
{
	struct session *s = arg;
	s->renewal_timer = 0;
	if (!s->renewing)
		start_renewal(s);
}

static void
set_timer(struct session *s, int64_t ms, int64_t least)
{
	s->io.cancel_timer(s->io.ctx, s->renewal_timer);
	s->renewal_timer = s->io.start_timer(
	    s->io.ctx, ms > least ? ms : least, on_renewal_timer, s);
}

/* Schedules the renewal at four fifths of the token's lifetime. */
static void
schedule_renewal(struct session *s)
{
	if (!s->renewable || s->token_expires_at == WHEN_NONE ||
	    s->token_expires_at <= s->token_received_at)
		return;
	int64_t life = s->token_expires_at - s->token_received_at;
	set_timer(s, s->token_received_at + life / 5 * 4 - clock_real(), RENEWAL_DELAY_MIN_MS);
}

/* Retries while the token is valid, unless the user has to sign in. */
static void
schedule_retry(struct session *s, const struct err *err)
{
	int64_t now = clock_real();
	if (s->token.n && s->token_expires_at != WHEN_NONE && s->token_expires_at > now &&
	    !str_eqz(str_of(err->code), "signed_out"))
		set_timer(s, (s->token_expires_at - now) / 4, RENEWAL_RETRY_MIN_MS);
}

static void
on_renewed(void *ctx, const struct stored_sign_in *tokens, const struct err *err)
{
	struct session *s = ctx;
	s->renewal = NULL;
	s->renewing = false;
	if (tokens) {
		drop_token(s);
		buf_adds(&s->token, buf_str(&tokens->access_token));
		s->token_received_at = tokens->received_at;
		s->token_expires_at = tokens->expires_at;
		s->renewable = !s->store || tokens->refresh_token.n > 0;
		schedule_renewal(s);
	} else {
		schedule_retry(s, err);
	}
	struct err unkept = tokens && err ? *err : (struct err){ 0 };
	notify_waiters(s, tokens ? NULL : err);
	if (!unkept.kind)
		return;
	s->renewal_err = unkept; /* report that the next console has to sign in */
	if (s->on_changed)
		s->on_changed(s->changed_ctx);
}

static void
on_secret_tokens(void *ctx, const struct oauth_tokens *got, const struct err *err)
{
	struct session *s = ctx;
	struct stored_sign_in tokens = { .expires_at = WHEN_NONE };
	if (got)
		renewal_fill_sign_in(&tokens, oauth_rules(s->oauth), got, NULL);
	on_renewed(s, got ? &tokens : NULL, err);
	stored_sign_in_free(&tokens);
}

static void
on_issuer_discovered(void *ctx, const struct err *err)
{
	struct session *s = ctx;
	if (err)
		on_renewed(s, NULL, err);
	else
		oauth_request_with_secret(s->oauth, on_secret_tokens, s);
}

static void
start_renewal(struct session *s)
{
	s->renewing = true;
	if (!s->store) {
		oauth_discover(s->oauth, on_issuer_discovered, s);
		return;
	}
	struct renewal *r = renewal_start(&(struct renewal_params){ .io = s->io,
					      .oauth = s->oauth,
					      .store = s->store,
					      .rejected_token = buf_str(&s->token) },
	    on_renewed, s);
	if (r) /* if NULL, the renewal has ended and another may be in progress */
		s->renewal = r;
}

void
session_reload(struct session *s)
{
	if (!s->oauth)
		return;
	cancel_requests(s);
	drop_token(s);
	s->renewal_err = (struct err){ 0 };
	if (s->waiters.n)
		start_renewal(s);
	else if (s->on_changed)
		s->on_changed(s->changed_ctx);
}

void
session_set_token(struct session *s, struct str token)
{
	cancel_requests(s);
	drop_token(s);
	s->token_command_err = (struct err){ 0 };
	buf_adds(&s->token, token);
	notify_waiters(s, NULL);
}

/* ---- requests for a token ---- */

static bool
is_token_usable(const struct session *s)
{
	const struct stored_sign_in t = { .access_token = s->token,
		.received_at = s->token_received_at,
		.expires_at = s->token_expires_at };
	return renewal_is_fresh(&t);
}

static void
read_token_file(struct session *s)
{
	struct err err;
	drop_token(s);
	bool ok = session_read_file(&s->token, s->token_file, &err);
	if (!ok)
		buf_wipe(&s->token);
	notify_waiters(s, ok ? NULL : &err);
}

void
session_get_token(struct session *s, bool fresh, session_token_fn *fn, void *ctx)
{
	struct err err;
	struct token_waiter w = { fn, ctx };
	bool sourceless = !s->token_file && !s->token_command && !s->oauth;
	if (s->has_fixed_token && !is_token_text(buf_str(&s->token))) {
		err_set(
		    &err, ERR_AUTH, "BACKROOM_TOKEN contains characters that a token cannot have");
		fn(ctx, STR_NONE, &err);
		return;
	}
	if (sourceless || s->has_fixed_token || (s->token.n && !fresh && is_token_usable(s))) {
		fn(ctx, buf_str(&s->token), NULL);
		return;
	}
	vec_push(&s->waiters, w);
	if (s->helper || s->renewing)
		return;
	if (s->token_command_err.kind) {
		err = s->token_command_err;
		s->token_command_err = (struct err){ 0 };
		notify_waiters(s, &err);
		return;
	}
	if (s->oauth)
		start_renewal(s);
	else if (s->token_command)
		start_token_command(s);
	else
		read_token_file(s);
}
