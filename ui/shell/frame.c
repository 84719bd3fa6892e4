#include "ui/shell/frame.h"

#include "base/utf8.h"
#include "list/hide_private.h"
#include "ui/journal/breadcrumb.h"
#include "ui/kit/dialog.h"
#include "ui/shell/caption.h"
#include "ui/shell/home.h"
#include "ui/shell/shell.h"

#include <string.h>

enum {
	BAR_ACTIONS_MAX = 8,
	WIDE_BAR_CELLS = 140, /* from here on the bar has room for more actions */
	WIDE_BAR_ACTIONS_MAX = 12,
	PRESSED_CELLS_MAX = 12 /* " Shift-Tab " and the edge */
};

/* The places in row 1: Today, then the tabs in their order. */
enum { PLACE_TODAY, PLACE_FIRST_TAB, PLACES = PLACE_FIRST_TAB + TABS };

/* How the names of the places are drawn in row 1: full or short names, with two spaces or one
 * between them. Only Today, if `names_today`, and the first `named_tab_count` tabs have names, the
 * others only digits; the active place always has its name. */
struct places_style {
	bool short_names, names_today;
	int named_tab_count, gap;
	int active; /* a place */
};

/* The place that row 2 starts with, independent of the pane below; the current tab if row 2 starts
 * with another name. */
static int
find_active_place(const struct console *c)
{
	struct title t = { 0 };
	struct pane *p = console_top_pane(c);
	struct str step = STR(" > "), first;
	enum tab tab = 0;
	for (size_t i = 0; i < c->modals.n; i++)
		if (c->modals.v[i]->ops->tab_name)
			buf_addz(&t.breadcrumb, c->modals.v[i]->ops->tab_name);
	if (!t.breadcrumb.n && home_is_open(c))
		return PLACE_TODAY;
	if (!t.breadcrumb.n)
		p->ops->write_title(p, &t);
	first = str_sub(buf_str(&t.breadcrumb), 0, str_find(buf_str(&t.breadcrumb), step));
	while (tab < TABS && !str_eqz(first, shell_tabs[tab].name))
		tab++;
	title_free(&t);
	return PLACE_FIRST_TAB + (int)(tab < TABS ? tab : c->tab);
}

static const char *
place_name(const struct places_style *look, int place)
{
	if (place == PLACE_TODAY)
		return "Today";
	const struct tab_info *tab = &shell_tabs[place - PLACE_FIRST_TAB];
	return look->short_names && tab->short_name ? tab->short_name : tab->name;
}

static int
place_digit(int place)
{
	return place == PLACE_TODAY ? 0 : shell_tabs[place - PLACE_FIRST_TAB].digit;
}

static int
place_width(const struct places_style *look, int place)
{
	bool named = place == PLACE_TODAY ? look->names_today
					  : place - PLACE_FIRST_TAB < look->named_tab_count;
	return named || place == look->active ? 2 + (int)strlen(place_name(look, place)) : 1;
}

static int
places_width(const struct places_style *look)
{
	int width = (PLACES - 1) * look->gap;
	for (int place = 0; place < PLACES; place++)
		width += place_width(look, place);
	return width;
}

static struct places_style
fit_places(const struct console *c, int room)
{
	struct places_style look = { .names_today = true,
		.named_tab_count = TABS,
		.gap = 2,
		.active = find_active_place(c) };
	if (places_width(&look) <= room)
		return look;
	look.gap = 1;
	if (places_width(&look) <= room)
		return look;
	look.short_names = true;
	look.names_today = false;
	while (look.named_tab_count > 0 && places_width(&look) > room)
		look.named_tab_count--;
	return look;
}

static void
draw_places(const struct console *c, const struct surface *s, int x)
{
	struct places_style look = fit_places(c, s->w - x);
	for (int place = 0; place < PLACES; place++) {
		enum role role = place == look.active ? ROLE_ACTIVE : ROLE_LABEL;
		int width = place_width(&look, place);
		if (width > 1)
			surface_print(
			    s, 0, x, role, "%d %s", place_digit(place), place_name(&look, place));
		else
			surface_print(s, 0, x, role, "%d", place_digit(place));
		x += width + look.gap;
	}
}

enum { BADGE_CELLS_MAX = 32, NAME_CELLS_MAX = 24 };
static const char unencrypted_words[] = " token unencrypted";

