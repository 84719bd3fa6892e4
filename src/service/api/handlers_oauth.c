#include "base/json_quote.h"
#include "base/log.h"
#include "service/api/handlers.h"
#include "service/api/origin.h"
#include "service/auth/jwt_sign.h"

#include <string.h>

/* ---- responses ---- */

static const struct {
	int status;
	const char *code, *text;
} results[] = {
#define R(id, status, code, text) [OAUTH_##id] = { status, code, text },
#include "service/auth/oauth.def"
#undef R
};

static void
set_status(struct response *rs, int status)
{
	rs->status = status;
	if (status == 401)
		response_add_header(rs, "WWW-Authenticate", "Basic realm=\"backroom\"");
	if (status == 429 || status == 503)
		response_add_header(rs, "Retry-After", "60");
}

/* The service's URL, which needs no escaping; NULL if the Host header does not name a host. */
static const char *
find_origin(struct call *call)
{
	struct buf origin = { 0 };
	bool ok = origin_add(&origin, call->service, call->request);
	const char *copy = ok ? arena_str(call->arena, buf_str(&origin)).p : NULL;
	buf_free(&origin);
	return copy;
}

static enum oauth_result
write_token(struct call *call, const struct grants_answer *answer, struct buf *out, struct err *err)
{
	const struct service *s = call->service;
	struct buf token = { 0 };
	struct jwt_sign_params params = { .secret = s->token_secret,
		.iss = s->iss,
		.aud = s->aud,
		.sub = answer->client->subject,
		.scope = answer->scope,
		.root = answer->client->root,
		.now_s = clock_real() / 1000,
		.ttl_s = s->token_ttl_s,
		.client = answer->client->name };
	bool ok = jwt_sign(&token, &params, err);
	if (ok) {
		buf_addf(out,
		    "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":%d,",
		    buf_z(&token), s->token_ttl_s);
		if (answer->secret[0])
			buf_addf(out, "\"refresh_token\":\"%s\",", answer->secret);
		buf_addz(out, "\"scope\":");
		json_quote(out, str_of(answer->scope));
		buf_addc(out, '}');
	}
	buf_wipe(&token);
	return ok ? OAUTH_OK : OAUTH_FAILED;
}

static enum oauth_result
write_codes(struct call *call, const struct grants_answer *answer, struct buf *out, struct err *err)
{
	const char *origin = find_origin(call);
	(void)err;
	buf_addf(out,
	    "{\"device_code\":\"%s\",\"user_code\":\"%s\","
	    "\"verification_uri\":\"%s/oauth2/device\","
	    "\"verification_uri_complete\":\"%s/oauth2/device?user_code=%s\","
	    "\"expires_in\":%d,\"interval\":%d}",
	    answer->secret, answer->user_code, origin, origin, answer->user_code,
	    GRANTS_CODE_LIFETIME_S, GRANTS_POLL_INTERVAL_S);
	return OAUTH_OK;
}

/* ---- the client ---- */

/* Reads "Basic base64(name:secret)", both form-encoded. Name and secret point into *out. */
static bool
read_basic_credentials(struct buf *out, struct str header, struct str *name, struct str *secret)
{
	struct buf pair = { 0 };
	struct str scheme = str_sub(header, 0, str_find_char(header, ' '));
	bool ok = str_eq_nocase(scheme, STR("Basic")) &&
	    base64_decode(&pair, str_trim(str_sub(header, scheme.n, header.n)));
	size_t colon = str_find_char(buf_str(&pair), ':');
	ok = ok && colon != SIZE_MAX &&
	    query_unescape(out, str_sub(buf_str(&pair), 0, colon), true);
	size_t name_size = out->n;
	ok = ok && query_unescape(out, str_sub(buf_str(&pair), colon + 1, pair.n), true);
	*name = str_sub(buf_str(out), 0, name_size);
	*secret = str_sub(buf_str(out), name_size, out->n);
	buf_wipe(&pair);
	return ok;
}

