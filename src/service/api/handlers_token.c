#include "base/json_quote.h"
#include "base/log.h"
#include "service/api/handlers.h"
#include "service/auth/jwt_sign.h"

#include <string.h>

/* How RFC 6749, section 5.2, says no. */
static const struct token_refusal {
	const char *error;
	int status;
	const char *words;
} no_sense = { "invalid_request", 400, "Name and secret come by Basic or in the form, once." },
  no_grant = { "unsupported_grant_type", 400, "Only client_credentials is given here." },
  no_client = { "invalid_client", 401, "Name or secret is wrong." },
  no_scope = { "invalid_scope", 400, "The client has none of these rights." },
  no_more_tries = { "temporarily_unavailable", 429, "Too many wrong secrets. Wait a minute." };

struct credentials {
	struct buf name, secret;
	bool by_basic;
};

static bool
say_no(struct response *rs, const struct token_refusal *r)
{
	rs->status = r->status;
	buf_addf(&rs->body, "{\"error\":\"%s\",\"error_description\":\"%s\"}", r->error, r->words);
	if (r->status == 401)
		response_header(rs, "WWW-Authenticate", "Basic realm=\"backroom\"");
	if (r->status == 429)
		response_header(rs, "Retry-After", "60");
	return true;
}

/* The standard alphabet with its padding. */
static bool
decode_base64(struct buf *out, struct str text)
{
	struct buf url = { 0 };
	while (text.n && text.p[text.n - 1] == '=')
		text.n--;
	for (size_t i = 0; i < text.n; i++)
		buf_addc(&url, text.p[i] == '+' ? '-' : text.p[i] == '/' ? '_' : text.p[i]);
	bool ok = base64url_decode(out, buf_str(&url));
	buf_wipe(&url);
	return ok;
}

/* "Basic base64(name:secret)", both escaped as in a form. */
static bool
read_basic(struct credentials *c, struct str header)
{
	struct buf pair = { 0 };
	struct str scheme = str_sub(header, 0, str_find_char(header, ' '));
	bool ok = str_eq_nocase(scheme, STR("Basic")) &&
	    decode_base64(&pair, str_trim(str_sub(header, scheme.n, header.n)));
	size_t colon = str_find_char(buf_str(&pair), ':');
	ok = ok && colon != SIZE_MAX &&
	    query_unescape(&c->name, str_sub(buf_str(&pair), 0, colon), true) &&
	    query_unescape(&c->secret, str_sub(buf_str(&pair), colon + 1, pair.n), true);
	c->by_basic = true;
	buf_wipe(&pair);
	return ok;
}

static bool
read_credentials(struct call *call, struct query *form, struct credentials *c)
{
	struct str header = request_header(call->rq, "Authorization");
	struct str name = query_get(form, STR("client_id"));
	struct str secret = query_get(form, STR("client_secret"));
	if (header.p)
		return read_basic(c, header) && !secret.p;
	buf_adds(&c->name, name);
	buf_adds(&c->secret, secret);
	return name.p && secret.p;
}

/* Of the rights that the client has, those that are wanted; all when none is named. */
static void
narrow(struct buf *out, const struct client *client, struct str wanted)
{
	struct claims has = { 0 };
	struct buf word = { 0 };
	struct str right;
	buf_addz(&word, client->scope);
	memcpy(has.scope, word.p, word.n < sizeof(has.scope) ? word.n : sizeof(has.scope) - 1);
	if (!wanted.p)
		wanted = str_of(has.scope);
	while (str_next(&wanted, ' ', &right)) {
		buf_reset(&word);
		buf_adds(&word, right);
		if (right.n && claims_have(&has, buf_z(&word)))
			buf_addf(out, "%s%s", out->n ? " " : "", buf_z(&word));
	}
	buf_free(&word);
}

static bool
give(struct call *call, const struct client *client, const char *scope, struct response *rs,
    struct err *err)
{
	const struct service *s = call->service;
	struct buf token = { 0 };
	struct jwt_sign_order order = { .secret = s->token_secret,
		.iss = s->iss,
		.aud = s->aud,
		.sub = client->subject,
		.scope = scope,
		.root = client->root,
		.now_s = clock_real() / 1000,
		.ttl_s = s->token_ttl_s,
		.client = client->name };
	bool ok = jwt_sign(&token, &order, err);
	if (ok) {
		buf_addf(&rs->body,
		    "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":%d,"
		    "\"scope\":",
		    buf_z(&token), s->token_ttl_s);
		json_quote(&rs->body, str_of(scope));
		buf_addc(&rs->body, '}');
	}
	buf_wipe(&token);
	return ok;
}

static bool
give_as_asked(struct call *call, struct query *form, const struct credentials *c,
    struct response *rs, struct err *err)
{
	static const struct token_refusal *const answers[] = {
		[CLIENT_WRONG] = &no_client, [CLIENT_LIMITED] = &no_more_tries
	};
	_Static_assert(
	    sizeof(answers) / sizeof(*answers) == CLIENT_VERDICTS, "a row for every verdict");
	const struct client *client;
	struct buf scope = { 0 };
	const struct client_try try = { .from = &call->rq->from,
		.name = buf_str(&c->name),
		.secret = buf_str(&c->secret),
		.now_ms = clock_ticks() };
	enum client_verdict verdict = clients_check(call->service->clients, &try, &client);
	if (verdict != CLIENT_OK) {
		log_event(LOG_WARN, "client refused", LOG_TEXT("request", str_of(call->rq->id)));
		return say_no(rs, answers[verdict]);
	}
	narrow(&scope, client, query_get(form, STR("scope")));
	bool ok = scope.n ? give(call, client, buf_z(&scope), rs, err) : say_no(rs, &no_scope);
	buf_free(&scope);
	return ok;
}

static bool
answer_form(struct call *call, struct query *form, struct response *rs, struct err *err)
{
	struct credentials c = { 0 };
	struct str grant = query_get(form, STR("grant_type"));
	bool ok;
	if (!grant.p)
		ok = say_no(rs, &no_sense);
	else if (!str_eqz(grant, "client_credentials"))
		ok = say_no(rs, &no_grant);
	else if (!read_credentials(call, form, &c))
		ok = say_no(rs, c.by_basic ? &no_client : &no_sense);
	else
		ok = give_as_asked(call, form, &c, rs, err);
	buf_free(&c.name);
	buf_wipe(&c.secret);
	return ok;
}

bool
handle_token(struct call *call, struct response *rs, struct err *err)
{
	struct query form = { 0 };
	bool ok = query_parse(&form, call->arena, call->rq->body, err)
	    ? answer_form(call, &form, rs, err)
	    : say_no(rs, &no_sense);
	query_free(&form);
	return ok;
}