static void
write_badge(struct buf *out, const struct console *c)
{
	const struct app_context *l = c->app;
	buf_addc(out, ' ');
	text_clean(out, str_of(l->badge), c->look.ascii_lines);
	buf_addz(out, !l->read_only ? " " : l->masked ? " masked " : " read-only ");
}

/* Appends the environment's name unless the badge already shows it. */
static void
write_environment(struct buf *out, const struct console *c)
{
	const struct app_context *l = c->app;
	if (str_eq_nocase(str_of(l->badge), str_of(l->environment_name)))
		return;
	buf_addc(out, ' ');
	text_clean(out, str_of(l->environment_name), c->look.ascii_lines);
}

static int
text_cells_max(const struct buf *text, int most)
{
	int cells = text_width(buf_str(text));
	return cells < most ? cells : most;
}

/* The column of the first tab's name. */
static int
tabs_x(const struct console *c)
{
	struct buf badge = { 0 }, name = { 0 };
	write_badge(&badge, c);
	write_environment(&name, c);
	int x = text_cells_max(&badge, BADGE_CELLS_MAX) + text_cells_max(&name, NAME_CELLS_MAX) + 1;
	buf_free(&badge);
	buf_free(&name);
	return x + (c->app->token_sent_in_clear ? (int)strlen(unencrypted_words) : 0);
}

enum action
frame_action_at(const struct console *c, int x)
{
	int at = tabs_x(c);
	struct places_style look = fit_places(c, c->layout.body.w - at);
	for (int place = 0; place < PLACES; place++) {
		int width = place_width(&look, place);
		if (x >= at && x < at + width)
			return place == PLACE_TODAY ? ACT_HOME
						    : shell_tabs[place - PLACE_FIRST_TAB].action;
		at += width + look.gap;
	}
	return ACT_NONE;
}

/* Draws row 1: the environment, then the tabs. */
static void
draw_panes(const struct console *c, const struct surface *s)
{
	struct buf badge = { 0 }, name = { 0 };
	write_badge(&badge, c);
	write_environment(&name, c);
	int x = surface_draw_text_in(
	    s, 0, 0, BADGE_CELLS_MAX, badge_role_of(c->app->environment_role), buf_str(&badge));
	if (c->app->token_sent_in_clear)
		x += surface_print(s, 0, x, ROLE_BAD, "%s", unencrypted_words);
	surface_draw_text_in(s, 0, x, NAME_CELLS_MAX, ROLE_TEXT, buf_str(&name));
	draw_places(c, s, tabs_x(c));
	buf_free(&badge);
	buf_free(&name);
}

static void
draw_title(const struct console *c, const struct surface *s)
{
	struct title title = { 0 };
	struct pane *p = console_top_pane(c);
	p->ops->write_title(p, &title);
	if (c->presenting)
		title_hide_private(&title, c->look.ascii_lines);
	breadcrumb_draw(c, s, &title);
}

static void
draw_message(const struct console *c, const struct surface *s)
{
	struct modal *m = console_top_modal(c);
	struct buf text = { 0 };
	enum role role = c->message_line.n ? c->message_role : ROLE_TEXT;
	struct pane *p = console_top_pane(c);
	if (m && m->ops->is_on_message_line)
		return;
	if (c->message_line.n)
		buf_adds(&text, buf_str(&c->message_line));
	else if (c->presenting || !pane_append_status(p, &text, &role))
		role = ROLE_TEXT;
	if (c->presenting)
		hide_private_from(&text, 0, c->look.ascii_lines);
	message_draw(s, s->h - 2, 1, s->w - 2, role, buf_str(&text));
	buf_free(&text);
}

/* Draws one entry of the key bar. Returns the cells used; 0 if it did not fit. */
static int
draw_entry(const struct surface *s, int x, int limit, struct str key, const char *words)
{
	int cells = text_width(key) + 1 + text_width(str_of(words));
	if (x + cells > limit)
		return 0;
	x += surface_draw_text(s, s->h - 1, x, ROLE_LEAD, key);
	surface_print(s, s->h - 1, x, ROLE_LABEL, " %s", words);
	return cells + 2;
}

/* Everybody finds these keys; they would fill the bar where little else works. */
static bool
is_move(enum action a)
{
	return a <= ACT_BOTTOM || a == ACT_BACK || a == ACT_FORWARD || a == ACT_SCROLL_LEFT ||
	    a == ACT_SCROLL_RIGHT;
}

