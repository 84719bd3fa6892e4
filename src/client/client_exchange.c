/* The method and address of a client's call, and the report of its exchange. */
#include "client/client_inside.h"

#include "base/clock.h"
#include "client/exchanges.h"
#include "client/redact.h"
#include "client/url.h"

#include <stdio.h>
#include <string.h>

const char *
call_method(const struct pending_call *call)
{
	if (call->path.n)
		return call->on_written ? call->method : "GET";
	return endpoint_infos[call->endpoint].method;
}

const char *
call_items_name(const struct pending_call *call)
{
	if (call->path.n)
		return call->is_outside_api && !call->on_written ? "items" : NULL;
	if (strcmp(endpoint_infos[call->endpoint].method, "GET") != 0)
		return NULL;
	return call->endpoint == ENDPOINT_JOURNEYS ? "journeys" : "items";
}

void
call_append_address(struct buf *out, const struct pending_call *call)
{
	struct str base = str_of(call->c->base_url ? call->c->base_url : "");
	if (call->path.n) {
		if (call->is_outside_api)
			url_append_origin(out, base);
		else
			buf_adds(out, base);
		buf_adds(out, buf_str(&call->path));
		return;
	}
	buf_adds(out, base);
	wire_append_path(out, &call->c->wire_names, call->endpoint, buf_str(&call->owner));
}

static void
log_exchange(const struct pending_call *call, const struct transfer_result *a)
{
	struct client *c = call->c;
	struct str id = str_of(a->err.request_id[0] ? a->err.request_id : a->request_id);
	/* A path that a user typed may have an owner or an address. */
	exchange_log(&(struct exchange_line){
	    .method = call_method(call),
	    .path = call->path.n ? "(typed path)" : c->wire_names.paths[call->endpoint],
	    .http_status = a->http_status,
	    .duration_ms = clock_ticks() - call->exchange_began_at,
	    .request_id = session_text_has_token(c->session, id) ? STR_NONE : id,
	    .owner = buf_str(&call->owner),
	    .body = buf_str(&call->body),
	});
}

/* Server texts are shown on screen, in messages and in the log. */
static void
hide_token(const struct client *c, struct err *err)
{
	char *const texts[] = { err->code, err->request_id, err->faulty_field };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (session_text_has_token(c->session, str_of(texts[i])))
			texts[i][0] = '\0';
	if (!session_text_has_token(c->session, str_of(err->text)))
		return;
	err->is_server_text = false;
	snprintf(
	    err->text, sizeof(err->text), "the message contains the token, so it is not shown");
}

/* For the list of requests; the error no longer contains the token. */
static void
list_exchange(const struct pending_call *call, const struct transfer_result *a)
{
	struct client *c = call->c;
	struct str id = str_of(a->err.request_id[0] ? a->err.request_id : a->request_id);
	struct buf path = { 0 };
	call_append_address(&path, call);
	struct str address = buf_str(&path);
	size_t query = str_find_char(address, '?');
	exchanges_add(c->exchanges,
	    &(struct exchange){ .ended_ticks = clock_ticks(),
		.duration_ms = clock_ticks() - call->exchange_began_at,
		.method = call_method(call),
		.operation = call->path.n ? NULL : endpoint_infos[call->endpoint].operation,
		.http_status = a->http_status,
		.attempt = call->attempt_count },
	    str_sub(address, 0, query),
	    call->path.n ? str_sub(address, query, address.n) : buf_str(&call->query),
	    buf_str(&call->body), session_text_has_token(c->session, id) ? STR_NONE : id,
	    str_of(a->err.kind ? a->err.text : ""));
	buf_free(&path);
}

void
call_report(const struct pending_call *call, struct transfer_result *a)
{
	log_exchange(call, a);
	hide_token(call->c, &a->err);
	list_exchange(call, a);
}
