#include "service/api/dispatch.h"

#include "base/log.h"
#include "service/api/faults.h"
#include "service/api/read.h"
#include "service/api/routes.h"
#include "service/api/write.h"
#include "service/http/gzip.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { TARGET_SIZE_MAX = 8000 };

static const char json_type[] = "application/json";

static bool
method_matches(const struct route *r, struct str method)
{
	const char *mine = route_info(r)->method;
	return str_eqz(method, mine) || (str_eqz(method, "HEAD") && strcmp(mine, "GET") == 0);
}

static void
add_allowed_methods(struct buf *allow, const struct route *r)
{
	const char *method = route_info(r)->method;
	buf_addf(allow, "%s%s%s", allow->n ? ", " : "", method,
	    strcmp(method, "GET") == 0 ? ", HEAD" : "");
}

/* Finds the route for method and path. Otherwise returns NULL and sets err, and adds an Allow
 * header if only the method is wrong. */
static const struct route *
find_route(struct call *call, struct str path, struct response *rs, struct err *err)
{
	const struct route *found = NULL;
	struct buf allow = { 0 };
	for (size_t i = 0; i < routes_n && !found; i++) {
		if (!route_is_enabled(&routes[i], call->service) ||
		    !route_matches(&routes[i], path, call))
			continue;
		if (method_matches(&routes[i], call->request->method))
			found = &routes[i];
		else
			add_allowed_methods(&allow, &routes[i]);
	}
	if (!found && allow.n) {
		response_add_header(rs, "Allow", buf_z(&allow));
		refuse_request(
		    err, REFUSE_METHOD_NOT_ALLOWED, "This path allows %s only.", buf_z(&allow));
	} else if (!found) {
		refuse_request(err, REFUSE_NOT_FOUND, "There is no such path.");
	}
	buf_free(&allow);
	return found;
}

/* The right that this caller needs; NULL: none. */
static const char *
find_required_right(const struct route *r, const struct call *call)
{
	if (r->remote_needs_right && !call->request->remote.is_loopback &&
	    !call->service->pages_need_no_token)
		return route_remote_right;
	return route_info(r)->required_right;
}

static bool
check_right(const struct route *r, struct call *call, struct response *rs, struct err *err)
{
	char challenge[120];
	const struct endpoint_info *endpoint = route_info(r);
	const char *right = find_required_right(r, call);
	if (verified_claims_has_right(&call->claims, right))
		return true;
	if (strcmp(endpoint->method, "GET") != 0) {
		if (call->must_not_wait) /* the denial is audited later, by a thread that may wait
					  */
			return true;
		write_audit_denial(call);
	}
	snprintf(challenge, sizeof(challenge),
	    "Bearer realm=\"backroom\", error=\"insufficient_scope\", scope=\"%s\"", right);
	response_add_header(rs, "WWW-Authenticate", challenge);
	log_event(LOG_WARN, "right missing", LOG_TEXT("request", str_of(call->request->id)),
	    LOG_TEXT("needed", str_of(right)), LOG_TEXT("granted", str_of(call->claims.scope)));
	return refuse_request(
	    err, REFUSE_FORBIDDEN, "This needs a token with the scope \"%s\".", right);
}

/* The message for the client; the exact reason is only logged. */
static bool
refuse_token(enum jwt_verdict verdict, struct response *rs, struct err *err)
{
	static const struct {
		enum refusal refusal;
		const char *challenge, *message;
	} answers[] = {
		[JWT_MISSING] = { REFUSE_MISSING_CREDENTIALS, "Bearer realm=\"backroom\"",
		    "This needs an access token: Authorization: Bearer TOKEN." },
		[JWT_INVALID] = { REFUSE_INVALID_TOKEN,
		    "Bearer realm=\"backroom\", error=\"invalid_token\"",
		    "The access token is not valid here." },
		[JWT_EXPIRED] = { REFUSE_EXPIRED_TOKEN,
		    "Bearer realm=\"backroom\", error=\"invalid_token\", "
		    "error_description=\"expired\"",
		    "The access token has expired." },
	};
	if (verdict == JWT_KEY_NOT_KNOWN) {
		response_add_header(rs, "Retry-After", "5");
		return refuse_request(err, REFUSE_UNAVAILABLE,
		    "The keys of the token's issuer cannot be fetched at present.");
	}
	_Static_assert(sizeof(answers) / sizeof(*answers) == JWT_KEY_NOT_KNOWN,
	    "every verdict needs a row in this table");
	response_add_header(rs, "WWW-Authenticate", answers[verdict].challenge);
	return refuse_request(err, answers[verdict].refusal, "%s", answers[verdict].message);
}

static bool
accepts_scheme_less_tokens(const struct route *r, const struct service *service)
{
	return service->allows_scheme_less_tokens && strcmp(route_info(r)->method, "GET") == 0;
}