/* The end of the key bar; while presenting, the last key that was pressed has a place after it. */
static int
bar_width(const struct console *c, const struct surface *s)
{
	return c->presenting ? s->w - PRESSED_CELLS_MAX : s->w;
}

/* Draws the keys for help and `:`, always at the end of the bar, if they begin at `from` or after
 * it. Returns the end of the room before them. */
static int
draw_bar_tail(const struct console *c, const struct surface *s, int from)
{
	enum { WORDS_CELLS = sizeof(" keys  ") - 1 + sizeof(" anything") - 1 };
	struct buf keys = { 0 }, anything = { 0 };
	enum scope scope = pane_scope(console_top_pane(c));
	keymap_append_key(&keys, &c->keys, scope, ACT_KEYS);
	keymap_append_key(&anything, &c->keys, scope, ACT_ANYTHING);
	int w = bar_width(c, s);
	int x = w - 1 - text_width(buf_str(&keys)) - text_width(buf_str(&anything)) - WORDS_CELLS;
	if (x >= from) {
		int at = x + draw_entry(s, x, w, buf_str(&keys), "keys");
		draw_entry(s, at, w, buf_str(&anything), "anything");
	}
	buf_free(&keys);
	buf_free(&anything);
	return x >= from ? x : w;
}

/* Draws the place in the running tour and its keys. Returns the column after them. */
static int
draw_tour_keys(const struct console *c, const struct surface *s, int limit)
{
	static const struct {
		enum action action;
		enum scope scope;
		const char *words;
	} keys[] = {
		{ ACT_TOUR_NEXT, SCOPE_TOUR, "on" },
		{ ACT_TOUR_BACK, SCOPE_TOUR, "back" },
		{ ACT_CANCEL, SCOPE_GLOBAL, "leave" },
	};
	struct buf text = { 0 };
	buf_addf(&text, "%zu of %zu", c->tour_step + 1, c->tour_step_count);
	int x = 1 + surface_draw_text(s, s->h - 1, 1, ROLE_ACTIVE, buf_str(&text)) + 2;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		buf_reset(&text);
		keymap_append_key(&text, &c->keys, keys[i].scope, keys[i].action);
		x += draw_entry(s, x, limit, buf_str(&text), keys[i].words);
	}
	buf_free(&text);
	return x;
}

/* True if the key is one of the running tour, so that it does nothing else. */
static bool
is_key_of_tour(const struct console *c, const struct buf *key)
{
	static const enum action actions[] = { ACT_TOUR_NEXT, ACT_TOUR_BACK };
	bool found = false;
	for (size_t i = 0; c->is_tour_on && i < sizeof(actions) / sizeof(*actions); i++) {
		struct buf own = { 0 };
		keymap_append_key(&own, &c->keys, SCOPE_TOUR, actions[i]);
		found = found || str_eq(buf_str(&own), buf_str(key));
		buf_free(&own);
	}
	return found;
}

/* Draws the pane's actions in their own order, without those that cannot run now. */
static void
draw_key_bar(const struct console *c, const struct surface *s)
{
	struct buf key = { 0 }, room = { 0 };
	struct pane *p = console_top_pane(c);
	enum scope scope = pane_scope(p);
	int x = c->is_tour_on ? draw_tour_keys(c, s, bar_width(c, s)) : 1;
	int tail = draw_bar_tail(c, s, x), shown = 0;
	int most = s->w < WIDE_BAR_CELLS ? BAR_ACTIONS_MAX : WIDE_BAR_ACTIONS_MAX;
	const struct pane_action *a;
	for (size_t i = 0; (a = pane_action_at(p, i)) && shown < most; i++) {
		buf_reset(&key);
		if (is_move(a->id) || pane_why_not(p, a->id) ||
		    !keymap_append_key(&key, &c->keys, scope, a->id) || is_key_of_tour(c, &key))
			continue;
		buf_reset(&room);
		const char *words = pane_action_label(p, a->id, &room);
		int used = draw_entry(
		    s, x, tail - 2, buf_str(&key), words ? words : action_infos[a->id].label);
		if (!used)
			break;
		x += used;
		shown++;
	}
	buf_free(&room);
	buf_free(&key);
}

