#include "client/oauth_request.h"

#include "base/clock.h"
#include "base/digest.h"
#include "client/private_file.h"
#include "client/redact.h"
#include "wire/errors.h"
#include "wire/query.h"

#include <stdio.h>
#include <string.h>

/* If an issuer responds quickly but with an error, the request is tried up to TRIES times. */
enum {
	OAUTH_TRIES_MAX = 4,
	IMMEDIATE_RETRY_WINDOW_MS = 5000,
	RETRY_PAUSE_MAX_MS = 10000,
	HTTP_REQUEST_TIMEOUT = 408
};

/* ---- callbacks ---- */

static void
notify_failure(struct oauth *o, const struct err *err)
{
	struct oauth_callbacks asked = o->callbacks;
	o->callbacks = (struct oauth_callbacks){ 0 };
	if (asked.on_tokens)
		asked.on_tokens(asked.ctx, NULL, err);
	else if (asked.on_device)
		asked.on_device(asked.ctx, NULL, err);
	else if (asked.on_done)
		asked.on_done(asked.ctx, err);
}

static void
on_late_failure(void *arg)
{
	struct oauth *o = arg;
	o->timer = 0;
	notify_failure(o, &o->deferred_err);
}

/* The callback runs from the loop, never within the caller's request. */
static void
oauth_fail_later(struct oauth *o, const struct err *err)
{
	o->deferred_err = *err;
	o->timer = o->io.start_timer(o->io.ctx, 0, on_late_failure, o);
}

/* ---- requests ---- */

void
oauth_clear_request(struct oauth *o)
{
	buf_wipe(&o->form);
	buf_wipe(&o->basic_credentials);
	buf_wipe(&o->sent_token_or_code);
	buf_wipe(&o->verifier);
	buf_wipe(&o->client_secret);
}

void
oauth_add_field(struct buf *form, const char *name, struct str value)
{
	if (form->n)
		buf_addc(form, '&');
	buf_addz(form, name);
	buf_addc(form, '=');
	query_escape(form, value);
}

void
oauth_add_secret(struct oauth *o, struct buf *hidden, const char *name, struct str value)
{
	oauth_add_field(&o->form, name, value);
	buf_adds(hidden, value);
}

void
oauth_begin_form(struct oauth *o, const char *grant)
{
	oauth_clear_request(o);
	if (grant)
		oauth_add_field(&o->form, "grant_type", str_of(grant));
}

/* "name:secret" in base64, both escaped first, as RFC 6749, 2.3.1 requires. */
static void
add_basic_credentials(struct buf *out, const char *name, struct str secret)
{
	struct buf pair = { 0 };
	query_escape(&pair, str_of(name));
	buf_addc(&pair, ':');
	query_escape(&pair, secret);
	base64_encode(out, buf_str(&pair));
	buf_wipe(&pair);
}

/* Adds the client's id, and its secret if it has one. */
static bool
add_client_credentials(struct oauth *o, struct err *err)
{
	if (!o->rules.secret_file) {
		oauth_add_field(&o->form, "client_id", str_of(o->rules.client_id));
		return true;
	}
	if (!private_file_read(&o->client_secret, o->rules.secret_file, err))
		return false;
	if (o->sends_secret_in_form) {
		oauth_add_field(&o->form, "client_id", str_of(o->rules.client_id));
		oauth_add_field(&o->form, "client_secret", buf_str(&o->client_secret));
	} else {
		add_basic_credentials(
		    &o->basic_credentials, o->rules.client_id, buf_str(&o->client_secret));
	}
	return true;
}

void
oauth_send_form(void *arg)
{
	struct oauth *o = arg;
	o->timer = 0;
	o->attempt_count++;
	o->requested_at = clock_ticks();
	o->transfer_id = transport_start(o->transport,
	    &(struct http_request){ .method = "POST",
		.url = o->endpoint_urls[o->last_endpoint],
		.basic_credentials = buf_str(&o->basic_credentials),
		.body = buf_str(&o->form),
		.body_is_form = true,
		.timeout_ms = OAUTH_TIMEOUT_MS },
	    o->on_answer, o);
}

void
oauth_post(struct oauth *o, enum issuer_endpoint where, transfer_done_fn *done)
{
	struct err err;
	bool ok = o->endpoint_urls[where] != NULL ||
	    err_set(&err, ERR_NOT_FOUND, "%s has no such endpoint",
		o->rules.issuer ? o->rules.issuer : "the issuer");
	o->last_endpoint = where;
	o->on_answer = done;
	o->attempt_count = 0;
	if (ok && add_client_credentials(o, &err)) {
		oauth_send_form(o);
	} else {
		oauth_clear_request(o);
		oauth_fail_later(o, &err);
	}
}

