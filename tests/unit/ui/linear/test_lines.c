/* Splitting input into lines, however it arrives. */
#include "lib/test.h"
#include "ui/linear/speak.h"

#include <unistd.h>

struct feed {
	struct line_reader lines;
	int in;
};

static void
feed_open(struct feed *f)
{
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	*f = (struct feed){ .lines.fd = ends[0], .in = ends[1] };
}

static void
feed(struct feed *f, const char *text)
{
	struct str s = str_of(text);
	assert_int_equal(write(f->in, s.p, s.n), s.n);
	lines_read(&f->lines);
}

static void
feed_end(struct feed *f)
{
	close(f->in);
	lines_read(&f->lines);
}

static void
expect_line(struct feed *f, const char *want)
{
	struct str line;
	assert_int_equal(lines_next_line(&f->lines, &line), LINES_ONE);
	if (!str_eqz(line, want))
		fail_msg("%.*s instead of %s", STR_ARG(line), want);
}

static void
expect_next(struct feed *f, enum lines_next want)
{
	struct str line;
	assert_int_equal(lines_next_line(&f->lines, &line), want);
}

static void
feed_close(struct feed *f)
{
	lines_free(&f->lines);
	close(f->lines.fd);
}

TEST(lines_are_returned_whole)
{
	CLEANUP(feed_close) struct feed f;
	feed_open(&f);
	expect_next(&f, LINES_NONE);
	feed(&f, "list\nha");
	expect_line(&f, "list");
	expect_next(&f, LINES_NONE);
	feed(&f, "lf\r\n\nrest");
	expect_line(&f, "half");
	expect_line(&f, "");
	expect_next(&f, LINES_NONE);
	feed_end(&f);
	expect_line(&f, "rest");
	expect_next(&f, LINES_END);
	expect_next(&f, LINES_END);
}

TEST(a_waiting_line_is_detected_before_it_is_read)
{
	CLEANUP(feed_close) struct feed f;
	feed_open(&f);
	assert_false(lines_has_next(&f.lines));
	assert_int_equal(write(f.in, "one\n", 4), 4);
	assert_true(lines_has_next(&f.lines));
	lines_read(&f.lines);
	assert_true(lines_has_next(&f.lines));
	expect_line(&f, "one");
	assert_false(lines_has_next(&f.lines));
	feed(&f, "tw");
	assert_false(lines_has_next(&f.lines));
	feed(&f, "o\nrest");
	expect_line(&f, "two");
	assert_false(lines_has_next(&f.lines));
	feed_end(&f);
	assert_true(lines_has_next(&f.lines));
	expect_line(&f, "rest");
	assert_false(lines_has_next(&f.lines));
}

/* No part of it is kept, and the next line is read normally. */
TEST(a_long_line_is_dropped_whole)
{
	enum { PIECE = 32768 };
	CLEANUP(feed_close) struct feed f;
	auto_buf much = { 0 };
	buf_pad(&much, 'x', PIECE);
	feed_open(&f);
	for (size_t sent = 0; sent <= LINES_LINE_BYTES_MAX + 2 * PIECE; sent += PIECE) {
		feed(&f, buf_z(&much));
		expect_next(&f, LINES_NONE);
	}
	assert_true(f.lines.bytes.n <= LINES_LINE_BYTES_MAX + 2 * PIECE);
	feed(&f, "end\nnext\n");
	expect_next(&f, LINES_TOO_LONG);
	expect_line(&f, "next");
	feed_end(&f);
	expect_next(&f, LINES_END);
}

TEST(the_input_can_end_in_a_long_line)
{
	enum { PIECE = 32768 };
	CLEANUP(feed_close) struct feed f;
	auto_buf much = { 0 };
	buf_pad(&much, 'x', PIECE);
	feed_open(&f);
	for (size_t sent = 0; sent <= LINES_LINE_BYTES_MAX + 2 * PIECE; sent += PIECE) {
		feed(&f, buf_z(&much));
		expect_next(&f, LINES_NONE);
	}
	feed_end(&f);
	expect_next(&f, LINES_TOO_LONG);
	expect_next(&f, LINES_END);
}
