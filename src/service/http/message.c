#include "service/http/message.h"

#include "base/digest.h"
#include "base/mem.h"
#include "store/store.h"
#include "wire/errors.h"

#include <assert.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

struct shared_bytes {
	atomic_uint ref_count;
	struct buf bytes;
};

struct shared_bytes *
shared_bytes_new(struct buf *bytes)
{
	struct shared_bytes *s = x_new(struct shared_bytes);
	atomic_init(&s->ref_count, 1);
	s->bytes = *bytes;
	*bytes = (struct buf){ 0 };
	return s;
}

struct shared_bytes *
shared_bytes_ref(struct shared_bytes *s)
{
	atomic_fetch_add(&s->ref_count, 1);
	return s;
}

void
shared_bytes_unref(struct shared_bytes *s)
{
	if (!s || atomic_fetch_sub(&s->ref_count, 1) > 1)
		return;
	buf_free(&s->bytes);
	x_free(s);
}

static struct str
shared_bytes_str(const struct shared_bytes *s)
{
	return buf_str(&s->bytes);
}

void
request_ids_init(struct request_ids *names)
{
	digest_random(names->prefix, sizeof(names->prefix));
}

/* Random bytes for each id would cost as much as a page's query. Multiplying by an odd factor
 * visits every number once and hides the number of requests. */
void
request_ids_next(struct request_ids *names, char id[REQUEST_ID_SIZE])
{
	uint32_t nth = atomic_fetch_add(&names->counter, 1) * UINT32_C(2654435761);
	struct buf hex = { 0 };
	hex_encode(&hex, names->prefix, sizeof(names->prefix));
	hex_encode(&hex, (const unsigned char *)&nth, sizeof(nth));
	memcpy(id, buf_z(&hex), hex.n + 1);
	buf_free(&hex);
}

const struct refusal_info refusal_infos[] = {
	[REFUSE_BAD_REQUEST] = { 400, "bad_request" },
	[REFUSE_CURSOR_INVALID] = { 400, "cursor_invalid" },
	[REFUSE_CURSOR_MISMATCH] = { 400, "cursor_mismatch" },
	[REFUSE_RESPONSE_TOO_LARGE] = { 400, "response_too_large" },
	[REFUSE_MISSING_CREDENTIALS] = { 401, "missing_credentials" },
	[REFUSE_INVALID_TOKEN] = { 401, "invalid_token" },
	[REFUSE_EXPIRED_TOKEN] = { 401, "expired_token" },
	[REFUSE_FORBIDDEN] = { 403, "forbidden" },
	[REFUSE_DIFFERENT_SUBSCRIPTION] = { 403, "different_subscription" },
	[REFUSE_READ_ONLY] = { 403, "read_only" },
	[REFUSE_NOT_FOUND] = { 404, "not_found" },
	[REFUSE_METHOD_NOT_ALLOWED] = { 405, "method_not_allowed" },
	[REFUSE_IDENTITY_IN_USE] = { 409, "identity_in_use" },
	[REFUSE_REVISION_CHANGED] = { 412, "revision_changed" },
	[REFUSE_BODY_TOO_LARGE] = { 413, "too_large" },
	[REFUSE_TARGET_TOO_LARGE] = { 414, "too_large" },
	[REFUSE_HEADERS_TOO_LARGE] = { 431, "too_large" },
	[REFUSE_UNSUPPORTED_MEDIA_TYPE] = { 415, "unsupported_media_type" },
	[REFUSE_INVALID] = { 422, "invalid" },
	[REFUSE_IDEMPOTENCY_MISMATCH] = { 422, "idempotency_mismatch" },
	[REFUSE_RATE_LIMITED] = { 429, "rate_limited" },
	[REFUSE_UPSTREAM_ERROR] = { 502, "upstream" },
	[REFUSE_DRAINING] = { 503, "draining" },
	[REFUSE_BUSY] = { 503, "busy" },
	[REFUSE_UNAVAILABLE] = { 503, "unavailable" },
	[REFUSE_STORE_FULL] = { 507, "full" },
	[REFUSE_OUTCOME_UNKNOWN] = { 504, "outcome_unknown" },
};
_Static_assert(sizeof(refusal_infos) / sizeof(*refusal_infos) == REFUSALS,
    "every refusal needs a row in this table");