/* While a key sequence is incomplete, shows the keys that may follow. */
static void
draw_key_sequence(const struct console *c, const struct surface *s)
{
	struct buf begun = { 0 }, key = { 0 };
	struct pane *p = console_top_pane(c);
	int tail = draw_bar_tail(c, s, 0), x = 1;
	for (size_t i = 0; i < c->typed_keys_n; i++)
		key_write(&begun, c->typed_keys[i]);
	x += surface_print(s, s->h - 1, x, ROLE_LEAD, "%s %s", buf_z(&begun),
		 c->look.ascii_lines ? "..." : "\xE2\x80\xA6") +
	    2;
	for (enum action a = ACT_NONE + 1; a < ACT_COUNT; a++) {
		struct str rest;
		buf_reset(&key);
		if (!keymap_append_key(&key, &c->keys, pane_scope(p), a) ||
		    !str_starts(buf_str(&key), buf_str(&begun)))
			continue;
		rest = str_sub(buf_str(&key), begun.n, key.n);
		x += draw_entry(s, x, tail - 2, rest, action_infos[a].label);
	}
	buf_free(&begun);
	buf_free(&key);
}

/* While presenting, shows the last key that was pressed. */
static void
draw_pressed_key(const struct console *c, const struct surface *s)
{
	struct buf key = { 0 };
	buf_addc(&key, ' ');
	if (shell_of(c)->shown_key)
		key_write(&key, shell_of(c)->shown_key);
	buf_addc(&key, ' ');
	int width = text_width(buf_str(&key));
	surface_draw_text(s, s->h - 1, s->w - width - 1, ROLE_ACTIVE, buf_str(&key));
	buf_free(&key);
}

/* The length of the keys at the start of an entry of a modal's bar: "j k move", "r or Enter try
 * again". Keys are single characters or begin with a capital letter. */
static size_t
length_of_keys(struct str entry)
{
	size_t end = 0;
	for (size_t at = 0; at < entry.n;) {
		size_t n = str_find_char(str_sub(entry, at, entry.n), ' ');
		n = n == SIZE_MAX ? entry.n - at : n;
		struct str word = str_sub(entry, at, n);
		bool is_key = n == 1 || (word.p[0] >= 'A' && word.p[0] <= 'Z');
		if (str_ends(word, STR(":")) || (!is_key && !(end && str_eqz(word, "or"))))
			break;
		at += n + 1;
		end = is_key ? at - 1 : end;
	}
	return end;
}

/* Takes the next entry of a modal's bar from *bar, without the blanks before it. */
static struct str
next_bar_entry(struct str *bar)
{
	while (bar->n && bar->p[0] == ' ')
		*bar = str_sub(*bar, 1, bar->n);
	size_t n = str_find(*bar, STR("  "));
	struct str entry = str_sub(*bar, 0, n);
	*bar = n == SIZE_MAX ? STR_NONE : str_sub(*bar, n, bar->n);
	return entry;
}

/* The keys that close a modal: their entries are always shown. */
static bool
names_closing_key(struct str entry)
{
	struct str keys = str_sub(entry, 0, length_of_keys(entry));
	return str_find(keys, STR("Esc")) != SIZE_MAX || str_find(keys, STR("Enter")) != SIZE_MAX;
}

/* The entry without its remark: "Esc close, keeps the text" becomes "Esc close". */
static struct str
without_remark(struct str entry)
{
	size_t at = 0;
	while (at < entry.n && entry.p[at] != ',' && entry.p[at] != ';')
		at++;
	return str_sub(entry, 0, at);
}

/* The entries of a bar that are drawn: all closing ones, and as many others as `other_count`. */
struct bar_choice {
	size_t other_count;
	bool with_remarks;
};

/* Draws the chosen entries; `s` may be NULL. Returns the column after the last one. */
static int
draw_bar_entries(const struct surface *s, struct str bar, struct bar_choice chosen)
{
	int x = 1;
	size_t others = 0;
	while (bar.n) {
		const char *before = bar.p;
		struct str entry = next_bar_entry(&bar);
		int gap = x == 1 ? 0 : (int)(entry.p - before);
		bool closes = names_closing_key(entry);
		if (!closes && others++ >= chosen.other_count)
			continue;
		if (closes && !chosen.with_remarks)
			entry = without_remark(entry);
		size_t keys = length_of_keys(entry);
		if (s) {
			int after = x + gap +
			    surface_draw_text(
				s, s->h - 1, x + gap, ROLE_LEAD, str_sub(entry, 0, keys));
			surface_draw_text(
			    s, s->h - 1, after, ROLE_LABEL, str_sub(entry, keys, entry.n));
		}
		x += gap + text_width(entry);
	}
	return x;
}

