#include "service/feed/stream.h"

#include "wire/object_line.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { READ_CHUNK_SIZE = 1 << 16, INPUT_PAUSE_MS = 20 };

struct stream {
	struct feed *feed;
	feed_flush_fn *flush;
	void *ctx;
	struct buf bytes;
	bool skips_line; /* the current line is too long; its bytes are dropped */
};

static bool
apply_lines(struct stream *s, struct err *err)
{
	return s->feed->lines.n == 0 || (feed_apply(s->feed, err) && s->flush(s->ctx, err));
}

static bool
add_line(struct stream *s, struct str line, struct err *err)
{
	char reason[60];
	if (s->skips_line) {
		snprintf(reason, sizeof(reason), "the line is longer than %d bytes",
		    OBJECT_LINE_SIZE_MAX);
		feed_add_refused(s->feed, reason);
	} else {
		feed_add(s->feed, arena_str(&s->feed->arena, line));
	}
	s->skips_line = false;
	return !feed_is_full(s->feed) || apply_lines(s, err);
}

/* Adds every complete line in the buffer and keeps the rest. */
static bool
add_buffered_lines(struct stream *s, bool at_end, struct err *err)
{
	struct str rest = buf_str(&s->bytes);
	bool ok = true;
	size_t end;
	while (ok && (end = str_find_char(rest, '\n')) != SIZE_MAX) {
		ok = add_line(s, str_sub(rest, 0, end), err);
		rest = str_sub(rest, end + 1, SIZE_MAX);
	}
	if (ok && at_end && (rest.n || s->skips_line)) {
		ok = add_line(s, rest, err);
		rest = STR("");
	}
	s->skips_line = s->skips_line || rest.n > OBJECT_LINE_SIZE_MAX;
	if (s->skips_line)
		rest = STR("");
	memmove(s->bytes.p, rest.p, rest.n);
	s->bytes.n = rest.n;
	return ok;
}

/* Applies the lines so far when no more input comes for a moment. */
static bool
wait_for_input(struct stream *s, int fd, struct err *err)
{
	struct pollfd input = { .fd = fd, .events = POLLIN };
	return s->feed->lines.n == 0 || poll(&input, 1, INPUT_PAUSE_MS) != 0 || apply_lines(s, err);
}

static bool
read_input(struct stream *s, int fd, struct err *err)
{
	ssize_t got = 1;
	bool ok = true;
	while (ok && got != 0) {
		if (!wait_for_input(s, fd, err))
			return false;
		got = read(fd, buf_reserve(&s->bytes, READ_CHUNK_SIZE), READ_CHUNK_SIZE);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_set(err, ERR_IO, "cannot read: %s", strerror(errno));
		s->bytes.n += (size_t)got;
		ok = add_buffered_lines(s, got == 0, err);
	}
	return ok && apply_lines(s, err);
}

bool
feed_stream(struct feed *f, int fd, feed_flush_fn *flush, void *ctx, struct err *err)
{
	struct stream s = { .feed = f, .flush = flush, .ctx = ctx };
	bool ok = read_input(&s, fd, err);
	buf_free(&s.bytes);
	return ok;
}
