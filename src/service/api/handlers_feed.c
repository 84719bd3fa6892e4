#include "service/api/handlers.h"
#include "service/feed/feed.h"
#include "store/feed.h"
#include "wire/member.h"

#include <string.h>

/* FEEDS_MAX: more at a time would take the threads that other writers need. */
enum { FEEDS_MAX = 4, LINES_MAX = 20000 };

/* The source in the query; "" if there is none. */
static bool
read_source(struct call *call, struct str *source, struct err *err)
{
	struct err why;
	*source = query_get(&call->query, STR("source"));
	if (!source->p)
		*source = STR("");
	return !source->n || feed_check_source(*source, &why) ||
	    refuse_request(err, REFUSE_BAD_REQUEST, "source: %s.", why.text);
}

/* ---- POST /feed ---- */

/* Applies them in batches, so that only the lines of one are in memory. */
static bool
apply_lines(struct feed *f, struct str rest, struct err *err)
{
	bool ok = true;
	while (ok && rest.n) {
		size_t end = str_find_char(rest, '\n');
		feed_add(f, str_sub(rest, 0, end));
		rest = end == SIZE_MAX ? STR("") : str_sub(rest, end + 1, SIZE_MAX);
		if (feed_is_full(f))
			ok = feed_apply(f, err);
	}
	return ok && feed_apply(f, err);
}

static bool
check_line_count(struct str body, struct err *err)
{
	size_t n = 1;
	for (const char *p = body.p; (p = memchr(p, '\n', (size_t)(body.p + body.n - p))); p++)
		n++;
	return n <= LINES_MAX ||
	    refuse_request(
		err, REFUSE_BODY_TOO_LARGE, "A request has at most %d lines.", LINES_MAX);
}

static void
on_result(void *ctx, const struct feed_line *line)
{
	feed_line_write_result(ctx, line);
}

/* Owners decide on whom a token may act; an identity gives a person access to subscriptions. */
static void
set_refusals(struct feed_settings *s, const struct call *call)
{
	bool all_roots = str_eqz(str_of(call->claims.root), "*");
	if (!all_roots)
		s->refusals[OBJECT_OWNER] = s->refusals[OBJECT_IDENTITY] =
		    "this needs a token with the root *";
	else if (!verified_claims_has_right(&call->claims, "identity:admin"))
		s->refusals[OBJECT_IDENTITY] =
		    "this needs a token with the scope \"identity:admin\"";
}

static void
count_lines(const struct call *call, const struct feed *f)
{
	_Static_assert((int)METRICS_FEED_RESULTS == (int)FEED_OUTCOMES, "a counter per outcome");
	if (call->service->metrics)
		metrics_count_feed_lines(call->service->metrics, f->counts);
}

static bool
apply_body(struct call *call, struct str source, struct response *rs, struct err *err)
{
	struct feed_settings settings = { .store = call->service->store,
		.pace = &call->service->feed_pace,
		.source = source,
		.subject = call->claims.sub,
		.request_id = call->request->id,
		.on_result = on_result,
		.ctx = &rs->body };
	struct feed f;
	set_refusals(&settings, call);
	feed_init(&f, &settings);
	bool ok = apply_lines(&f, call->request->body, err);
	call->written_changes = f.written_changes;
	count_lines(call, &f);
	feed_free(&f);
	return ok;
}

bool
handle_feed(struct call *call, struct response *rs, struct err *err)
{
	struct service *s = call->service;
	struct str source;
	if (!read_source(call, &source, err))
		return false;
	if (!str_trim(call->request->body).n)
		return refuse_request(err, REFUSE_BAD_REQUEST, "This request needs a body.");
	if (!check_line_count(call->request->body, err))
		return false;
	bool ok = atomic_fetch_add(&s->feed_count, 1) < FEEDS_MAX;
	if (ok) {
		ok = apply_body(call, source, rs, err);
	} else {
		response_add_header(rs, "Retry-After", "1");
		refuse_request(
		    err, REFUSE_BUSY, "%d feeds are running. Try again in a moment.", FEEDS_MAX);
	}
	atomic_fetch_sub(&s->feed_count, 1);
	rs->content_type = ok ? route_lines_type : NULL;
	if (!ok)
		response_drop_body(rs);
	return ok;
}

/* ---- GET /feed ---- */

static bool
read_position(struct store *store, struct str source, int64_t *seq, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	if (!store_begin(store, &tx, STORE_READ, err))
		return false;
	bool ok = store_read_feed(&tx, source, seq, err);
	store_end(&tx, false, &ignored);
	return ok;
}

bool
handle_feed_position(struct call *call, struct response *rs, struct err *err)
{
	struct str source;
	int64_t seq;
	if (!read_source(call, &source, err))
		return false;
	if (!source.n)
		return refuse_request(err, REFUSE_BAD_REQUEST, "source: name the source.");
	if (!read_position(call->service->store, source, &seq, err))
		return false;
	buf_addc(&rs->body, '{');
	member_add_text(&rs->body, "source", source);
	if (seq < 0)
		buf_addz(&rs->body, ",\"seq\":null}");
	else
		buf_addf(&rs->body, ",\"seq\":%lld}", (long long)seq);
	return true;
}
