#include "demo/demo.h"
#include "service/api/handlers.h"
#include "service/api/write.h"
#include "service/demo/demo_load.h"
#include "wire/member.h"

static bool
reset_demo_data(
    void *ctx, struct call *call, struct store_tx *tx, struct effect_result *r, struct err *err)
{
	const struct service *s = call->service;
	(void)ctx;
	buf_addz(&r->body, "{}");
	struct demo_params order = { s->demo_pack, s->demo_time_ms, s->names.namespace };
	return demo_reset(tx, &order, err);
}

/* Restores the demo data to its initial state. */
bool
handle_demo_reset(struct call *call, struct response *rs, struct err *err)
{
	struct write_request order = { .target = str_of(call->service->demo_pack),
		.lock_subject = store_catalog_subject,
		.effect = reset_demo_data };
	return write_run(call, &order, rs, err);
}

static bool
move_clock(
    void *ctx, struct call *call, struct store_tx *tx, struct effect_result *r, struct err *err)
{
	const int64_t *now = ctx;
	(void)tx;
	(void)err;
	if (*now == WHEN_NONE)
		clock_move_back(&call->service->clock);
	else
		clock_move(&call->service->clock, *now);
	buf_addz(&r->body, "{}");
	return true;
}

/* Moves the time of the data: {"now":"2026-12-24T09:00:00Z"}, or null to move it back. Tokens keep the
 * machine's time. */
bool
handle_demo_clock(struct call *call, struct response *rs, struct err *err)
{
	struct buf text = { 0 };
	int64_t now = WHEN_NONE;
	struct str body;
	if (!write_read_body(call, &body, err))
		return false;
	struct str member = member_find(body, STR("now"));
	bool back = str_eqz(member, "null");
	bool ok = back ||
	    (member_read_text(&text, body, STR("now")) && when_parse(buf_str(&text), &now));
	buf_free(&text);
	if (!ok)
		return refuse_request(
		    err, REFUSE_INVALID, "now must be a time such as 2026-12-24T09:00:00Z, or null.");
	struct write_request order = { .target = STR("clock"),
		.lock_subject = store_catalog_subject,
		.effect = move_clock,
		.ctx = &now };
	return write_run(call, &order, rs, err);
}

/* Lists owners to try out a form: no endpoint of the contract lists owners. */
bool
handle_demo_owners(struct call *call, struct response *rs, struct err *err)
{
	(void)call;
	(void)err;
	buf_addz(&rs->body, "{\"items\":[");
	demo_add_owners(&rs->body);
	buf_addz(&rs->body, "]}");
	return true;
}
