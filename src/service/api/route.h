/*
 * route.h - one route: what is asked, by whom, and what may come of it; and a request on its way
 * along it. routes.h has the table of them.
 *
 * A handler is a pure function from a call to a response; it needs no socket.
 */
#ifndef SERVICE_API_ROUTE_H
#define SERVICE_API_ROUTE_H

#include "base/arena.h"
#include "service/api/service.h"
#include "service/http/http.h"
#include "wire/query.h"

/* The path below which the contract's endpoints live: "/api". */
extern const char route_base[];
/* The type of an answer that is a page for people: so are its refusals below 500. */
extern const char route_html[];
/* The contract's version; X-Api-Version of every response. */
extern const char route_api_version[];

struct call {
	struct service *service;
	const struct request *rq;
	struct arena *arena; /* lives as long as the call */
	struct query query;  /* decoded */
	const struct route *route;
	const struct route *routes; /* all there are */
	size_t routes_n;
	enum endpoint endpoint;
	struct verified_claims claims; /* of the token, where one is needed */
	struct str owner;  /* of the path, where the endpoint has one */
	/* The revision at the time of the response; "" for a response without one. */
	struct store_revision seen;
	struct watermark written; /* of a write: what its caller has to see from now on */
	bool never_waits;         /* by a thread that never waits: the store is not to be asked */
	bool is_retry;            /* the first try met a store that said: again */
};

/* The data of a response besides the request: it is valid until that data changes. */
enum route_source { SOURCE_ANY, SOURCE_CATALOG, SOURCE_BASKETS };

/* Fills rs, or returns false with err as refuse() makes it; an err of a lower floor is a 502. */
typedef bool route_handler(struct call *call, struct response *rs, struct err *err);

struct route {
	const struct endpoint_info *own_page; /* a page of our own; its right is NULL when it is
					       * open to everybody */
	enum endpoint endpoint;          /* else, of the contract */
	unsigned refusals; /* REFUSES(…): its own, in addition to those of route_refusals() */
	route_handler *run;
	const char *summary;       /* what it is called by people */
	const char *request_schema,
	    *response_schema;      /* the schemas of its body and its answer, or NULL */
	const char *errors;        /* of what a 4xx may be instead of an Error, or NULL */
	const char *body;          /* the type of a body; NULL: application/json */
	const char *type;          /* the type of the answer; NULL: application/json */
	bool message_only;         /* a 502 of this endpoint is {"message"}, as the contract says */
	bool faults;               /* --fault works here */
	bool slow;                 /* --fault demo makes it slow */
	enum route_source source;  /* of reads alone; SOURCE_ANY: never the same answer again */
	bool tagged;               /* has an ETag: 304 */
	enum http_dispatch dispatch; /* the thread that answers it; HTTP_ANSWERED: the one that
					reads the request */
	bool demo_only;            /* there with demo data only */
	bool remote_needs_right; /* other machines need the right to read, unless pages are open */
};

/* The name of what the route's answers are made of, as it is in a revision. */
const char *route_list_revision(const struct route *r, const struct store_revision *revision);
/* A set of refusals, as bits. */
#define REFUSES(r) (1U << (r))

/* The route's name, method, path and right. */
const struct endpoint_info *route_info(const struct route *r);
/* The right that guarded routes ask of other machines. */
extern const char route_remote_right[];
/* Appends its path, with {owner} for an owner. */
void route_template(struct buf *out, const struct route *r, const struct wire_names *names);
/* Does the path match? Then the call gets the owner in it. */
bool route_matches(const struct route *r, struct str path, struct call *call);
bool route_is_enabled(const struct route *r, const struct service *service);
/* Every way in which it may refuse, as REFUSES() bits. */
unsigned route_refusals(const struct route *r);

/* May what the route answers be sent again, without asking it? Not where it shall fail or be slow
 * on purpose. */
bool route_is_cacheable(const struct route *r, const struct service *service);
/* How long it is made to wait, ms. */
int route_delay(const struct route *r, const struct service *service);
/* Logs that this caller was refused, the reason, and its network: operators see where guesses
 * come from. `reason` is constant text. */
void route_log_refused_caller(const struct call *call, const char *event, const char *reason);
/* Is one more fault on purpose due? Counts. */
bool route_fault_is_due(struct fault_plan *plan);
/* Refuses for it. */
bool route_inject_fault(struct service *service, struct err *err);

#endif
