#include "base/json_quote.h"
#include "service/openapi/openapi.h"

#include <string.h>

#define E(e) (1U << (ENDPOINT_##e))

enum {
	TAGGED_ENDPOINTS = E(CAMPAIGNS) | E(OFFERS) | E(STANDALONE),
	LISTED_ENDPOINTS = TAGGED_ENDPOINTS | E(ASSETS) | E(PRODUCTS) | E(SEGMENTS),
	WRITE_ENDPOINTS = E(BULK) | E(LINK) | E(UNLINK),
};

/* The parameters of the contract's endpoints; their names are in wire/params.def. */
static const struct {
	unsigned endpoints;
	const char *schema, *description;
} inputs[] = {
	[PARAM_LIMIT] = { E(BASKETS) | E(AUDIT) | E(REQUESTS),
	    "{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":50}",
	    "the maximum number of items" },
	[PARAM_CREATED_AFTER] = { E(BASKETS) | E(AUDIT), "{\"type\":\"string\"}",
	    "only items created after this date or date-time; UTC without a zone" },
	[PARAM_QUERY_MORE] = { E(BASKETS) | E(AUDIT), "{\"type\":\"string\"}",
	    "the cursor of the previous page" },
	[PARAM_PATH] = { LISTED_ENDPOINTS, "{\"type\":\"string\"}",
	    "the item with exactly this path" },
	[PARAM_TAG] = { TAGGED_ENDPOINTS, "{\"type\":\"string\"}",
	    "items associated with this tag" },
	[PARAM_REDUCED] = { TAGGED_ENDPOINTS, "{\"type\":\"boolean\",\"default\":false}",
	    "return fewer attributes" },
	[PARAM_PAGE_SIZE] = { LISTED_ENDPOINTS,
	    "{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":50}",
	    "items per page" },
	[PARAM_MODIFIED_AFTER] = { LISTED_ENDPOINTS, "{\"type\":\"string\"}",
	    "only items modified after this date or date-time; UTC without a zone" },
	[PARAM_PAGINATION] = { LISTED_ENDPOINTS, "{\"type\":\"boolean\",\"default\":false}",
	    "return a cursor if there are more items" },
	[PARAM_CURSOR_FROM] = { LISTED_ENDPOINTS, "{\"type\":\"string\"}",
	    "queryMore.from of the previous page" },
	[PARAM_CURSOR_ALIAS] = { LISTED_ENDPOINTS, "{\"type\":\"string\"}",
	    "queryMore.alias of the previous page" },
	[PARAM_OFFERS_SOURCE] = { E(STANDALONE),
	    "{\"type\":\"string\",\"enum\":[\"catalog\",\"published\"]}",
	    "all items, or published ones only" },
	[PARAM_AUDIT_SUBJECT] = { E(AUDIT), "{\"type\":\"string\"}", "entries of this user" },
	[PARAM_AUDIT_OWNER] = { E(AUDIT), "{\"type\":\"string\"}", "entries about this owner" },
	[PARAM_AUDIT_IDENTITY] = { E(AUDIT), "{\"type\":\"string\"}",
	    "entries about this identity: its issuer, a space and its subject, or its subject" },
	[PARAM_AUDIT_OPERATION] = { E(AUDIT), "{\"type\":\"string\"}",
	    "entries of this operation, such as linkExternalIdentity" },
	[PARAM_AUDIT_REQUEST] = { E(AUDIT), "{\"type\":\"string\"}",
	    "the entry of the request with this id" },
	[PARAM_CREATED_BEFORE] = { E(AUDIT), "{\"type\":\"string\"}",
	    "only entries before this date or date-time; UTC without a zone" },
	[PARAM_REQUESTS_AFTER] = { E(REQUESTS), "{\"type\":\"string\"}",
	    "ids of items, one for each process of the service, separated by commas: only later requests" },
	[PARAM_ATTRIBUTE] = { LISTED_ENDPOINTS,
	    "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}",
	    "followed by an attribute's name; may be repeated: items with this value" },
};
_Static_assert(
    sizeof(inputs) / sizeof(*inputs) == PARAM_COUNT, "every input needs a row in this table");

static const struct {
	const char *name;
	unsigned endpoints;
	const char *description;
} header_inputs[] = {
	{ "If-None-Match", LISTED_ENDPOINTS | E(JOURNEYS), "ETag of a cached response" },
	{ "If-Match", E(BULK), "the commitId that the catalog must have" },
	{ "Prefer", E(BULK), "handling=strict: all diffs or none" },
	{ "Idempotency-Key", WRITE_ENDPOINTS,
	    "repeating a request with the same key, subject, root and client returns the same "
	    "response" },
};

/* The parameters of the service's own pages. */
static const struct {
	const char *operation, *name, *description;
} page_inputs[] = {
	{ "getDevicePage", "user_code", "the code that the program shows" },
	{ "feed", "source", "the source of lines that name none" },
	{ "getFeedPosition", "source", "the source, as in the lines" },
};

static void
write_input(struct buf *out, const char *name, const char *in, const char *more, const char *schema,
    const char *about)
{
	if (out->p[out->n - 1] == '}')
		buf_addc(out, ',');
	buf_addz(out, "{\"name\":");
	json_quote(out, str_of(name));
	buf_addf(
	    out, ",\"in\":\"%s\",%s\"schema\":%s,\"description\":\"%s\"}", in, more, schema, about);
}

static void
write_request_body(struct buf *out, const struct route *r, const char *schema)
{
	buf_addf(out,
	    ",\"requestBody\":{\"required\":true,\"content\":{\"%s\":{\"schema\":{\"$ref\":"
	    "\"#/components/schemas/%s\"}}}}",
	    r->request_type ? r->request_type : "application/json", schema);
}

void
openapi_write_inputs(struct buf *out, const struct route *r, const struct wire_names *names)
{
	unsigned me = r->own_page ? 0 : 1U << r->endpoint;
	buf_addz(out, "\"parameters\":[");
	if (me & (E(LINK) | E(UNLINK)))
		write_input(out, "owner", "path", "\"required\":true,",
		    "{\"type\":\"string\",\"minLength\":1}", "the owner of the identity");
	for (size_t i = 0; i < PARAM_COUNT; i++)
		if (inputs[i].endpoints & me)
			write_input(out, names->params[i], "query", "", inputs[i].schema,
			    inputs[i].description);
	for (size_t i = 0; i < sizeof(page_inputs) / sizeof(*page_inputs); i++)
		if (strcmp(page_inputs[i].operation, route_info(r)->operation) == 0)
			write_input(out, page_inputs[i].name, "query", "", "{\"type\":\"string\"}",
			    page_inputs[i].description);
	for (size_t i = 0; i < sizeof(header_inputs) / sizeof(*header_inputs); i++)
		if (header_inputs[i].endpoints & me)
			write_input(out, header_inputs[i].name, "header", "",
			    "{\"type\":\"string\"}", header_inputs[i].description);
	buf_addc(out, ']');
	if (r->request_schema)
		write_request_body(out, r, r->request_schema);
}
