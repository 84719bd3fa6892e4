#include "app/identity/issuers.h"
#include "app/identity/paste.h"
#include "app/text/format.h"
#include "base/utf8.h"
#include "ui/identity/confirm.h"
#include "ui/identity/form_state.h"
#include "ui/identity/page.h"
#include "ui/kit/dialog.h"
#include "ui/writes/way.h"

#include <stdio.h>
#include <string.h>

/* Rows of the page: the fields on top, the confirmation at the end, the rest between them. */
enum { FIELD_ROWS = 4, CONFIRM_ROWS = 3, BOX_X = 9, HINT = 24, NAME_CELLS = 20, TAIL_CELLS = 4 };

static const struct identity_form *
form_of_modal(const struct modal *m)
{
	return (const struct identity_form *)(uintptr_t)m;
}

/* "[id-4f1c…      ]" with the cursor in it where it has the focus. */
static int
draw_box(const struct identity_form *f, const struct surface *s, int y, int x, int cells,
    enum form_part part)
{
	struct buf window = { 0 };
	bool here = f->focus == part && !f->sent;
	int at = 0;
	if (identity_paste_is_token(identity_form_text(f, part)))
		buf_addf(&window, "token, %zu characters: Enter takes it",
		    identity_form_text(f, part).n);
	else if (here)
		at = lineedit_window(&window, &f->fields[part], cells);
	else
		text_clean(&window, identity_form_text(f, part), s->look->ascii_text);
	surface_words(s, y, x, ROLE_LABEL, "[");
	surface_text_in(s, y, x + 1, cells, here ? ROLE_LEAD : ROLE_TEXT, buf_str(&window));
	surface_words(s, y, x + 1 + cells, ROLE_LABEL, "]");
	if (here)
		surface_cursor(s, y, x + 1 + at);
	buf_free(&window);
	return cells + 2;
}

/* ---- what stands beside a field ---- */

static void
hint_owner(const struct identity_form *f, struct buf *out, enum role *role)
{
	struct str text = identity_form_text(f, FORM_OWNER), head = STR("id-");
	if (text.n && str_eq(text, buf_str(&f->avoid))) {
		buf_addz(out, "not \xE2\x80\xA6");
		text_clean(out, identity_tail(text), false);
		buf_addz(out, " again?");
		*role = ROLE_WARN;
	} else if (identity_paste_is_owner(text)) {
		buf_addf(out, "%zu chars, an owner id", text.n);
	} else if (str_starts(text, head)) {
		buf_addf(out, "%zu chars, ids have 35", text.n);
		*role = ROLE_WARN;
	} else if (text.n) {
		buf_addf(out, "%zu %s, no owner id", text.n, text.n == 1 ? "char" : "chars");
	} else if (identity_form_has_offers(f, FORM_OWNER)) {
		buf_addz(out, "Down: who is known");
	}
}

static void
hint_issuer(const struct identity_form *f, struct buf *out, enum role *role)
{
	const struct identity_context ground = writes_context(f->modal.console->writes);
	(void)role;
	if (identity_form_text(f, FORM_ISSUER).n)
		issuer_say(out, &ground, identity_form_text(f, FORM_ISSUER));
	else if (identity_form_has_offers(f, FORM_ISSUER))
		buf_addz(out, "Down: who is known");
}

static void
hint_subject(const struct identity_form *f, struct buf *out, enum role *role)
{
	struct str text = identity_form_text(f, FORM_SUBJECT);
	(void)role;
	if (text.n) {
		format_plural(out, text.n, "byte", "bytes");
		buf_addz(out, ", sent as is");
	}
}

static void
hint_reason(const struct identity_form *f, struct buf *out, enum role *role)
{
	bool needed = identity_confirm_is_locked(f) && !identity_form_text(f, FORM_REASON).n;
	buf_addz(out, needed ? "needed: it unlocks" : "kept in the journal");
	if (needed)
		*role = ROLE_WARN;
}

static const struct {
	const char *label;
	void (*hint)(const struct identity_form *f, struct buf *out, enum role *role);
} fields[FIELD_ROWS] = {
	[FORM_OWNER] = { "Owner", hint_owner },
	[FORM_ISSUER] = { "Issuer", hint_issuer },
	[FORM_SUBJECT] = { "Subject", hint_subject },
	[FORM_REASON] = { "Reason", hint_reason },
};

