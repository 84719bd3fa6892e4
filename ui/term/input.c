#include "ui/term/input.h"

#include "base/utf8.h"

#include <string.h>

static const char paste_begin[] = "\033[200~";
static const char paste_end[] = "\033[201~";

/* Limits: longer sequences and replies are dropped. */
enum { PASTE_DISTINCT_BYTES_MIN = 5, SEQUENCE_SIZE_MAX = 32, STRING_SIZE_MAX = 4096 };

static void
add_key(struct input *in, uint32_t key)
{
	struct input_event e = { .kind = INPUT_KEY, .key = key };
	vec_push(&in->events, e);
}

struct final_key {
	char final;
	int number; /* number in sequences that end in ~; else 0 */
	uint32_t key;
};

static const struct final_key final_keys[] = {
	{ 'A', 0, KEY_ARROW_UP },
	{ 'B', 0, KEY_ARROW_DOWN },
	{ 'C', 0, KEY_ARROW_RIGHT },
	{ 'D', 0, KEY_ARROW_LEFT },
	{ 'H', 0, KEY_HOME_ },
	{ 'F', 0, KEY_END_ },
	{ 'P', 0, KEY_F1 },
	{ 'Q', 0, KEY_F1 + 1 },
	{ 'R', 0, KEY_F1 + 2 },
	{ 'S', 0, KEY_F1 + 3 },
	{ 'Z', 0, KEY_BACKTAB },
	{ '~', 1, KEY_HOME_ },
	{ '~', 2, KEY_INSERT },
	{ '~', 3, KEY_DELETE },
	{ '~', 4, KEY_END_ },
	{ '~', 5, KEY_PAGE_UP },
	{ '~', 6, KEY_PAGE_DOWN },
	{ '~', 7, KEY_HOME_ },
	{ '~', 8, KEY_END_ },
	{ '~', 11, KEY_F1 },
	{ '~', 12, KEY_F1 + 1 },
	{ '~', 13, KEY_F1 + 2 },
	{ '~', 14, KEY_F1 + 3 },
	{ '~', 15, KEY_F1 + 4 },
	{ '~', 17, KEY_F1 + 5 },
	{ '~', 18, KEY_F1 + 6 },
	{ '~', 19, KEY_F1 + 7 },
	{ '~', 20, KEY_F1 + 8 },
	{ '~', 21, KEY_F1 + 9 },
	{ '~', 23, KEY_F1 + 10 },
	{ '~', 24, KEY_F12 },
};

static uint32_t
key_of_sequence(char final, int number)
{
	for (size_t i = 0; i < sizeof(final_keys) / sizeof(*final_keys); i++)
		if (final_keys[i].final == final &&
		    (final != '~' || final_keys[i].number == number))
			return final_keys[i].key;
	return KEY_UNKNOWN;
}

