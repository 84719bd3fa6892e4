#include "demo/demo.h"
#include "service/api/handlers.h"
#include "service/api/write.h"
#include "service/demo/demo_load.h"

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