struct str
request_header(const struct request *rq, const char *name)
{
	for (size_t i = 0; i < rq->headers_n; i++)
		if (str_eq_nocase(rq->headers[i].name, str_of(name)))
			return rq->headers[i].value;
	return STR_NONE;
}

bool
refuse_request(struct err *err, enum refusal r, const char *format, ...)
{
	va_list args;
	memset(err, 0, sizeof(*err));
	err->kind = err_kind_of_status(refusal_infos[r].http_status);
	err->http_status = refusal_infos[r].http_status;
	snprintf(err->code, sizeof(err->code), "%s", refusal_infos[r].code);
	va_start(args, format);
	vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	return false;
}

void
set_store_refusal(struct err *err)
{
	if (err->http_status)
		return;
	if (store_is_full(err))
		refuse_request(err, REFUSE_STORE_FULL,
		    "The service has no disk space left. Nothing was changed.");
	else if (store_is_busy(err))
		refuse_request(err, REFUSE_BUSY,
		    "The service's store is busy. Nothing was changed. Try again in a moment.");
	else if (store_is_unavailable(err))
		refuse_request(err, REFUSE_UNAVAILABLE,
		    "The service's store is not available. Nothing was changed. Try again in a "
		    "moment.");
	else if (store_outcome_is_unknown(err))
		refuse_request(err, REFUSE_OUTCOME_UNKNOWN,
		    "It is not known whether this was written. Read the current state, or repeat "
		    "the request with the same Idempotency-Key.");
	else
		refuse_request(err, REFUSE_UPSTREAM_ERROR,
		    "An upstream service returned an unexpected "
		    "response. Try again; if it persists, check the request.");
}

void
response_set_refusal(
    struct response *rs, const struct request *rq, const struct err *err, bool message_only)
{
	struct err out = *err;
	set_store_refusal(&out);
	snprintf(out.request_id, sizeof(out.request_id), "%s", rq->id);
	rs->status = out.http_status;
	for (size_t i = 0; i < REFUSALS; i++)
		if (strcmp(refusal_infos[i].code, out.code) == 0)
			rs->refusal_code = refusal_infos[i].code;
	response_drop_body(rs);
	if (message_only && out.http_status == 502)
		error_body_write_message(&rs->body, &out);
	else
		error_body_write(&rs->body, &out);
}

void
response_add_header(struct response *rs, const char *name, const char *value)
{
	assert(rs->headers_n < RESPONSE_HEADERS_MAX);
	rs->headers[rs->headers_n].name = name;
	rs->headers[rs->headers_n++].value = x_strdup(value);
}

/* Weak and strong tags are equivalent here. */
bool
response_is_not_modified(const struct response *rs, const struct request *rq)
{
	struct str known = request_header(rq, "If-None-Match");
	for (size_t i = 0; known.p && i < rs->headers_n; i++) {
		struct str etag = str_of(rs->headers[i].value);
		if (strcmp(rs->headers[i].name, "ETag") == 0)
			return str_eqz(str_trim(known), "*") ||
			    str_find(known,
				str_sub(etag, str_starts(etag, STR("W/")) ? 2 : 0, etag.n)) !=
			    SIZE_MAX;
	}
	return false;
}

void
response_drop_body(struct response *rs)
{
	buf_free(&rs->body);
	shared_bytes_unref(rs->shared_body);
	rs->shared_body = NULL;
	rs->gzipped = false;
}

struct str
response_body(const struct response *rs)
{
	return rs->shared_body ? shared_bytes_str(rs->shared_body) : buf_str(&rs->body);
}

void
response_free(struct response *rs)
{
	for (size_t i = 0; i < rs->headers_n; i++)
		x_free(rs->headers[i].value);
	response_drop_body(rs);
	memset(rs, 0, sizeof(*rs));
}

void
response_reset(struct response *rs)
{
	int delay_ms = rs->delay_ms;
	response_free(rs);
	rs->status = 200;
	rs->delay_ms = delay_ms;
}