/* Identifies the client by Basic authentication or by the form, but not by both. */
static enum oauth_result
identify_client(const struct call *call, struct query *form, bool requires_secret,
    const struct oauth_client **client)
{
	struct grants *g = call->service->grants;
	struct str header = request_header(call->request, "Authorization");
	struct grants_attempt try = { &call->request->remote, query_get(form, STR("client_id")),
		query_get(form, STR("client_secret")), clock_ticks() };
	struct buf basic = { 0 };
	enum oauth_result result = OAUTH_WRONG_CLIENT;
	bool needs_more = requires_secret && !try.secret.p && !grants_client_is_public(g, try.name);
	if (!header.p && (!try.name.p || needs_more))
		return OAUTH_NO_CREDENTIALS;
	if (!header.p ||
	    (!try.secret.p && read_basic_credentials(&basic, header, &try.name, &try.secret))) {
		result = grants_check_client(g, &try, client);
		if (result != OAUTH_OK)
			route_log_refused_caller(call, "client refused",
			    result == OAUTH_NO_MORE_TRIES ? "too many wrong secrets"
							  : "wrong client id or secret");
	}
	buf_wipe(&basic);
	return result;
}

/* ---- requests of programs ---- */

enum allowed_clients { ANY_CLIENT, CLIENTS_WITH_SECRET, DEVICE_CLIENTS };

static const struct operation {
	const char *path, *grant_type; /* grant_type NULL: the path has one operation */
	const char *secret_name;       /* the parameter with the code or token; NULL: none */
	enum allowed_clients allowed;
	grants_exchange *exchange;
	enum oauth_result (*write)(struct call *call, const struct grants_answer *answer,
	    struct buf *out, struct err *err);
} operations[] = {
	{ "/oauth2/token", "client_credentials", NULL, CLIENTS_WITH_SECRET, grants_narrow_scope,
	    write_token },
	{ "/oauth2/token", "urn:ietf:params:oauth:grant-type:device_code", "device_code",
	    DEVICE_CLIENTS, grants_poll, write_token },
	{ "/oauth2/token", "refresh_token", "refresh_token", DEVICE_CLIENTS, grants_renew,
	    write_token },
	{ "/oauth2/device_authorization", NULL, NULL, DEVICE_CLIENTS, grants_begin, write_codes },
	/* Access tokens are not revoked: they expire. Unknown tokens get the same response. */
	{ "/oauth2/revoke", NULL, "token", ANY_CLIENT, grants_revoke, NULL },
};

static const struct operation *
find_operation(const struct call *call, struct str grant_type)
{
	const char *path = route_info(call->route)->path;
	for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++)
		if (strcmp(path, operations[i].path) == 0 &&
		    (!operations[i].grant_type || str_eqz(grant_type, operations[i].grant_type)))
			return &operations[i];
	return NULL;
}

static enum oauth_result
exchange_grant(const struct call *call, const struct operation *op, const struct grants_request *rq,
    struct grants_answer *answer)
{
	if ((op->allowed == CLIENTS_WITH_SECRET && rq->client->is_public) ||
	    (op->allowed == DEVICE_CLIENTS && !rq->client->allows_device_code))
		return OAUTH_GRANT_NOT_ALLOWED;
	if (op->secret_name && !rq->secret.n)
		return OAUTH_BAD_REQUEST;
	enum oauth_result result = op->exchange(call->service->grants, rq, answer);
	if (result == OAUTH_TOKEN_REUSED)
		route_log_refused_caller(call, "refresh token used twice", "its sign-in has ended");
	answer->client = rq->client;
	return result;
}

static enum oauth_result
run_operation(struct call *call, struct query *form, struct buf *out, struct err *err)
{
	struct str grant_type = query_get(form, STR("grant_type"));
	const struct operation *op = find_operation(call, grant_type);
	struct grants_answer answer = { 0 };
	if (!op)
		return grant_type.p ? OAUTH_UNKNOWN_GRANT : OAUTH_BAD_REQUEST;
	if (op->write == write_codes && !find_origin(call))
		return OAUTH_NO_HOST;
	struct grants_request rq = { .secret = query_get(form, str_of(op->secret_name)),
		.scope = query_get(form, STR("scope")),
		.now_ms = clock_ticks() };
	enum oauth_result result = identify_client(
	    call, form, op->allowed == CLIENTS_WITH_SECRET, &rq.client);
	if (result == OAUTH_OK)
		result = exchange_grant(call, op, &rq, &answer);
	if (result == OAUTH_OK && op->write)
		result = op->write(call, &answer, out, err);
	else if (result == OAUTH_OK)
		buf_addz(out, "{}");
	explicit_bzero(&answer, sizeof(answer));
	return result;
}

