#include "service/api/routes.h"

#include "base/log.h"
#include "service/api/handlers.h"
#include "service/api/read.h"
#include "service/api/write.h"
#include "service/http/gzip.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { TARGET_SIZE_MAX = 8000 };

static const char json_type[] = "application/json";
static const char form_type[] = "application/x-www-form-urlencoded";

/* The service's own pages; a public page has no right. */
enum own_page {
	PAGE_BASE,
	PAGE_HEALTH,
	PAGE_READY,
	PAGE_METRICS,
	PAGE_OPENAPI,
	PAGE_ISSUER,
	PAGE_DEVICE_AUTHORIZATION,
	PAGE_DEVICE,
	PAGE_DEVICE_DECISION,
	PAGE_TOKEN,
	PAGE_REVOKE,
	PAGE_FEED,
	PAGE_FEED_POSITION,
	PAGE_DEMO_OWNERS,
	PAGE_RESET,
	PAGE_CLOCK,
	PAGE_COUNT
};

static const struct endpoint_info pages[] = {
	[PAGE_BASE] = { .method = "GET", .path = route_base_path, .operation = "getOperations" },
	[PAGE_HEALTH] = { .method = "GET", .path = "/healthz", .operation = "getHealth" },
	[PAGE_READY] = { .method = "GET", .path = "/readyz", .operation = "getReadiness" },
	[PAGE_METRICS] = { .method = "GET", .path = "/metrics", .operation = "getMetrics" },
	[PAGE_OPENAPI] = { .method = "GET",
	    .path = "/openapi.json",
	    .operation = "getDescription" },
	[PAGE_ISSUER] = { .method = "GET",
	    .path = "/.well-known/openid-configuration",
	    .operation = "getIssuer" },
	[PAGE_DEVICE_AUTHORIZATION] = { .method = "POST",
	    .path = "/oauth2/device_authorization",
	    .operation = "getDeviceCode" },
	[PAGE_DEVICE] = { .method = "GET", .path = "/oauth2/device", .operation = "getDevicePage" },
	[PAGE_DEVICE_DECISION] = { .method = "POST",
	    .path = "/oauth2/device",
	    .operation = "decideDevice" },
	[PAGE_TOKEN] = { .method = "POST", .path = "/oauth2/token", .operation = "getToken" },
	[PAGE_REVOKE] = { .method = "POST", .path = "/oauth2/revoke", .operation = "revokeToken" },
	[PAGE_FEED] = { .method = "POST", .path = "/feed", .required_right = "ingest",
	    .operation = "feed" },
	[PAGE_FEED_POSITION] = { .method = "GET", .path = "/feed", .required_right = "ingest",
	    .operation = "getFeedPosition" },
	[PAGE_DEMO_OWNERS] = { .method = "GET", .path = "/demo/owners", .required_right = "read",
	    .operation = "getDemoOwners" },
	[PAGE_RESET] = { .method = "POST",
	    .path = "/demo/reset",
	    .required_right = "catalog:write",
	    .operation = "resetDemo" },
	[PAGE_CLOCK] = { .method = "POST", .path = "/demo/clock",
	    .required_right = "catalog:write", .operation = "moveDemoClock" },
};
_Static_assert(
    sizeof(pages) / sizeof(*pages) == PAGE_COUNT, "every page needs a row in this table");

/* Possible refusals by kind of route. */
enum {
	READ_REFUSALS = REFUSES(REFUSE_BAD_REQUEST),
	CURSOR_REFUSALS = READ_REFUSALS | REFUSES(REFUSE_CURSOR_INVALID) |
	    REFUSES(REFUSE_CURSOR_MISMATCH),
	LIST_REFUSALS = CURSOR_REFUSALS | REFUSES(REFUSE_RESPONSE_TOO_LARGE),
	WRITE_REFUSALS = READ_REFUSALS | REFUSES(REFUSE_NOT_FOUND) |
	    REFUSES(REFUSE_BODY_TOO_LARGE) | REFUSES(REFUSE_UNSUPPORTED_MEDIA_TYPE) |
	    REFUSES(REFUSE_INVALID) | REFUSES(REFUSE_IDEMPOTENCY_MISMATCH) |
	    REFUSES(REFUSE_STORE_FULL) | REFUSES(REFUSE_OUTCOME_UNKNOWN),
	FEED_REFUSALS = REFUSES(REFUSE_BODY_TOO_LARGE) | REFUSES(REFUSE_UNSUPPORTED_MEDIA_TYPE) |
	    REFUSES(REFUSE_STORE_FULL) | REFUSES(REFUSE_OUTCOME_UNKNOWN),
	FORM_REFUSALS = REFUSES(REFUSE_BODY_TOO_LARGE) | REFUSES(REFUSE_UNSUPPORTED_MEDIA_TYPE),
	DEVICE_PAGE_REFUSALS = REFUSES(REFUSE_FORBIDDEN) | REFUSES(REFUSE_NOT_FOUND),
};