static void
draw_fields(const struct identity_form *f, const struct surface *s)
{
	struct buf hint = { 0 };
	int cells = s->w - BOX_X - HINT - 4;
	for (int i = 0; i < FIELD_ROWS; i++) {
		enum role role = ROLE_LABEL;
		surface_words(s, i, 1, f->focus == (enum form_part)i ? ROLE_LEAD : ROLE_TEXT, "%s",
		    fields[i].label);
		draw_box(f, s, i, BOX_X, cells, (enum form_part)i);
		buf_reset(&hint);
		fields[i].hint(f, &hint, &role);
		surface_text_in(s, i, BOX_X + cells + 3, HINT, role, buf_str(&hint));
	}
	buf_free(&hint);
}

/* ---- between ---- */

void
identity_form_build(struct identity_form *f, int width)
{
	struct console *c = f->modal.console;
	const struct identity_context ground = writes_context(c->writes);
	const struct demo_owner *s = demo_owners_find(
	    &c->writes->demo_owners, identity_form_text(f, FORM_OWNER));
	struct buf url = { 0 };
	const struct identity_fields claim = identity_form_claim(f);
	client_write_url(&url, c->client, f->unlink ? ENDPOINT_UNLINK : ENDPOINT_LINK, claim.owner);
	const struct identity_page page = { .claim = claim,
		.unlink = f->unlink,
		.url = buf_str(&url),
		.story = s ? s->story : STR_NONE };
	doc_clear(&f->doc);
	f->doc.ascii = c->look.ascii_lines;
	f->doc.width = width;
	identity_page_doc(&f->doc, &page, &ground);
	buf_free(&url);
}

/* What does not fit is said, above and below. */
static void
draw_doc(const struct identity_form *f, const struct surface *s)
{
	size_t n = f->doc.lines.n, at = (size_t)f->top;
	int rows = s->h < 0 ? 0 : s->h;
	bool above = at > 0, below = at + (size_t)rows < n;
	if (above)
		surface_words(s, 0, 3, ROLE_WARN, "%zu lines above: PgUp shows them", at + 1);
	for (int y = above; y < rows - below && at + (size_t)y < n; y++)
		dialog_draw_line(s, y, &f->doc, at + (size_t)y);
	if (below)
		surface_words(s, rows - 1, 3, ROLE_WARN, "%zu more lines: PgDn shows them",
		    n - at - (size_t)rows + 1);
}

/* ---- the confirmation ---- */

/* The environment in its colour: it is the last thing that is read before something is sent. */
static void
draw_question(const struct identity_form *f, const struct surface *s)
{
	const struct launch *l = f->modal.console->launch;
	bool ascii = s->look->ascii_lines;
	struct buf badge = { 0 }, name = { 0 };
	int x = 2;
	text_clean(&badge, str_of(l->badge), ascii);
	if (!str_eq_nocase(str_of(l->badge), str_of(l->name))) {
		buf_addc(&name, ' ');
		text_clean(&name, str_of(l->name), ascii);
	}
	surface_rule(s, 0, 0, s->w, ROLE_LABEL);
	x += surface_words(s, 0, x, ROLE_LEAD, " %s in ", f->unlink ? "Unlink" : "Link");
	x += surface_text_in(s, 0, x, 20, way_badge_role(l->role), buf_str(&badge));
	x += surface_text_in(s, 0, x, 24, ROLE_LEAD, buf_str(&name));
	surface_words(s, 0, x, ROLE_LEAD, "? Compare: %s ",
	    f->unlink ? "subject, then owner" : "owner, then subject");
	buf_free(&badge);
	buf_free(&name);
}

static void
draw_groups(const struct identity_form *f, const struct surface *s)
{
	enum { GAP = 4 };
	bool ascii = s->look->ascii_lines;
	struct buf first = { 0 }, second = { 0 };
	const struct identity_fields claim = identity_form_claim(f);
	struct str owner = claim.owner, sub = claim.sub;
	int half = (s->w - 2 - GAP) / 2;
	identity_page_groups(&first, f->unlink ? sub : owner, half + 6, ascii);
	int x = 2 + surface_text(s, 1, 2, ROLE_LEAD, buf_str(&first)) + GAP;
	identity_page_groups(&second, f->unlink ? owner : sub, s->w - x - 1, ascii);
	surface_text(s, 1, x, ROLE_LEAD, buf_str(&second));
	buf_free(&first);
	buf_free(&second);
}

static void
draw_button(const struct identity_form *f, const struct surface *s, int y, int x,
    enum form_part part, const char *words)
{
	bool here = f->focus == part && !f->sent;
	surface_words(s, y, x, here ? ROLE_ACTIVE : ROLE_TEXT, "%s", words);
	if (here)
		surface_cursor(s, y, x);
}

