/*
 * routes.h - which request goes to which handler: one const table over the contract's endpoints
 * (wire/paths.def) and the service's own pages.
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

struct call {
	struct service *service;
	const struct request *rq;
	struct arena *arena; /* lives as long as the call */
	struct query query;  /* decoded */
	enum endpoint endpoint;
	struct claims who; /* of the token, on the contract's endpoints */
	struct str owner;  /* of the path, where the endpoint has one */
};

/* Fills rs, or returns false with err as refuse() makes it; an err of a lower floor is a 502. */
typedef bool route_handler(struct call *call, struct response *rs, struct err *err);

struct route {
	enum endpoint endpoint; /* of the contract; unless own_path is set */
	const char *own_path;   /* a page of the service itself: GET, open to everybody */
	route_handler *run;
	bool message_only; /* a 502 of this endpoint is {"message"}, as the contract says */
	bool faults;       /* --fault works here */
};

extern const struct route routes[];
extern const size_t routes_n;

/* Answers any request. Thread-safe. */
void routes_answer(struct service *service, const struct request *rq, struct response *rs);

#endif
