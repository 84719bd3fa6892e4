#include "service/api/route.h"

#include "base/log.h"

#include <string.h>

const char route_base_path[] = "/api";
const char route_html_type[] = "text/html";
const char route_form_type[] = "application/x-www-form-urlencoded";
const char route_lines_type[] = "application/x-ndjson";
const char route_api_version[] = "1.0.0";
const char route_remote_right[] = "read";

const struct endpoint_info *
route_info(const struct route *r)
{
	return r->own_page ? r->own_page : &endpoint_infos[r->endpoint];
}

bool
route_is_enabled(const struct route *r, const struct service *service)
{
	return (!r->demo_only || service->demo_pack) &&
	    !(r->is_monitored && r->remote_needs_right && service->has_monitor);
}

bool
route_is_write(const struct route *r)
{
	return route_info(r)->required_right && strcmp(route_info(r)->method, "GET") != 0;
}

unsigned
route_refusal_reasons(const struct route *r)
{
	unsigned all = REFUSES(REFUSE_BAD_REQUEST) | REFUSES(REFUSE_TARGET_TOO_LARGE) |
	    REFUSES(REFUSE_HEADERS_TOO_LARGE) | REFUSES(REFUSE_RATE_LIMITED) |
	    REFUSES(REFUSE_UPSTREAM_ERROR) | REFUSES(REFUSE_DRAINING) | REFUSES(REFUSE_BUSY) |
	    REFUSES(REFUSE_UNAVAILABLE);
	if (route_info(r)->required_right || r->remote_needs_right)
		all |= REFUSES(REFUSE_MISSING_CREDENTIALS) | REFUSES(REFUSE_INVALID_TOKEN) |
		    REFUSES(REFUSE_EXPIRED_TOKEN) | REFUSES(REFUSE_FORBIDDEN);
	if (route_is_write(r))
		all |= REFUSES(REFUSE_READ_ONLY);
	return all | r->refusal_reasons;
}

/* The placeholder {owner} as wire_append_path() escapes it; matches any one segment. */
static const char owner_placeholder[] = "%7Bowner%7D";

static void
append_route_path(struct buf *out, const struct route *r, const struct wire_names *names)
{
	if (r->own_page) {
		buf_addz(out, r->own_page->path);
		return;
	}
	buf_addz(out, route_base_path);
	wire_append_path(out, names, r->endpoint, STR("{owner}"));
}

void
route_append_template(struct buf *out, const struct route *r, const struct wire_names *names)
{
	struct buf path = { 0 };
	append_route_path(&path, r, names);
	struct str rest = buf_str(&path);
	size_t slot = str_find(rest, STR(owner_placeholder));
	buf_adds(out, str_sub(rest, 0, slot));
	if (slot != SIZE_MAX) {
		buf_addz(out, "{owner}");
		buf_adds(out, str_sub(rest, slot + sizeof(owner_placeholder) - 1, rest.n));
	}
	buf_free(&path);
}

/* Splits both at their slashes first and then decodes each segment of the request, once. */
static bool
path_matches(struct str pattern, struct str path, struct call *call)
{
	struct buf segment = { 0 };
	struct str want, got;
	bool same = true, more_want, more_got;
	while ((more_want = str_next(&pattern, '/', &want)),
	    (more_got = str_next(&path, '/', &got)), same && more_want && more_got) {
		buf_reset(&segment);
		bool slot = str_eqz(want, owner_placeholder);
		same = query_unescape(&segment, got, false) &&
		    (slot ? segment.n > 0 : str_eq(buf_str(&segment), want));
		if (same && slot)
			call->owner = arena_str(call->arena, buf_str(&segment));
	}
	buf_free(&segment);
	return same && !more_want && !more_got;
}

/* A quick check before the pattern is built: most routes begin differently. A path with an
 * escape always passes, since an escape can be any character. */
static bool
path_may_match(const struct route *r, const struct wire_names *names, struct str path)
{
	struct str pattern = str_of(r->own_page ? r->own_page->path : names->paths[r->endpoint]);
	struct str fixed = str_sub(pattern, 0, str_find_char(pattern, '{'));
	struct str below = r->own_page ? path
				       : str_sub(path, sizeof(route_base_path) - 1, SIZE_MAX);
	return str_starts(below, fixed) || str_find_char(path, '%') != SIZE_MAX;
}

bool
route_matches(const struct route *r, struct str path, struct call *call)
{
	const struct wire_names *names = &call->service->names;
	struct buf pattern = { 0 };
	if (!path_may_match(r, names, path))
		return false;
	append_route_path(&pattern, r, names);
	bool yes = path_matches(buf_str(&pattern), path, call);
	buf_free(&pattern);
	return yes;
}

const char *
route_list_revision(const struct route *r, const struct store_revision *revision)
{
	return r->source == SOURCE_BASKETS ? revision->baskets : revision->catalog;
}

void
route_log_refused_caller(const struct call *call, const char *event, const char *reason)
{
	char network[REMOTE_TEXT_SIZE];
	remote_write_network(&call->request->remote, network);
	log_event(LOG_WARN, event, LOG_TEXT("request", str_of(call->request->id)),
	    LOG_TEXT("remote", str_of(network)), LOG_TEXT("reason", str_of(reason)));
}
