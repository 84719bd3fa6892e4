#include "client/oauth.h"

#include "base/clock.h"
#include "base/mem.h"
#include "client/oauth_request.h"
#include "client/private_file.h"
#include "client/url.h"

#include <stdio.h>
#include <string.h>

enum {
	DEFAULT_POLL_INTERVAL_S = 5,
	DEVICE_CODE_LIFETIME_S = 600,
	DEVICE_CODE_LIFETIME_MAX_S = 3600
};

static const char device_grant[] = "urn:ietf:params:oauth:grant-type:device_code";

/* ---- creation and destruction ---- */

struct oauth *
oauth_new(const struct io_watch *io, const struct oauth_rules *rules)
{
	struct oauth *o = x_new(struct oauth);
	o->io = *io;
	o->rules = *rules;
	const char **const texts[] = { &o->rules.issuer, &o->rules.client_id, &o->rules.secret_file,
		&o->rules.scope, &o->rules.audience, &o->rules.resource_indicator,
		&o->rules.token_url, &o->rules.device_url, &o->rules.authorize_url,
		&o->rules.resource };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		*texts[i] = x_strdup(*texts[i]);
	o->endpoint_urls[ISSUER_TOKEN] = x_strdup(rules->token_url);
	o->endpoint_urls[ISSUER_DEVICE] = x_strdup(rules->device_url);
	o->endpoint_urls[ISSUER_AUTHORIZE] = x_strdup(rules->authorize_url);
	o->transport = transport_new(io, &rules->transport_rules);
	return o;
}

void
oauth_cancel(struct oauth *o)
{
	transport_cancel(o->transport, o->transfer_id);
	o->io.cancel_timer(o->io.ctx, o->timer);
	o->transfer_id = o->timer = 0;
	o->callbacks = (struct oauth_callbacks){ 0 };
	oauth_clear_request(o);
}

void
oauth_free(struct oauth *o)
{
	if (!o)
		return;
	oauth_cancel(o);
	transport_free(o->transport);
	const char *const texts[] = { o->rules.issuer, o->rules.client_id, o->rules.secret_file,
		o->rules.scope, o->rules.audience, o->rules.resource_indicator, o->rules.token_url,
		o->rules.device_url, o->rules.authorize_url, o->rules.resource };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		x_free((void *)(uintptr_t)texts[i]);
	for (int i = 0; i < ISSUER_ENDPOINTS; i++)
		x_free(o->endpoint_urls[i]);
	x_free(o);
}

const struct oauth_rules *
oauth_rules(const struct oauth *o)
{
	return &o->rules;
}

const char *
oauth_authorize_url(const struct oauth *o)
{
	return o->endpoint_urls[ISSUER_AUTHORIZE];
}

bool
oauth_sends_issuer(const struct oauth *o)
{
	return o->sends_issuer;
}

bool
oauth_has_device_endpoint(const struct oauth *o)
{
	return o->endpoint_urls[ISSUER_DEVICE] != NULL;
}

bool
oauth_is_safe_address(struct str address, bool insecure)
{
	struct url u = { 0 };
	char *text = str_dup(address);
	bool web = str_starts(address, STR("https://")) ||
	    (str_starts(address, STR("http://")) && (insecure || url_is_loopback(address)));
	bool ok = web && url_split(&u, text) && u.host && *u.host && !u.user;
	for (size_t i = 0; i < address.n; i++)
		ok = ok && address.p[i] > ' ' && address.p[i] < 127;
	url_free(&u);
	x_free(text);
	return ok;
}

/* ---- discovery ---- */

static void
read_endpoint(struct oauth *o, enum issuer_endpoint which, const cJSON *tree, const char *name)
{
	struct str address = json_get_text(tree, name);
	if (!o->endpoint_urls[which] && address.n &&
	    oauth_is_safe_address(address, o->rules.transport_rules.insecure))
		o->endpoint_urls[which] = str_dup(address);
}

static bool
list_contains_text(const cJSON *list, const char *word)
{
	const cJSON *v;
	cJSON_ArrayForEach (v, list)
		if (str_eqz(json_text(v), word))
			return true;
	return false;
}

