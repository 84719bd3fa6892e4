#include "lib/pty_internal.h"

#include <string.h>

struct str
pty_log(const struct pty *p)
{
	return buf_str(&p->log);
}

size_t
pty_strings(const struct pty *p)
{
	struct str rest = pty_log(p), question = STR("\033]11;?\033\\");
	size_t n = 0, at;
	while ((at = str_find(rest, STR("\033]"))) != SIZE_MAX) {
		bool asks = str_starts(str_sub(rest, at, rest.n), question);
		n += !asks;
		rest = str_sub(rest, at + (asks ? question.n : 2), rest.n);
	}
	return n;
}

/* Sets *on according to one `ESC [ ? a ; b h` (or l) if it contains the mode. */
static void
apply_mode(struct str list, char end, int mode, bool *on)
{
	struct str piece;
	while (str_next(&list, ';', &piece)) {
		int64_t n;
		if (str_to_int64(piece, &n) && n == mode)
			*on = end == 'h';
	}
}

bool
pty_mode(const struct pty *p, int mode)
{
	struct str rest = buf_str(&p->log);
	bool on = false;
	size_t at;
	while ((at = str_find(rest, STR("\033[?"))) != SIZE_MAX) {
		rest = str_sub(rest, at + 3, SIZE_MAX);
		size_t n = 0;
		while (n < rest.n && strchr("0123456789;", rest.p[n]))
			n++;
		if (n < rest.n && (rest.p[n] == 'h' || rest.p[n] == 'l'))
			apply_mode(str_sub(rest, 0, n), rest.p[n], mode, &on);
	}
	return on;
}

/* Removes the wrappers that pass bytes through a multiplexer: tmux's doubles each ESC, screen's
 * splits the bytes into pieces of `ESC P … ESC \`. */
static void
unwrap(struct str log, struct buf *out)
{
	bool inside_tmux = false, inside_screen = false;
	for (size_t i = 0; i < log.n; i++) {
		struct str here = str_sub(log, i, SIZE_MAX);
		if (str_starts(here, STR("\033Ptmux;"))) {
			inside_tmux = true;
			i += 6;
		} else if (str_starts(here, STR("\033P"))) {
			inside_screen = true;
			i += 1;
		} else if (inside_tmux && str_starts(here, STR("\033\033"))) {
			buf_addc(out, '\033');
			i += 1;
		} else if ((inside_tmux || inside_screen) && str_starts(here, STR("\033\\"))) {
			inside_tmux = inside_screen = false;
			i += 1;
		} else {
			buf_addc(out, log.p[i]);
		}
	}
}

static int
base64_value(char c)
{
	static const char alphabet[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *hit = c ? strchr(alphabet, c) : NULL;
	return hit ? (int)(hit - alphabet) : -1;
}

static void
decode_base64(struct str text, struct buf *out)
{
	uint32_t bits = 0;
	int have = 0;
	for (size_t i = 0; i < text.n; i++) {
		int value = base64_value(text.p[i]);
		if (value < 0)
			continue;
		bits = bits << 6 | (uint32_t)value;
		have += 6;
		if (have >= 8) {
			have -= 8;
			buf_addc(out, (char)(bits >> have & 0xff));
		}
	}
}

/* Length of the text up to BEL or `ESC \`; SIZE_MAX if it is not complete yet. */
static size_t
osc_length(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\a' || (s.p[i] == '\033' && i + 1 < s.n && s.p[i + 1] == '\\'))
			return i;
	}
	return SIZE_MAX;
}

bool
pty_read_clipboard(const struct pty *p, size_t nth, struct buf *out)
{
	auto_buf plain = { 0 };
	unwrap(pty_log(p), &plain);
	struct str rest = buf_str(&plain);
	bool found = false;
	size_t at;
	while (!found && (at = str_find(rest, STR("\033]52;"))) != SIZE_MAX) {
		rest = str_sub(rest, at + 5, SIZE_MAX);
		size_t n = osc_length(rest);
		size_t from = str_find_char(rest, ';');
		if (n == SIZE_MAX || from >= n || nth-- > 0)
			continue;
		decode_base64(str_sub(rest, from + 1, n - from - 1), out);
		found = true;
	}
	return found;
}

struct awaited_copy {
	size_t nth;
	struct buf *out;
};

static bool
has_copy(struct pty *p, void *user)
{
	const struct awaited_copy *copy = user;
	return pty_read_clipboard(p, copy->nth, copy->out);
}

bool
pty_wait_clipboard(struct pty *p, size_t nth, struct buf *out)
{
	struct awaited_copy copy = { nth, out };
	return pty_wait_until(p, has_copy, &copy, "a copy for the clipboard");
}

bool
pty_title(const struct pty *p, struct buf *out)
{
	struct str rest = pty_log(p), title = STR_NONE;
	size_t at;
	while ((at = str_find(rest, STR("\033]"))) != SIZE_MAX) {
		rest = str_sub(rest, at + 2, SIZE_MAX);
		size_t n = osc_length(rest);
		if (n != SIZE_MAX && (str_starts(rest, STR("0;")) || str_starts(rest, STR("2;"))))
			title = str_sub(rest, 2, n - 2);
	}
	buf_adds(out, title);
	return title.p != NULL;
}