/* Responds with JSON; errors are those of RFC 6749, section 5.2. */
bool
handle_oauth_request(struct call *call, struct response *rs, struct err *err)
{
	struct query form = { 0 };
	enum oauth_result result = OAUTH_BAD_REQUEST;
	if (query_parse(&form, call->arena, call->request->body, err))
		result = run_operation(call, &form, &rs->body, err);
	query_free(&form);
	if (result != OAUTH_OK && result != OAUTH_FAILED) {
		set_status(rs, results[result].status);
		buf_addf(&rs->body, "{\"error\":\"%s\",\"error_description\":\"%s\"}",
		    results[result].code, results[result].text);
	}
	return result != OAUTH_FAILED;
}

bool
handle_issuer(struct call *call, struct response *rs, struct err *err)
{
	const char *origin = find_origin(call);
	if (!origin)
		return refuse_request(err, REFUSE_BAD_REQUEST, "%s", results[OAUTH_NO_HOST].text);
	buf_addf(&rs->body,
	    "{\"issuer\":\"%s\",\"token_endpoint\":\"%s/oauth2/token\","
	    "\"device_authorization_endpoint\":\"%s/oauth2/device_authorization\","
	    "\"revocation_endpoint\":\"%s/oauth2/revoke\","
	    "\"grant_types_supported\":[\"client_credentials\",\"refresh_token\","
	    "\"urn:ietf:params:oauth:grant-type:device_code\"],"
	    "\"scopes_supported\":[\"read\",\"catalog:write\",\"identity:admin\",\"audit:read\","
	    "\"ingest\"],"
	    "\"token_endpoint_auth_methods_supported\":[\"client_secret_basic\","
	    "\"client_secret_post\",\"none\"]}",
	    origin, origin, origin, origin);
	return true;
}

/* ---- the page on which a user approves: HTML without scripts ---- */

static const char style[] =
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;"
    "color:#222;background:#fff}h1{font-size:1.4rem}code{font-size:1.2rem;letter-spacing:.1em}"
    "input,button{font:inherit;padding:.4rem .8rem;margin:.3rem .5rem .3rem 0}"
    "button{cursor:pointer}.note{color:#a00}";

/* Allows the inline style by its SHA-256, and nothing else. */
static const char content_policy[] =
    "default-src 'none'; style-src 'sha256-gGjLKC6c1yidJL33BoCKPKlfrqo/YdmrG/MxVW6DDOg='; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

static const struct {
	const char *name, *text;
} rights[] = {
	{ "read", "read abandoned baskets, the catalog and the journeys" },
	{ "catalog:write", "change the catalog" },
	{ "identity:admin", "link people's identities to owners, and unlink them" },
	{ "audit:read", "read who has written what" },
	{ "ingest", "put, complete and remove baskets, owners and the catalog" },
};

/* Keeps printable ASCII, escaped; other bytes become "?". */
static const char *
escape_html(struct arena *a, struct str text)
{
	struct buf out = { 0 };
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		if (str_find_char(STR("&<>\"'"), c) != SIZE_MAX)
			buf_addf(&out, "&#%d;", c);
		else
			buf_addc(&out, c < ' ' || c > '~' ? '?' : c);
	}
	const char *copy = arena_printf(a, "%s", buf_z(&out)).p;
	buf_free(&out);
	return copy;
}

/* Writes the whole page. The arguments must be escaped. */
static void __attribute__((format(printf, 4, 5)))
write_page(struct response *rs, int status, const char *title, const char *format, ...)
{
	va_list args;
	set_status(rs, status);
	rs->content_type = "text/html; charset=utf-8";
	response_add_header(rs, "Content-Security-Policy", content_policy);
	response_add_header(rs, "X-Frame-Options", "DENY");
	response_add_header(rs, "Referrer-Policy", "no-referrer");
	buf_addf(&rs->body,
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width\">\n"
	    "<title>%s - Backroom</title>\n<style>%s</style>\n</head>\n<body>\n<h1>%s</h1>\n",
	    title, style, title);
	va_start(args, format);
	buf_addv(&rs->body, format, args);
	va_end(args);
	buf_addz(&rs->body, "</body>\n</html>\n");
}

static void
write_result_page(struct response *rs, enum oauth_result result)
{
	write_page(
	    rs, results[result].status, results[result].code, "<p>%s</p>\n", results[result].text);
}

