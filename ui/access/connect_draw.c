#include "ui/access/connect_state.h"

#include "base/utf8.h"
#include "client/url.h"
#include "list/doc.h"
#include "ui/kit/dialog.h"

enum { LABEL_X = 1, FIELD_X = 14, FIELD_CELLS_MAX = 48, NOTE_CELLS = 24 };

static const struct connect *
state_of(const struct modal *m)
{
	return m->console->connect;
}

/* ---- the frame ---- */

/* The current one of the four steps, from 0. */
static int
current_step(const struct connect *x)
{
	if (x->stage == CONNECT_TYPING)
		return x->focus >= CONNECT_METHOD;
	return x->stage == CONNECT_TRYING || x->test_err.kind ? 2 : 3;
}

/* Cells inside the box. */
static int
box_cells(const struct surface *screen)
{
	enum { BOX_CELLS_MAX = 94 };
	return screen->w - 2 < BOX_CELLS_MAX ? screen->w - 2 : BOX_CELLS_MAX;
}

/* Draws a box with the steps in its title. */
static struct surface
draw_frame(const struct connect *x, const struct surface *screen, int rows)
{
	enum { STEPS_CELLS = 44 };
	static const char *const steps[] = { "1 address", "2 sign-in", "3 test", "4 save" };
	static const char title[] = "Connect to a service";
	bool whole = screen->w >= (int)sizeof(title) + STEPS_CELLS + 4;
	struct surface box = dialog_draw_box(
	    screen, whole ? title : "Connect", rows, box_cells(screen));
	struct surface frame = surface_part(screen, box.y - 1, box.x - 1, 1, box.w + 2);
	int at = whole ? (int)sizeof(title) + 5 : (int)sizeof("Connect") + 5;
	for (int i = 0; i < (int)(sizeof(steps) / sizeof(*steps)); i++)
		at += surface_print(&frame, 0, at, i == current_step(x) ? ROLE_LEAD : ROLE_LABEL,
			  " %s ", steps[i]) +
		    1;
	return box;
}

/* ---- the form ---- */

/* Draws all kinds, with a mark at the chosen one. */
static void
draw_kinds(const struct connect *x, const struct surface *s, int y)
{
	static const enum connect_kind order[] = { CONNECT_DEMO, CONNECT_TEST, CONNECT_PRODUCTION };
	int at = FIELD_X;
	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++) {
		bool chosen = x->form.kind == order[i], here = chosen && x->focus == CONNECT_KIND;
		if (here)
			surface_set_cursor(s, y, at + 1);
		at += surface_print(s, y, at, here ? ROLE_SELECTED : ROLE_TEXT, "(%s) %s",
			  !chosen                    ? " "
			      : s->look->ascii_lines ? "*"
						     : "\xE2\x80\xA2",
			  connect_kind_name(order[i])) +
		    2;
	}
}

static void
draw_method(const struct connect *x, const struct surface *s, int y)
{
	bool here = x->focus == CONNECT_METHOD, ascii = s->look->ascii_lines;
	surface_print(s, y, FIELD_X, here ? ROLE_SELECTED : ROLE_TEXT, "%s %s %s",
	    ascii ? "<" : "\xE2\x97\x82", connect_value_or_example(&x->form, CONNECT_METHOD),
	    ascii ? ">" : "\xE2\x96\xB8");
	if (here)
		surface_set_cursor(s, y, FIELD_X);
}

static const char *
address_note(struct str address, enum role *role)
{
	*role = ROLE_GOOD;
	if (str_starts(address, STR("https://")))
		return "https";
	if (!str_starts(address, STR("http://")))
		return NULL;
	if (url_is_loopback(address))
		return "on this machine";
	*role = ROLE_WARN;
	return "not encrypted";
}

