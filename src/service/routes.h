/*
 * routes.h - which request goes to which handler: one const table over the contract's endpoints
 * (wire/paths.def) and the service's own pages. What is dispatched, counted, listed at the base
 * path and described by /openapi.json is this table.
 *
 * A handler is a pure function from a call to a response; it needs no socket.
 */
#ifndef SERVICE_ROUTES_H
#define SERVICE_ROUTES_H

#include "base/arena.h"
#include "service/message.h"
#include "service/service.h"
#include "wire/query.h"

/* The path below which the contract's endpoints live: "/api". */
extern const char route_base[];
/* Of the contract; X-Api-Version of every answer. */
extern const char route_api_version[];

struct call {
	struct service *service;
	const struct request *rq;
	struct arena *arena; /* lives as long as the call */
	struct query query;  /* decoded */
	const struct route *route;
	enum endpoint endpoint;
	struct claims who; /* of the token, where one is needed */
	struct str owner;  /* of the path, where the endpoint has one */
};

/* Fills rs, or returns false with err as refuse() makes it; an err of a lower floor is a 502. */
typedef bool route_handler(struct call *call, struct response *rs, struct err *err);

struct route {
	const struct endpoint_info *own; /* a page of our own; its right is NULL when it is open to
					  * everybody */
	enum endpoint endpoint;          /* else, of the contract */
	unsigned refusals; /* REFUSES(…): its own, beside those of route_refusals() */
	route_handler *run;
	const char *summary;       /* what it is called by people */
	const char *takes, *gives; /* the schemas of its body and its answer, or NULL */
	const char *errors;        /* of what a 4xx may be instead of an Error, or NULL */
	const char *body;          /* the type of a body; NULL: application/json */
	const char *type;          /* the type of the answer; NULL: application/json */
	bool message_only;         /* a 502 of this endpoint is {"message"}, as the contract says */
	bool faults;               /* --fault works here */
	bool slow;                 /* --fault demo makes it slow */
	bool tagged;               /* has an ETag: 304 */
	bool demo_only;            /* there with demo data only */
	bool guarded; /* other machines need the right to read, unless pages are open */
};

/* A set of refusals, as bits. */
#define REFUSES(r) (1U << (r))

extern const struct route routes[];
extern const size_t routes_n;

/* What the route is called, and its method, path and right. */
const struct endpoint_info *route_info(const struct route *r);
/* The right that guarded routes ask of other machines. */
extern const char route_guard[];
/* The name of the i-th. */
const char *route_operation(size_t i);
/* Appends its path, with {owner} where an owner stands. */
void route_template(struct buf *out, const struct route *r, const struct wire_names *names);
bool route_is_there(const struct route *r, const struct service *service);
/* Every way in which it may refuse, as REFUSES() bits. */
unsigned route_refusals(const struct route *r);

/* Is one more fault on purpose due? Counts. */
bool route_fault_is_due(struct fault_plan *plan);
/* Refuses for it. */
bool route_fail_as_asked(struct service *service, struct err *err);

/* Answers any request. Thread-safe. */
void routes_answer(struct service *service, const struct request *rq, struct response *rs);

#endif
