/* The demo's service: started on request, and ended with its owner, however the owner ends. */
#include "app/demo.h"
#include "app/loop.h"
#include "base/digest.h"
#include "base/mem.h"
#include "lib/deadline.h"
#include "lib/sockets.h"
#include "lib/test.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct seen {
	struct loop *loop;
	char *url, *token;
	struct err err;
	int calls;
	size_t items;
};

static void
ready(void *ctx, const char *url, const char *token, const struct err *err)
{
	struct seen *seen = ctx;
	seen->calls++;
	if (err)
		seen->err = *err;
	else
		seen->err = (struct err){ 0 };
	seen->url = x_strdup(url);
	seen->token = x_strdup(token);
	loop_stop(seen->loop);
}

static struct demo *
begin_with(struct seen *seen, const struct app_options *options)
{
	struct app_context app = { .options = *options, .log_fd = -1 };
	app.options.now = "2026-11-20T10:42:00Z";
	struct err err;
	*seen = (struct seen){ .loop = loop_new() };
	struct io_watch io = loop_io(seen->loop);
	struct demo *d = demo_start(&app, &io, ready, seen, &err);
	if (!d)
		fail_msg("%s", err.text);
	assert_int_equal(seen->calls, 0); /* returns at once */
	loop_run(seen->loop);
	assert_int_equal(seen->calls, 1);
	return d;
}

static struct demo *
begin(struct seen *seen, const char *pack)
{
	return begin_with(seen, &(struct app_options){ .demo_pack = pack });
}

static void
end(struct seen *seen)
{
	loop_free(seen->loop);
	x_free(seen->url);
	x_free(seen->token);
}

static void
got_page(void *ctx, struct client_answer *answer)
{
	struct seen *seen = ctx;
	seen->err = answer->err;
	seen->items = answer->page.items.n;
	loop_stop(seen->loop);
}

/* True if a connection to the URL succeeds. */
static bool
answers(const char *url)
{
	int fd = socket_connect((int)strtoul(strrchr(url, ':') + 1, NULL, 10));
	bool there = fd >= 0;
	close(fd);
	return there;
}

TEST(it_serves_the_user_who_started_it)
{
	CLEANUP(end) struct seen seen;
	struct demo *d = begin(&seen, "tour");
	assert_int_equal(seen.err.kind, ERR_NONE);
	assert_true(str_starts(str_of(seen.url), STR("http://127.0.0.1:")));
	assert_true(str_ends(str_of(seen.url), STR("/api")));
	struct io_watch io = loop_io(seen.loop);
	struct client_config config = { .base_url = seen.url,
		.wire_names = wire_names_default(),
		.token_source = { .token = seen.token } };
	struct client *client = client_new(&config, &io);
	client_read(client, ENDPOINT_BASKETS, STR("?limit=50"), got_page, &seen);
	loop_run(seen.loop);
	assert_int_equal(seen.err.kind, ERR_NONE);
	assert_int_equal(seen.items, 50);
	client_redirect(client, seen.url, "another.token.x");
	client_read(client, ENDPOINT_BASKETS, STR("?limit=50"), got_page, &seen);
	loop_run(seen.loop);
	assert_int_equal(seen.err.kind, ERR_AUTH); /* only tokens of its own key are accepted */
	client_free(client);
	demo_stop(d);
	assert_false(answers(seen.url));
}

static int64_t
time_in(const struct buf *claims, const char *mark)
{
	const char *at = strstr(claims->p, mark);
	assert_non_null(at);
	return strtoll(at + strlen(mark), NULL, 10);
}

/* A week by default, or three minutes for a user who wants to see a token expire. */
TEST(its_token_has_the_requested_lifetime)
{
	for (int is_short = 0; is_short < 2; is_short++) {
		const struct app_options options = { .demo_pack = "tour",
			.short_tokens = is_short };
		CLEANUP(end) struct seen seen;
		auto_buf claims = { 0 };
		struct str body;
		struct demo *d = begin_with(&seen, &options);
		struct str rest = str_of(seen.token);
		assert_true(str_next(&rest, '.', &body) && str_next(&rest, '.', &body));
		assert_true(base64url_decode(&claims, body));
		buf_z(&claims);
		assert_int_equal(time_in(&claims, "\"exp\":") - time_in(&claims, "\"iat\":"),
		    is_short ? 180 : 604800);
		demo_stop(d);
	}
}

TEST(a_missing_pack_is_reported)
{
	CLEANUP(end) struct seen seen;
	struct demo *d = begin(&seen, "no-such-pack");
	assert_int_equal(seen.err.kind, ERR_IO);
	assert_non_null(strstr(seen.err.text, "no-such-pack"));
	demo_stop(d);
}

TEST(it_can_be_stopped_before_it_is_ready)
{
	struct app_context app = { .options = { .demo_pack = "tour" }, .log_fd = -1 };
	struct loop *loop = loop_new();
	struct io_watch io = loop_io(loop);
	struct seen seen = { .loop = loop };
	struct err err;
	struct demo *d = demo_start(&app, &io, ready, &seen, &err);
	assert_non_null(d);
	demo_stop(d);
	assert_false(loop_has_timer_within(loop, INT64_C(1) << 40));
	assert_int_equal(seen.calls, 0);
	demo_stop(NULL);
	loop_free(loop);
}

/* The owner is killed, so no process stops the service: it ends by itself. */
TEST(it_ends_with_its_owner)
{
	int ends[2];
	char url[200] = { 0 };
	assert_int_equal(pipe(ends), 0);
	pid_t owner = fork();
	assert_true(owner >= 0);
	if (owner == 0) {
		struct seen seen;
		close(ends[0]);
		begin(&seen, "tour");
		if (write(ends[1], seen.url, strlen(seen.url)) < 0)
			_exit(1);
		for (;;)
			pause();
	}
	close(ends[1]);
	struct pollfd p = { ends[0], POLLIN, 0 };
	int got = poll(&p, 1, deadline_left(deadline_in(20000)));
	ssize_t n = got > 0 ? read(ends[0], url, sizeof(url) - 1) : 0;
	bool was_there = n > 0 && answers(url);
	kill(owner, SIGKILL);
	waitpid(owner, NULL, 0);
	assert_true(was_there);
	int64_t until = deadline_in(20000);
	while (answers(url) && clock_ticks() < until)
		poll(NULL, 0, 10);
	assert_false(answers(url));
	close(ends[0]);
}
