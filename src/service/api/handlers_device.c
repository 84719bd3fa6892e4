#include "base/json_quote.h"
#include "base/log.h"
#include "service/api/device_page.h"
#include "service/api/handlers.h"
#include "service/api/oauth.h"
#include "service/api/origin.h"

#include <string.h>

static void
add_url(struct buf *out, const char *name, struct str origin, const char *path)
{
	struct buf url = { 0 };
	buf_adds(&url, origin);
	buf_addz(&url, path);
	buf_addf(out, "\"%s\":", name);
	json_quote(out, buf_str(&url));
	buf_addc(out, ',');
	buf_free(&url);
}

bool
handle_issuer(struct call *call, struct response *rs, struct err *err)
{
	struct buf origin = { 0 };
	bool ok = origin_add(&origin, call->service, call->request);
	if (ok) {
		buf_addc(&rs->body, '{');
		add_url(&rs->body, "issuer", buf_str(&origin), "");
		add_url(&rs->body, "token_endpoint", buf_str(&origin), "/oauth2/token");
		add_url(&rs->body, "device_authorization_endpoint", buf_str(&origin),
		    "/oauth2/device_authorization");
		add_url(&rs->body, "revocation_endpoint", buf_str(&origin), "/oauth2/revoke");
		buf_addz(&rs->body,
		    "\"grant_types_supported\":[\"client_credentials\",\"refresh_token\","
		    "\"urn:ietf:params:oauth:grant-type:device_code\"],"
		    "\"scopes_supported\":[\"read\",\"catalog:write\",\"identity:admin\"],"
		    "\"token_endpoint_auth_methods_supported\":[\"client_secret_basic\","
		    "\"client_secret_post\",\"none\"]}");
	}
	buf_free(&origin);
	return ok ||
	    refuse_request(err, REFUSE_BAD_REQUEST, "The Host header does not name a host.");
}

/* ---- a program requests a code ---- */

static void
write_codes(struct buf *out, const struct grants_codes *codes, struct str origin)
{
	struct buf complete = { 0 };
	buf_addf(&complete, "/oauth2/device?user_code=%s", codes->user_code);
	buf_addf(out, "{\"device_code\":\"%s\",\"user_code\":\"%s\",", codes->device_code,
	    codes->user_code);
	add_url(out, "verification_uri", origin, "/oauth2/device");
	add_url(out, "verification_uri_complete", origin, buf_z(&complete));
	buf_addf(out, "\"expires_in\":%d,\"interval\":%d}", GRANTS_CODE_LIFETIME_S,
	    GRANTS_POLL_INTERVAL_S);
	buf_free(&complete);
}

static enum oauth_answer
begin_device_request(struct call *call, struct query *form, struct str origin, struct buf *out)
{
	char scope[SCOPE_SIZE];
	const struct oauth_client *client;
	struct grants_codes codes;
	enum oauth_answer answer = oauth_identify_client(call, form, &client);
	if (answer != OAUTH_OK)
		return answer;
	if (!client->allows_device_code)
		return OAUTH_GRANT_NOT_ALLOWED;
	scope_narrow(scope, client->scope, query_get(form, STR("scope")));
	if (!scope[0])
		return OAUTH_NO_SCOPE;
	bool begun = grants_begin(call->service->grants,
	    &(struct grants_request){ client, scope, clock_ticks() }, &codes);
	if (begun)
		write_codes(out, &codes, origin);
	explicit_bzero(&codes, sizeof(codes));
	return begun ? OAUTH_OK : OAUTH_TOO_MANY_SIGN_INS;
}

static bool
answer_device(struct call *call, struct query *form, struct response *rs, struct err *err)
{
	struct buf origin = { 0 };
	(void)err;
	enum oauth_answer answer = origin_add(&origin, call->service, call->request)
	    ? begin_device_request(call, form, buf_str(&origin), &rs->body)
	    : OAUTH_NO_HOST;
	buf_free(&origin);
	return answer == OAUTH_OK || oauth_refuse(rs, answer);
}

bool
handle_device_authorization(struct call *call, struct response *rs, struct err *err)
{
	return oauth_answer_form(call, answer_device, rs, err);
}

/* ---- the user's decision ---- */

static struct grants_attempt
make_attempt(const struct call *call, struct str user_code)
{
	return (struct grants_attempt){ &call->request->remote, user_code, clock_ticks() };
}

bool
handle_device_page(struct call *call, struct response *rs, struct err *err)
{
	struct grants_view view;
	struct str code = query_get(&call->query, STR("user_code"));
	(void)err;
	if (!origin_is_local(call->request)) {
		device_page_write_result(rs, DEVICE_PAGE_NOT_LOCAL);
		return true;
	}
	if (!code.n) {
		device_page_write_form(rs, STR(""), false);
		return true;
	}
	struct grants_attempt try = make_attempt(call, code);
	enum code_verdict verdict = grants_find_code(call->service->grants, &try, &view);
	if (verdict == CODE_OK)
		device_page_write_consent(rs, &view, code);
	else if (verdict == CODE_LIMITED)
		device_page_write_result(rs, DEVICE_PAGE_TOO_MANY_TRIES);
	else
		device_page_write_form(rs, code, true);
	explicit_bzero(&view, sizeof(view));
	return true;
}

static void
log_decision(const struct call *call, const struct oauth_client *client, bool yes)
{
	log_event(LOG_INFO, yes ? "device approved" : "device denied",
	    LOG_TEXT("request", str_of(call->request->id)),
	    LOG_TEXT("client", str_of(client->name)));
}

static void
decide_device_code(struct call *call, struct query *form, bool yes, struct response *rs)
{
	static const enum device_page said[] = {
		[CODE_UNKNOWN] = DEVICE_PAGE_UNKNOWN_CODE,
		[CODE_LIMITED] = DEVICE_PAGE_TOO_MANY_TRIES,
		[CODE_UNPROVEN] = DEVICE_PAGE_UNPROVEN,
	};
	_Static_assert(sizeof(said) / sizeof(*said) == CODE_VERDICTS,
	    "every verdict needs a row in this table");
	struct grants_view view;
	struct grants_attempt try = make_attempt(call, query_get(form, STR("user_code")));
	struct str proof = query_get(form, STR("proof"));
	enum code_verdict verdict = grants_decide(call->service->grants, &try, proof, yes, &view);
	if (verdict == CODE_OK)
		log_decision(call, view.client, yes);
	if (verdict == CODE_OK)
		device_page_write_result(rs, yes ? DEVICE_PAGE_APPROVED : DEVICE_PAGE_DENIED);
	else
		device_page_write_result(rs, said[verdict]);
	explicit_bzero(&view, sizeof(view));
}

bool
handle_device_decision(struct call *call, struct response *rs, struct err *err)
{
	struct query form = { 0 };
	bool sound = query_parse(&form, call->arena, call->request->body, err);
	struct str decision = query_get(&form, STR("decision"));
	bool yes = str_eqz(decision, "approve");
	if (!origin_is_local(call->request))
		device_page_write_result(rs, DEVICE_PAGE_NOT_LOCAL);
	else if (!sound || (!yes && !str_eqz(decision, "deny")))
		device_page_write_result(rs, DEVICE_PAGE_BAD_REQUEST);
	else
		decide_device_code(call, &form, yes, rs);
	query_free(&form);
	return true;
}
