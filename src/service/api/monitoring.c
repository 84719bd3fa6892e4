#include "service/api/monitoring.h"

#include "service/api/routes.h"

void
monitoring_answer(struct service *service, const struct request *rq, struct response *rs)
{
	struct arena arena = { 0 };
	struct err err = { 0 };
	struct call call = { .service = service,
		.request = rq,
		.arena = &arena,
		.routes = routes,
		.routes_n = routes_n };
	const struct route *found = NULL;
	rs->status = 200;
	for (size_t i = 0; i < routes_n && !found; i++)
		if (routes[i].is_monitored && route_matches(&routes[i], rq->target, &call))
			found = &routes[i];
	bool ok = found ||
	    refuse_request(&err, REFUSE_NOT_FOUND,
		"There is no such path here: only /healthz, /readyz and /metrics.");
	ok = ok &&
	    (str_eqz(rq->method, "GET") || str_eqz(rq->method, "HEAD") ||
		refuse_request(
		    &err, REFUSE_METHOD_NOT_ALLOWED, "This path allows GET, HEAD only."));
	call.route = found;
	if (!ok || !found->handler(&call, rs, &err))
		response_set_refusal(rs, rq, &err, false);
	arena_free(&arena);
}
