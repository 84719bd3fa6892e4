#include "ui/access/connect_state.h"

#include "base/utf8.h"

enum { FIELD_X = 14, BOX_CELLS = 56, FIRST_ROW = 3, HINT_ROW = 11 };

static const struct connect *
state_of(const struct modal *m)
{
	return m->console->connect;
}

static void
draw_choice(const struct connect *x, const struct surface *s, int y, enum connect_field field)
{
	bool here = x->focus == field, ascii = s->look->ascii_lines;
	enum role role = here ? ROLE_SELECTED : ROLE_TEXT;
	surface_print(s, y, FIELD_X, role, "%s %s %s", ascii ? "<" : "\xE2\x97\x82",
	    connect_value_or_example(&x->form, field), ascii ? ">" : "\xE2\x96\xB8");
	if (here)
		surface_set_cursor(s, y, FIELD_X);
}

static void
draw_field(const struct connect *x, const struct surface *s, int y, enum connect_field field)
{
	struct buf window = { 0 };
	const struct lineedit *e = &x->form.fields[field];
	bool here = x->focus == field;
	int cells = s->w - FIELD_X - 3 < BOX_CELLS ? s->w - FIELD_X - 3 : BOX_CELLS;
	int at = lineedit_write_visible(&window, e, cells);
	surface_print(s, y, FIELD_X - 1, ROLE_LABEL, "%s", s->look->linear ? "" : "[");
	surface_fill(s, y, FIELD_X, cells, ROLE_FIELD);
	if (e->text.n)
		surface_draw_text_in(s, y, FIELD_X, cells, ROLE_FIELD, buf_str(&window));
	else if (!here)
		surface_print(s, y, FIELD_X, ROLE_LABEL, "such as %s",
		    connect_value_or_example(&x->form, field));
	surface_print(s, y, FIELD_X + cells, ROLE_LABEL, "%s", s->look->linear ? "" : "]");
	if (here)
		surface_set_cursor(s, y, FIELD_X + at);
	buf_free(&window);
}

/* The hint for the current field. */
static const char *
field_hint(const struct connect *x)
{
	static const char *const hints[] = {
		[CONNECT_ADDRESS] =
		    "The service's address. Tokens go only there; /api is tried too.",
		[CONNECT_NAME] = "A short name, shown on every screen; use it with -e and :env.",
		[CONNECT_SHOP] =
		    "Links to other hosts are not sent. Empty: the host in a basket's link.",
		[CONNECT_KIND] = "Production has a red badge; to write, you type its name.",
		[CONNECT_METHOD] = "Left, Right or Space choose another way to sign in.",
		[CONNECT_DETAIL] = "Enter tests it: one basket is read, nothing is written.",
	};
	if (x->focus == CONNECT_DETAIL && x->form.issuer_found &&
	    x->form.method <= CONNECT_BY_BROWSER)
		return "Found automatically. Enter signs in and tests the connection.";
	return hints[x->focus];
}

static void
draw_fields(const struct connect *x, const struct surface *s)
{
	surface_print(s, 1, 2, ROLE_LEAD, "Connect to a service");
	for (int f = 0, y = FIRST_ROW; f < CONNECT_FIELDS; f++, y++) {
		if (!connect_is_field_asked(&x->form, (enum connect_field)f))
			continue;
		surface_print(s, y, 2, x->focus == (enum connect_field)f ? ROLE_LEAD : ROLE_LABEL,
		    "%s", connect_label(&x->form, (enum connect_field)f));
		if (connect_is_choice((enum connect_field)f))
			draw_choice(x, s, y, (enum connect_field)f);
		else
			draw_field(x, s, y, (enum connect_field)f);
	}
	surface_draw_text_in(s, HINT_ROW, 2, s->w - 4, ROLE_TEXT, str_of(field_hint(x)));
}

static int
draw_lines(const struct surface *s, int y, enum role role, struct str text)
{
	struct str line;
	while (text.n && str_next(&text, '\n', &line) && y < s->h - 5) {
		struct buf clean = { 0 };
		struct str text_of_line = str_trim(line);
		int indent = (int)(text_of_line.n ? text_of_line.p - line.p : 0);
		text_clean(&clean, text_of_line, s->look->ascii_text);
		surface_draw_text_in(s, y++, 4 + indent, s->w - 5 - indent, role, buf_str(&clean));
		buf_free(&clean);
	}
	return y;
}