/* True for errors that may be temporary: a busy or starting server, a broken connection. A slow
 * response is not one: the next would be slow, too. */
static bool
is_transient_failure(const struct oauth *o, const struct err *err)
{
	return err->kind == ERR_UPSTREAM ||
	    (err->kind == ERR_NETWORK && !str_eqz(str_of(err->code), "lasting") &&
		clock_ticks() - o->requested_at < IMMEDIATE_RETRY_WINDOW_MS);
}

bool
oauth_retry(struct oauth *o, struct transfer_result *answer, io_timer_fn *send)
{
	static const int pauses[OAUTH_TRIES_MAX] = { 0, 300, 1000, 3000 };
	if (!is_transient_failure(o, &answer->err) || o->attempt_count >= OAUTH_TRIES_MAX)
		return false;
	int ms = answer->retry_after_ms >= 0 ? answer->retry_after_ms : pauses[o->attempt_count];
	o->transfer_id = 0;
	o->timer = o->io.start_timer(
	    o->io.ctx, ms < RETRY_PAUSE_MAX_MS ? ms : RETRY_PAUSE_MAX_MS, send, o);
	return true;
}

static bool
repeats_secret(const struct oauth *o, const char *words)
{
	return redact_text_has_secret(buf_str(&o->sent_token_or_code), str_of(words)) ||
	    redact_text_has_secret(buf_str(&o->verifier), str_of(words)) ||
	    redact_text_has_secret(buf_str(&o->client_secret), str_of(words));
}

/* Removes secrets from an issuer's message, which is shown and logged and may repeat what we
 * sent. */
static void
hide_secrets(const struct oauth *o, struct err *err)
{
	char *const texts[] = { err->code, err->request_id, err->faulty_field };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (repeats_secret(o, texts[i]))
			texts[i][0] = '\0';
	if (!repeats_secret(o, err->text))
		return;
	err->is_server_text = false;
	snprintf(err->text, sizeof(err->text),
	    "the issuer's message contains a secret, so it is not shown");
}

void
oauth_prefix_refusal(const struct oauth *o, struct err *err, bool refused)
{
	const struct err said = *err;
	const char *who = o->rules.issuer ? o->rules.issuer : o->rules.token_url;
	const char *words = said.is_server_text || !said.code[0] ? said.text : said.code;
	err->is_server_text = false;
	snprintf(err->text, sizeof(err->text), "%.120s %s: %s%.220s%s", who,
	    refused ? "refused" : "failed", said.is_server_text ? "\"" : "", words,
	    said.is_server_text ? "\"" : "");
}

/* Names the issuer in err. A refusal by the issuer, with any status, leaves the user signed out;
 * a server error does not. The caller words the `raw` codes. */
static void
classify_refusal(const struct oauth *o, struct err *err)
{
	static const char *const raw[] = { "authorization_pending", "slow_down", "expired_token",
		"access_denied", "authorization_declined" };
	const struct err said = *err;
	bool refused = said.http_status && said.http_status != HTTP_REQUEST_TIMEOUT &&
	    said.kind != ERR_UPSTREAM && said.kind != ERR_PROTOCOL &&
	    (said.code[0] || said.kind == ERR_DENIED);
	if (refused)
		err->kind = ERR_AUTH;
	for (size_t i = 0; i < sizeof(raw) / sizeof(*raw); i++)
		if (str_eqz(str_of(said.code), raw[i]))
			return;
	if (refused || said.kind == ERR_UPSTREAM)
		oauth_prefix_refusal(o, err, refused);
}

const cJSON *
oauth_read_answer(struct oauth *o, struct arena *a, struct transfer_result *answer, struct err *err)
{
	struct str body = buf_str(&answer->page.body);
	const cJSON *tree = NULL;
	*err = answer->err;
	if (!err->kind)
		tree = json_parse(a, body, &json_scan_client_rules, err);
	if (!err->kind && !cJSON_IsObject(tree))
		err_set(err, ERR_PROTOCOL, "the issuer's response is not a JSON object");
	/* Some issuers refuse with status 200. */
	if (!err->kind && json_get_text(tree, "error").n && !json_get(tree, "access_token")) {
		error_body_read(err, 400, body);
		err->http_status = answer->http_status;
	}
	if (err->kind && o->form.n)
		classify_refusal(o, err);
	hide_secrets(o, err);
	oauth_clear_request(o);
	return err->kind ? NULL : tree;
}

void
oauth_free_answer(struct arena *a, struct transfer_result *answer)
{
	arena_wipe(a);
	if (answer->page.body.p)
		explicit_bzero(answer->page.body.p, answer->page.body.n);
	if (answer->page.envelope.p)
		explicit_bzero(answer->page.envelope.p, answer->page.envelope.n);
}