static bool
read_metadata(struct oauth *o, const cJSON *tree, struct err *err)
{
	struct str issuer = json_get_text(tree, "issuer");
	const cJSON *methods = json_get(tree, "token_endpoint_auth_methods_supported");
	if (!str_eqz(issuer, o->rules.issuer))
		return err_set(err, ERR_PROTOCOL,
		    "%s calls itself \"%.*s\": set issuer in config.conf to exactly that",
		    o->rules.issuer, STR_ARG(str_sub(issuer, 0, 120)));
	read_endpoint(o, ISSUER_TOKEN, tree, "token_endpoint");
	read_endpoint(o, ISSUER_DEVICE, tree, "device_authorization_endpoint");
	read_endpoint(o, ISSUER_AUTHORIZE, tree, "authorization_endpoint");
	read_endpoint(o, ISSUER_REVOKE, tree, "revocation_endpoint");
	o->sends_issuer = cJSON_IsTrue(
	    json_get(tree, "authorization_response_iss_parameter_supported"));
	o->sends_secret_in_form = list_contains_text(methods, "client_secret_post") &&
	    !list_contains_text(methods, "client_secret_basic");
	return o->endpoint_urls[ISSUER_TOKEN] ||
	    err_set(err, ERR_PROTOCOL, "%s publishes no token endpoint for a client secret",
		o->rules.issuer);
}

/* Sets err for an address that answers, but not like an issuer. */
static void
set_no_issuer_error(const struct oauth *o, struct err *err)
{
	struct err said = *err;
	int http = said.http_status;
	if (http == 404)
		err_set(err, ERR_PROTOCOL,
		    "%s is not an issuer: it has no /.well-known/openid-configuration",
		    o->rules.issuer);
	else
		err_set(err, said.kind, "%s does not publish its sign-in endpoints: %s",
		    o->rules.issuer, said.text);
	err->http_status = http;
}

static void request_metadata(void *arg);

static void
on_metadata(void *ctx, struct transfer_result *answer)
{
	struct oauth *o = ctx;
	struct arena a = { 0 };
	struct err err;
	struct oauth_callbacks asked = o->callbacks;
	if (oauth_retry(o, answer, request_metadata))
		return;
	o->transfer_id = 0;
	const cJSON *tree = oauth_read_answer(o, &a, answer, &err);
	bool ok = tree && read_metadata(o, tree, &err);
	if (!ok && err.kind != ERR_NETWORK && err.http_status)
		set_no_issuer_error(o, &err);
	o->endpoints_discovered = ok;
	o->callbacks = (struct oauth_callbacks){ 0 };
	oauth_free_answer(&a, answer);
	asked.on_done(asked.ctx, ok ? NULL : &err);
}

static void
request_metadata(void *arg)
{
	struct oauth *o = arg;
	struct buf url = { 0 };
	struct str issuer = str_of(o->rules.issuer);
	while (issuer.n && issuer.p[issuer.n - 1] == '/')
		issuer.n--;
	buf_addf(&url, "%.*s/.well-known/openid-configuration", STR_ARG(issuer));
	o->timer = 0;
	o->attempt_count++;
	o->requested_at = clock_ticks();
	o->transfer_id = transport_start(o->transport,
	    &(struct http_request){
		.method = "GET", .url = buf_z(&url), .timeout_ms = OAUTH_TIMEOUT_MS },
	    on_metadata, o);
	buf_free(&url);
}

void
oauth_discover(struct oauth *o, oauth_done_fn *done, void *ctx)
{
	if (o->endpoints_discovered || !o->rules.issuer || !*o->rules.issuer) {
		done(ctx, NULL);
		return;
	}
	o->callbacks = (struct oauth_callbacks){ .on_done = done, .ctx = ctx };
	o->attempt_count = 0;
	request_metadata(o);
}

/* ---- tokens ---- */

/* A whole number; some issuers put it in quotes. */
static bool
read_seconds(const cJSON *tree, const char *name, int64_t *out)
{
	const cJSON *value = json_get(tree, name);
	return json_whole_number(value, out) || str_to_int64(json_text(value), out);
}

