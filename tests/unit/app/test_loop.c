/* The order within one turn of the loop: input, drawing, network, timers. */
#include "app/loop.h"
#include "base/clock.h"
#include "lib/test.h"

#include <unistd.h>

enum { LONG_MS = 6 };

/* The events in order, one letter each. */
static struct {
	char said[64];
	size_t n;
} recorded;

static void
record(char letter)
{
	assert_true(recorded.n + 1 < sizeof(recorded.said));
	recorded.said[recorded.n++] = letter;
	recorded.said[recorded.n] = 0;
}

static void
drawn(void *loop)
{
	(void)loop;
	record('|');
}

static void
on_key(void *arg, int fd, unsigned ready)
{
	char key;
	(void)arg;
	(void)ready;
	assert_int_equal(read(fd, &key, 1), 1);
	record(key);
}

static void
on_data(void *arg, int fd, unsigned ready)
{
	char ignored;
	(void)arg;
	(void)ready;
	assert_int_equal(read(fd, &ignored, 1), 1);
	record('d');
}

static void
ring(void *arg)
{
	record('t');
	if (arg)
		loop_stop(arg);
}

static void
work_long(void *arg)
{
	int64_t until = clock_ticks() + LONG_MS;
	(void)arg;
	while (clock_ticks() < until)
		;
	record('w');
}

struct set {
	struct loop *loop;
	struct io_watch io;
	int keys[2], data[2];
};

static void
set_up(struct set *s)
{
	recorded.n = 0;
	s->loop = loop_new();
	s->io = loop_io(s->loop);
	assert_int_equal(pipe(s->keys), 0);
	assert_int_equal(pipe(s->data), 0);
	s->io.watch_fd(s->io.ctx, s->data[0], IO_READ, on_data, s);
	s->io.watch_fd(s->io.ctx, s->keys[0], IO_READ, on_key, s);
	loop_set_user_fd(s->loop, s->keys[0]);
	loop_set_before_wait(s->loop, drawn, s->loop);
}

static void
tear_down(struct set *s)
{
	for (int i = 0; i < 2; i++) {
		close(s->keys[i]);
		close(s->data[i]);
	}
	loop_free(s->loop);
}

TEST(a_key_is_handled_and_drawn_before_data_and_timers)
{
	struct set s;
	set_up(&s);
	assert_int_equal(write(s.data[1], "x", 1), 1);
	assert_int_equal(write(s.keys[1], "k", 1), 1);
	s.io.start_timer(s.io.ctx, 0, ring, s.loop);
	loop_run(s.loop);
	assert_string_equal(recorded.said, "|k|dt");
	tear_down(&s);
}

TEST(endless_keys_do_not_block_data_and_timers)
{
	struct set s;
	set_up(&s);
	assert_int_equal(write(s.data[1], "x", 1), 1);
	assert_int_equal(write(s.keys[1], "abcd", 4), 4);
	s.io.start_timer(s.io.ctx, 0, ring, s.loop);
	loop_run(s.loop);
	assert_string_equal(recorded.said, "|a|dbt");
	tear_down(&s);
}

TEST(long_work_ends_the_turn_and_the_rest_runs_in_the_next)
{
	struct set s;
	set_up(&s);
	s.io.start_timer(s.io.ctx, 0, work_long, NULL);
	s.io.start_timer(s.io.ctx, 0, work_long, NULL);
	s.io.start_timer(s.io.ctx, 0, ring, s.loop);
	loop_run(s.loop);
	assert_string_equal(recorded.said, "|w|w|t");
	tear_down(&s);
}

TEST(near_timers_are_distinguished_from_later_ones)
{
	struct loop *loop = loop_new();
	struct io_watch io = loop_io(loop);
	assert_false(loop_has_timer_within(loop, 60000));
	unsigned later = io.start_timer(io.ctx, 30000, ring, NULL);
	assert_false(loop_has_timer_within(loop, 1000));
	assert_true(loop_has_timer_within(loop, 60000));
	unsigned now = io.start_timer(io.ctx, 0, ring, NULL);
	assert_true(loop_has_timer_within(loop, 0));
	io.cancel_timer(io.ctx, now);
	assert_false(loop_has_timer_within(loop, 1000));
	io.cancel_timer(io.ctx, later);
	assert_false(loop_has_timer_within(loop, 60000));
	loop_free(loop);
}