/* Leaves out whole entries if there is no room, the last ones first, and then the remarks if they
 * do not fit; F1 lists all. `F1 keys` is always at the right edge. */
static void
draw_modal_bar(const struct console *c, const struct surface *s, const struct buf *bar)
{
	enum { KEYS_CELLS = sizeof("F1 keys") - 1, GAP = 2 };
	int keys_x = bar_width(c, s) - 1 - KEYS_CELLS, limit = keys_x - GAP;
	struct bar_choice chosen = { 0 };
	for (struct str rest = buf_str(bar); rest.n; chosen.other_count++)
		next_bar_entry(&rest);
	while (chosen.other_count && draw_bar_entries(NULL, buf_str(bar), chosen) > limit)
		chosen.other_count--;
	chosen.with_remarks = true;
	chosen.with_remarks = draw_bar_entries(NULL, buf_str(bar), chosen) <= limit;
	draw_bar_entries(s, buf_str(bar), chosen);
	draw_entry(s, keys_x, s->w, STR("F1"), "keys");
}

void
frame_show_keys(struct console *c, const struct modal *m)
{
	enum { WORDS_COLUMN = 19 };
	static const char *const of_fields[][2] = {
		{ "Ctrl-A, Ctrl-E", "start and end of the text" },
		{ "Ctrl-U, Ctrl-W", "clear the text, delete the last word" },
	};
	struct doc d = { .ascii = c->look.ascii_lines };
	struct buf bar = { 0 };
	const char *name;
	bool has_field = m->ops->get_focused_field && m->ops->get_focused_field(m, &name);
	m->ops->write_key_bar(m, &bar);
	for (struct str rest = buf_str(&bar); rest.n;) {
		struct str entry = next_bar_entry(&rest);
		size_t keys = length_of_keys(entry);
		if (!keys)
			continue;
		doc_begin_line(&d);
		doc_printf(&d, ROLE_LEAD, "  %.*s", (int)keys, entry.p);
		doc_pad_to_column(&d, WORDS_COLUMN);
		doc_printf(&d, ROLE_TEXT, "%.*s", STR_ARG(str_trim(str_sub(entry, keys, entry.n))));
	}
	for (size_t i = 0; has_field && i < sizeof(of_fields) / sizeof(*of_fields); i++) {
		doc_begin_line(&d);
		doc_printf(&d, ROLE_LEAD, "  %s", of_fields[i][0]);
		doc_pad_to_column(&d, WORDS_COLUMN);
		doc_printf(&d, ROLE_TEXT, "%s", of_fields[i][1]);
	}
	buf_free(&bar);
	dialog_show(c, "Keys", &d);
}

void
frame_draw(const struct console *c, const struct surface *s)
{
	struct modal *m = console_top_modal(c);
	struct buf bar = { 0 };
	draw_panes(c, s);
	draw_title(c, s);
	caption_draw(c, s);
	draw_message(c, s);
	if (m) {
		m->ops->write_key_bar(m, &bar);
		draw_modal_bar(c, s, &bar);
	} else if (c->typed_keys_n) {
		draw_key_sequence(c, s);
	} else {
		draw_key_bar(c, s);
		if (c->presenting)
			draw_pressed_key(c, s);
	}
	buf_free(&bar);
}

void
frame_draw_foot(const struct console *c, const struct surface *s)
{
	struct modal *m = console_top_modal(c);
	struct buf bar = { 0 };
	for (int y = s->h - 2; y < s->h; y++)
		surface_fill(s, y, 0, s->w, ROLE_TEXT);
	if (c->message_line.n) /* the status of a covered pane is not shown */
		draw_message(c, s);
	m->ops->write_key_bar(m, &bar);
	draw_modal_bar(c, s, &bar);
	buf_free(&bar);
}

void
frame_draw_too_small(const struct surface *s)
{
	surface_print(s, 0, 0, ROLE_TEXT, "Needs %dx%d, has %dx%d.", LAYOUT_MIN_COLS,
	    LAYOUT_MIN_ROWS, s->w, s->h);
	surface_print(s, 1, 0, ROLE_TEXT, "Make the window larger;");
	surface_print(s, 2, 0, ROLE_TEXT, "nothing is lost.");
	surface_set_cursor(s, 0, 0);
}