/* ESC O and a letter: arrows, F1 to F4, and the keypad in application mode. */
static uint32_t
key_of_ss3(char final)
{
	static const char pad[] = "jklmnopqrstuvwxy", types[] = "*+,-./0123456789";
	const char *at = final ? strchr(pad, final) : NULL;
	if (at)
		return (unsigned char)types[at - pad];
	if (final == 'M')
		return KEY_RETURN;
	if (final == 'X')
		return '=';
	return final == 'Z' ? (uint32_t)KEY_UNKNOWN : key_of_sequence(final, 0);
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

/* "<0;12;5M": a button was pressed at a column and a row. Releases and other buttons are
 * ignored. */
static void
parse_mouse(struct input *in, const int numbers[3], char final)
{
	static const struct {
		int button;
		enum mouse mouse;
	} buttons[] = { { 0, MOUSE_CLICK }, { 64, MOUSE_WHEEL_UP }, { 65, MOUSE_WHEEL_DOWN } };
	for (size_t i = 0; i < sizeof(buttons) / sizeof(*buttons); i++) {
		struct input_event e = { .kind = INPUT_MOUSE,
			.mouse = buttons[i].mouse,
			.x = numbers[1] - 1,
			.y = numbers[2] - 1 };
		if (numbers[0] == buttons[i].button && final == 'M' && e.x >= 0 && e.y >= 0)
			vec_push(&in->events, e);
	}
}

/* Handles reports from the terminal and its mouse. Returns false if it is not one. */
static bool
parse_report(struct input *in, struct str params, char final)
{
	struct input_event e = { .kind = INPUT_DEVICE };
	if (!params.n || !strchr("<=>?", params.p[0]))
		return false;
	read_numbers(params, e.report_values);
	if (final == 'c' && params.p[0] == '>')
		vec_push(&in->events, e);
	else if (params.p[0] == '<')
		parse_mouse(in, e.report_values, final);
	return true;
}

/* "99:67;5:3": a key as its character code, with Shift, Alt and Ctrl as bits of a number plus
 * one, and whether it was pressed (1), repeated (2) or released (3). */
struct coded_key {
	int code, shifted, modifiers, event;
};

static struct coded_key
read_coded_key(struct str params)
{
	struct coded_key k = { .modifiers = 1, .event = 1 };
	int *const places[2][2] = { { &k.code, &k.shifted }, { &k.modifiers, &k.event } };
	struct str field;
	for (int i = 0; i < 2 && params.n && str_next(&params, ';', &field); i++) {
		struct str part;
		for (int n = 0; n < 2 && field.n && str_next(&field, ':', &part); n++) {
			int64_t value;
			if (str_to_int64(part, &value) && value >= 0 && value < 0x110000)
				*places[i][n] = (int)value;
		}
	}
	return k;
}

/* The key as it is without such a protocol. Keys that have no equivalent (Shift alone, media
 * keys) are KEY_UNKNOWN. */
static uint32_t
key_of_code(const struct coded_key *k)
{
	enum { SHIFT = 1, ALT = 2, CTRL = 4, PRIVATE_USE_START = 0xE000, PRIVATE_USE_END = 0xF8FF };
	int bits = k->modifiers - 1;
	uint32_t code = (uint32_t)k->code, alt = bits & ALT ? KEY_ALT_FLAG : 0;
	if (!code || (code >= PRIVATE_USE_START && code <= PRIVATE_USE_END))
		return KEY_UNKNOWN;
	if (code == KEY_TAB && (bits & SHIFT))
		return alt | KEY_BACKTAB;
	if ((bits & SHIFT) && k->shifted)
		code = (uint32_t)k->shifted;
	else if ((bits & SHIFT) && code >= 'a' && code <= 'z')
		code -= 'a' - 'A';
	if ((bits & CTRL) && code >= '@' && code < 127)
		code &= 0x1F;
	else if ((bits & CTRL) && code == ' ')
		return KEY_UNKNOWN;
	return alt | (code == 8 ? KEY_RUBOUT : code);
}

/* Handles keys in protocols that another program may have left on: kitty's (ESC [ 99;5u) and
 * xterm's modifyOtherKeys (ESC [ 27;5;99~). Also focus reports and key releases. Returns false
 * if it is not one of them. */
static bool
parse_modified_key(struct input *in, struct str params, char final)
{
	struct str rest = params, head = STR_NONE;
	struct coded_key k = read_coded_key(params);
	if (!params.n && (final == 'I' || final == 'O'))
		return true;
	str_next(&rest, ';', &head);
	if (final == '~' && str_eqz(head, "27") && rest.n) {
		struct coded_key swapped = read_coded_key(rest);
		struct str code = STR_NONE, modifiers = STR_NONE;
		str_next(&rest, ';', &modifiers);
		str_next(&rest, ';', &code);
		k = read_coded_key(code);
		k.modifiers = swapped.code;
	} else if (final != 'u' || !params.n) {
		return k.event == 3;
	}
	if (k.event != 3)
		add_key(in, key_of_code(&k));
	return true;
}

/* True if the byte ends a sequence. */
static bool
is_final_byte(char c)
{
	return c >= 0x40 && c <= 0x7E;
}

/* Handles ESC [ … at the start of s, with `alt` added to its key. Returns the bytes used; 0 if
 * more bytes are needed. A byte that is not valid in the sequence is a key of its own. */
static size_t
parse_csi(struct input *in, struct str s, uint32_t alt)
{
	size_t i = 2;
	if (s.n > 2 && s.p[2] == '[') { /* function keys of the Linux console */
		if (s.n == 3)
			return 0;
		bool known = s.p[3] >= 'A' && s.p[3] <= 'E';
		add_key(in, known ? alt | (KEY_F1 + (uint32_t)(s.p[3] - 'A')) : KEY_UNKNOWN);
		return 4;
	}
	while (i < s.n && s.p[i] >= 0x20 && s.p[i] < 0x40)
		i++;
	if (i == s.n && i <= SEQUENCE_SIZE_MAX)
		return 0;
	struct str params = str_sub(s, 2, i - 2);
	int numbers[3] = { 0 };
	if (i == s.n || i > SEQUENCE_SIZE_MAX || !is_final_byte(s.p[i])) {
		add_key(in, KEY_UNKNOWN);
		in->skipping = i == s.n ? SKIP_SEQUENCE : SKIP_NOTHING;
		return i + (i < s.n && is_final_byte(s.p[i]));
	}
	if (s.p[i] == 'M' && !params.n) /* old mouse report: button, column, row */
		return s.n < 6 ? 0 : 6;
	if (parse_report(in, params, s.p[i]) || parse_modified_key(in, params, s.p[i]))
		return i + 1;
	read_numbers(params, numbers);
	uint32_t key = key_of_sequence(s.p[i], numbers[0]);
	add_key(in, key == KEY_UNKNOWN ? key : alt | key);
	return i + 1;
}

/* Parses a part of a colour: one to four hex digits, scaled to 255. Returns false if it is not
 * one. */
static bool
read_colour(struct str hex, int *out)
{
	int value = 0, most = 0;
	for (size_t i = 0; i < hex.n; i++) {
		static const char digits[] = "0123456789abcdef";
		const char *at = hex.p[i] ? strchr(digits, hex.p[i] | 32) : NULL;
		if (!at || !*at || i == 4)
			return false;
		value = value * 16 + (int)(at - digits);
		most = most * 16 + 15;
	}
	*out = most ? value * 255 / most : 0;
	return most > 0;
}

/* "11;rgb:1e1e/1e1e/1e1e": the reply to term_ask_background(). */
static bool
parse_background(struct input *in, struct str answer)
{
	struct input_event e = { .kind = INPUT_BACKGROUND };
	struct str head = STR("11;rgb:"), part;
	int n = 0;
	if (!str_starts(answer, head))
		return false;
	answer = str_sub(answer, head.n, answer.n);
	while (str_next(&answer, '/', &part))
		if (n == 3 || !read_colour(part, &e.report_values[n++]))
			return false;
	if (n == 3)
		vec_push(&in->events, e);
	return n == 3;
}

/* Handles ESC ] … and similar strings, which are replies from the terminal that end in BEL or
 * ESC \. None of it is a key. */
static size_t
parse_string(struct input *in, struct str s)
{
	size_t end = 2;
	while (end < s.n && s.p[end] != '\a' && s.p[end] != 27)
		end++;
	bool terminated = end < s.n && (s.p[end] == '\a' || end + 1 < s.n);
	if (!terminated && end <= STRING_SIZE_MAX)
		return 0;
	if (!terminated || !parse_background(in, str_sub(s, 2, end - 2)))
		add_key(in, KEY_UNKNOWN);
	in->skipping = terminated ? SKIP_NOTHING : SKIP_STRING;
	if (end < s.n && s.p[end] == 27 && end + 1 < s.n && s.p[end + 1] == '\\')
		return end + 2;
	return end < s.n && s.p[end] == '\a' ? end + 1 : end;
}

/* The character at the front of s as a key; 0 if more bytes are needed, and KEY_NOTHING if it is
 * invalid. */
static size_t
read_character(struct str s, uint32_t *key)
{
	size_t len = utf8_decode(str_sub(s, 0, UTF8_BYTES_MAX), key);
	unsigned char first = (unsigned char)s.p[0];
	if (len == 0 && first >= 0xC2 && s.n < UTF8_BYTES_MAX &&
	    s.n < (first >= 0xF0          ? 4u
			  : first >= 0xE0 ? 3u
					  : 2u))
		return 0;
	if (len == 0) {
		*key = KEY_NOTHING;
		return 1;
	}
	if (*key == 8)
		*key = KEY_RUBOUT;
	return len;
}

/* Handles ESC and the bytes right after it: a sequence, or a key with Alt. `alt` is KEY_ALT_FLAG
 * after a further Esc. */
static size_t
parse_escape(struct input *in, struct str s, uint32_t alt)
{
	struct str begin = str_of(paste_begin);
	uint32_t key;
	if (s.n == 1)
		return 0;
	if (str_starts(s, begin)) {
		in->in_paste = in->brackets_pastes = true;
		in->paste_truncated = false;
		buf_reset(&in->paste);
		return begin.n;
	}
	if (s.p[1] == '[')
		return parse_csi(in, s, alt);
	if (s.p[1] == 'O') {
		if (s.n == 2)
			return 0;
		key = key_of_ss3(s.p[2]);
		add_key(in, key == KEY_UNKNOWN ? key : alt | key);
		return 3;
	}
	if (s.p[1] && strchr("]P_^X", s.p[1]))
		return s.n > 2 ? parse_string(in, s) : 0;
	if (s.p[1] == 27) {
		bool begins = s.n > 2 && (s.p[2] == '[' || s.p[2] == 'O');
		if (s.n == 2)
			return 0;
		if (!begins || alt) {
			add_key(in, KEY_ESCAPE);
			return 1;
		}
		size_t n = parse_escape(in, str_sub(s, 1, s.n), KEY_ALT_FLAG);
		return n ? n + 1 : 0;
	}
	size_t n = read_character(str_sub(s, 1, s.n), &key);
	if (n && key != KEY_NOTHING)
		add_key(in, KEY_ALT_FLAG | key);
	return n ? n + 1 : 0;
}

static size_t
parse_character(struct input *in, struct str s)
{
	uint32_t key;
	size_t len = read_character(s, &key);
	if (len && key != KEY_NOTHING)
		add_key(in, key);
	return len;
}

/* Ends a paste. Terminals send its line ends as carriage returns: converts them to newlines.
 * Keeps no copy, because a paste may be a token. */
static void
add_paste_event(struct input *in)
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
	struct input_event e = {
		.kind = INPUT_PASTE,
		.text = arena_str(&in->text_arena, buf_str(&in->paste)),
		.is_cut = in->paste_truncated,
	};
	vec_push(&in->events, e);
	buf_wipe(&in->paste);
}