/* An accepted header without a space is a token without a scheme. */
static void
count_scheme_less_token(struct service *service, struct str header)
{
	if (service->metrics && str_find_char(header, ' ') == SIZE_MAX)
		metrics_count_scheme_less_token(service->metrics);
}

static bool
check_token(const struct route *r, struct call *call, struct response *rs, struct err *err)
{
	const char *reason = "";
	struct str header = request_header(call->request, "Authorization");
	enum jwt_verdict verdict = jwt_verify_header(call->service->verifier, header,
	    accepts_scheme_less_tokens(r, call->service), clock_real(),
	    call->must_not_wait || r->dispatch == HTTP_BOUNDED_WAIT, &call->claims, &reason);
	if (verdict == JWT_OK)
		return check_right(r, call, rs, err);
	call->claims = (struct verified_claims){ 0 }; /* they are not to be believed */
	/* a thread that may wait fetches the keys */
	if (verdict == JWT_KEY_NOT_KNOWN && call->must_not_wait && r->dispatch != HTTP_ANSWERED)
		return true;
	/* One that has expired is everyday, and the refusal is logged. */
	if (verdict != JWT_EXPIRED)
		route_log_refused_caller(call, "token refused",
		    verdict == JWT_KEY_NOT_KNOWN ? "the issuer's keys cannot be fetched" : reason);
	return refuse_token(verdict, rs, err);
}

/* Reports unknown parameters in a header, so that a misspelt filter is noticed. */
static void
report_ignored_params(const struct query *q, struct response *rs)
{
	struct buf names = { 0 };
	for (size_t i = 0; i < q->pairs.n && names.n < 200; i++) {
		if (q->pairs.v[i].used)
			continue;
		if (names.n)
			buf_addz(&names, ", ");
		query_escape(&names, str_sub(q->pairs.v[i].name, 0, 60));
	}
	if (names.n)
		response_add_header(rs, "X-Ignored-Params", buf_z(&names));
	buf_free(&names);
}

/* True if a Content-Type such as "Type; charset=utf-8" has this media type. */
static bool
is_content_type(struct str header, const char *type)
{
	return str_eq_nocase(
	    str_trim(str_sub(header, 0, str_find_char(header, ';'))), str_of(type));
}

static bool
check_content_type(const struct route *r, const struct request *rq, struct err *err)
{
	const char *wanted = r->request_type ? r->request_type : json_type;
	return rq->body.n == 0 || is_content_type(request_header(rq, "Content-Type"), wanted) ||
	    refuse_request(err, REFUSE_UNSUPPORTED_MEDIA_TYPE, "The body must be %s.", wanted);
}

/* Repeats a read, which changes nothing, if its connection was lost or it conflicted with
 * updates of the replica. The retry reads from the primary. */
static bool
retry_handler(const struct route *r, struct call *call, struct response *rs, struct err *err)
{
	if (r->source == SOURCE_ANY || !store_failure_is_retryable(err))
		return false;
	response_reset(rs);
	call->is_retry = true;
	return r->handler(call, rs, err);
}

/* True if this caller may use the route; otherwise sets err. */
static bool
enter_route(const struct route *r, struct call *call, struct response *rs, struct err *err)
{
	call->route = r;
	call->endpoint = r->endpoint;
	if (!check_content_type(r, call->request, err) ||
	    (find_required_right(r, call) && !check_token(r, call, rs, err)))
		return false;
	return !call->service->is_read_only || !route_is_write(r) ||
	    refuse_request(err, REFUSE_READ_ONLY, "This service is read-only.");
}

/* Refuses a request with a status that a rule of faults.h chose. Always returns false. */
static bool
refuse_as_simulated(struct response *rs, int status, struct err *err)
{
	static const char words[] = "This error is a simulated fault.";
	if (status == 429 || status == 503)
		response_add_header(rs, "Retry-After", "1");
	if (status == 401)
		response_add_header(rs, "WWW-Authenticate", "Bearer realm=\"backroom\"");
	if (status == refusal_infos[REFUSE_UPSTREAM_ERROR].http_status)
		return refuse_request(err, REFUSE_UPSTREAM_ERROR,
		    "An upstream service returned an unexpected response (simulated fault).");
	for (int i = 0; i < REFUSALS; i++)
		if (refusal_infos[i].http_status == status && i != REFUSE_DRAINING && i != REFUSE_BUSY)
			return refuse_request(err, (enum refusal)i, "%s", words);
	memset(err, 0, sizeof(*err));
	err->kind = err_kind_of_status(status);
	err->http_status = status;
	snprintf(err->code, sizeof(err->code), "simulated");
	snprintf(err->text, sizeof(err->text), "%s", words);
	return false;
}

