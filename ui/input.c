#include "ui/input.h"

#include "base/utf8.h"

#include <string.h>

static const char paste_begin[] = "\033[200~";
static const char paste_end[] = "\033[201~";

enum { DISTINCT_MIN = 5 };

static void
add_key(struct input *in, uint32_t key)
{
	struct input_event e = { .kind = INPUT_KEY, .key = key };
	vec_push(&in->events, e);
}

struct final_key {
	char final;
	int number; /* of the ~ form, else 0 */
	uint32_t key;
};

static const struct final_key final_keys[] = {
	{ 'A', 0, KEY_ARROW_UP },
	{ 'B', 0, KEY_ARROW_DOWN },
	{ 'C', 0, KEY_ARROW_RIGHT },
	{ 'D', 0, KEY_ARROW_LEFT },
	{ 'H', 0, KEY_HOME_ },
	{ 'F', 0, KEY_END_ },
	{ 'Z', 0, KEY_BACKTAB },
	{ 'M', 0, KEY_RETURN },
	{ '~', 1, KEY_HOME_ },
	{ '~', 2, KEY_INSERT },
	{ '~', 3, KEY_DELETE },
	{ '~', 4, KEY_END_ },
	{ '~', 5, KEY_PAGE_UP },
	{ '~', 6, KEY_PAGE_DOWN },
	{ '~', 7, KEY_HOME_ },
	{ '~', 8, KEY_END_ },
};

static uint32_t
key_of_sequence(char final, int number)
{
	for (size_t i = 0; i < sizeof(final_keys) / sizeof(*final_keys); i++)
		if (final_keys[i].final == final &&
		    (final != '~' || final_keys[i].number == number))
			return final_keys[i].key;
	return KEY_NOTHING;
}

static void
read_numbers(struct str params, int out[3])
{
	size_t at = 0;
	for (size_t i = 0; i < params.n; i++) {
		char c = params.p[i];
		if (c >= '0' && c <= '9' && out[at] < 100000)
			out[at] = out[at] * 10 + (c - '0');
		else if (c == ';' && at < 2)
			at++;
	}
}

/* ESC [ … at the front of s: takes it; 0 when more bytes must come. */
static size_t
take_csi(struct input *in, struct str s)
{
	size_t i = 2;
	if (s.n > 2 && s.p[2] == '[') /* the Linux console's function keys */
		return s.n > 3 ? 4 : 0;
	while (i < s.n && s.p[i] >= 0x20 && s.p[i] < 0x40)
		i++;
	if (i == s.n)
		return i > 32 ? i : 0;
	struct str params = str_sub(s, 2, i - 2);
	int numbers[3] = { 0 };
	read_numbers(params, numbers);
	if (params.n && (params.p[0] == '>' || params.p[0] == '?')) {
		struct input_event e = { .kind = INPUT_DEVICE };
		memcpy(e.device, numbers, sizeof(numbers));
		if (s.p[i] == 'c' && params.p[0] == '>')
			vec_push(&in->events, e);
		return i + 1;
	}
	uint32_t key = key_of_sequence(s.p[i], numbers[0]);
	if (key != KEY_NOTHING)
		add_key(in, key);
	return i + 1;
}

static size_t
take_escape(struct input *in, struct str s)
{
	struct str begin = str_of(paste_begin);
	if (s.n == 1)
		return 0;
	if (str_starts(s, begin)) {
		in->pasting = in->brackets = true;
		buf_reset(&in->paste);
		return begin.n;
	}
	if (s.p[1] == '[')
		return take_csi(in, s);
	if (s.p[1] == 'O') {
		if (s.n == 2)
			return 0;
		uint32_t key = key_of_sequence(s.p[2], 0);
		if (key != KEY_NOTHING) {
			add_key(in, key);
			return 3;
		}
	}
	add_key(in, KEY_ESCAPE);
	return 1;
}

