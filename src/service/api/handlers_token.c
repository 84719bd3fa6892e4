#include "base/json_quote.h"
#include "service/api/handlers.h"
#include "service/api/oauth.h"
#include "service/auth/jwt_sign.h"

#include <string.h>

/* The content of an access token and its response. */
struct issued_token {
	const struct oauth_client *client;
	const char *scope;
	const char *refresh_token; /* or NULL */
};

static void
write_token_response(
    struct buf *out, const struct issued_token *issued, const char *token, int ttl_s)
{
	buf_addf(out, "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":%d,",
	    token, ttl_s);
	if (issued->refresh_token)
		buf_addf(out, "\"refresh_token\":\"%s\",", issued->refresh_token);
	buf_addz(out, "\"scope\":");
	json_quote(out, str_of(issued->scope));
	buf_addc(out, '}');
}

static bool
issue_token(const struct call *call, const struct issued_token *issued, struct response *rs,
    struct err *err)
{
	const struct service *s = call->service;
	struct buf token = { 0 };
	struct jwt_sign_params order = { .secret = s->token_secret,
		.iss = s->iss,
		.aud = s->aud,
		.sub = issued->client->subject,
		.scope = issued->scope,
		.root = issued->client->root,
		.now_s = clock_real() / 1000,
		.ttl_s = s->token_ttl_s,
		.client = issued->client->name };
	bool ok = jwt_sign(&token, &order, err);
	if (ok)
		write_token_response(&rs->body, issued, buf_z(&token), s->token_ttl_s);
	buf_wipe(&token);
	return ok;
}

static bool
issue_for_credentials(const struct call *call, struct query *form,
    const struct oauth_client *client, struct response *rs, struct err *err)
{
	char scope[SCOPE_SIZE];
	if (client->is_public)
		return oauth_refuse(rs, OAUTH_GRANT_NOT_ALLOWED);
	scope_narrow(scope, client->scope, query_get(form, STR("scope")));
	if (!scope[0])
		return oauth_refuse(rs, OAUTH_NO_SCOPE);
	return issue_token(call, &(struct issued_token){ client, scope, NULL }, rs, err);
}

static const enum oauth_answer answer_by_verdict[] = {
	[GRANT_OK] = OAUTH_OK,
	[GRANT_PENDING] = OAUTH_PENDING,
	[GRANT_SLOW_DOWN] = OAUTH_SLOW_DOWN,
	[GRANT_DENIED] = OAUTH_DENIED,
	[GRANT_EXPIRED] = OAUTH_EXPIRED,
	[GRANT_UNKNOWN] = OAUTH_INVALID_GRANT,
	[GRANT_REPLAYED] = OAUTH_INVALID_GRANT,
	[GRANT_NO_SCOPE] = OAUTH_NO_SCOPE,
};
_Static_assert(sizeof(answer_by_verdict) / sizeof(*answer_by_verdict) == GRANT_VERDICTS,
    "every verdict needs a row in this table");

/* Responds to a code or refresh token; wipes `given`. */
static bool
issue_for_verdict(const struct call *call, const struct oauth_client *client,
    enum grant_verdict verdict, struct grants_tokens *given, struct response *rs, struct err *err)
{
	struct issued_token issued = { client, given->scope, given->refresh_token };
	bool ok = verdict == GRANT_OK ? issue_token(call, &issued, rs, err)
				      : oauth_refuse(rs, answer_by_verdict[verdict]);
	explicit_bzero(given, sizeof(*given));
	return ok;
}

static bool
issue_for_device_code(const struct call *call, struct query *form,
    const struct oauth_client *client, struct response *rs, struct err *err)
{
	struct grants_tokens given = { 0 };
	struct str code = query_get(form, STR("device_code"));
	if (!client->allows_device_code)
		return oauth_refuse(rs, OAUTH_GRANT_NOT_ALLOWED);
	if (!code.n)
		return oauth_refuse(rs, OAUTH_BAD_REQUEST);
	enum grant_verdict verdict = grants_poll(
	    call->service->grants, client, code, clock_ticks(), &given);
	return issue_for_verdict(call, client, verdict, &given, rs, err);
}

static bool
issue_for_refresh_token(const struct call *call, struct query *form,
    const struct oauth_client *client, struct response *rs, struct err *err)
{
	struct grants_tokens given = { 0 };
	struct grants_renewal order = { .client = client,
		.refresh_token = query_get(form, STR("refresh_token")),
		.scope = query_get(form, STR("scope")),
		.now_ms = clock_ticks() };
	if (!client->allows_device_code)
		return oauth_refuse(rs, OAUTH_GRANT_NOT_ALLOWED);
	if (!order.refresh_token.n)
		return oauth_refuse(rs, OAUTH_BAD_REQUEST);
	enum grant_verdict verdict = grants_renew(call->service->grants, &order, &given);
	if (verdict == GRANT_REPLAYED)
		route_log_refused_caller(call, "refresh token used twice", "its sign-in has ended");
	return issue_for_verdict(call, client, verdict, &given, rs, err);
}

static const struct grant_type_handler {
	const char *type;
	bool (*issue_token)(const struct call *call, struct query *form,
	    const struct oauth_client *client, struct response *rs, struct err *err);
	bool requires_secret; /* a client that has a secret must send it */
} grant_types[] = {
	{ "client_credentials", issue_for_credentials, true },
	{ "urn:ietf:params:oauth:grant-type:device_code", issue_for_device_code, false },
	{ "refresh_token", issue_for_refresh_token, false },
};

static const struct grant_type_handler *
find_grant(struct str type)
{
	for (size_t i = 0; i < sizeof(grant_types) / sizeof(*grant_types); i++)
		if (str_eqz(type, grant_types[i].type))
			return &grant_types[i];
	return NULL;
}

static bool
answer_token(struct call *call, struct query *form, struct response *rs, struct err *err)
{
	struct str type = query_get(form, STR("grant_type"));
	const struct grant_type_handler *grant = find_grant(type);
	const struct oauth_client *client;
	if (!type.p)
		return oauth_refuse(rs, OAUTH_BAD_REQUEST);
	if (!grant)
		return oauth_refuse(rs, OAUTH_UNKNOWN_GRANT);
	if (grant->requires_secret && oauth_has_no_secret(call, form))
		return oauth_refuse(rs, OAUTH_NO_CREDENTIALS);
	enum oauth_answer answer = oauth_identify_client(call, form, &client);
	return answer == OAUTH_OK ? grant->issue_token(call, form, client, rs, err)
				  : oauth_refuse(rs, answer);
}

bool
handle_token(struct call *call, struct response *rs, struct err *err)
{
	return oauth_answer_form(call, answer_token, rs, err);
}

/* Access tokens are not revoked: they expire. Unknown tokens get the same response. */
static bool
answer_revocation(struct call *call, struct query *form, struct response *rs, struct err *err)
{
	const struct oauth_client *client;
	struct str token = query_get(form, STR("token"));
	enum oauth_answer answer = oauth_identify_client(call, form, &client);
	(void)err;
	if (answer == OAUTH_OK && !token.n)
		answer = OAUTH_BAD_REQUEST;
	if (answer != OAUTH_OK)
		return oauth_refuse(rs, answer);
	grants_revoke(call->service->grants, client, token);
	buf_addz(&rs->body, "{}");
	return true;
}

bool
handle_revoke(struct call *call, struct response *rs, struct err *err)
{
	return oauth_answer_form(call, answer_revocation, rs, err);
}
