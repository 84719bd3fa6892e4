#include "service/handlers.h"

/* Alive and the store answers: a name for load balancers, without any data. */
bool
handle_health(struct call *call, struct response *rs, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	bool empty;
	if (!store_begin(call->service->store, &tx, STORE_READ, err))
		return false;
	bool ok = store_is_empty(&tx, &empty, err);
	store_end(&tx, false, &ignored);
	if (!ok)
		return false;
	buf_addz(&rs->body, "{\"status\":\"ok\",\"version\":\"" BACKROOM_VERSION "\"}");
	return true;
}