/* The members that every route has. */
#define ENDPOINT(id, handle, about) \
	.endpoint = ENDPOINT_##id, .handler = (handle), .summary = (about)
#define PAGE(id, handle, about) \
	.own_page = &pages[PAGE_##id], .handler = (handle), .summary = (about)

const struct route routes[] = {
	{ ENDPOINT(BASKETS, handle_baskets_list,
	      "Baskets whose order was never completed, newest first"),
	    .response_schema = "BasketPage", .refusal_reasons = CURSOR_REFUSALS,
	    .source = SOURCE_BASKETS, .message_only = true, .allows_faults = true },
	{ ENDPOINT(CAMPAIGNS, handle_items_list, "Campaigns"), .response_schema = "CampaignPage",
	    .refusal_reasons = LIST_REFUSALS, .source = SOURCE_CATALOG, .has_etag = true },
	{ ENDPOINT(OFFERS, handle_items_list, "Legacy and standalone offers"),
	    .response_schema = "OfferPage", .refusal_reasons = LIST_REFUSALS,
	    .source = SOURCE_CATALOG, .has_etag = true },
	{ ENDPOINT(STANDALONE, handle_items_list, "Standalone offers"),
	    .response_schema = "StandaloneOfferPage", .refusal_reasons = LIST_REFUSALS,
	    .source = SOURCE_CATALOG, .has_etag = true },
	{ ENDPOINT(ASSETS, handle_items_list, "Assets"), .response_schema = "AssetPage",
	    .refusal_reasons = LIST_REFUSALS, .slow = true, .source = SOURCE_CATALOG,
	    .has_etag = true },
	{ ENDPOINT(PRODUCTS, handle_items_list, "Products"), .response_schema = "ProductPage",
	    .refusal_reasons = LIST_REFUSALS, .source = SOURCE_CATALOG, .has_etag = true },
	{ ENDPOINT(SEGMENTS, handle_items_list, "Segments"), .response_schema = "SegmentPage",
	    .refusal_reasons = LIST_REFUSALS, .source = SOURCE_CATALOG, .has_etag = true },
	{ ENDPOINT(JOURNEYS, handle_journeys, "The journeys configuration"),
	    .response_schema = "Journeys", .refusal_reasons = READ_REFUSALS,
	    .source = SOURCE_CATALOG, .has_etag = true },
	{ ENDPOINT(BULK, handle_bulk, "Change attributes of catalog items"),
	    .request_schema = "BulkUpdate", .response_schema = "BulkResult",
	    .refusal_reasons = WRITE_REFUSALS | REFUSES(REFUSE_REVISION_CHANGED) },
	{ ENDPOINT(LINK, handle_link, "Link an external identity to an owner"),
	    .request_schema = "IdentityOrder", .response_schema = "IdentityRecord",
	    .refusal_reasons = WRITE_REFUSALS | REFUSES(REFUSE_IDENTITY_IN_USE) |
		REFUSES(REFUSE_DIFFERENT_SUBSCRIPTION) },
	{ ENDPOINT(UNLINK, handle_unlink, "Unlink an external identity from an owner"),
	    .request_schema = "IdentityOrder", .response_schema = "Done",
	    .refusal_reasons = WRITE_REFUSALS | REFUSES(REFUSE_DIFFERENT_SUBSCRIPTION) },
	{ ENDPOINT(AUDIT, handle_audit_list, "Accepted and refused writes, newest first"),
	    .response_schema = "AuditPage", .refusal_reasons = CURSOR_REFUSALS },
	{ PAGE(BASE, handle_base, "The list of endpoints"), .response_schema = "Operations",
	    .remote_needs_right = true, .dispatch = HTTP_BOUNDED_WAIT },
	{ PAGE(HEALTH, handle_health, "Is the process alive?"), .response_schema = "Status",
	    .dispatch = HTTP_ANSWERED, .is_monitored = true },
	{ PAGE(READY, handle_ready, "Is the service ready for requests?"),
	    .response_schema = "Status", .refusal_reasons = REFUSES(REFUSE_STORE_FULL),
	    .dispatch = HTTP_BOUNDED_WAIT, .is_monitored = true },
	{ PAGE(METRICS, handle_metrics, "Metrics for Prometheus"), .response_type = "text/plain",
	    .remote_needs_right = true, .dispatch = HTTP_BOUNDED_WAIT, .is_monitored = true },
	{ PAGE(OPENAPI, handle_openapi, "This document"), .response_schema = "Description",
	    .remote_needs_right = true, .dispatch = HTTP_BOUNDED_WAIT },
	{ PAGE(ISSUER, handle_issuer, "OAuth server metadata"), .response_schema = "Issuer",
	    .dispatch = HTTP_BOUNDED_WAIT },
	{ PAGE(DEVICE_AUTHORIZATION, handle_oauth_request, "A device code"),
	    .request_schema = "DeviceOrder", .response_schema = "DeviceCodes",
	    .errors = "TokenError", .request_type = form_type, .refusal_reasons = FORM_REFUSALS },
	{ PAGE(DEVICE, handle_device_page, "The page to type the code, on this machine"),
	    .response_type = route_html_type, .refusal_reasons = DEVICE_PAGE_REFUSALS,
	    .dispatch = HTTP_BOUNDED_WAIT },
	{ PAGE(DEVICE_DECISION, handle_device_decision, "The decision on that page"),
	    .request_schema = "DeviceDecision", .response_type = route_html_type,
	    .request_type = form_type, .refusal_reasons = FORM_REFUSALS | DEVICE_PAGE_REFUSALS },
	{ PAGE(TOKEN, handle_oauth_request, "A token for a known client"),
	    .request_schema = "TokenOrder", .response_schema = "Token", .errors = "TokenError",
	    .request_type = form_type, .refusal_reasons = FORM_REFUSALS },
	{ PAGE(REVOKE, handle_oauth_request, "Revoke a refresh token and its whole chain"),
	    .request_schema = "RevokeOrder", .response_schema = "Done", .errors = "TokenError",
	    .request_type = form_type, .refusal_reasons = FORM_REFUSALS },
	{ PAGE(FEED, handle_feed, "Put, complete and remove objects: a JSON object per line"),
	    .request_schema = "FeedLine", .request_type = route_lines_type,
	    .response_schema = "FeedResult", .response_type = route_lines_type,
	    .refusal_reasons = FEED_REFUSALS },
	{ PAGE(FEED_POSITION, handle_feed_position, "The last applied number of a source"),
	    .response_schema = "FeedPosition" },
	{ PAGE(DEMO_OWNERS, handle_demo_owners, "The demo's sample owners"),
	    .response_schema = "DemoOwners", .demo_only = true },
	{ PAGE(RESET, handle_demo_reset, "Reset the demo data"), .response_schema = "Done",
	    .refusal_reasons = WRITE_REFUSALS, .demo_only = true },
	{ PAGE(CLOCK, handle_demo_clock, "Move the time of the demo data"),
	    .request_schema = "ClockOrder", .response_schema = "Done",
	    .refusal_reasons = WRITE_REFUSALS, .demo_only = true },
};
const size_t routes_n = sizeof(routes) / sizeof(*routes);
_Static_assert(sizeof(routes) / sizeof(*routes) == (size_t)ENDPOINT_COUNT + PAGE_COUNT,
    "every endpoint and page needs a route in this table");

const char *
route_operation(size_t i)
{
	return route_info(&routes[i])->operation;
}

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
	rs->delay_ms = route_delay_ms(r, call->service);
	return check_content_type(r, call->request, err) &&
	    (!find_required_right(r, call) || check_token(r, call, rs, err));
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
	if (r->allows_faults && route_fault_is_due(&call->service->faults))
		return route_inject_fault(call->service, err);
	if (!r->handler(call, rs, err) && !retry_handler(r, call, rs, err))
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
	if (rq->body.n && !is_content_type(type, json_type) && !is_content_type(type, form_type) &&
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

/* ---- cached responses ---- */

static struct response_cache_key
response_cache_key_of(const struct request *rq)
{
	return (struct response_cache_key){ rq->target,
		gzip_is_wanted(request_header(rq, "Accept-Encoding")) };
}

static bool
caller_has_route_right(const struct route *r, struct service *service, const struct request *rq)
{
	struct verified_claims who;
	struct str header = request_header(rq, "Authorization");
	return jwt_find_cached_header(service->verifier, header,
		   accepts_scheme_less_tokens(r, service), clock_real(), &who) &&
	    verified_claims_has_right(&who, route_info(r)->required_right);
}

/* Responds from the cache if the entry is current and the caller is allowed to get it. */
static bool
send_cached_response(struct service *service, const struct request *rq,
    const struct store_revision *now, struct response *rs)
{
	char list[STORE_COMMIT_ID_SIZE];
	struct response_cache_key key = response_cache_key_of(rq);
	const struct route *r = response_cache_find(service->response_cache, &key, list);
	if (!r || rq->after_shutdown_began || rq->body.n || !method_matches(r, rq->method) ||
	    strcmp(list, route_list_revision(r, now)) != 0 ||
	    !caller_has_route_right(r, service, rq) ||
	    !response_cache_get(service->response_cache, &key, list, rs))
		return false;
	if (response_is_not_modified(rs, rq)) {
		rs->status = 304;
		response_drop_body(rs);
	} else if (!rs->shared_body) {
		response_free(rs);
		return false;
	}
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
	    route_is_cacheable(r, call->service))
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
routes_answer_if_quick(struct service *service, const struct request *rq, struct response *rs)
{
	struct store_revision now;
	if (store_get_known_revision(service->store, &now) &&
	    send_cached_response(service, rq, &now, rs))
		return HTTP_ANSWERED;
	return answer_call(service, rq, true, rs);
}

void
routes_answer(struct service *service, const struct request *rq, struct response *rs)
{
	if (rq->after_shutdown_began || !answer_from_cache_after_write(service, rq, rs))
		answer_call(service, rq, false, rs);
}
