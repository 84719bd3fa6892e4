#include "demo/demo.h"
#include "model/when.h"
#include "service/openapi/openapi.h"

#define COMMIT "\"commitId\":\"4c07b0e35a94e9b1e6f6b5a3f1a1f0d9c2b7e854\""
#define IN_PAGE .prefix = "{\"hits\":1,\"items\":[", .suffix = "]," COMMIT "}"

/* An example is the first object of the demo's tour that is of this kind and contains this text,
 * in an envelope. */
static const struct {
	unsigned kind;               /* 0: `prefix` and `suffix` are the whole example */
	const char *contained_text;  /* NULL: any object */
	const char *prefix, *suffix; /* NULL: empty */
} examples[] = {
	[ENDPOINT_BASKETS] = { .kind = DEMO_BASKETS,
	    .contained_text = "\"email\"",
	    .prefix = "{\"items\":[",
	    .suffix = "]}" },
	[ENDPOINT_CAMPAIGNS] = { .kind = DEMO_CAMPAIGNS,
	    .prefix = "{\"header\":{" COMMIT "},\"hits\":1,\"items\":[",
	    .suffix = "]}" },
	[ENDPOINT_OFFERS] = { .kind = DEMO_OFFERS, .contained_text = "\"/offers/", IN_PAGE },
	[ENDPOINT_STANDALONE] = { .kind = DEMO_OFFERS,
	    .contained_text = "\"path\":\"/offers2/",
	    IN_PAGE },
	[ENDPOINT_ASSETS] = { .kind = DEMO_ASSETS, IN_PAGE },
	[ENDPOINT_PRODUCTS] = { .kind = DEMO_PRODUCTS, IN_PAGE },
	[ENDPOINT_SEGMENTS] = { .kind = DEMO_SEGMENTS, IN_PAGE },
	[ENDPOINT_JOURNEYS] = { .kind = DEMO_JOURNEYS },
	[ENDPOINT_BULK] = { .prefix = "{\"success\":\"1\",\"failed\":[]}" },
	[ENDPOINT_LINK] = { .kind = DEMO_IDENTITIES, .contained_text = "\"status\":\"active\"" },
	[ENDPOINT_UNLINK] = { .prefix = "{}" },
	[ENDPOINT_AUDIT] = { .prefix =
				 "{\"items\":[{\"id\":\"0-17\",\"at\":\"2026-11-20T10:41:00.000Z\","
				 "\"subject\":\"anna\",\"operation\":\"linkExternalIdentity\","
				 "\"owner\":\"id-14983b59\",\"outcome\":\"done\",\"requestId\":"
				 "\"4f1c2d\",\"detail\":{\"iss\":\"https://accounts.example.com\","
				 "\"sub\":\"102628217266083303794\"}}]}" },
	[ENDPOINT_REQUESTS] = { .prefix =
				    "{\"items\":[{\"id\":\"4f1c2d90-17\",\"at\":"
				    "\"2026-11-20T10:41:00.000Z\",\"requestId\":\"4f1c2d\","
				    "\"method\":\"GET\",\"operation\":\"getOffers\",\"path\":"
				    "\"/api/offers\",\"status\":200,\"ms\":4,\"bytes\":21840,"
				    "\"subject\":\"anna\"}]}" },
};
_Static_assert(sizeof(examples) / sizeof(*examples) == ENDPOINT_COUNT,
    "every endpoint needs a row in this table");

struct example_search {
	struct buf *out;
	const char *contained_text;
	bool found;
};

static bool
on_first_item(void *ctx, const struct demo_item *item, struct err *err)
{
	struct example_search *w = ctx;
	if (str_find(item->json, str_of(w->contained_text)) == SIZE_MAX)
		return true;
	buf_adds(w->out, item->json);
	w->found = true;
	return err_set(err, ERR_CANCELLED, "one is enough");
}

bool
openapi_write_example(struct buf *out, enum endpoint e)
{
	struct example_search wanted = { .out = out, .contained_text = examples[e].contained_text };
	struct err ignored;
	int64_t now;
	buf_addz(out, examples[e].prefix);
	when_parse(STR("2026-11-20T10:42:00Z"), &now);
	if (examples[e].kind)
		demo_make("tour", now, examples[e].kind, on_first_item, &wanted, &ignored);
	buf_addz(out, examples[e].suffix);
	return wanted.found || examples[e].kind == 0;
}