static bool
read_tokens(struct oauth_tokens *t, const cJSON *tree, struct err *err)
{
	struct str type = json_get_text(tree, "token_type");
	*t = (struct oauth_tokens){ .access_token = json_get_text(tree, "access_token"),
		.refresh_token = json_get_text(tree, "refresh_token"),
		.scope = json_get_text(tree, "scope"),
		.expires_in_s = -1 };
	if (!read_seconds(tree, "expires_in", &t->expires_in_s) || t->expires_in_s < 0)
		t->expires_in_s = -1;
	if (!json_get(tree, "access_token")) {
		err_set(err, ERR_PROTOCOL, "the issuer sent no token");
		snprintf(err->code, sizeof(err->code), "no_token");
		return false;
	}
	if (!is_token_text(t->access_token) ||
	    (t->refresh_token.n && !is_token_text(t->refresh_token)))
		return err_set(err, ERR_PROTOCOL, "the issuer sent no token");
	return !type.n || str_eq_nocase(type, STR("Bearer")) ||
	    err_set(err, ERR_PROTOCOL, "the issuer sent a token of type \"%.*s\", not Bearer",
		STR_ARG(str_sub(type, 0, 40)));
}

static void
on_tokens(void *ctx, struct transfer_result *answer)
{
	struct oauth *o = ctx;
	struct arena a = { 0 };
	struct err err;
	struct oauth_tokens tokens;
	struct oauth_callbacks asked = o->callbacks;
	if (asked.may_retry && oauth_retry(o, answer, oauth_send_form))
		return;
	o->transfer_id = 0;
	o->callbacks = (struct oauth_callbacks){ 0 };
	const cJSON *tree = oauth_read_answer(o, &a, answer, &err);
	bool ok = tree && read_tokens(&tokens, tree, &err);
	asked.on_tokens(asked.ctx, ok ? &tokens : NULL, ok ? NULL : &err);
	oauth_free_answer(&a, answer);
}

/* Requests tokens. `again`: the request may be repeated if no response came. */
static void
request_tokens(struct oauth *o, bool again, oauth_tokens_fn *done, void *ctx)
{
	o->callbacks = (struct oauth_callbacks){
		.on_tokens = done, .ctx = ctx, .may_retry = again
	};
	oauth_post(o, ISSUER_TOKEN, on_tokens);
}

/* Required by RFC 8707 in every token request. */
static void
add_resource(struct oauth *o)
{
	if (o->rules.resource_indicator)
		oauth_add_field(&o->form, "resource", str_of(o->rules.resource_indicator));
}

void
oauth_refresh(struct oauth *o, struct str refresh, oauth_tokens_fn *done, void *ctx)
{
	oauth_begin_form(o, "refresh_token");
	oauth_add_secret(o, &o->sent_token_or_code, "refresh_token", refresh);
	add_resource(o);
	request_tokens(o, true, done, ctx);
}

/* Adds the requested rights and the API they are for. */
static void
add_scope(struct oauth *o)
{
	if (o->rules.scope)
		oauth_add_field(&o->form, "scope", str_of(o->rules.scope));
	if (o->rules.audience)
		oauth_add_field(&o->form, "audience", str_of(o->rules.audience));
	add_resource(o);
}

void
oauth_request_with_secret(struct oauth *o, oauth_tokens_fn *done, void *ctx)
{
	oauth_begin_form(o, "client_credentials");
	add_scope(o);
	request_tokens(o, true, done, ctx);
}

void
oauth_exchange_device_code(
    struct oauth *o, struct str device_code, oauth_tokens_fn *done, void *ctx)
{
	oauth_begin_form(o, device_grant);
	oauth_add_secret(o, &o->sent_token_or_code, "device_code", device_code);
	add_resource(o);
	request_tokens(o, false, done, ctx);
}

