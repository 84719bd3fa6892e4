#include "ui/kit/send_fields.h"

#include "base/utf8.h"
#include "ui/kit/menu.h"
#include "ui/kit/send.h"

#include <string.h>

enum { LABEL_CELLS = 16, VALUE_CELLS = 40 };

void
send_fields_add(struct send_fields *f, struct str label, struct str value)
{
	if (!value.n)
		return;
	const struct send_field field = { arena_str(&f->texts, label),
		arena_str(&f->texts, value) };
	vec_push(&f->list, field);
}

/* Appends a text with its size, so that it can be found by its place in the block. */
static void
append_sized(struct buf *block, struct str text)
{
	buf_adds(block, str_from((const char *)&text.n, sizeof(text.n)));
	buf_adds(block, text);
}

static struct str
read_sized(const char *at)
{
	size_t n;
	memcpy(&n, at, sizeof(n));
	return str_from(at + sizeof(n), n);
}

/* `value` is the place of the field in the block. */
static void
on_field_chosen(struct console *c, void *ctx, int value)
{
	struct str label = read_sized((const char *)ctx + value);
	struct buf what = { 0 };
	buf_addz(&what, "the ");
	text_clean(&what, label, c->look.ascii_lines);
	send_text(c, read_sized(label.p + label.n), buf_z(&what));
	buf_free(&what);
}

void
send_fields_open(struct console *c, struct send_fields *f)
{
	struct buf block = { 0 }, clean = { 0 };
	VEC(int) places = { 0 };
	for (size_t i = 0; i < f->list.n; i++) {
		vec_push(&places, (int)block.n);
		append_sized(&block, f->list.v[i].label);
		append_sized(&block, f->list.v[i].value);
	}
	/* The menu owns the block. */
	struct menu *m = menu_new(c, "Send to your clipboard", false, on_field_chosen, block.p);
	for (size_t i = 0; i < f->list.n; i++) {
		const struct send_field *field = &f->list.v[i];
		buf_reset(&clean);
		if (!c->presenting)
			text_clean(&clean, field->value, c->look.ascii_lines);
		clean.n = text_fit(buf_str(&clean), VALUE_CELLS, NULL);
		menu_add(m, places.v[i], false, "%-*.*s%.*s", LABEL_CELLS, STR_ARG(field->label),
		    STR_ARG(buf_str(&clean)));
	}
	menu_set_place(m, MENU_AT_CURSOR);
	menu_open(m);
	vec_free(&places);
	vec_free(&f->list);
	arena_free(&f->texts);
	buf_wipe(&clean);
}
