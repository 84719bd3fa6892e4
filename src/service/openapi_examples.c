#include "demo/demo.h"
#include "model/when.h"
#include "service/openapi.h"

#define COMMIT "\"commitId\":\"4c07b0e35a94e9b1e6f6b5a3f1a1f0d9c2b7e854\""

/* The first object of the demo's tour that is of this kind and says this, within an envelope. */
static const struct {
	unsigned kind; /* 0: what stands around it is all */
	const char *says, *before, *after;
} examples[ENDPOINT_COUNT] = {
	[ENDPOINT_BASKETS] = { DEMO_BASKETS, "\"email\"", "{\"items\":[", "]}" },
	[ENDPOINT_CAMPAIGNS] = { DEMO_CAMPAIGNS, "",
	    "{\"header\":{" COMMIT "},\"hits\":1,\"items\":[", "]}" },
	[ENDPOINT_OFFERS] = { DEMO_OFFERS, "\"/offers/", "{\"hits\":1,\"items\":[",
	    "]," COMMIT "}" },
	[ENDPOINT_STANDALONE] = { DEMO_OFFERS, "\"path\":\"/offers2/", "{\"hits\":1,\"items\":[",
	    "]," COMMIT "}" },
	[ENDPOINT_ASSETS] = { DEMO_ASSETS, "", "{\"hits\":1,\"items\":[", "]," COMMIT "}" },
	[ENDPOINT_PRODUCTS] = { DEMO_PRODUCTS, "", "{\"hits\":1,\"items\":[", "]," COMMIT "}" },
	[ENDPOINT_SEGMENTS] = { DEMO_SEGMENTS, "", "{\"hits\":1,\"items\":[", "]," COMMIT "}" },
	[ENDPOINT_JOURNEYS] = { DEMO_JOURNEYS, "", "", "" },
	[ENDPOINT_BULK] = { 0, "", "{\"success\":\"1\",\"failed\":[]}", "" },
	[ENDPOINT_LINK] = { DEMO_IDENTITIES, "\"status\":\"active\"", "", "" },
	[ENDPOINT_UNLINK] = { 0, "", "{}", "" },
};

struct wanted {
	struct buf *out;
	const char *says;
	bool found;
};

static bool
take_first(void *ctx, const struct demo_item *item, struct err *err)
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
		demo_make("tour", now, examples[e].kind, take_first, &wanted, &ignored);
	buf_addz(out, examples[e].after);
	return wanted.found || examples[e].kind == 0;
}
