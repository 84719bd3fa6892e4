#include "ui/shell/typed_keys.h"

#include "app/keymap.h"
#include "base/utf8.h"

void
typed_keys_end_line(struct typed_keys *t)
{
	if (t->lines.n && t->lines.p[t->lines.n - 1] != '\n')
		buf_addc(&t->lines, '\n');
	t->is_typing = false;
}

void
typed_keys_add(struct typed_keys *t, uint32_t key, bool is_in_prompt)
{
	bool types = is_in_prompt && key >= ' ' && key != KEY_RUBOUT && key < KEY_ARROW_UP;
	if (types != t->is_typing)
		typed_keys_end_line(t);
	bool is_new_line = !t->lines.n || t->lines.p[t->lines.n - 1] == '\n';
	if (is_new_line)
		buf_addz(&t->lines, types ? "type " : "keys");
	if (types) {
		utf8_encode(&t->lines, key);
	} else {
		buf_addc(&t->lines, ' ');
		key_write_name(&t->lines, key);
	}
	t->is_typing = types;
}

/* Appends the texts of all `type` lines. */
static void
append_typed_text(struct buf *out, const struct typed_keys *t)
{
	struct str rest = buf_str(&t->lines), line, type = STR("type ");
	while (rest.n && str_next(&rest, '\n', &line))
		if (str_starts(line, type))
			buf_adds(out, str_sub(line, type.n, line.n));
}

void
typed_keys_drop_secrets(struct typed_keys *t, bool (*is_secret)(struct str text))
{
	struct buf text = { 0 };
	append_typed_text(&text, t);
	if (t->has_paste || (text.n && is_secret(buf_str(&text)))) {
		buf_reset(&t->lines);
		buf_addf(&t->lines, "# a %s was left out\n", t->has_paste ? "paste" : "typed text");
	}
	buf_wipe(&text);
}

void
typed_keys_reset(struct typed_keys *t)
{
	buf_reset(&t->lines);
	t->is_typing = t->has_paste = false;
}