void
oauth_exchange_code(struct oauth *o, struct str code, struct str verifier, struct str redirect,
    oauth_tokens_fn *done, void *ctx)
{
	oauth_begin_form(o, "authorization_code");
	oauth_add_secret(o, &o->sent_token_or_code, "code", code);
	oauth_add_secret(o, &o->verifier, "code_verifier", verifier);
	oauth_add_field(&o->form, "redirect_uri", redirect);
	add_resource(o);
	request_tokens(o, false, done, ctx);
}

/* ---- a code for another device ---- */

/* A duration in seconds from the issuer: `usual` if it is missing, at most `most`. */
static int64_t
read_duration_s(const cJSON *tree, const char *name, int64_t usual, int64_t most)
{
	int64_t n;
	if (!read_seconds(tree, name, &n) || n < 1)
		return usual;
	return n < most ? n : most;
}

static bool
read_device_answer(
    const struct oauth *o, struct oauth_device *d, const cJSON *tree, struct err *err)
{
	bool insecure = o->rules.transport_rules.insecure;
	struct str address = json_get_text(tree, "verification_uri");
	*d = (struct oauth_device){ .device_code = json_get_text(tree, "device_code"),
		.user_code = json_get_text(tree, "user_code"),
		.address = address.n ? address : json_get_text(tree, "verification_url"),
		.address_with_code = json_get_text(tree, "verification_uri_complete"),
		.expires_in_s = read_duration_s(
		    tree, "expires_in", DEVICE_CODE_LIFETIME_S, DEVICE_CODE_LIFETIME_MAX_S),
		.interval_s = read_duration_s(
		    tree, "interval", DEFAULT_POLL_INTERVAL_S, DEVICE_CODE_LIFETIME_S) };
	if (!is_token_text(d->device_code) || !d->user_code.n || d->user_code.n > 64)
		return err_set(err, ERR_PROTOCOL, "the issuer sent no code");
	if (!oauth_is_safe_address(d->address, insecure))
		return err_set(err, ERR_PROTOCOL, "the issuer sent no address for the code");
	if (!oauth_is_safe_address(d->address_with_code, insecure))
		d->address_with_code = STR_NONE;
	return true;
}

static void
on_device_codes(void *ctx, struct transfer_result *answer)
{
	struct oauth *o = ctx;
	struct arena a = { 0 };
	struct err err;
	struct oauth_device device;
	struct oauth_callbacks asked = o->callbacks;
	if (oauth_retry(o, answer, oauth_send_form))
		return;
	o->transfer_id = 0;
	o->callbacks = (struct oauth_callbacks){ 0 };
	const cJSON *tree = oauth_read_answer(o, &a, answer, &err);
	bool ok = tree && read_device_answer(o, &device, tree, &err);
	asked.on_device(asked.ctx, ok ? &device : NULL, ok ? NULL : &err);
	oauth_free_answer(&a, answer);
}

void
oauth_request_device_code(struct oauth *o, oauth_device_fn *done, void *ctx)
{
	oauth_begin_form(o, NULL);
	add_scope(o);
	o->callbacks = (struct oauth_callbacks){ .on_device = done, .ctx = ctx };
	oauth_post(o, ISSUER_DEVICE, on_device_codes);
}

/* ---- revocation ---- */

static void
on_revoked(void *ctx, struct transfer_result *answer)
{
	struct oauth *o = ctx;
	struct oauth_callbacks asked = o->callbacks;
	o->transfer_id = 0;
	o->callbacks = (struct oauth_callbacks){ 0 };
	oauth_clear_request(o);
	/* An empty response is fine. */
	bool ok = answer->http_status >= 200 && answer->http_status < 300;
	asked.on_done(asked.ctx, ok ? NULL : &answer->err);
}

void
oauth_revoke(struct oauth *o, struct str refresh, oauth_done_fn *done, void *ctx)
{
	oauth_begin_form(o, NULL);
	oauth_add_field(&o->form, "token", refresh);
	oauth_add_field(&o->form, "token_type_hint", STR("refresh_token"));
	o->callbacks = (struct oauth_callbacks){ .on_done = done, .ctx = ctx };
	oauth_post(o, ISSUER_REVOKE, on_revoked);
}
