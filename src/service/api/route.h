/*
 * route.h - a route: an endpoint with its method, right, handler and possible errors; and struct
 * call, a request on its way through a route. The table is in routes.h.
 *
 * A handler is a pure function from a call to a response; it needs no socket.
 */
#ifndef SERVICE_API_ROUTE_H
#define SERVICE_API_ROUTE_H

#include "base/arena.h"
#include "service/api/service.h"
#include "service/http/http.h"
#include "wire/query.h"

/* The base path of the contract's endpoints: "/api". */
extern const char route_base_path[];
/* The content type of a page for users; its error responses below 500 are HTML, too. */
extern const char route_html_type[];
/* The content type of an HTML form. */
extern const char route_form_type[];
/* The content type of JSON lines. */
extern const char route_lines_type[];
/* The contract's version, sent as X-Api-Version with every response. */
extern const char route_api_version[];

struct call {
	struct service *service;
	const struct request *request;
	struct arena *arena; /* valid as long as the call */
	struct query query;  /* decoded */
	const struct route *route;
	const struct route *routes; /* the whole table */
	size_t routes_n;
	enum endpoint endpoint;
	struct verified_claims claims; /* claims of the token, if the route needs one */
	struct str owner;              /* owner in the path, if the route has {owner} */
	/* The store's revision for this response; "" if the response has none. */
	struct store_revision store_revision;
	struct watermark
	    written_changes; /* changes of this write, which its caller must see from now on */
	bool must_not_wait;  /* runs in a thread that must not wait: do not use the store */
	bool is_retry;       /* the first try failed with store_failure_is_retryable() */
};

/* The data that a response depends on besides the request; the response is valid until it
 * changes. */
enum route_source { SOURCE_ANY, SOURCE_CATALOG, SOURCE_BASKETS };

/* Fills rs, or returns false and sets err, with refuse_request() or to an error of the store or a
 * library (reported as 502). */
typedef bool route_handler(struct call *call, struct response *rs, struct err *err);

struct route {
	const struct endpoint_info *own_page; /* a page of our own; its right is NULL if public */
	enum endpoint endpoint;               /* else, the contract's endpoint */
	unsigned refusal_reasons;             /* REFUSES(…): errors in addition to those of
						 route_refusal_reasons() */
	route_handler *handler;
	const char *summary; /* short description for the documentation */
	/* schemas of the request and response bodies, or NULL */
	const char *request_schema, *response_schema;
	const char *errors;        /* alternative to Error as schema of 4xx; or NULL */
	const char *request_type;  /* type of the request body; NULL: application/json */
	const char *response_type; /* type of the response; NULL: application/json */
	bool message_only;         /* the body of a 502 is {"message"}, as the contract requires */
	enum route_source source;  /* reads only; SOURCE_ANY: responses are not cacheable */
	bool has_etag;             /* has an ETag and supports 304 */
	enum http_dispatch dispatch; /* which thread handles it; HTTP_ANSWERED: the event loop's */
	bool demo_only;              /* enabled with demo data only */
	bool is_monitored; /* also at the address for monitoring; if it needs a right, only there */
	bool remote_needs_right; /* other machines need the right to read, unless pages are open */
};

/* The maximum of a table of routes. */
enum { ROUTES_MAX = 64 };

/* The revision of the list that the route's responses depend on. */
const char *route_list_revision(const struct route *r, const struct store_revision *revision);
/* A refusal as a bit of a set. */
#define REFUSES(r) (1U << (r))

/* The route's name, method, path and right. */
const struct endpoint_info *route_info(const struct route *r);
/* The right that other machines need for routes with remote_needs_right. */
extern const char route_remote_right[];
/* Appends the route's path, with {owner} as a placeholder. */
void route_append_template(struct buf *out, const struct route *r, const struct wire_names *names);
/* True if the path matches the route. Sets the call's owner if the path has one. */
bool route_matches(const struct route *r, struct str path, struct call *call);
bool route_is_enabled(const struct route *r, const struct service *service);
/* True if the route changes data. */
bool route_is_write(const struct route *r);
/* All refusals that are possible on the route, as REFUSES() bits. */
unsigned route_refusal_reasons(const struct route *r);

/* Logs that this caller was refused, with the reason and the caller's network, so that operators
 * see where attacks come from. `reason` is constant text. */
void route_log_refused_caller(const struct call *call, const char *event, const char *reason);

#endif
