#include "service/openapi/openapi.h"

#include "base/json_quote.h"
#include "service/api/routes.h"

/* An empty {} means that requests from this machine need no token. */
static void
write_security(struct buf *out, const struct route *r)
{
	const char *right = r->remote_needs_right ? route_remote_right
						  : route_info(r)->required_right;
	if (right)
		buf_addf(out, "\"security\":[%s{\"bearer\":[]},{\"oauth2\":[\"%s\"]}],",
		    r->remote_needs_right ? "{}," : "", right);
	else
		buf_addz(out, "\"security\":[],");
}

/* Describes on which subscriptions a token may act. */
static void
write_link_reach(struct buf *out, const struct route *r, const struct service *service)
{
	static const char within[] =
	    "Applies to owners under the token's root, or to all if the root is *.";
	static const char across[] =
	    "Administrative: applies to any owner, whatever the token's root. A link to an owner "
	    "under another root cannot be undone with the same token.";
	if (r->own_page || (r->endpoint != ENDPOINT_LINK && r->endpoint != ENDPOINT_UNLINK))
		return;
	bool all = r->endpoint == ENDPOINT_LINK && service->links_across_subscriptions;
	buf_addf(out, "\"description\":\"%s\",", all ? across : within);
}

static void
write_operation(struct buf *out, const struct route *r, const struct service *service)
{
	const struct endpoint_info *info = route_info(r);
	buf_addc(out, '"');
	for (const char *p = info->method; *p; p++)
		buf_addc(out, (char)(*p | 0x20)); /* converts to lower case */
	buf_addf(
	    out, "\":{\"operationId\":\"%s\",\"summary\":\"%s\",", info->operation, r->summary);
	write_link_reach(out, r, service);
	write_security(out, r);
	openapi_write_inputs(out, r, &service->names);
	buf_addc(out, ',');
	openapi_write_answers(out, r, service);
	buf_addc(out, '}');
}

/* Sets *path to the path of route i. True unless an earlier route has the same path, whose
 * object then contains the methods of both. */
static bool
is_first_of_path(struct buf *path, size_t i, const struct service *service)
{
	struct buf other = { 0 };
	bool first = true;
	buf_reset(path);
	route_append_template(path, &routes[i], &service->names);
	for (size_t k = 0; k < i && first; k++) {
		buf_reset(&other);
		route_append_template(&other, &routes[k], &service->names);
		first = !str_eq(buf_str(&other), buf_str(path));
	}
	buf_free(&other);
	return first;
}

static void
write_methods(struct buf *out, struct str path, const struct service *service)
{
	struct buf other = { 0 };
	bool any = false;
	for (size_t i = 0; i < routes_n; i++) {
		buf_reset(&other);
		route_append_template(&other, &routes[i], &service->names);
		if (!route_is_enabled(&routes[i], service) || !str_eq(buf_str(&other), path))
			continue;
		if (any)
			buf_addc(out, ',');
		any = true;
		write_operation(out, &routes[i], service);
	}
	buf_free(&other);
}

static void
write_paths(struct buf *out, const struct service *service)
{
	struct buf path = { 0 };
	bool any = false;
	buf_addz(out, "\"paths\":{");
	for (size_t i = 0; i < routes_n; i++) {
		if (!route_is_enabled(&routes[i], service) || !is_first_of_path(&path, i, service))
			continue;
		if (any)
			buf_addc(out, ',');
		any = true;
		json_quote(out, buf_str(&path));
		buf_addz(out, ":{");
		write_methods(out, buf_str(&path), service);
		buf_addc(out, '}');
	}
	buf_addz(out, "},");
	buf_free(&path);
}

/* Writes a schema's text with {namespace} replaced. */
static void
write_schema(struct buf *out, const char *text, const char *space)
{
	static const char slot[] = "{namespace}";
	struct str rest = str_trim(str_of(text));
	size_t at;
	while ((at = str_find(rest, STR(slot))) != SIZE_MAX) {
		buf_adds(out, str_sub(rest, 0, at));
		buf_addz(out, space);
		rest = str_sub(rest, at + sizeof(slot) - 1, rest.n);
	}
	buf_adds(out, rest);
}

static const char security_schemes[] =
    "\"securitySchemes\":{"
    "\"bearer\":{\"type\":\"http\",\"scheme\":\"bearer\",\"bearerFormat\":\"JWT\"},"
    "\"oauth2\":{\"type\":\"oauth2\",\"flows\":{\"clientCredentials\":{"
    "\"tokenUrl\":\"/oauth2/token\",\"scopes\":{\"read\":\"all reads\","
    "\"catalog:write\":\"the bulk update\",\"identity:admin\":\"link and unlink\","
    "\"audit:read\":\"the audit\",\"ingest\":\"the feed\"}}}}},";

static const char header_components[] =
    "\"headers\":{\"RequestId\":{\"schema\":{\"type\":\"string\"},\"description\":\"identifies "
    "this "
    "response\"},\"RetryAfter\":{\"schema\":{\"type\":\"integer\"},\"description\":\"seconds\"},\"Authenticate\":{\"schema\":{\"type\":\"string\"},\"description\":\"the "
    "authentication that is missing\"}},";

static void
write_components(struct buf *out, const struct service *service)
{
	buf_addz(out, "\"components\":{");
	buf_addz(out, security_schemes);
	buf_addz(out, header_components);
	buf_addz(out, "\"schemas\":{");
	for (const struct embedded *e = embedded_openapi; e->name; e++) {
		buf_addf(out, "%s\"%s\":", e == embedded_openapi ? "" : ",", e->name);
		write_schema(out, e->text, service->names.namespace);
	}
	buf_addz(out, "}}}");
}

void
openapi_write(struct buf *out, const struct service *service)
{
	buf_addf(out,
	    "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"Backroom\",\"version\":\"%s\","
	    "\"description\":\"The back office of subscription commerce: abandoned baskets, "
	    "the catalog, external identities.\"},\"servers\":[{\"url\":\"/\"}],",
	    route_api_version);
	write_paths(out, service);
	write_components(out, service);
}
