/*
 * When scripts and linear mode may continue: not while a request is in progress. The client has its
 * own loop here, so the console's loop has none of libcurl's timers: whether those fire soon
 * depends on libcurl's version.
 */
#include "lib/hostile.h"
#include "lib/test.h"
#include "ui/shell/shell.h"
#include "unit/client/small_loop.h"

enum { PATIENCE_MS = 40000 };

struct bench {
	struct shell shell;
	struct baskets baskets;
	struct catalog catalog;
	struct small_loop loop; /* used by the client */
	int answers;
};

static void
bench_open(struct bench *b, const char *url)
{
	const struct client_config config = { .base_url = url,
		.wire_names = wire_names_default(),
		.token_source = { .token = "t.o.k" } };
	*b = (struct bench){ 0 };
	small_loop_init(&b->loop);
	b->shell.loop = loop_new();
	b->shell.console.baskets = &b->baskets;
	b->shell.console.catalog = &b->catalog;
	b->shell.console.client = client_new(&config, &b->loop.io);
}

static void
bench_close(struct bench *b)
{
	vec_free(&b->shell.console.modals);
	client_free(b->shell.console.client);
	loop_free(b->shell.loop);
	small_loop_free(&b->loop);
}

static void
on_write_done(void *ctx, enum client_write_status outcome, struct client_answer *answer)
{
	(void)outcome;
	(void)answer;
	((struct bench *)ctx)->answers++;
}

static void
on_read_done(void *ctx, struct client_answer *answer)
{
	(void)answer;
	((struct bench *)ctx)->answers++;
}

static bool
is_answered(void *ctx)
{
	return ((struct bench *)ctx)->answers > 0;
}

struct arrival {
	struct hostile *server;
	size_t requests;
};

static bool
has_arrived(void *ctx)
{
	struct arrival *a = ctx;
	return hostile_count(a->server) >= a->requests;
}

TEST(a_write_in_progress_is_not_idle)
{
	const struct hostile_rule never = { 0 };
	struct hostile *server = hostile_start(&never, 1);
	CLEANUP(bench_close) struct bench b;
	const struct console *c = &b.shell.console;
	bench_open(&b, hostile_url(server));
	assert_true(shell_is_quiet(c));
	assert_true(shell_is_idle(c));
	client_write(c->client,
	    &(struct client_write){ .endpoint = ENDPOINT_LINK, .body = STR("{}") }, on_write_done,
	    &b);
	assert_false(shell_is_quiet(c));
	struct arrival one = { server, 1 };
	assert_true(small_loop_until(&b.loop, has_arrived, &one, PATIENCE_MS));
	assert_false(shell_is_quiet(c));
	assert_false(shell_is_idle(c));
	hostile_stop(server); /* closes the connection, which ends the write */
	assert_true(small_loop_until(&b.loop, is_answered, &b, PATIENCE_MS));
	assert_true(shell_is_quiet(c));
	assert_true(shell_is_idle(c));
}

TEST(a_read_between_retries_is_not_idle)
{
	auto_buf busy = { 0 }, fine = { 0 };
	CLEANUP(bench_close) struct bench b;
	const struct console *c = &b.shell.console;
	hostile_answer(&busy, 503, "Retry-After: 1\r\n", STR("{}"));
	hostile_json(&fine, "{\"baskets\":[]}");
	const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&busy) },
		{ .answer = buf_str(&fine) } };
	auto_hostile *server = hostile_start(rules, 2);
	bench_open(&b, hostile_url(server));
	client_read(c->client, ENDPOINT_BASKETS, STR_NONE, on_read_done, &b);
	for (int64_t end = deadline_in(PATIENCE_MS); !b.answers && clock_ticks() < end;) {
		assert_false(shell_is_quiet(c));
		small_loop_turn(&b.loop, 50);
	}
	assert_int_equal(hostile_count(server), 2);
	assert_true(shell_is_quiet(c));
}

struct asking {
	struct modal modal; /* must be first: a modal is cast to it */
	bool busy;
};

static bool
asking_is_busy(const struct modal *m)
{
	return ((const struct asking *)(const void *)m)->busy;
}

TEST(a_modal_with_a_request_is_not_idle)
{
	static const struct modal_ops plain = { 0 }, ops = { .is_busy = asking_is_busy };
	CLEANUP(bench_close) struct bench b;
	struct console *c = &b.shell.console;
	struct asking below = { .modal = { &ops, c }, .busy = true };
	struct modal above = { &plain, c };
	bench_open(&b, "http://127.0.0.1:9/api");
	vec_push(&c->modals, &below.modal);
	vec_push(&c->modals, &above);
	assert_false(shell_is_quiet(c));
	below.busy = false;
	assert_true(shell_is_quiet(c));
}

static void
nothing(void *arg)
{
	(void)arg;
}

/* For example the next poll of a watch, or a token's renewal. */
TEST(a_later_timer_is_idle)
{
	CLEANUP(bench_close) struct bench b;
	struct console *c = &b.shell.console;
	bench_open(&b, "http://127.0.0.1:9/api");
	struct io_watch io = loop_io(b.shell.loop);
	io.start_timer(io.ctx, 3600 * 1000, nothing, NULL);
	assert_true(shell_is_idle(c));
	io.start_timer(io.ctx, 0, nothing, NULL);
	assert_false(shell_is_idle(c));
}
