#include "service/demo_load.h"

#include "demo/demo.h"

static bool
take_item(void *ctx, const struct demo_item *item, struct err *err)
{
	struct store_basket basket = { .created = item->created,
		.id = item->id,
		.completed = item->completed,
		.json = item->json };
	return store_load_basket(ctx, &basket, err);
}

bool
demo_load(struct store *store, const char *pack, int64_t now_ms, struct err *err)
{
	struct err ignored;
	bool empty;
	if (!store_is_empty(store, &empty, err))
		return false;
	if (!empty)
		return err_field(err, ERR_USAGE, "demo",
		    "the store holds data already, and --demo "
		    "fills an empty one only: use sqlite::memory: or a new file");
	if (!store_load_begin(store, err))
		return false;
	if (demo_make(pack, now_ms, DEMO_BASKETS, take_item, store, err))
		return store_load_end(store, true, err);
	store_load_end(store, false, &ignored);
	return false;
}
