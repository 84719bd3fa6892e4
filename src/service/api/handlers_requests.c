#include "model/when.h"
#include "service/api/cursor.h"
#include "service/api/handlers.h"
#include "service/api/params.h"
#include "service/http/request_log.h"
#include "wire/member.h"

#include <string.h>

enum { LIMIT_DEFAULT = 100 };

static void
add_path(struct buf *out, const struct call *call, const char *operation)
{
	struct buf path = { 0 };
	for (size_t i = 0; i < call->routes_n && operation && !path.n; i++)
		if (strcmp(route_info(&call->routes[i])->operation, operation) == 0)
			route_append_template(&path, &call->routes[i], &call->service->names);
	member_add_text(out, "path", buf_str(&path));
	buf_free(&path);
}

static void
write_item(struct buf *out, const struct call *call, const struct logged_exchange *e)
{
	struct buf id = { 0 }, at = { 0 };
	buf_addf(&id, "%s-%llu", request_log_process(call->service->request_log),
	    (unsigned long long)e->number);
	when_write(&at, e->ended_at);
	buf_addc(out, '{');
	member_add_text(out, "id", buf_str(&id));
	member_add_text(out, "at", buf_str(&at));
	member_add_text(out, "requestId", str_of(e->request_id));
	member_add_text(out, "method", str_of(e->method));
	member_add_text(out, "operation", str_of(e->operation ? e->operation : ""));
	add_path(out, call, e->operation);
	buf_addf(out, ",\"status\":%d,\"ms\":%lld,\"bytes\":%zu", e->status,
	    (long long)e->duration_ms, e->bytes);
	member_add_text(out, "subject", str_of(e->user));
	if (e->refusal_code)
		member_add_text(out, "code", str_of(e->refusal_code));
	buf_addc(out, '}');
	buf_free(&id);
	buf_free(&at);
}

/* Reads the number of this process's id from ids "PROCESS-NUMBER"; 0 if all are of other
 * processes, such as the one before a restart: then all requests are new to the caller. */
static bool
read_after(struct call *call, uint64_t *after, struct err *err)
{
	struct str ids = param_get(call, PARAM_REQUESTS_AFTER), id, process;
	const char *own = request_log_process(call->service->request_log);
	while (ids.p && str_next(&ids, ',', &id)) {
		int64_t number = 0;
		if (!str_next(&id, '-', &process) || !str_to_int64(id, &number) || number < 0)
			return refuse_request(err, REFUSE_BAD_REQUEST,
			    "%s must be the id of an item, or several separated by commas.",
			    param_name(call, PARAM_REQUESTS_AFTER));
		if (str_eqz(process, own))
			*after = (uint64_t)number;
	}
	return true;
}

bool
handle_requests(struct call *call, struct response *rs, struct err *err)
{
	struct list_page page = { .body = &rs->body, .limit = LIMIT_DEFAULT };
	struct buf item = { 0 };
	uint64_t after = 0;
	if (!param_read_count(call, PARAM_LIMIT, &page.limit, err) ||
	    !read_after(call, &after, err))
		return false;
	struct logged_exchange *list = arena_array(
	    call->arena, struct logged_exchange, page.limit);
	size_t n = request_log_read(call->service->request_log, after, list, page.limit);
	page_begin(&page, STR(""));
	for (size_t i = 0; i < n; i++) {
		buf_reset(&item);
		write_item(&item, call, &list[i]);
		page_add(&page, buf_str(&item));
	}
	page_end(&page, STR(""));
	buf_free(&item);
	return true;
}
