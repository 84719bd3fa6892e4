#include "ui/access/connect_state.h"

#include "base/utf8.h"
#include "list/doc.h"
#include "ui/kit/dialog.h"

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
	const struct lineedit *e = &x->form.fields[field];
	bool here = x->focus == field;
	int cells = s->w - FIELD_X - 3 < BOX_CELLS ? s->w - FIELD_X - 3 : BOX_CELLS;
	dialog_draw_field(s, y, FIELD_X - 1, cells, e, here);
	if (!e->text.n && !here)
		surface_print(s, y, FIELD_X, ROLE_LABEL, "such as %s",
		    connect_value_or_example(&x->form, field));
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
add_shop(const struct connect *x, struct doc *d)
{
	if (x->shop_source == CONNECT_SHOP_FOUND) {
		doc_begin_line(d);
		doc_printf(d, ROLE_LABEL, "      The shop's host comes from a basket's link.");
	} else if (x->shop_source == CONNECT_SHOP_MISSING) {
		doc_begin_line(d);
		doc_add_drawing(d, ROLE_WARN, "  !   ");
		doc_printf(d, ROLE_TEXT,
		    "Links here have no host, so they cannot be sent. Esc, then fill in Shop.");
	}
}

static void
add_test_result(const struct connect *x, struct doc *d)
{
	struct buf words = { 0 };
	doc_begin_line(d);
	if (x->stage == CONNECT_TRYING) {
		doc_printf(d, ROLE_TEXT, "  Reading one basket");
	} else if (x->test_err.kind) {
		format_err(&words, &x->test_err, 0);
		doc_add_drawing(d, ROLE_BAD, "  x   ");
		doc_add_text(d, ROLE_TEXT, buf_str(&words));
		doc_begin_line(d);
		doc_printf(d, ROLE_LABEL, "      %s", test_failure_advice(x));
	} else {
		doc_add_drawing(d, ROLE_GOOD, "  ok  ");
		doc_printf(d, ROLE_TEXT, "The service responded and accepts the token.");
		add_shop(x, d);
	}
	buf_free(&words);
}

/* The text for config.conf, at most `most` lines of it, and the result of the test. Returns the
 * result's line. */
static size_t
add_config_text(const struct connect *x, struct doc *d, size_t most)
{
	struct buf path = { 0 };
	struct str text = buf_str(&x->text), line;
	append_own_config_path(&path);
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, "  Will be added to config.conf");
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, "  ");
	doc_add_text(d, ROLE_LABEL, buf_str(&path));
	doc_begin_line(d);
	for (size_t i = 0; i < most && text.n && str_next(&text, '\n', &line); i++) {
		struct str words = str_trim(line);
		doc_begin_line(d);
		doc_pad_to_column(d, 4 + (int)(words.n ? words.p - line.p : 0));
		doc_add_text(d, ROLE_TEXT, words);
	}
	doc_begin_line(d);
	size_t result = d->lines.n;
	add_test_result(x, d);
	buf_free(&path);
	return result;
}

static void
draw_config_text(const struct connect *x, const struct surface *s)
{
	enum { TITLE_ROW = 1, OTHER_ROWS = 9 };
	struct surface text = surface_part(s, 0, 0, s->h, s->w - 1);
	struct doc d = { .ascii = s->look->ascii_text };
	size_t most = s->h > OTHER_ROWS ? (size_t)(s->h - OTHER_ROWS) : 0;
	size_t result = add_config_text(x, &d, most);
	dialog_draw_doc(&text, &d, TITLE_ROW);
	surface_set_cursor(s, TITLE_ROW + (int)result, 2);
	doc_free(&d);
}

/* The form for linear mode. Returns the line of the focused field. */
static size_t
add_fields(const struct connect *x, struct doc *d)
{
	size_t focused = SIZE_MAX;
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, "Connect to a service");
	for (enum connect_field f = 0; f < CONNECT_FIELDS; f++) {
		struct str text = connect_field_text(&x->form, f);
		if (!connect_is_field_asked(&x->form, f))
			continue;
		if (f == x->focus)
			focused = d->lines.n;
		doc_begin_line(d);
		doc_printf(d, ROLE_LABEL, "%s  ", connect_label(&x->form, f));
		if (connect_is_choice(f))
			doc_printf(d, ROLE_TEXT, "%s", connect_value_or_example(&x->form, f));
		else if (text.n)
			doc_add_text(d, ROLE_TEXT, text);
		else
			doc_printf(d, ROLE_TEXT, "empty, such as %s",
			    connect_value_or_example(&x->form, f));
	}
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, "%s", field_hint(x));
	return focused;
}

size_t
connect_write_doc(const struct modal *m, struct doc *d)
{
	const struct connect *x = state_of(m);
	if (x->stage == CONNECT_TYPING)
		return add_fields(x, d);
	add_config_text(x, d, SIZE_MAX);
	return SIZE_MAX;
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
