#include "service/api/oauth.h"

/* Errors of RFC 6749, section 5.2, and RFC 8628, section 3.5. */
static const struct {
	const char *error;
	int status;
	const char *description;
} oauth_errors[] = {
	[OAUTH_BAD_REQUEST] = { "invalid_request", 400, "A required parameter is missing." },
	[OAUTH_NO_CREDENTIALS] = { "invalid_request", 400,
	    "Send client id and secret once: by HTTP Basic or in the form." },
	[OAUTH_NO_HOST] = { "invalid_request", 400, "The Host header does not name a host." },
	[OAUTH_UNKNOWN_GRANT] = { "unsupported_grant_type", 400,
	    "Supported: client_credentials, refresh_token and "
	    "urn:ietf:params:oauth:grant-type:device_code." },
	[OAUTH_WRONG_CLIENT] = { "invalid_client", 401, "Wrong client id or secret." },
	[OAUTH_GRANT_NOT_ALLOWED] = { "unauthorized_client", 400,
	    "This client may not use this grant type." },
	[OAUTH_NO_SCOPE] = { "invalid_scope", 400, "The client has none of these scopes." },
	[OAUTH_NO_MORE_TRIES] = { "temporarily_unavailable", 429,
	    "Too many wrong secrets. Try again in a minute." },
	[OAUTH_TOO_MANY_SIGN_INS] = { "temporarily_unavailable", 503,
	    "Too many sign-ins are waiting. Try again in a minute." },
	[OAUTH_INVALID_GRANT] = { "invalid_grant", 400,
	    "This code or token is unknown, used or expired. Sign in again." },
	[OAUTH_PENDING] = { "authorization_pending", 400, "Not approved yet. Ask again." },
	[OAUTH_SLOW_DOWN] = { "slow_down", 400,
	    "Polling too fast: wait five seconds longer between requests." },
	[OAUTH_DENIED] = { "access_denied", 400, "The request was denied." },
	[OAUTH_EXPIRED] = { "expired_token", 400, "The code has expired. Sign in again." },
};
_Static_assert(sizeof(oauth_errors) / sizeof(*oauth_errors) == OAUTH_ANSWERS,
    "every answer needs a row in this table");

bool
oauth_refuse(struct response *rs, enum oauth_answer why)
{
	rs->status = oauth_errors[why].status;
	buf_addf(&rs->body, "{\"error\":\"%s\",\"error_description\":\"%s\"}",
	    oauth_errors[why].error, oauth_errors[why].description);
	if (rs->status == 401)
		response_add_header(rs, "WWW-Authenticate", "Basic realm=\"backroom\"");
	if (rs->status == 429 || rs->status == 503)
		response_add_header(rs, "Retry-After", "60");
	return true;
}

bool
oauth_answer_form(struct call *call, oauth_handler *answer, struct response *rs, struct err *err)
{
	struct query form = { 0 };
	bool ok = query_parse(&form, call->arena, call->request->body, err)
	    ? answer(call, &form, rs, err)
	    : oauth_refuse(rs, OAUTH_BAD_REQUEST);
	query_free(&form);
	return ok;
}

/* ---- the client ---- */

struct credentials {
	struct buf name, secret;
};

/* Decodes the standard base64 alphabet, with padding. */
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

/* Parses "Basic base64(name:secret)", both form-encoded. */
static bool
read_basic_credentials(struct credentials *c, struct str header)
{
	struct buf pair = { 0 };
	struct str scheme = str_sub(header, 0, str_find_char(header, ' '));
	bool ok = str_eq_nocase(scheme, STR("Basic")) &&
	    decode_base64(&pair, str_trim(str_sub(header, scheme.n, header.n)));
	size_t colon = str_find_char(buf_str(&pair), ':');
	ok = ok && colon != SIZE_MAX &&
	    query_unescape(&c->name, str_sub(buf_str(&pair), 0, colon), true) &&
	    query_unescape(&c->secret, str_sub(buf_str(&pair), colon + 1, pair.n), true);
	buf_wipe(&pair);
	return ok;
}

static enum oauth_answer
read_credentials(const struct call *call, struct query *form, struct credentials *c)
{
	struct str header = request_header(call->request, "Authorization");
	struct str name = query_get(form, STR("client_id"));
	struct str secret = query_get(form, STR("client_secret"));
	if (header.p)
		return read_basic_credentials(c, header) && !secret.p ? OAUTH_OK
								      : OAUTH_WRONG_CLIENT;
	buf_adds(&c->name, name);
	buf_adds(&c->secret, secret);
	return name.p ? OAUTH_OK : OAUTH_NO_CREDENTIALS;
}

static enum oauth_answer
check_credentials(
    const struct call *call, const struct credentials *c, const struct oauth_client **found)
{
	static const enum oauth_answer answers[] = {
		[CLIENT_OK] = OAUTH_OK,
		[CLIENT_WRONG] = OAUTH_WRONG_CLIENT,
		[CLIENT_LIMITED] = OAUTH_NO_MORE_TRIES,
	};
	_Static_assert(sizeof(answers) / sizeof(*answers) == CLIENT_VERDICTS,
	    "every verdict needs a row in this table");
	const struct client_attempt try = { .remote = &call->request->remote,
		.name = buf_str(&c->name),
		.secret = buf_str(&c->secret),
		.now_ms = clock_ticks() };
	enum client_verdict verdict = clients_check(call->service->clients, &try, found);
	if (verdict != CLIENT_OK)
		route_log_refused_caller(call, "client refused",
		    verdict == CLIENT_LIMITED ? "too many wrong secrets"
					      : "wrong client id or secret");
	return answers[verdict];
}

enum oauth_answer
oauth_identify_client(
    const struct call *call, struct query *form, const struct oauth_client **found)
{
	struct credentials c = { 0 };
	enum oauth_answer answer = read_credentials(call, form, &c);
	*found = NULL;
	if (answer == OAUTH_OK)
		answer = check_credentials(call, &c, found);
	buf_free(&c.name);
	buf_wipe(&c.secret);
	return answer;
}

bool
oauth_has_no_secret(const struct call *call, struct query *form)
{
	return !request_header(call->request, "Authorization").p &&
	    !query_get(form, STR("client_secret")).p &&
	    !clients_is_public(call->service->clients, query_get(form, STR("client_id")));
}
