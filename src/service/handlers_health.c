#include "service/handlers.h"

/* Alive and the store answers: a name for load balancers, without any data. */
bool
handle_health(struct call *call, struct response *rs, struct err *err)
{
	bool empty;
	if (!store_is_empty(call->service->store, &empty, err))
		return false;
	buf_addz(&rs->body, "{\"status\":\"ok\",\"version\":\"" BACKROOM_VERSION "\"}");
	return true;
}