/* Delays or refuses a request as the rules of faults.h say. */
static bool
inject_fault(const struct route *r, struct call *call, struct fault *fault, struct response *rs,
    struct err *err)
{
	struct metrics *metrics = call->service->metrics;
	if (!faults_find(call->service->faults, r, call->request, fault, err))
		return false;
	rs->delay_ms = fault->delay_ms;
	if (!fault->status && fault->kind == RESPONSE_WHOLE)
		return true;
	if (metrics)
		metrics_count_fault(metrics, METRICS_FAULT_INJECTED);
	return !fault->status || refuse_as_simulated(rs, fault->status, err);
}

static bool
run_route(const struct route *r, struct call *call, struct str query, struct response *rs,
    struct err *err)
{
	if (find_required_right(r, call))
		count_scheme_less_token(
		    call->service, request_header(call->request, "Authorization"));
	if (!query_parse(&call->query, call->arena, query, err))
		return refuse_request(
		    err, REFUSE_BAD_REQUEST, "The query has a broken escape, or %%00.");
	struct fault fault = { 0 };
	if (faults_are_set(call->service->faults) && !inject_fault(r, call, &fault, rs, err))
		return false;
	bool ok = r->handler(call, rs, err) || retry_handler(r, call, rs, err);
	rs->fault = fault.kind;
	rs->slow_ms = fault.slow_ms;
	if (!ok)
		return false;
	report_ignored_params(&call->query, rs);
	return true;
}

/* Refuses a request that arrived after the shutdown began; earlier ones are answered completely. */
static bool
refuse_while_draining(struct response *rs, struct err *err)
{
	response_add_header(rs, "Retry-After", "5");
	rs->closes_connection = true;
	return refuse_request(
	    err, REFUSE_DRAINING, "The service is shutting down. Try again in a moment.");
}

static bool
check_shape(const struct request *rq, struct response *rs, struct err *err)
{
	struct str type = request_header(rq, "Content-Type");
	if (rq->after_shutdown_began)
		return refuse_while_draining(rs, err);
	if (rq->target.n > TARGET_SIZE_MAX)
		return refuse_request(err, REFUSE_TARGET_TOO_LARGE,
		    "The request target is longer than %d bytes.", TARGET_SIZE_MAX);
	if (rq->target.n == 0 || rq->target.p[0] != '/')
		return refuse_request(
		    err, REFUSE_BAD_REQUEST, "The request target must begin with a slash.");
	if (rq->body.n && !is_content_type(type, json_type) && !is_content_type(type, route_form_type) &&
	    !is_content_type(type, route_lines_type))
		return refuse_request(
		    err, REFUSE_UNSUPPORTED_MEDIA_TYPE, "The body must be application/json.");
	return true;
}

/* Logs a refusal. The text of an internal error is logged; that of a refusal is not, since it
 * may quote the client. */
static void
log_refusal(struct service *service, const struct request *rq, const struct err *err)
{
	struct err said = *err;
	bool ours = err->http_status == 0;
	set_store_refusal(&said);
	if (ours && service->metrics)
		metrics_count_fault(service->metrics, METRICS_FAULT_STORE);
	const struct log_field fields[] = { LOG_TEXT("request", str_of(rq->id)),
		LOG_NUMBER("status", said.http_status), LOG_TEXT("code", str_of(said.code)),
		LOG_TEXT("reason", str_of(err->text)) };
	log_fields(ours ? LOG_ERROR : LOG_INFO, "refused", fields,
	    sizeof(fields) / sizeof(*fields) - !ours);
}

static void
set_response_user(struct response *rs, const struct verified_claims *who)
{
	snprintf(rs->user, sizeof(rs->user), "%.*s", RESPONSE_USER_SIZE - 1, who->sub);
}

/* ---- cached responses ---- */

static struct response_cache_key
response_cache_key_of(const struct request *rq)
{
	return (struct response_cache_key){ rq->target,
		gzip_is_wanted(request_header(rq, "Accept-Encoding")) };
}

static bool
caller_has_route_right(const struct route *r, struct service *service, const struct request *rq,
    struct verified_claims *who)
{
	struct str header = request_header(rq, "Authorization");
	return jwt_find_cached_header(service->verifier, header,
		   accepts_scheme_less_tokens(r, service), clock_real(), who) &&
	    verified_claims_has_right(who, route_info(r)->required_right);
}

