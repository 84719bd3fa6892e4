/* A pack with a mistake leaves the store unchanged. The files here replace those of the program. */
#include "demo/pack.h"
#include "lib/test.h"
#include "service/demo/demo_load.h"

#define OWNER(id, root) "{\"kind\":\"owner\",\"item\":{\"id\":\"" id "\",\"root\":" root "}}\n"
#define SEGMENT(path) \
	"{\"kind\":\"segment\",\"item\":{\"id\":\"" path "\",\"path\":\"" path "\"}}\n"

/* The tour is complete. In `awkward` an owner, the third item from the end, has no group. */
const struct embedded embedded_packs[] = {
	{ "tour-segments", SEGMENT("/segments/a") },
	{ "tour-products", "" },
	{ "tour-assets", "" },
	{ "tour-campaigns", "" },
	{ "tour-offers", "" },
	{ "tour-journeys", "{\"kind\":\"journeys\",\"item\":{\"journeys\":[]}}" },
	{ "tour-owners", OWNER("id-a", "\"sub-a\"") },
	{ "tour-identities", "" },
	{ "tour-baskets",
	    "{\"kind\":\"basket\",\"item\":{\"id\":\"basket-a\",\"created\":\"{now-18m}\"}}" },
	{ "awkward-segments", SEGMENT("/segments/b") },
	{ "awkward-products", "" },
	{ "awkward-assets", "" },
	{ "awkward-campaigns", "" },
	{ "awkward-offers", "" },
	{ "awkward-journeys", "" },
	{ "awkward-owners", OWNER("id-b", "\"sub-b\"") OWNER("id-c", "null") },
	{ "awkward-identities", "" },
	{ "awkward-baskets", "" },
	{ NULL, NULL },
};

static bool
is_empty(struct store *store)
{
	struct store_tx tx;
	struct err err;
	bool empty = false;
	assert_true(store_begin(store, &tx, STORE_READ, &err));
	assert_true(store_is_empty(&tx, &empty, &err));
	assert_true(store_end(&tx, true, &err));
	return empty;
}

TEST(a_failed_load_stores_nothing)
{
	const struct demo_params bad = { "awkward", INT64_C(1795171320000), "svc" };
	const struct demo_params good = { "tour", INT64_C(1795171320000), "svc" };
	struct err err;
	struct store *store = store_open(STR("sqlite::memory:"), &err);
	assert_false(demo_load(store, &bad, &err));
	assert_string_equal(err.text, "awkward-owners.jsonl, line 2: its root must be a string");
	assert_true(is_empty(store));
	assert_true(demo_load(store, &good, &err));
	assert_false(is_empty(store));
	store_close(store);
}