static void
draw_shop(const struct connect *x, const struct surface *s, int y)
{
	if (x->shop_source == CONNECT_SHOP_FOUND)
		surface_print(s, y, 6, ROLE_LABEL, "The shop's host comes from a basket's link.");
	if (x->shop_source != CONNECT_SHOP_MISSING)
		return;
	surface_print(s, y, 2, ROLE_WARN, "!");
	surface_print(s, y, 6, ROLE_TEXT,
	    "Links here have no host, so they cannot be sent. Esc, then fill in Shop.");
}

static const char *
test_failure_advice(const struct connect *x)
{
	if (connect_lacks_token(x))
		return "The service needs a token. Esc, then choose how to sign in.";
	return x->test_err.http_status == 404 &&
		!str_ends(connect_field_text(&x->form, CONNECT_ADDRESS), STR("/api"))
	    ? "Is /api missing at the end of the address? Esc, then try again."
	    : "You can save it anyway.";
}

static void
draw_test_result(const struct connect *x, const struct surface *s, int y)
{
	struct buf words = { 0 };
	if (x->stage == CONNECT_TRYING) {
		surface_print(s, y, 2, ROLE_TEXT, "Reading one basket");
		return;
	}
	if (!x->test_err.kind) {
		surface_print(s, y, 2, ROLE_GOOD, "ok");
		surface_print(s, y, 6, ROLE_TEXT, "The service responded and accepts the token.");
		draw_shop(x, s, y + 1);
		return;
	}
	format_err(&words, &x->test_err, 0);
	surface_print(s, y, 2, ROLE_BAD, "x");
	surface_draw_text_in(s, y, 6, s->w - 7, ROLE_TEXT, buf_str(&words));
	surface_print(s, y + 1, 6, ROLE_LABEL, "%s", test_failure_advice(x));
	buf_free(&words);
}

static void
draw_config_text(const struct connect *x, const struct surface *s)
{
	struct buf path = { 0 }, clean = { 0 };
	append_own_config_path(&path);
	text_clean(&clean, buf_str(&path), s->look->ascii_text);
	surface_print(s, 1, 2, ROLE_LEAD, "Will be added to config.conf");
	surface_draw_text_in(s, 2, 2, s->w - 4, ROLE_LABEL, buf_str(&clean));
	int y = draw_lines(s, 4, ROLE_TEXT, buf_str(&x->text));
	draw_test_result(x, s, y + 1);
	surface_set_cursor(s, y + 1, 2);
	buf_free(&path);
	buf_free(&clean);
}

static int
draw_key_hint(const struct surface *s, int x, const char *key, const char *words)
{
	x += surface_print(s, s->h - 1, x, ROLE_LEAD, "%s", key);
	return x + surface_print(s, s->h - 1, x, ROLE_LABEL, " %s", words) + 2;
}

void
connect_draw(const struct modal *m, const struct surface *s)
{
	const struct connect *x = state_of(m);
	int at = 1;
	surface_clear(s);
	if (x->stage == CONNECT_TYPING)
		draw_fields(x, s);
	else
		draw_config_text(x, s);
	surface_draw_text_in(
	    s, s->h - 2, 2, s->w - 3, m->console->message_role, buf_str(&m->console->message_line));
	if (s->look->linear) /* the buttons are numbered choices there */
		return;
	if (x->stage == CONNECT_TYPING) {
		at = draw_key_hint(s, at, "Tab", "next field");
		at = draw_key_hint(s, at, "Enter", "next field; on the last one, test");
		draw_key_hint(s, at, "Esc", "back, keeps the text");
	} else {
		if (x->stage == CONNECT_SHOWING_RESULT && !connect_lacks_token(x))
			at = draw_key_hint(s, at, "Enter", "save and switch to it");
		draw_key_hint(s, at, "Esc", "back to the form");
	}
}