/* The form in which the user types the code, with a note if the typed code is unknown. */
static void
write_code_form(const struct call *call, struct str typed, struct response *rs)
{
	enum { TYPED_CODE_SIZE_MAX = 40 };
	const char *note = "";
	if (typed.n)
		note = arena_printf(call->arena, "<p class=\"note\">%s: %s</p>\n",
		    results[OAUTH_UNKNOWN_CODE].code, results[OAUTH_UNKNOWN_CODE].text)
			   .p;
	write_page(rs, typed.n ? 404 : 200, "Allow a program to sign in",
	    "%s<p>Type the code that the program shows.</p>\n"
	    "<form method=\"get\" action=\"device\">\n"
	    "<input name=\"user_code\" aria-label=\"Code\" autocomplete=\"off\" autofocus "
	    "maxlength=\"40\" value=\"%s\">\n<button>Continue</button>\n</form>\n",
	    note, escape_html(call->arena, str_sub(typed, 0, TYPED_CODE_SIZE_MAX)));
}

/* The page that shows the client and its requested rights, with the two buttons. */
static void
write_consent_page(const struct call *call, struct str typed, const struct grants_answer *answer,
    struct response *rs)
{
	const char *code = escape_html(call->arena, typed);
	struct str scope = str_of(answer->scope), right;
	struct buf list = { 0 };
	while (str_next(&scope, ' ', &right)) {
		for (size_t i = 0; i < sizeof(rights) / sizeof(*rights); i++)
			if (str_eqz(right, rights[i].name))
				right = str_of(rights[i].text);
		buf_addf(&list, "<li>%s</li>\n", escape_html(call->arena, right));
	}
	write_page(rs, 200, "Allow this program to sign in?",
	    "<p>The program <strong>%s</strong> shows the code <code>%s</code> and wants to:</p>\n"
	    "<ul>\n%s</ul>\n<p>Approve only if it is your program, and shows this code.</p>\n"
	    "<form method=\"post\" action=\"device\">\n"
	    "<input type=\"hidden\" name=\"user_code\" value=\"%s\">\n"
	    "<input type=\"hidden\" name=\"proof\" value=\"%s\">\n"
	    "<button name=\"decision\" value=\"approve\">Approve</button>\n"
	    "<button name=\"decision\" value=\"deny\">Deny</button>\n</form>\n",
	    escape_html(call->arena, str_of(answer->client->name)), code, buf_z(&list), code,
	    answer->secret);
	buf_free(&list);
}

/* Shows the page for the code in the form, or stores the decision and shows the result. */
static void
answer_page(struct call *call, struct query *form, enum decision decision, struct response *rs)
{
	struct grants_attempt try = { &call->request->remote, query_get(form, STR("user_code")),
		query_get(form, STR("proof")), clock_ticks() };
	struct grants_answer answer;
	enum oauth_result result = OAUTH_UNKNOWN_CODE;
	if (decision != DECISION_NONE || try.name.n)
		result = grants_decide(call->service->grants, &try, decision, &answer);
	if (decision == DECISION_NONE && result == OAUTH_OK) {
		write_consent_page(call, try.name, &answer, rs);
	} else if (decision == DECISION_NONE && result == OAUTH_UNKNOWN_CODE) {
		write_code_form(call, try.name, rs);
	} else if (result == OAUTH_OK) {
		bool yes = decision == DECISION_YES;
		log_event(LOG_INFO, yes ? "device approved" : "device denied",
		    LOG_TEXT("request", str_of(call->request->id)),
		    LOG_TEXT("client", str_of(answer.client->name)));
		write_result_page(rs, yes ? OAUTH_APPROVED : OAUTH_REJECTED);
	} else {
		write_result_page(rs, result);
	}
	explicit_bzero(&answer, sizeof(answer));
}

bool
handle_device_page(struct call *call, struct response *rs, struct err *err)
{
	(void)err;
	if (origin_is_local(call->request))
		answer_page(call, &call->query, DECISION_NONE, rs);
	else
		write_result_page(rs, OAUTH_NOT_LOCAL);
	return true;
}

bool
handle_device_decision(struct call *call, struct response *rs, struct err *err)
{
	struct query form = { 0 };
	bool sound = query_parse(&form, call->arena, call->request->body, err);
	struct str decision = query_get(&form, STR("decision"));
	bool yes = str_eqz(decision, "approve");
	if (!origin_is_local(call->request))
		write_result_page(rs, OAUTH_NOT_LOCAL);
	else if (sound && (yes || str_eqz(decision, "deny")))
		answer_page(call, &form, yes ? DECISION_YES : DECISION_NO, rs);
	else
		write_result_page(rs, OAUTH_NOT_DECIDED);
	query_free(&form);
	return true;
}
