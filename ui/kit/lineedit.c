#include "ui/kit/lineedit.h"

#include "app/keymap.h"
#include "base/utf8.h"
#include "model/format.h"

#include <string.h>

enum { CTRL_A = 1, CTRL_E = 5, CTRL_K = 11, CTRL_U = 21, CTRL_W = 23 };

size_t
lineedit_max_bytes(const struct lineedit *e)
{
	return e->max_bytes ? e->max_bytes : LINEEDIT_SIZE_MAX;
}

static enum lineedit_result
insert_text(struct lineedit *e, struct str s)
{
	if (s.n > lineedit_max_bytes(e) || e->text.n > lineedit_max_bytes(e) - s.n)
		return LINEEDIT_FULL;
	buf_reserve(&e->text, s.n);
	memmove(e->text.p + e->cursor + s.n, e->text.p + e->cursor, e->text.n - e->cursor);
	memcpy(e->text.p + e->cursor, s.p, s.n);
	e->text.n += s.n;
	e->cursor += s.n;
	return LINEEDIT_HANDLED;
}

static void
erase_range(struct lineedit *e, size_t from, size_t to)
{
	if (from == to)
		return;
	memmove(e->text.p + from, e->text.p + to, e->text.n - to);
	e->text.n -= to - from;
	e->cursor = from;
}

static size_t
next_position(const struct lineedit *e)
{
	struct str rest = str_sub(buf_str(&e->text), e->cursor, e->text.n);
	return e->cursor + text_grapheme_length(rest);
}

static size_t
previous_position(const struct lineedit *e)
{
	struct str s = buf_str(&e->text);
	size_t at = 0, before = 0;
	while (at < e->cursor) {
		before = at;
		at += text_grapheme_length(str_sub(s, at, s.n));
	}
	return before;
}

static size_t
word_start(const struct lineedit *e)
{
	size_t at = e->cursor;
	while (at && e->text.p[at - 1] == ' ')
		at--;
	while (at && e->text.p[at - 1] != ' ')
		at--;
	return at;
}

void
lineedit_select_all(struct lineedit *e)
{
	e->all_selected = e->text.n > 0;
}

/* A typed character replaces the selected text, except for a space. */
static void
end_selection(struct lineedit *e, uint32_t key)
{
	bool writes = key > ' ' && key != 127 && key <= 0x10FFFF;
	if (e->all_selected && writes)
		lineedit_set(e, STR_NONE);
	e->all_selected = false;
}

enum lineedit_result
lineedit_press_key(struct lineedit *e, uint32_t key)
{
	struct buf one = { 0 };
	end_selection(e, key);
	switch (key) {
	case KEY_ARROW_LEFT:
		e->cursor = previous_position(e);
		return LINEEDIT_HANDLED;
	case KEY_ARROW_RIGHT:
		e->cursor = next_position(e);
		return LINEEDIT_HANDLED;
	case KEY_HOME_:
	case CTRL_A:
		e->cursor = 0;
		return LINEEDIT_HANDLED;
	case KEY_END_:
	case CTRL_E:
		e->cursor = e->text.n;
		return LINEEDIT_HANDLED;
	case KEY_RUBOUT:
		erase_range(e, previous_position(e), e->cursor);
		return LINEEDIT_HANDLED;
	case KEY_DELETE:
		erase_range(e, e->cursor, next_position(e));
		return LINEEDIT_HANDLED;
	case CTRL_K:
		erase_range(e, e->cursor, e->text.n);
		return LINEEDIT_HANDLED;
	case CTRL_U:
		erase_range(e, 0, e->cursor);
		return LINEEDIT_HANDLED;
	case CTRL_W:
		erase_range(e, word_start(e), e->cursor);
		return LINEEDIT_HANDLED;
	default:
		break;
	}
	if (key < 32 || key == 127 || key > 0x10FFFF)
		return LINEEDIT_IGNORED;
	utf8_encode(&one, key);
	enum lineedit_result result = insert_text(e, buf_str(&one));
	buf_free(&one);
	return result;
}

enum lineedit_result
lineedit_paste(struct lineedit *e, struct str text)
{
	if (str_ends(text, STR("\n")))
		text.n--;
	if (str_ends(text, STR("\r")))
		text.n--;
	if (text.n > lineedit_max_bytes(e))
		return LINEEDIT_FULL;
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] < 32 || text.p[i] == 127)
			return LINEEDIT_INVALID;
	if (!utf8_valid(text))
		return LINEEDIT_INVALID;
	if (e->all_selected && text.n)
		lineedit_set(e, STR_NONE);
	return text.n ? insert_text(e, text) : LINEEDIT_HANDLED;
}

bool
lineedit_set(struct lineedit *e, struct str text)
{
	bool fits = text.n <= lineedit_max_bytes(e);
	buf_reset(&e->text);
	e->all_selected = false;
	if (fits)
		buf_adds(&e->text, text);
	e->cursor = e->text.n;
	return fits;
}

void
lineedit_append_rejection(
    struct buf *out, const struct lineedit *e, enum lineedit_result why, size_t bytes)
{
	if (why == LINEEDIT_INVALID) {
		buf_addz(out, "Paste refused: it has several lines or control characters");
		return;
	}
	buf_addz(out, "Paste refused: ");
	format_plural(out, e->text.n + bytes, "byte", "bytes");
	buf_addz(out, "; the line has room for ");
	format_count(out, lineedit_max_bytes(e));
}

void
lineedit_free(struct lineedit *e)
{
	buf_wipe(&e->text);
	e->cursor = 0;
}

/* Draws spaces as spaces, because the user typed them; cleans the rest. */
static void
add_visible_text(struct buf *out, struct str s)
{
	for (size_t i = 0; i < s.n;) {
		size_t n = s.p[i] == ' ' ? 1 : str_find_char(str_sub(s, i, s.n), ' ');
		struct str piece = str_sub(s, i, n);
		if (s.p[i] == ' ')
			buf_addc(out, ' ');
		else
			text_clean(out, piece, false);
		i += piece.n;
	}
}

/* Removes graphemes from the front until the text fits. Returns its width. */
static int
cut_front(struct str *text, int cells)
{
	int width = text_width(*text);
	while (width > cells && text->n) {
		size_t n = text_grapheme_length(*text);
		width -= text_width(str_sub(*text, 0, n));
		*text = str_sub(*text, n, text->n);
	}
	return width;
}

int
lineedit_write_visible(struct buf *out, const struct lineedit *e, int cells)
{
	static const char mark[] = "\xE2\x80\xA6";
	struct buf before = { 0 }, after = { 0 };
	struct str s = buf_str(&e->text);
	add_visible_text(&before, str_sub(s, 0, e->cursor));
	add_visible_text(&after, str_sub(s, e->cursor, s.n));
	struct str head = buf_str(&before), tail = buf_str(&after);
	int width = text_width(head);
	if (width > cells - 1) {
		width = 1 + cut_front(&head, cells - 2);
		buf_addz(out, mark);
	}
	buf_adds(out, head);
	bool cut = width + text_width(tail) > cells;
	size_t fits = text_fit(tail, cells - width - cut, NULL);
	buf_adds(out, str_sub(tail, 0, fits));
	buf_addz(out, cut ? mark : "");
	buf_free(&before);
	buf_free(&after);
	return width;
}
