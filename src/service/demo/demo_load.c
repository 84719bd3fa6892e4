#include "service/demo/demo_load.h"

#include "demo/demo.h"
#include "service/demo/load.h"

/* The forms in which the demo's own namespace appears in its JSON. */
static const struct {
	struct str text;
	const char *prefix, *suffix;
} namespace_forms[] = {
	{ { "__svc\"", 6 }, "__", "\"" },
	{ { "\"@svc/", 6 }, "\"@", "/" },
	{ { "\"service\":\"svc\"", 15 }, "\"service\":\"", "\"" },
};

struct pack_fill {
	struct store_tx *tx;
	const char *namespace;
	struct buf json; /* reused for each item */
};

/* Appends the text up to the next occurrence of the namespace, and the new namespace instead.
 * Returns false if there is none. */
static bool
rename_next_namespace(struct buf *out, struct str *rest, const char *space)
{
	size_t at = SIZE_MAX, which = 0;
	for (size_t i = 0; i < sizeof(namespace_forms) / sizeof(*namespace_forms); i++) {
		size_t found = str_find(*rest, namespace_forms[i].text);
		if (found < at) {
			at = found;
			which = i;
		}
	}
	buf_adds(out, str_sub(*rest, 0, at));
	if (at == SIZE_MAX)
		return false;
	buf_addf(
	    out, "%s%s%s", namespace_forms[which].prefix, space, namespace_forms[which].suffix);
	*rest = str_sub(*rest, at + namespace_forms[which].text.n, SIZE_MAX);
	return true;
}

/* Replaces the demo's namespace in an item by the service's. */
static struct str
replace_namespaces(struct pack_fill *f, struct str json)
{
	if (str_eqz(STR("svc"), f->namespace))
		return json;
	buf_reset(&f->json);
	while (rename_next_namespace(&f->json, &json, f->namespace))
		continue;
	return buf_str(&f->json);
}

static bool
load_item(void *ctx, const struct demo_item *item, struct err *err)
{
	struct pack_fill *f = ctx;
	struct str json = replace_namespaces(f, item->json);
	if (!item->basket)
		return load_object(
		    f->tx, demo_kind_name(item->kind), !item->unpublished, json, err);
	const struct store_basket basket = { .created = item->basket->created,
		.id = item->basket->id,
		.completed = item->basket->completed,
		.json = json };
	return store_put_basket(f->tx, &basket, err);
}

static bool
fill_demo_data(struct store_tx *tx, const struct demo_params *order, struct err *err)
{
	struct pack_fill f = { .tx = tx, .namespace = order->namespace };
	if (demo_pack_is_file(order->pack))
		return load_file(tx, order->pack, err);
	bool ok = demo_make(order->pack, order->now_ms, DEMO_ALL, load_item, &f, err);
	buf_free(&f.json);
	return ok;
}

static bool
fill_empty_store(struct store_tx *tx, const struct demo_params *order, struct err *err)
{
	bool empty;
	if (!store_is_empty(tx, &empty, err))
		return false;
	if (!empty)
		return err_set_with_field(err, ERR_USAGE, "demo",
		    "the store has data already, and --demo fills only an empty one: use "
		    "sqlite::memory: or a new file");
	return fill_demo_data(tx, order, err);
}

bool
demo_reset(struct store_tx *tx, const struct demo_params *order, struct err *err)
{
	return store_clear(tx, err) && fill_demo_data(tx, order, err);
}

bool
demo_load(struct store *store, const struct demo_params *order, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	if (!store_begin(store, &tx, STORE_WRITE, err))
		return false;
	if (store_lock_chain(&tx, store_catalog_subject, err) && fill_empty_store(&tx, order, err))
		return store_end(&tx, true, err);
	store_end(&tx, false, &ignored);
	return false;
}