/* Responds from the cache if the entry is current and the caller is allowed to get it. */
static bool
send_cached_response(struct service *service, const struct request *rq,
    const struct store_revision *now, struct response *rs)
{
	char list[STORE_COMMIT_ID_SIZE];
	struct verified_claims who;
	struct response_cache_key key = response_cache_key_of(rq);
	const struct route *r = response_cache_find(service->response_cache, &key, list);
	if (faults_are_set(service->faults) || !r || rq->after_shutdown_began || rq->body.n || !method_matches(r, rq->method) ||
	    strcmp(list, route_list_revision(r, now)) != 0 ||
	    !caller_has_route_right(r, service, rq, &who) ||
	    !response_cache_get(service->response_cache, &key, list, rs))
		return false;
	if (response_is_not_modified(rs, rq)) {
		rs->status = 304;
		response_drop_body(rs);
	} else if (!rs->shared_body) {
		response_free(rs);
		return false;
	}
	set_response_user(rs, &who);
	/* Counted only if the cache responds: otherwise the request goes on and its token is
	 * counted there. */
	count_scheme_less_token(service, request_header(rq, "Authorization"));
	if (service->metrics)
		metrics_count_cached_response(service->metrics);
	return true;
}

/* Tries the cache again after a write, when the current revisions must be read from the store:
 * that costs less than making the response, and this list's revision is usually unchanged. */
static bool
answer_from_cache_after_write(
    struct service *service, const struct request *rq, struct response *rs)
{
	char list[STORE_COMMIT_ID_SIZE];
	struct store_revision now;
	struct err ignored;
	struct response_cache_key key = response_cache_key_of(rq);
	struct store_terms terms = read_terms_of_request(service, rq);
	return response_cache_find(service->response_cache, &key, list) &&
	    store_find_revision_since(service->store, &terms, &now, &ignored) &&
	    send_cached_response(service, rq, &now, rs);
}

/* Compresses the response if the client accepts it, and caches it if it is cacheable. */
static void
finish_response(const struct route *r, const struct call *call, struct response *rs)
{
	struct response_cache_key key = response_cache_key_of(call->request);
	struct watermark seen = watermark_max(
	    &call->store_revision.watermark, &call->written_changes);
	if (seen.catalog_changes || seen.basket_changes)
		read_set_seen_header(call->service, &seen, rs);
	rs->gzipped = key.gzipped && gzip_compress_in_place(&rs->body);
	if ((rs->status == 200 || rs->status == 304) && call->store_revision.catalog[0] &&
	    r->source != SOURCE_ANY && !faults_are_set(call->service->faults))
		response_cache_put(call->service->response_cache, &key, r,
		    route_list_revision(r, &call->store_revision), rs);
}

/* Answers a call. In the event loop's thread it runs the route only if the route never waits;
 * otherwise it leaves rs unchanged and returns which thread must answer. */
static enum http_dispatch
answer_matched_route(struct call *call, struct response *rs)
{
	const struct request *rq = call->request;
	struct err err = { 0 };
	size_t mark = str_find_char(rq->target, '?');
	struct str path = str_sub(rq->target, 0, mark);
	struct str query = mark == SIZE_MAX ? STR_NONE
					    : str_sub(rq->target, mark + 1, rq->target.n);
	const struct route *route = NULL;
	rs->status = 200;
	bool ok = check_shape(rq, rs, &err) && (route = find_route(call, path, rs, &err)) &&
	    enter_route(route, call, rs, &err);
	if (ok && call->must_not_wait && route->dispatch != HTTP_ANSWERED) {
		response_free(rs);
		return route->dispatch;
	}
	ok = ok && run_route(route, call, query, rs, &err);
	rs->operation = route ? route_info(route)->operation : NULL;
	set_response_user(rs, &call->claims);
	if (ok) {
		finish_response(route, call, rs);
	} else {
		log_refusal(call->service, rq, &err);
		if (store_is_unavailable(&err))
			response_add_header(rs, "Retry-After", "5");
		else if (store_is_busy(&err))
			response_add_header(rs, "Retry-After", "1");
		response_set_refusal(rs, rq, &err, route && route->message_only);
	}
	return HTTP_ANSWERED;
}

static enum http_dispatch
answer_call(
    struct service *service, const struct request *rq, bool never_waits, struct response *rs)
{
	struct arena arena = { 0 };
	struct call call = { .service = service,
		.request = rq,
		.arena = &arena,
		.routes = routes,
		.routes_n = routes_n,
		.must_not_wait = never_waits };
	enum http_dispatch dispatch = answer_matched_route(&call, rs);
	query_free(&call.query);
	arena_free(&arena);
	return dispatch;
}

enum http_dispatch
dispatch_if_quick(struct service *service, const struct request *rq, struct response *rs)
{
	struct store_revision now;
	if (store_get_known_revision(service->store, &now) &&
	    send_cached_response(service, rq, &now, rs))
		return HTTP_ANSWERED;
	return answer_call(service, rq, true, rs);
}

void
dispatch_request(struct service *service, const struct request *rq, struct response *rs)
{
	if (rq->after_shutdown_began || !answer_from_cache_after_write(service, rq, rs))
		answer_call(service, rq, false, rs);
}
