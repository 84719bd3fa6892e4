#include "service/http/faulty_body.h"

#include "base/clock.h"
#include "base/mem.h"

#include <string.h>

enum { FAULTY_BLOCK_SIZE = 32768, SLOW_PIECES = 20 };

struct faulty_body {
	struct buf bytes;
	enum response_fault fault;
	int slow_ms;
	int64_t began_at; /* the first piece; clock_ticks() */
	faulty_body_pause_fn *pause;
	void *ctx;
};

/* The number of bytes that have arrived by now. */
static uint64_t
find_arrived_size(const struct faulty_body *b)
{
	uint64_t passed = (uint64_t)(clock_ticks() - b->began_at), all = b->bytes.n;
	if (b->fault == RESPONSE_CUT)
		return all / 2;
	return passed >= (uint64_t)b->slow_ms ? all : all * passed / (uint64_t)b->slow_ms;
}

static ssize_t
read_faulty_body(void *ctx, uint64_t at, char *out, size_t most)
{
	struct faulty_body *b = ctx;
	if (!b->began_at)
		b->began_at = clock_ticks();
	uint64_t arrived = find_arrived_size(b);
	if (at < arrived) {
		size_t n = arrived - at < most ? arrived - at : most;
		memcpy(out, b->bytes.p + at, n);
		return (ssize_t)n;
	}
	if (b->fault == RESPONSE_CUT)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	b->pause(b->ctx, b->slow_ms / SLOW_PIECES + 1);
	return 0;
}

static void
free_faulty_body(void *ctx)
{
	struct faulty_body *b = ctx;
	buf_free(&b->bytes);
	x_free(b);
}

struct MHD_Response *
faulty_body_response(struct response *rs, faulty_body_pause_fn *pause, void *ctx)
{
	struct faulty_body *b = x_new(struct faulty_body);
	buf_adds(&b->bytes, response_body(rs));
	b->fault = rs->fault;
	b->slow_ms = rs->slow_ms;
	b->pause = pause;
	b->ctx = ctx;
	response_drop_body(rs);
	struct MHD_Response *r = MHD_create_response_from_callback(
	    b->bytes.n, FAULTY_BLOCK_SIZE, read_faulty_body, b, free_faulty_body);
	if (!r)
		free_faulty_body(b);
	return r;
}