/* Handles bytes inside a bracketed paste: everything before its end mark is text. */
static size_t
parse_paste(struct input *in, struct str s)
{
	struct str end = str_of(paste_end);
	size_t at = str_find(s, end);
	/* The last bytes may be the start of the end mark. */
	size_t take = at != SIZE_MAX ? at : s.n > end.n ? s.n - end.n + 1 : 0;
	size_t room = PASTE_BYTES_MAX - in->paste.n;
	buf_add(&in->paste, s.p, take < room ? take : room);
	in->paste_truncated = in->paste_truncated || take > room;
	if (at == SIZE_MAX)
		return take;
	in->in_paste = false;
	add_paste_event(in);
	return at + end.n;
}

/* True if there are too many different characters at once to have been typed. */
static bool
is_paste_burst(struct str s)
{
	bool seen[128] = { 0 };
	size_t printable = 0, distinct = 0;
	if (s.n && (s.p[0] == '/' || s.p[0] == ':')) /* a prompt's key and its text, typed ahead */
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
	return printable >= BURST_BYTES_MIN && distinct >= PASTE_DISTINCT_BYTES_MIN;
}

/* Wipes events that the caller has taken. */
static void
drop_consumed(struct input *in)
{
	if (!in->events.n)
		arena_wipe(&in->text_arena);
}

