#include "base/json_quote.h"
#include "service/api/handlers.h"
#include "service/api/oauth.h"
#include "service/auth/jwt_sign.h"

#include <string.h>

/* The content of a token, and of its response. */
struct gift {
	const struct client *client;
	const char *scope;
	const char *refresh; /* or NULL */
};

static void
write_gift(struct buf *out, const struct gift *gift, const char *token, int ttl_s)
{
	buf_addf(out, "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":%d,",
	    token, ttl_s);
	if (gift->refresh)
		buf_addf(out, "\"refresh_token\":\"%s\",", gift->refresh);
	buf_addz(out, "\"scope\":");
	json_quote(out, str_of(gift->scope));
	buf_addc(out, '}');
}

static bool
give(const struct call *call, const struct gift *gift, struct response *rs, struct err *err)
{
	const struct service *s = call->service;
	struct buf token = { 0 };
	struct jwt_sign_order order = { .secret = s->token_secret,
		.iss = s->iss,
		.aud = s->aud,
		.sub = gift->client->subject,
		.scope = gift->scope,
		.root = gift->client->root,
		.now_s = clock_real() / 1000,
		.ttl_s = s->token_ttl_s,
		.client = gift->client->name };
	bool ok = jwt_sign(&token, &order, err);
	if (ok)
		write_gift(&rs->body, gift, buf_z(&token), s->token_ttl_s);
	buf_wipe(&token);
	return ok;
}

static bool
give_by_credentials(const struct call *call, struct query *form, const struct client *client,
    struct response *rs, struct err *err)
{
	char scope[SCOPE_MAX];
	if (client->without_secret)
		return oauth_refuse(rs, OAUTH_NOT_FOR_CLIENT);
	scope_narrow(scope, client->scope, query_get(form, STR("scope")));
	if (!scope[0])
		return oauth_refuse(rs, OAUTH_NO_SCOPE);
	return give(call, &(struct gift){ client, scope, NULL }, rs, err);
}

static const enum oauth_answer answers[] = {
	[GRANT_OK] = OAUTH_OK,
	[GRANT_PENDING] = OAUTH_PENDING,
	[GRANT_HASTY] = OAUTH_HASTY,
	[GRANT_DENIED] = OAUTH_DENIED,
	[GRANT_EXPIRED] = OAUTH_EXPIRED,
	[GRANT_UNKNOWN] = OAUTH_INVALID_GRANT,
	[GRANT_REPLAYED] = OAUTH_INVALID_GRANT,
	[GRANT_NO_SCOPE] = OAUTH_NO_SCOPE,
};
_Static_assert(sizeof(answers) / sizeof(*answers) == GRANT_VERDICTS, "a row for every verdict");

/* Responds for a code or refresh token; wipes `given`. */
static bool
give_granted(const struct call *call, const struct client *client, enum grant_verdict verdict,
    struct grants_given *given, struct response *rs, struct err *err)
{
	struct gift gift = { client, given->scope, given->refresh };
	bool ok = verdict == GRANT_OK ? give(call, &gift, rs, err)
				      : oauth_refuse(rs, answers[verdict]);
	explicit_bzero(given, sizeof(*given));
	return ok;
}

static bool
give_by_code(const struct call *call, struct query *form, const struct client *client,
    struct response *rs, struct err *err)
{
	struct grants_given given = { 0 };
	struct str code = query_get(form, STR("device_code"));
	if (!client->device)
		return oauth_refuse(rs, OAUTH_NOT_FOR_CLIENT);
	if (!code.n)
		return oauth_refuse(rs, OAUTH_NO_SENSE);
	enum grant_verdict verdict = grants_poll(
	    call->service->grants, client, code, clock_ticks(), &given);
	return give_granted(call, client, verdict, &given, rs, err);
}

static bool
give_by_refresh(const struct call *call, struct query *form, const struct client *client,
    struct response *rs, struct err *err)
{
	struct grants_given given = { 0 };
	struct grants_renewal order = { .client = client,
		.token = query_get(form, STR("refresh_token")),
		.scope = query_get(form, STR("scope")),
		.now_ms = clock_ticks() };
	if (!client->device)
		return oauth_refuse(rs, OAUTH_NOT_FOR_CLIENT);
	if (!order.token.n)
		return oauth_refuse(rs, OAUTH_NO_SENSE);
	enum grant_verdict verdict = grants_renew(call->service->grants, &order, &given);
	if (verdict == GRANT_REPLAYED)
		route_log_caller(call, "refresh token used twice", "its sign-in has ended");
	return give_granted(call, client, verdict, &given, rs, err);
}

static const struct grant {
	const char *type;
	bool (*give)(const struct call *call, struct query *form, const struct client *client,
	    struct response *rs, struct err *err);
	bool by_secret; /* a client that has one but does not give it makes no sense */
} grants[] = {
	{ "client_credentials", give_by_credentials, true },
	{ "urn:ietf:params:oauth:grant-type:device_code", give_by_code, false },
	{ "refresh_token", give_by_refresh, false },
};

static const struct grant *
find_grant(struct str type)
{
	for (size_t i = 0; i < sizeof(grants) / sizeof(*grants); i++)
		if (str_eqz(type, grants[i].type))
			return &grants[i];
	return NULL;
}

static bool
answer_token(struct call *call, struct query *form, struct response *rs, struct err *err)
{
	struct str type = query_get(form, STR("grant_type"));
	const struct grant *grant = find_grant(type);
	const struct client *client;
	if (!type.p)
		return oauth_refuse(rs, OAUTH_NO_SENSE);
	if (!grant)
		return oauth_refuse(rs, OAUTH_UNKNOWN_GRANT);
	if (grant->by_secret && oauth_lacks_secret(call, form))
		return oauth_refuse(rs, OAUTH_NO_CREDENTIALS);
	enum oauth_answer answer = oauth_client(call, form, &client);
	return answer == OAUTH_OK ? grant->give(call, form, client, rs, err)
				  : oauth_refuse(rs, answer);
}

bool
handle_token(struct call *call, struct response *rs, struct err *err)
{
	return oauth_with_form(call, answer_token, rs, err);
}

/* Access tokens end by themselves; of what is not known nothing is said. */
static bool
answer_revocation(struct call *call, struct query *form, struct response *rs, struct err *err)
{
	const struct client *client;
	struct str token = query_get(form, STR("token"));
	enum oauth_answer answer = oauth_client(call, form, &client);
	(void)err;
	if (answer == OAUTH_OK && !token.n)
		answer = OAUTH_NO_SENSE;
	if (answer != OAUTH_OK)
		return oauth_refuse(rs, answer);
	grants_revoke(call->service->grants, client, token);
	buf_addz(&rs->body, "{}");
	return true;
}

bool
handle_revoke(struct call *call, struct response *rs, struct err *err)
{
	return oauth_with_form(call, answer_revocation, rs, err);
}