static size_t
take_character(struct input *in, struct str s)
{
	uint32_t cp;
	size_t len = utf8_decode(str_sub(s, 0, UTF8_MAX), &cp);
	unsigned char first = (unsigned char)s.p[0];
	if (len == 0 && first >= 0xC2 && s.n < UTF8_MAX &&
	    s.n < (first >= 0xF0          ? 4u
			  : first >= 0xE0 ? 3u
					  : 2u))
		return 0;
	if (len == 0)
		return 1; /* no character at all */
	add_key(in, cp == 8 ? (uint32_t)KEY_RUBOUT : cp);
	return len;
}

/* Terminals send the line ends of a paste as returns: here they are newlines. */
static void
add_paste(struct input *in)
{
	size_t n = 0;
	for (size_t i = 0; i < in->paste.n; i++) {
		char c = in->paste.p[i];
		if (c != '\r')
			in->paste.p[n++] = c;
		else if (i + 1 == in->paste.n || in->paste.p[i + 1] != '\n')
			in->paste.p[n++] = '\n';
	}
	in->paste.n = n;
	struct input_event e = { .kind = INPUT_PASTE, .text = buf_str(&in->paste) };
	vec_push(&in->events, e);
}

/* Inside a bracketed paste: everything up to its end is text. */
static size_t
take_pasted(struct input *in, struct str s)
{
	struct str end = str_of(paste_end);
	size_t at = str_find(s, end);
	/* The end mark may have begun in these bytes. */
	size_t take = at != SIZE_MAX ? at : s.n > end.n ? s.n - end.n + 1 : 0;
	if (in->paste.n + take <= PASTE_MAX)
		buf_add(&in->paste, s.p, take);
	if (at == SIZE_MAX)
		return take;
	in->pasting = false;
	add_paste(in);
	return at + end.n;
}

/* Do so many different characters at once come from a person's fingers? */
static bool
is_burst(struct str s)
{
	bool seen[128] = { 0 };
	size_t printable = 0, distinct = 0;
	if (s.n && (s.p[0] == '/' || s.p[0] == ':')) /* a prompt and what follows, typed ahead */
		return false;
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		if (c == 27)
			return false;
		if (c < 0x20)
			continue;
		printable++;
		if (c < 128 && !seen[c]) {
			seen[c] = true;
			distinct++;
		}
	}
	return printable >= BURST_MIN && distinct >= DISTINCT_MIN;
}

void
input_feed(struct input *in, struct str bytes, bool burst_is_paste)
{
	struct buf all = in->held;
	in->held = (struct buf){ 0 };
	if (burst_is_paste && !in->brackets && !in->pasting && all.n == 0 && is_burst(bytes)) {
		buf_reset(&in->paste);
		buf_adds(&in->paste, bytes);
		add_paste(in);
		buf_free(&all);
		return;
	}
	buf_adds(&all, bytes);
	struct str rest = buf_str(&all);
	while (rest.n) {
		size_t n = in->pasting ? take_pasted(in, rest)
		    : rest.p[0] == 27  ? take_escape(in, rest)
				       : take_character(in, rest);
		if (n == 0)
			break;
		rest = str_sub(rest, n, rest.n);
	}
	buf_adds(&in->held, rest);
	buf_free(&all);
}

bool
input_is_held(const struct input *in)
{
	return in->held.n > 0 || in->pasting;
}

void
input_flush(struct input *in)
{
	if (in->pasting) { /* its end mark was lost */
		buf_adds(&in->paste, buf_str(&in->held));
		in->pasting = false;
		buf_reset(&in->held);
		add_paste(in);
		return;
	}
	struct buf held = in->held;
	in->held = (struct buf){ 0 };
	if (held.n && held.p[0] == 27) {
		add_key(in, KEY_ESCAPE);
		if (held.n > 1)
			input_feed(in, str_sub(buf_str(&held), 1, held.n), false);
	}
	buf_free(&held);
}

void
input_free(struct input *in)
{
	buf_free(&in->held);
	buf_wipe(&in->paste);
	vec_free(&in->events);
}