/* The number of bytes to skip after an overlong sequence or reply, which was already reported as
 * KEY_UNKNOWN. */
static size_t
skip_sequence(struct input *in, struct str s)
{
	bool sequence = in->skipping == SKIP_SEQUENCE;
	size_t end = 0;
	while (end < s.n &&
	    (sequence ? s.p[end] >= 0x20 && s.p[end] < 0x40 : s.p[end] != '\a' && s.p[end] != 27))
		end++;
	if (end == s.n || (!sequence && s.p[end] == 27 && end + 1 == s.n))
		return end; /* its rest has not arrived yet */
	in->skipping = SKIP_NOTHING;
	if (sequence)
		return end + is_final_byte(s.p[end]);
	if (s.p[end] == '\a')
		return end + 1;
	return s.p[end + 1] == '\\' ? end + 2 : end;
}

void
input_feed(struct input *in, struct str bytes, bool burst_is_paste)
{
	struct buf all = in->partial_input;
	in->partial_input = (struct buf){ 0 };
	drop_consumed(in);
	if (burst_is_paste && !in->brackets_pastes && !in->in_paste && all.n == 0 &&
	    is_paste_burst(bytes)) {
		buf_reset(&in->paste);
		buf_adds(&in->paste, bytes);
		add_paste_event(in);
		buf_free(&all);
		return;
	}
	buf_adds(&all, bytes);
	struct str rest = buf_str(&all);
	while (rest.n) {
		if (in->skipping) {
			rest = str_sub(rest, skip_sequence(in, rest), rest.n);
			if (in->skipping)
				break;
			continue;
		}
		size_t n = in->in_paste ? parse_paste(in, rest)
		    : rest.p[0] == 27   ? parse_escape(in, rest, 0)
					: parse_character(in, rest);
		if (n == 0)
			break;
		rest = str_sub(rest, n, rest.n);
	}
	buf_adds(&in->partial_input, rest);
	buf_free(&all);
}

