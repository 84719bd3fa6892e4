#include "service/openapi/openapi.h"

#include <string.h>

/* Response headers by status, besides the request id. */
static const struct {
	int status;
	const char *header;
} headers_by_status[] = {
	{ 401, ",\"WWW-Authenticate\":{\"$ref\":\"#/components/headers/Authenticate\"}" },
	{ 429, ",\"Retry-After\":{\"$ref\":\"#/components/headers/RetryAfter\"}" },
	{ 503, ",\"Retry-After\":{\"$ref\":\"#/components/headers/RetryAfter\"}" },
};

static void
begin_answer(struct buf *out, int status, struct str about)
{
	buf_addf(out,
	    "%s\"%d\":{\"description\":\"%.*s\",\"headers\":{\"X-Request-Id\":{\"$ref\":"
	    "\"#/components/headers/RequestId\"}",
	    out->p[out->n - 1] == '{' ? "" : ",", status, STR_ARG(about));
	for (size_t i = 0; i < sizeof(headers_by_status) / sizeof(*headers_by_status); i++)
		if (headers_by_status[i].status == status)
			buf_addz(out, headers_by_status[i].header);
	buf_addc(out, '}');
}

static void
write_success_response(struct buf *out, const struct route *r)
{
	struct buf example = { 0 };
	begin_answer(out, 200, STR("OK"));
	buf_addf(out, ",\"content\":{\"%s\":{\"schema\":",
	    r->response_type ? r->response_type : "application/json");
	if (r->response_schema)
		buf_addf(out, "{\"$ref\":\"#/components/schemas/%s\"}", r->response_schema);
	else
		buf_addz(out, "{\"type\":\"string\"}");
	if (!r->own_page && openapi_write_example(&example, r->endpoint)) {
		buf_addz(out, ",\"example\":");
		buf_adds(out, buf_str(&example));
	}
	buf_addz(out, "}}}");
	buf_free(&example);
}

static int
status_of(enum refusal refusal, const struct service *service)
{
	if (refusal == REFUSE_DIFFERENT_SUBSCRIPTION && service->denied_status)
		return service->denied_status;
	return refusal_infos[refusal].http_status;
}

/* Lists the codes of this status without duplicates, as "a, b" for readers or as "\"a\",\"b\""
 * for a schema. */
static void
write_error_codes(struct buf *out, unsigned refusals, int status, const struct service *service,
    const char *quote, const char *between)
{
	const char *before = "";
	for (int i = 0; i < REFUSALS; i++) {
		if (!(refusals & REFUSES(i)) || status_of(i, service) != status)
			continue;
		if (strcmp(before, refusal_infos[i].code) != 0)
			buf_addf(out, "%s%s%s%s", *before ? between : "", quote,
			    refusal_infos[i].code, quote);
		before = refusal_infos[i].code;
	}
}

static void
write_error_schema(struct buf *out, const struct route *r, int status, struct str codes)
{
	bool either = r->errors && status < 500;
	buf_addz(out, "{\"anyOf\":[");
	if (either)
		buf_addf(
		    out, "{\"$ref\":\"#/components/schemas/%s\"}%s", r->errors, codes.n ? "," : "");
	if (codes.n)
		buf_addf(out,
		    "{\"allOf\":[{\"$ref\":\"#/components/schemas/Error\"},{\"type\":"
		    "\"object\",\"properties\":{\"code\":{\"enum\":[%.*s]}}}]}",
		    STR_ARG(codes));
	buf_addz(out, "]}");
}

static void
write_refusals(struct buf *out, const struct route *r, const struct service *service, int status)
{
	struct buf about = { 0 }, codes = { 0 };
	unsigned refusals = route_refusal_reasons(r);
	if (service->links_across_subscriptions && !r->own_page && r->endpoint == ENDPOINT_LINK)
		refusals &= ~REFUSES(REFUSE_DIFFERENT_SUBSCRIPTION);
	write_error_codes(&about, refusals, status, service, "", ", ");
	if (r->errors && status == 401)
		buf_addz(&about, "wrong client id or secret");
	if (about.n) {
		write_error_codes(&codes, refusals, status, service, "\"", ",");
		begin_answer(out, status, buf_str(&about));
		buf_addz(out, ",\"content\":{");
		if (r->response_type == route_html_type && status < 500)
			buf_addf(
			    out, "\"%s\":{\"schema\":{\"type\":\"string\"}},", r->response_type);
		buf_addz(out, "\"application/json\":{\"schema\":");
		if (r->message_only && status == 502)
			buf_addz(out, "{\"$ref\":\"#/components/schemas/UpstreamError\"}");
		else
			write_error_schema(out, r, status, buf_str(&codes));
		buf_addz(out, "}}}");
	}
	buf_free(&about);
	buf_free(&codes);
}

void
openapi_write_answers(struct buf *out, const struct route *r, const struct service *service)
{
	buf_addz(out, "\"responses\":{");
	write_success_response(out, r);
	if (r->has_etag) {
		begin_answer(out, 304, STR("the cached response is still valid"));
		buf_addc(out, '}');
	}
	for (int status = 400; status < 600; status++)
		write_refusals(out, r, service, status);
	buf_addc(out, '}');
}
