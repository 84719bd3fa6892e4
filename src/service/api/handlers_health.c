#include "base/json_quote.h"
#include "service/api/handlers.h"

/* READINESS_TIMEOUT_MS: time limit of a readiness response. Most probes wait for a second. */
enum { PROBE_PAGE_ITEMS = 50, READINESS_TIMEOUT_MS = 900 };

static bool
on_readable_item(void *ctx, const struct store_basket *basket)
{
	(void)ctx;
	(void)basket;
	return true;
}

/* Reads the page that every console requests first. */
static bool
can_read_page(struct service *service, struct err *err)
{
	struct store_basket_query q = { .limit = PROBE_PAGE_ITEMS,
		.created_after = WHEN_NONE,
		.include_completed = service->include_completed };
	struct store_tx tx;
	struct err ignored;
	if (!store_begin(service->store, &tx, STORE_READ, err))
		return false;
	bool ok = store_list_baskets(&tx, &q, on_readable_item, NULL, err);
	store_end(&tx, false, &ignored);
	return ok;
}

bool
check_readiness(void *service, struct err *err)
{
	struct service *s = service;
	return can_read_page(s, err) && store_has_room(s->store, err);
}

/* Liveness does not depend on the store: a restarted process would have the same store. */
bool
handle_health(struct call *call, struct response *rs, struct err *err)
{
	(void)call;
	(void)err;
	buf_addz(&rs->body, "{\"status\":\"ok\",\"version\":\"" BACKROOM_VERSION "\"}");
	return true;
}

/* Ready unless the store is unreachable, full or not responding. While the service shuts down,
 * dispatch.c refuses this request. */
bool
handle_ready(struct call *call, struct response *rs, struct err *err)
{
	struct service *s = call->service;
	if (atomic_load(&s->is_leaving)) {
		response_add_header(rs, "Retry-After", "5");
		return refuse_request(err, REFUSE_DRAINING, "The service will end soon.");
	}
	bool ready = s->readiness
	    ? readiness_wait_for_check(
		  s->readiness, call->request->arrived_at_us / 1000 + READINESS_TIMEOUT_MS, err)
	    : check_readiness(s, err);
	if (ready)
		buf_addz(&rs->body, "{\"status\":\"ready\"}");
	return ready;
}

bool
handle_metrics(struct call *call, struct response *rs, struct err *err)
{
	const struct service *s = call->service;
	struct store_figures figures;
	(void)err;
	store_read_figures(s->store, &figures);
	rs->content_type = "text/plain; version=0.0.4; charset=utf-8";
	metrics_write(
	    &rs->body, s->metrics, s->limits ? limits_connection_count(s->limits) : 0, &figures);
	return true;
}

bool
handle_openapi(struct call *call, struct response *rs, struct err *err)
{
	(void)err;
	buf_adds(&rs->body, buf_str(&call->service->openapi));
	return true;
}

/* Returns the service's name and the list of endpoints. */
bool
handle_base(struct call *call, struct response *rs, struct err *err)
{
	struct buf path = { 0 };
	(void)err;
	buf_addf(&rs->body,
	    "{\"service\":\"backroom\",\"apiVersion\":\"%s\",\"version\":\"" BACKROOM_VERSION
	    "\",\"operations\":[",
	    route_api_version);
	for (size_t i = 0; i < call->routes_n; i++) {
		const struct endpoint_info *info = route_info(&call->routes[i]);
		buf_reset(&path);
		route_append_template(&path, &call->routes[i], &call->service->names);
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