/* The last row: what is compared, and the buttons. */
static void
draw_send(const struct identity_form *f, const struct surface *s, int y)
{
	enum { WIDE = 76 };
	bool narrow = s->w < WIDE;
	struct buf missing = { 0 };
	bool not_yet = identity_confirm_missing(f, &missing);
	char words[32];
	int x = 1 +
	    surface_words(s, y, 1, ROLE_TEXT,
		"%s of the %s: ", narrow ? "Last four" : "Last four characters",
		f->unlink ? "subject" : "owner");
	draw_box(f, s, y, x, TAIL_CELLS + 1, FORM_TAIL);
	snprintf(words, sizeof(words), "%s%s", f->unlink ? "Unlink" : "Link",
	    f->sent       ? ": sent"
		: not_yet ? " (not yet)"
			  : "");
	int at = s->w - 2 - (int)strlen(words);
	draw_button(f, s, y, at, FORM_SEND, words);
	draw_button(f, s, y, at - (narrow ? 8 : 12), FORM_CANCEL, "Cancel");
	buf_free(&missing);
}

static void
draw_name(const struct identity_form *f, const struct surface *s, int y)
{
	const struct launch *l = f->modal.console->launch;
	int x = 1 +
	    surface_words(
		s, y, 1, ROLE_TEXT, "%s is locked. Type its name, %s: ", l->badge, l->name);
	draw_box(f, s, y, x, NAME_CELLS, FORM_NAME);
}

/* ---- the page ---- */

static void
draw_title(const struct identity_form *f, const struct surface *screen)
{
	struct console *c = f->modal.console;
	struct title t = { 0 };
	struct buf account = { 0 };
	buf_addf(&t.way, "Identities > %s", f->unlink ? "Unlink" : "Link");
	if (f->undoes) {
		buf_addz(&t.way, ", undoing ");
		journal_number_write(&t.way, f->undoes);
	}
	write_lock_words(&t.counts, &c->writes->lock, console_now(c), c->times == TIME_UTC);
	text_clean(&account, str_of(c->writes->account), c->look.ascii_lines);
	buf_addf(&t.counts, " \xC2\xB7 %s", buf_z(&account));
	surface_fill(screen, 1, 0, screen->w, ROLE_TEXT);
	way_draw(c, screen, &t);
	buf_free(&account);
}

static void
say_before(const struct identity_form *f, struct buf *out)
{
	if (f->refused)
		journal_number_write(out, f->refused);
	buf_addz(out, f->refused ? " was refused. " : "Nothing has been sent. ");
}

/* The message line while nothing else is said there. */
static void
draw_state(const struct identity_form *f, const struct surface *screen)
{
	const struct console *c = f->modal.console;
	struct buf words = { 0 }, missing = { 0 };
	if (c->said.n)
		return;
	if (f->sent)
		buf_addz(&words, "Sent. Waiting for the answer; nothing can be called back");
	else
		say_before(f, &words);
	if (!f->sent)
		buf_addz(&words,
		    identity_confirm_missing(f, &missing) ? buf_z(&missing) : "Enter sends it");
	surface_fill(screen, screen->h - 2, 0, screen->w, ROLE_TEXT);
	surface_text_in(screen, screen->h - 2, 1, screen->w - 2, ROLE_TEXT, buf_str(&words));
	buf_free(&words);
	buf_free(&missing);
}

int
identity_form_rows(const struct identity_form *f, int rows)
{
	return rows - 4 - FIELD_ROWS - CONFIRM_ROWS - identity_confirm_needs_name(f);
}

void
identity_form_draw(const struct modal *m, const struct surface *screen)
{
	const struct identity_form *f = form_of_modal(m);
	bool named = identity_confirm_needs_name(f);
	struct surface body = surface_part(screen, 2, 0, screen->h - 4, screen->w);
	surface_clear(&body);
	draw_title(f, screen);
	int below = CONFIRM_ROWS + named, between = identity_form_rows(f, screen->h);
	struct surface part = surface_part(&body, 0, 0, FIELD_ROWS, body.w);
	draw_fields(f, &part);
	part = surface_part(&body, FIELD_ROWS, 0, between, body.w);
	draw_doc(f, &part);
	part = surface_part(&body, body.h - below, 0, below, body.w);
	draw_question(f, &part);
	draw_groups(f, &part);
	if (named)
		draw_name(f, &part, CONFIRM_ROWS - 1);
	draw_send(f, &part, below - 1);
	draw_state(f, screen);
}
