#include "base/log.h"
#include "service/handlers.h"

static bool
store_answers(struct call *call, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	bool empty;
	if (!store_begin(call->service->store, &tx, STORE_READ, err))
		return false;
	bool ok = store_is_empty(&tx, &empty, err);
	store_end(&tx, false, &ignored);
	return ok;
}

/* Alive and the store answers: a name for load balancers, without any data. */
bool
handle_health(struct call *call, struct response *rs, struct err *err)
{
	if (!store_answers(call, err))
		return false;
	buf_addz(&rs->body, "{\"status\":\"ok\",\"version\":\"" BACKROOM_VERSION "\"}");
	return true;
}

/* May new requests come? Not while the store is away; and a service that is ending never gets as
 * far as here: routes.c refuses for it. */
bool
handle_ready(struct call *call, struct response *rs, struct err *err)
{
	if (!store_answers(call, err))
		return false;
	buf_addz(&rs->body, "{\"status\":\"ready\"}");
	return true;
}

bool
handle_metrics(struct call *call, struct response *rs, struct err *err)
{
	const struct service *s = call->service;
	(void)err;
	rs->type = "text/plain; version=0.0.4; charset=utf-8";
	metrics_write(&rs->body, s->metrics, s->limits ? limits_connections(s->limits) : 0);
	return true;
}

bool
handle_openapi(struct call *call, struct response *rs, struct err *err)
{
	(void)err;
	buf_adds(&rs->body, buf_str(&call->service->openapi));
	return true;
}

/* What this is, and what can be asked of it. */
bool
handle_base(struct call *call, struct response *rs, struct err *err)
{
	struct buf path = { 0 };
	(void)err;
	buf_addf(&rs->body,
	    "{\"service\":\"backroom\",\"apiVersion\":\"%s\",\"version\":\"" BACKROOM_VERSION
	    "\",\"operations\":[",
	    route_api_version);
	for (size_t i = 0; i < routes_n; i++) {
		const struct endpoint_info *info = route_info(&routes[i]);
		buf_reset(&path);
		route_template(&path, &routes[i], &call->service->names);
		buf_addf(&rs->body,
		    "%s{\"operation\":\"%s\",\"method\":\"%s\",\"path\":", i ? "," : "",
		    info->operation, info->method);
		json_quote(&rs->body, buf_str(&path));
		buf_addc(&rs->body, '}');
	}
	buf_addz(&rs->body, "]}");
	buf_free(&path);
	return true;
}
