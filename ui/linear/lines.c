#include "ui/linear/lines.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINES_PIECE_SIZE = 65536 };

/* Wipes lines that were returned, since they may contain a token. */
static void
drop_consumed(struct lines *l)
{
	if (l->at == 0)
		return;
	size_t left = l->bytes.n - l->at;
	memmove(l->bytes.p, l->bytes.p + l->at, left);
	explicit_bzero(l->bytes.p + left, l->at);
	l->bytes.n = left;
	l->at = 0;
}

void
lines_read(struct lines *l)
{
	drop_consumed(l);
	ssize_t n = read(l->fd, buf_reserve(&l->bytes, LINES_PIECE_SIZE), LINES_PIECE_SIZE);
	if (n > 0)
		l->bytes.n += (size_t)n;
	else if (n == 0 || (errno != EAGAIN && errno != EINTR))
		l->ended = true;
}

bool
lines_has_next(const struct lines *l)
{
	int waiting = 0; /* FIONREAD: on a terminal, bytes of whole lines; 0 at the end of input */
	struct str rest = str_from(l->bytes.p + l->at, l->bytes.n - l->at);
	if (rest.n && (l->ended || str_find_char(rest, '\n') != SIZE_MAX))
		return true;
	return ioctl(l->fd, FIONREAD, &waiting) == 0 && waiting > 0;
}

/* Returns the next line, which ends before `end`. */
static struct str
cut_line(struct lines *l, size_t end)
{
	struct str line = str_from(l->bytes.p + l->at, end - l->at);
	l->at = end < l->bytes.n ? end + 1 : end;
	if (str_ends(line, STR("\r")))
		line.n--;
	return line;
}

enum lines_next
lines_next_line(struct lines *l, struct str *line)
{
	struct str rest = str_from(l->bytes.p + l->at, l->bytes.n - l->at);
	size_t newline = rest.n ? str_find_char(rest, '\n') : SIZE_MAX;
	bool whole = newline != SIZE_MAX || (l->ended && rest.n);
	if (!whole && rest.n > LINES_BYTES_MAX) {
		l->dropping = true;
		l->at = l->bytes.n;
	}
	if (!whole && l->ended) {
		bool was_long = l->dropping;
		l->dropping = false;
		return was_long ? LINES_TOO_LONG : LINES_END;
	}
	if (!whole)
		return LINES_NONE;
	*line = cut_line(l, newline == SIZE_MAX ? l->bytes.n : l->at + newline);
	bool is_rest = l->dropping || line->n > LINES_BYTES_MAX;
	l->dropping = false;
	return is_rest ? LINES_TOO_LONG : LINES_ONE;
}

void
lines_free(struct lines *l)
{
	buf_wipe(&l->bytes);
}
