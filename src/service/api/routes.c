#include "service/api/routes.h"

#include "service/api/handlers.h"

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
	PAGE_FAULTS,
	PAGE_SAVE,
	PAGE_LOAD,
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
	[PAGE_FAULTS] = { .method = "POST", .path = "/demo/faults",
	    .required_right = "catalog:write", .operation = "setDemoFaults" },
	[PAGE_SAVE] = { .method = "POST", .path = "/demo/save", .required_right = "catalog:write",
	    .operation = "saveDemo" },
	[PAGE_LOAD] = { .method = "POST", .path = "/demo/load", .required_right = "catalog:write",
	    .operation = "loadDemo" },
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
	FAULT_REFUSALS = READ_REFUSALS | REFUSES(REFUSE_BODY_TOO_LARGE) |
	    REFUSES(REFUSE_UNSUPPORTED_MEDIA_TYPE) | REFUSES(REFUSE_INVALID),
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
	    .source = SOURCE_BASKETS, .message_only = true },
	{ ENDPOINT(CAMPAIGNS, handle_items_list, "Campaigns"), .response_schema = "CampaignPage",
	    .refusal_reasons = LIST_REFUSALS, .source = SOURCE_CATALOG, .has_etag = true },
	{ ENDPOINT(OFFERS, handle_items_list, "Legacy and standalone offers"),
	    .response_schema = "OfferPage", .refusal_reasons = LIST_REFUSALS,
	    .source = SOURCE_CATALOG, .has_etag = true },
	{ ENDPOINT(STANDALONE, handle_items_list, "Standalone offers"),
	    .response_schema = "StandaloneOfferPage", .refusal_reasons = LIST_REFUSALS,
	    .source = SOURCE_CATALOG, .has_etag = true },
	{ ENDPOINT(ASSETS, handle_items_list, "Assets"), .response_schema = "AssetPage",
	    .refusal_reasons = LIST_REFUSALS, .source = SOURCE_CATALOG,
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
	{ ENDPOINT(REQUESTS, handle_requests, "The last requests that this process answered"),
	    .response_schema = "RequestPage", .refusal_reasons = READ_REFUSALS,
	    .dispatch = HTTP_BOUNDED_WAIT },
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
	    .errors = "TokenError", .request_type = route_form_type, .refusal_reasons = FORM_REFUSALS },
	{ PAGE(DEVICE, handle_device_page, "The page to type the code, on this machine"),
	    .response_type = route_html_type, .refusal_reasons = DEVICE_PAGE_REFUSALS,
	    .dispatch = HTTP_BOUNDED_WAIT },
	{ PAGE(DEVICE_DECISION, handle_device_decision, "The decision on that page"),
	    .request_schema = "DeviceDecision", .response_type = route_html_type,
	    .request_type = route_form_type, .refusal_reasons = FORM_REFUSALS | DEVICE_PAGE_REFUSALS },
	{ PAGE(TOKEN, handle_oauth_request, "A token for a known client"),
	    .request_schema = "TokenOrder", .response_schema = "Token", .errors = "TokenError",
	    .request_type = route_form_type, .refusal_reasons = FORM_REFUSALS },
	{ PAGE(REVOKE, handle_oauth_request, "Revoke a refresh token and its whole chain"),
	    .request_schema = "RevokeOrder", .response_schema = "Done", .errors = "TokenError",
	    .request_type = route_form_type, .refusal_reasons = FORM_REFUSALS },
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
	{ PAGE(FAULTS, handle_demo_faults, "Set and report simulated faults"),
	    .request_schema = "FaultOrder", .response_schema = "FaultRules",
	    .refusal_reasons = FAULT_REFUSALS, .demo_only = true },
	{ PAGE(SAVE, handle_demo_save, "Save the demo data under a name"),
	    .request_schema = "SavedDemo", .response_schema = "SavedDemo",
	    .refusal_reasons = WRITE_REFUSALS, .demo_only = true },
	{ PAGE(LOAD, handle_demo_load, "Replace the demo data by saved data, with their time"),
	    .request_schema = "SavedDemo", .response_schema = "LoadedDemo",
	    .refusal_reasons = WRITE_REFUSALS, .demo_only = true },
};
const size_t routes_n = sizeof(routes) / sizeof(*routes);
_Static_assert(
    sizeof(routes) / sizeof(*routes) <= ROUTES_MAX, "there is room for every route");
_Static_assert(sizeof(routes) / sizeof(*routes) == (size_t)ENDPOINT_COUNT + PAGE_COUNT,
    "every endpoint and page needs a route in this table");

const char *
route_operation(size_t i)
{
	return route_info(&routes[i])->operation;
}
