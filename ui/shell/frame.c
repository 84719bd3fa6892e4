#include "ui/shell/frame.h"

#include "base/utf8.h"
#include "ui/shell/shell.h"
#include "ui/writes/way.h"

#include <string.h>

enum { BAR_MAX = 8 };

/* How many of the names fit: from the right they shrink to their digit, the active one never. */
static void
draw_tabs(const struct console *c, const struct surface *s, int x)
{
	int named = TABS, width;
	do {
		width = x;
		for (int r = 0; r < TABS; r++)
			width += 1 +
			    (r < named || r == (int)c->tab ? 3 + (int)strlen(shell_tabs[r].name)
							   : 2);
	} while (width > s->w && named-- > 0);
	for (int r = 0; r < TABS; r++) {
		enum role role = r == (int)c->tab ? ROLE_ACTIVE : ROLE_TEXT;
		if (r < named || r == (int)c->tab)
			x += surface_words(
				 s, 0, x, role, "%d %s", shell_tabs[r].digit, shell_tabs[r].name) +
			    2;
		else
			x += surface_words(s, 0, x, role, "%d", shell_tabs[r].digit) + 2;
	}
}

/* Row 1: the environment in words, then the panes that there are. */
static void
draw_panes(const struct console *c, const struct surface *s)
{
	const struct launch *l = c->launch;
	struct buf name = { 0 };
	int x = 1;
	text_clean(&name, str_of(l->badge), c->look.ascii_lines);
	x += surface_text_in(s, 0, x, 20, way_badge_role(l->role), buf_str(&name));
	if (l->read_only)
		x += surface_words(
		    s, 0, x, way_badge_role(l->role), l->masked ? " masked" : " read-only");
	if (l->in_clear)
		x += surface_words(s, 0, x, ROLE_BAD, " token in clear");
	buf_reset(&name);
	text_clean(&name, str_of(l->name), c->look.ascii_lines);
	if (!str_eq_nocase(str_of(l->badge), str_of(l->name)))
		x += 1 + surface_text_in(s, 0, x + 1, 24, ROLE_TEXT, buf_str(&name));
	draw_tabs(c, s, x + 2);
	buf_free(&name);
}

static void
draw_title(const struct console *c, const struct surface *s)
{
	struct buf left = { 0 }, right = { 0 };
	struct pane *p = console_pane(c);
	p->ops->title(p, &left, &right);
	if (c->present)
		buf_reset(&right);
	way_draw(c, s, &left, &right);
	buf_free(&left);
	buf_free(&right);
}

static void
draw_message(const struct console *c, const struct surface *s)
{
	struct modal *m = console_modal(c);
	struct buf text = { 0 };
	enum role role = c->said_role;
	struct pane *p = console_pane(c);
	if (m && m->ops->on_message_line)
		return;
	if (c->said.n)
		buf_adds(&text, buf_str(&c->said));
	else if (c->present || !pane_status(p, &text, &role))
		role = ROLE_TEXT;
	surface_text_in(s, s->h - 2, 1, s->w - 2, role, buf_str(&text));
	buf_free(&text);
}

/* One entry of the key bar; gives the cells used, 0 when it did not fit. */
static int
draw_entry(const struct surface *s, int x, int limit, struct str key, const char *words)
{
	int cells = text_width(key) + 1 + text_width(str_of(words));
	if (x + cells > limit)
		return 0;
	x += surface_text(s, s->h - 1, x, ROLE_BAR_KEY, key);
	surface_words(s, s->h - 1, x, ROLE_TEXT, " %s", words);
	return cells + 2;
}

/* The actions of the pane in its own order, what is refused left out; the last two stay. */
static void
draw_bar(const struct console *c, const struct surface *s)
{
	struct buf keys = { 0 }, anything = { 0 }, key = { 0 }, room = { 0 };
	struct pane *p = console_pane(c);
	enum scope scope = pane_scope(p);
	keymap_key(&keys, &c->keys, scope, ACT_KEYS);
	keymap_key(&anything, &c->keys, scope, ACT_ANYTHING);
	int tail = text_width(buf_str(&keys)) + text_width(buf_str(&anything)) + 16;
	int x = 1, shown = 0;
	const struct pane_action *a;
	for (size_t i = 0; (a = pane_action(p, i)) && shown < BAR_MAX - 2; i++) {
		buf_reset(&key);
		if (pane_refuse(p, a->id) || !keymap_key(&key, &c->keys, scope, a->id))
			continue;
		buf_reset(&room);
		const char *words = pane_words(p, a->id, &room);
		int used = draw_entry(s, x, s->w - tail - 3, buf_str(&key),
		    words ? words : action_infos[a->id].words);
		if (!used)
			break;
		x += used;
		shown++;
	}
	x += draw_entry(s, x, s->w, buf_str(&keys), "keys");
	draw_entry(s, x, s->w, buf_str(&anything), "anything");
	buf_free(&room);
	buf_free(&keys);
	buf_free(&anything);
	buf_free(&key);
}

/* A sequence that has begun takes the bar over: what may follow. */
static void
draw_sequence(const struct console *c, const struct surface *s)
{
	struct buf begun = { 0 }, key = { 0 };
	struct pane *p = console_pane(c);
	int x = 1;
	for (size_t i = 0; i < c->typed_n; i++)
		key_write(&begun, c->typed[i]);
	x += surface_words(s, s->h - 1, x, ROLE_BAR_KEY, "%s %s", buf_z(&begun),
		 c->look.ascii_lines ? "..." : "\xE2\x80\xA6") +
	    2;
	for (enum action a = ACT_NONE + 1; a < ACT_COUNT; a++) {
		struct str rest;
		buf_reset(&key);
		if (!keymap_key(&key, &c->keys, pane_scope(p), a) ||
		    !str_starts(buf_str(&key), buf_str(&begun)))
			continue;
		rest = str_sub(buf_str(&key), begun.n, key.n);
		x += draw_entry(s, x, s->w, rest, action_infos[a].words);
	}
	buf_free(&begun);
	buf_free(&key);
}

/* For who watches: the key that was pressed last. */
static void
draw_pressed(const struct console *c, const struct surface *s)
{
	struct buf key = { 0 };
	buf_addc(&key, ' ');
	if (shell_of(c)->pressed)
		key_write(&key, shell_of(c)->pressed);
	buf_addc(&key, ' ');
	int width = text_width(buf_str(&key));
	surface_text(s, s->h - 1, s->w - width - 1, ROLE_ACTIVE, buf_str(&key));
	buf_free(&key);
}

void
frame_draw(const struct console *c, const struct surface *s)
{
	struct modal *m = console_modal(c);
	struct buf bar = { 0 };
	draw_panes(c, s);
	draw_title(c, s);
	draw_message(c, s);
	if (m) {
		m->ops->bar(m, &bar);
		surface_text_in(s, s->h - 1, 1, s->w - 2, ROLE_TEXT, buf_str(&bar));
	} else if (c->typed_n) {
		draw_sequence(c, s);
	} else {
		draw_bar(c, s);
		if (c->present)
			draw_pressed(c, s);
	}
	buf_free(&bar);
}

void
frame_draw_too_small(const struct surface *s)
{
	surface_words(s, 0, 0, ROLE_TEXT, "Needs %dx%d, has %dx%d.", LAYOUT_MIN_COLS,
	    LAYOUT_MIN_ROWS, s->w, s->h);
	surface_words(s, 1, 0, ROLE_TEXT, "Make the window larger; nothing is lost.");
	surface_cursor(s, 0, 0);
}