bool
input_is_answer(const struct input *in)
{
	struct str s = buf_str(&in->partial_input);
	if (in->skipping)
		return true;
	if (s.n < 3 || s.p[0] != 27 || in->in_paste)
		return false;
	return s.p[1] == '[' ? strchr("<=>?", s.p[2]) != NULL : s.p[1] && strchr("]P_^X", s.p[1]);
}

bool
input_is_held(const struct input *in)
{
	return in->partial_input.n > 0 || in->in_paste || in->skipping;
}

void
input_flush(struct input *in)
{
	drop_consumed(in);
	if (in->in_paste) { /* the end mark was lost */
		buf_adds(&in->paste, buf_str(&in->partial_input));
		in->in_paste = false;
		buf_reset(&in->partial_input);
		add_paste_event(in);
		return;
	}
	bool answer = input_is_answer(in);
	in->skipping = SKIP_NOTHING;
	struct str held = buf_str(&in->partial_input);
	bool escape = held.n && held.p[0] == 27;
	if (escape && (held.n == 1 || held.p[1] == 27))
		for (size_t i = 0; i < held.n && held.p[i] == 27; i++)
			add_key(in, KEY_ESCAPE);
	else if (escape && held.n == 2 && (unsigned char)held.p[1] < 0x80)
		add_key(in, KEY_ALT_FLAG | (unsigned char)held.p[1]);
	else if (escape && !answer) /* incomplete: the rest will not arrive */
		add_key(in, KEY_UNKNOWN);
	buf_reset(&in->partial_input);
}

void
input_free(struct input *in)
{
	buf_free(&in->partial_input);
	buf_wipe(&in->paste);
	arena_wipe(&in->text_arena);
	vec_free(&in->events);
}
