#include "service/demo_load.h"

#include "demo/demo.h"
#include "service/load.h"

/* What load.h calls each kind. */
static const struct {
	enum demo_kind kind;
	const char *name;
} kinds[] = {
	{ DEMO_SEGMENTS, "segment" },
	{ DEMO_PRODUCTS, "product" },
	{ DEMO_CAMPAIGNS, "campaign" },
	{ DEMO_OFFERS, "offer" },
	{ DEMO_ASSETS, "asset" },
	{ DEMO_JOURNEYS, "journeys" },
	{ DEMO_OWNERS, "owner" },
	{ DEMO_IDENTITIES, "identity" },
};

enum { KINDS = sizeof(kinds) / sizeof(*kinds) };

static bool
take_basket(struct store_tx *tx, const struct demo_item *item, struct err *err)
{
	struct store_basket basket = { .created = item->created,
		.id = item->id,
		.completed = item->completed,
		.json = item->json };
	return store_put_basket(tx, &basket, err);
}

static bool
take_item(void *ctx, const struct demo_item *item, struct err *err)
{
	for (size_t i = 0; i < KINDS; i++)
		if (kinds[i].kind == item->kind)
			return load_object(ctx, kinds[i].name, !item->unpublished, item->json, err);
	return take_basket(ctx, item, err);
}

static bool
fill(struct store_tx *tx, const char *pack, int64_t now_ms, struct err *err)
{
	unsigned all = DEMO_BASKETS;
	for (size_t i = 0; i < KINDS; i++)
		all |= kinds[i].kind;
	return demo_make(pack, now_ms, all, take_item, tx, err);
}

static bool
fill_empty(struct store_tx *tx, const char *pack, int64_t now_ms, struct err *err)
{
	bool empty;
	if (!store_is_empty(tx, &empty, err))
		return false;
	if (!empty)
		return err_field(err, ERR_USAGE, "demo",
		    "the store holds data already, and --demo "
		    "fills an empty one only: use sqlite::memory: or a new file");
	return fill(tx, pack, now_ms, err);
}

bool
demo_put_back(struct store_tx *tx, const char *pack, int64_t now_ms, struct err *err)
{
	return store_clear(tx, err) && fill(tx, pack, now_ms, err);
}

bool
demo_load(struct store *store, const char *pack, int64_t now_ms, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	if (!store_begin(store, &tx, STORE_WRITE, err))
		return false;
	if (fill_empty(&tx, pack, now_ms, err))
		return store_end(&tx, true, err);
	store_end(&tx, false, &ignored);
	return false;
}
