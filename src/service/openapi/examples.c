#include "demo/demo.h"
#include "model/when.h"
#include "service/openapi/openapi.h"

#define COMMIT "\"commitId\":\"4c07b0e35a94e9b1e6f6b5a3f1a1f0d9c2b7e854\""
#define IN_PAGE .before = "{\"hits\":1,\"items\":[", .after = "]," COMMIT "}"

/* An example is the first object of the demo's tour that is of this kind and contains this text,
 * in an envelope. */
static const struct {
	unsigned kind;                     /* 0: `before` and `after` are the whole example */
	const char *says, *before, *after; /* says NULL: any object; before, after NULL: empty */
} examples[] = {
	[ENDPOINT_BASKETS] = { .kind = DEMO_BASKETS,
	    .says = "\"email\"",
	    .before = "{\"items\":[",
	    .after = "]}" },
	[ENDPOINT_CAMPAIGNS] = { .kind = DEMO_CAMPAIGNS,
	    .before = "{\"header\":{" COMMIT "},\"hits\":1,\"items\":[",
	    .after = "]}" },
	[ENDPOINT_OFFERS] = { .kind = DEMO_OFFERS, .says = "\"/offers/", IN_PAGE },
	[ENDPOINT_STANDALONE] = { .kind = DEMO_OFFERS, .says = "\"path\":\"/offers2/", IN_PAGE },
	[ENDPOINT_ASSETS] = { .kind = DEMO_ASSETS, IN_PAGE },
	[ENDPOINT_PRODUCTS] = { .kind = DEMO_PRODUCTS, IN_PAGE },
	[ENDPOINT_SEGMENTS] = { .kind = DEMO_SEGMENTS, IN_PAGE },
	[ENDPOINT_JOURNEYS] = { .kind = DEMO_JOURNEYS },
	[ENDPOINT_BULK] = { .before = "{\"success\":\"1\",\"failed\":[]}" },
	[ENDPOINT_LINK] = { .kind = DEMO_IDENTITIES, .says = "\"status\":\"active\"" },
	[ENDPOINT_UNLINK] = { .before = "{}" },
};
_Static_assert(sizeof(examples) / sizeof(*examples) == ENDPOINT_COUNT,
    "every endpoint needs a row in this table");

struct wanted {
	struct buf *out;
	const char *says;
	bool found;
};

static bool
on_first_item(void *ctx, const struct demo_item *item, struct err *err)
{
	struct wanted *w = ctx;
	if (str_find(item->json, str_of(w->says)) == SIZE_MAX)
		return true;
	buf_adds(w->out, item->json);
	w->found = true;
	return err_set(err, ERR_CANCELLED, "one is enough");
}

bool
openapi_example(struct buf *out, enum endpoint e)
{
	struct wanted wanted = { .out = out, .says = examples[e].says };
	struct err ignored;
	int64_t now;
	buf_addz(out, examples[e].before);
	when_parse(STR("2026-11-20T10:42:00Z"), &now);
	if (examples[e].kind)
		demo_make("tour", now, examples[e].kind, on_first_item, &wanted, &ignored);
	buf_addz(out, examples[e].after);
	return wanted.found || examples[e].kind == 0;
}