/* The note to the right of a field; NULL if there is none. */
static const char *
field_note(const struct connect *x, enum connect_field field, enum role *role)
{
	*role = ROLE_LABEL;
	switch (field) {
	case CONNECT_ADDRESS:
		return address_note(connect_field_text(&x->form, field), role);
	case CONNECT_NAME:
		return "becomes the badge";
	case CONNECT_SHOP:
		return "links may lead here";
	case CONNECT_DETAIL:
		if (x->form.method > CONNECT_BY_BROWSER)
			return NULL;
		if (x->issuer_search && !x->search_ended)
			return "looking for it";
		*role = ROLE_GOOD;
		return x->form.issuer_found ? "found" : NULL;
	default:
		return NULL;
	}
}

static void
draw_field(const struct connect *x, const struct surface *s, int y, enum connect_field field)
{
	const struct lineedit *e = &x->form.fields[field];
	bool here = x->focus == field, has_notes = s->w >= FIELD_X + 2 * NOTE_CELLS;
	int cells = s->w - FIELD_X - 2 - (has_notes ? NOTE_CELLS : 0);
	enum role role;
	const char *note = has_notes ? field_note(x, field, &role) : NULL;
	cells = cells < FIELD_CELLS_MAX ? cells : FIELD_CELLS_MAX;
	dialog_draw_field(s, y, FIELD_X - 1, cells, e, here);
	if (!e->text.n && !here)
		surface_print(s, y, FIELD_X, ROLE_LABEL, "such as %s",
		    connect_value_or_example(&x->form, field));
	int at = FIELD_X + cells + 3;
	if (note && role != ROLE_LABEL)
		at += surface_print(s, y, at, role, role == ROLE_GOOD ? "ok " : "! ");
	if (note)
		surface_print(s, y, at, role == ROLE_WARN ? role : ROLE_LABEL, "%s", note);
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

/* True if the message line would cut the message. */
static bool
has_long_message(const struct connect *x)
{
	const struct console *c = x->console;
	return c->message_line.n && text_width(buf_str(&c->message_line)) > c->layout.body.w - 2;
}

/* Appends the hint of the current field, and a long message. */
static void
add_hint(const struct connect *x, struct doc *d)
{
	const struct console *c = x->console;
	doc_begin_line(d);
	doc_pad_to_column(d, LABEL_X);
	doc_add_value(d, ROLE_TEXT, str_of(field_hint(x)));
	if (!has_long_message(x))
		return;
	doc_begin_line(d);
	doc_pad_to_column(d, LABEL_X);
	doc_add_value(d, c->message_role, buf_str(&c->message_line));
}

static void
draw_fields(const struct connect *x, const struct surface *screen)
{
	enum { ROWS_MIN = CONNECT_FIELDS + 4 }; /* a hint of two lines, blank rows around them */
	struct doc d = { .width = box_cells(screen) - 1, .ascii = screen->look->ascii_text };
	add_hint(x, &d);
	int rows = CONNECT_FIELDS + 2 + (int)d.lines.n;
	struct surface s = draw_frame(x, screen, rows < ROWS_MIN ? ROWS_MIN : rows);
	int gap = s.h >= rows, y = gap;
	for (enum connect_field f = 0; f < CONNECT_FIELDS; f++, y++) {
		if (!connect_is_field_asked(&x->form, f))
			continue;
		surface_print(&s, y, LABEL_X, x->focus == f ? ROLE_LEAD : ROLE_LABEL, "%s",
		    connect_label(&x->form, f));
		if (f == CONNECT_KIND)
			draw_kinds(x, &s, y);
		else if (f == CONNECT_METHOD)
			draw_method(x, &s, y);
		else
			draw_field(x, &s, y, f);
	}
	struct surface rest = surface_part(&s, y + gap, 0, s.h - y - gap, s.w);
	dialog_draw_doc(&rest, &d, 0);
	doc_free(&d);
}

/* ---- the test ---- */

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

/* A line with its verdict, wrapped and never cut: it may end in a command to copy. */
static void
add_verdict(struct doc *d, enum role role, const char *mark, const char *words)
{
	doc_begin_line(d);
	doc_pad_to_column(d, LABEL_X);
	doc_add_drawing(d, role, "%-4s", mark);
	doc_add_value(d, ROLE_TEXT, str_of(words));
}

static void
add_shop(const struct connect *x, struct doc *d)
{
	if (x->shop_source == CONNECT_SHOP_FOUND)
		add_verdict(d, ROLE_GOOD, "ok", "The shop's host comes from a basket's link.");
	else if (x->shop_source == CONNECT_SHOP_MISSING)
		add_verdict(d, ROLE_WARN, "!",
		    "Links here have no host, so they cannot be sent. Esc, then fill in Shop.");
}

static void
add_test_results(const struct connect *x, struct doc *d)
{
	struct buf words = { 0 };
	if (x->api_path_needed)
		add_verdict(d, ROLE_GOOD, "ok", "/api was added to the address.");
	if (x->stage == CONNECT_TRYING) {
		buf_addz(
		    &words, x->client ? "Reading one basket from " : "Looking for the service at ");
		text_clean(&words, connect_field_text(&x->form, CONNECT_ADDRESS), d->ascii);
		add_verdict(d, ROLE_LABEL, d->ascii ? "..." : "\xE2\x80\xA6 ", buf_z(&words));
	} else if (x->test_err.kind) {
		if (x->test_err.kind == ERR_AUTH && !x->test_err.http_status)
			buf_addz(&words, x->test_err.text); /* it never left this machine */
		else
			format_err(&words, &x->test_err, 0);
		add_verdict(d, ROLE_BAD, "x", buf_z(&words));
		add_verdict(d, ROLE_LABEL, "", test_failure_advice(x));
	} else {
		buf_addf(&words, "The service responded and accepts the token (%lld ms).",
		    (long long)x->answer_ms);
		add_verdict(d, ROLE_GOOD, "ok", buf_z(&words));
		add_verdict(d, x->has_baskets ? ROLE_GOOD : ROLE_WARN, x->has_baskets ? "ok" : "!",
		    x->has_baskets ? "Baskets can be read." : "It has no abandoned baskets yet.");
		add_shop(x, d);
	}
	buf_free(&words);
}

/* The results of the test, then the text for config.conf; the caller cuts it at its rows. */
static void
add_config_text(const struct connect *x, struct doc *d)
{
	struct buf path = { 0 };
	struct str text = buf_str(&x->text), line;
	append_own_config_path(&path);
	add_test_results(x, d);
	doc_begin_line(d);
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, " Will be added to config.conf");
	doc_begin_line(d);
	doc_pad_to_column(d, LABEL_X);
	doc_add_value(d, ROLE_LABEL, buf_str(&path));
	while (text.n && str_next(&text, '\n', &line)) {
		struct str words = str_trim(line);
		doc_begin_line(d);
		doc_pad_to_column(d, LABEL_X + 2 + (int)(words.n ? words.p - line.p : 0));
		doc_add_value(d, ROLE_TEXT, words);
	}
	if (has_long_message(x)) {
		doc_begin_line(d);
		doc_begin_line(d);
		doc_pad_to_column(d, LABEL_X);
		doc_add_value(d, x->console->message_role, buf_str(&x->console->message_line));
	}
	buf_free(&path);
}

static void
draw_config_text(const struct connect *x, const struct surface *screen)
{
	enum { ROWS_MIN = CONNECT_FIELDS + 4 };
	struct doc d = { .width = box_cells(screen) - 1, .ascii = screen->look->ascii_text };
	add_config_text(x, &d);
	int rows = (int)d.lines.n + 1;
	struct surface s = draw_frame(x, screen, rows > ROWS_MIN ? rows : ROWS_MIN);
	dialog_draw_doc(&s, &d, s.h > (int)d.lines.n);
	surface_set_cursor(&s, s.h > (int)d.lines.n, LABEL_X);
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
		enum role role;
		const char *note = text.n ? field_note(x, f, &role) : NULL;
		if (note && role != ROLE_LABEL)
			doc_printf(d, ROLE_TEXT, "  %s %s", role == ROLE_GOOD ? "ok" : "!", note);
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
	add_config_text(x, d);
	return SIZE_MAX;
}

void
connect_draw(const struct modal *m, const struct surface *s)
{
	const struct connect *x = state_of(m);
	surface_clear(s);
	if (x->stage == CONNECT_TYPING)
		draw_fields(x, s);
	else
		draw_config_text(x, s);
}
