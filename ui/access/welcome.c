#include "ui/access/welcome.h"

#include "base/utf8.h"
#include "ui/access/connect.h"
#include "ui/kit/dialog.h"
#include "ui/kit/list.h"
#include "ui/kit/nav.h"

/* The kinds of rows. */
enum welcome_choice_kind { WELCOME_DEMO, WELCOME_CONNECT, WELCOME_QUIT, WELCOME_ENVIRONMENT };

struct welcome_row {
	enum welcome_choice_kind kind;
	char *name;                    /* name of the environment, as in config.conf */
	struct buf title, description; /* clean */
	enum role badge_role;          /* role of its name */
};

struct welcome {
	struct modal modal;
	VEC(struct welcome_row) rows;
	struct list pos;
};

static struct welcome *
welcome_of_modal(const struct modal *m)
{
	return (struct welcome *)(uintptr_t)m;
}

/* ---- the choices ---- */

static void
add_row(struct welcome *w, enum welcome_choice_kind kind, const char *name, const char *what,
    const char *about)
{
	bool ascii = w->modal.console->look.ascii_text;
	struct welcome_row row = { .kind = kind, .name = x_strdup(name), .badge_role = ROLE_TEXT };
	text_clean(&row.title, str_of(what), ascii);
	text_clean(&row.description, str_of(about), ascii);
	vec_push(&w->rows, row);
}

static void
add_environments(struct welcome *w)
{
	const struct config *config = &w->modal.console->app->config;
	for (size_t i = 0; i < config->environments.n; i++) {
		const struct environment *e = &config->environments.v[i];
		struct buf about = { 0 };
		buf_addf(&about, "%-14s %-10s %s", e->name,
		    strcmp(e->role, "prod") == 0 ? "production" : e->role, e->url);
		add_row(
		    w, WELCOME_ENVIRONMENT, e->name, e->badge ? e->badge : e->name, buf_z(&about));
		buf_free(&about);
		w->rows.v[w->rows.n - 1].badge_role = badge_role_of(e->role);
	}
}

static void
add_rows(struct welcome *w)
{
	add_environments(w);
	add_row(w, WELCOME_DEMO, NULL, "Look around with sample data",
	    "no setup; nothing leaves this machine");
	add_row(w, WELCOME_CONNECT, NULL,
	    w->rows.n > 1 ? "Connect to another service" : "Connect to a service",
	    "asks for an address, then signs you in");
	add_row(w, WELCOME_QUIT, NULL, "Quit", "");
	w->pos.count = w->rows.n;
}

/* ---- drawing ---- */

static void
draw_welcome_row(const struct welcome *w, const struct surface *s, int y, size_t i)
{
	const struct welcome_row *row = &w->rows.v[i];
	bool here = i == w->pos.cursor;
	enum role role = here ? ROLE_SELECTED : ROLE_TEXT;
	if (here) {
		surface_fill(s, y, 1, s->w - 2, ROLE_SELECTED);
		surface_set_cursor(s, y, 2);
	}
	surface_print(s, y, 2, role, "%s",
	    !here                      ? " "
		: s->look->ascii_lines ? ">"
				       : "\xE2\x96\xB8");
	int x = 4;
	if (row->kind == WELCOME_ENVIRONMENT) {
		x += surface_print(
		    s, y, x, row->badge_role, " %s ", buf_z((struct buf *)(uintptr_t)&row->title));
		x = x < 20 ? 20 : x + 2;
	} else {
		x += surface_draw_text(
		    s, y, x, here ? ROLE_SELECTED : ROLE_LEAD, buf_str(&row->title));
		x = x < 38 ? 38 : x + 2;
	}
	surface_draw_text_in(
	    s, y, x, s->w - x - 2, here ? ROLE_SELECTED : ROLE_LABEL, buf_str(&row->description));
}

/* The title, and what to choose from. */
static size_t
write_welcome_doc(const struct modal *m, struct doc *d)
{
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, "  Backroom");
	doc_begin_line(d);
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, "  ");
	if (m->console->app->missing_environment == MISSING_CHOICE)
		doc_printf(d, ROLE_TEXT,
		    "Choose an environment (to skip this, set default in config.conf)");
	else
		doc_add_value(d, ROLE_TEXT,
		    STR("Shows abandoned baskets, the catalog, journeys and identities of a "
			"commerce service, and sends a recovery link to your own clipboard."));
	return SIZE_MAX;
}

static void
welcome_draw(const struct modal *m, const struct surface *s)
{
	enum { TITLE_ROW = 1, DOC_WIDTH = 58 };
	const struct welcome *w = welcome_of_modal(m);
	struct list pos = w->pos;
	struct doc doc = { .width = DOC_WIDTH };
	surface_clear(s);
	write_welcome_doc(m, &doc);
	dialog_draw_doc(s, &doc, TITLE_ROW);
	int first = TITLE_ROW + (int)doc.lines.n + 1, room = s->h - first - 3;
	list_set_size(&pos, w->rows.n, room > 0 ? (size_t)room : 1);
	for (int y = 0; y < room && pos.first_visible_row + (size_t)y < w->rows.n; y++)
		draw_welcome_row(w, s, first + y, pos.first_visible_row + (size_t)y);
	if (room > 0 && pos.first_visible_row + (size_t)room < w->rows.n)
		surface_print(s, first + room, 4, ROLE_LABEL, "%zu more below",
		    w->rows.n - pos.first_visible_row - (size_t)room);
	surface_draw_text_in(
	    s, s->h - 2, 2, s->w - 3, m->console->message_role, buf_str(&m->console->message_line));
	surface_print(s, s->h - 1, 1, ROLE_LEAD, "Enter");
	surface_print(s, s->h - 1, 7, ROLE_LABEL, "choose   j k or arrows move   Q quit");
	doc_free(&doc);
}

static void
write_welcome_bar(const struct modal *m, struct buf *out)
{
	(void)m;
	(void)out;
}

static void
run_row(struct welcome *w)
{
	struct console *c = w->modal.console;
	const struct welcome_row *row = &w->rows.v[w->pos.cursor];
	switch (row->kind) {
	case WELCOME_DEMO:
		c->nav->switch_environment(c, NULL);
		break;
	case WELCOME_ENVIRONMENT:
		c->nav->switch_environment(c, row->name);
		break;
	case WELCOME_CONNECT:
		connect_open(c);
		break;
	case WELCOME_QUIT:
		c->nav->run_action(c, ACT_QUIT);
		break;
	}
}

static bool
write_welcome_choice(const struct modal *m, size_t at, struct buf *out)
{
	const struct welcome *w = welcome_of_modal(m);
	if (at >= w->rows.n)
		return false;
	const struct welcome_row *row = &w->rows.v[at];
	buf_adds(out, buf_str(&row->title));
	buf_addz(out, row->description.n ? ": " : "");
	buf_adds(out, buf_str(&row->description));
	return true;
}

static void
welcome_choose(struct modal *m, size_t at)
{
	struct welcome *w = welcome_of_modal(m);
	list_go_to_row(&w->pos, at);
	run_row(w);
}

static bool
on_welcome_key(struct modal *m, uint32_t k)
{
	struct welcome *w = welcome_of_modal(m);
	switch (k) {
	case KEY_ARROW_DOWN:
	case KEY_TAB:
	case 'j':
		list_move(&w->pos, 1);
		return true;
	case KEY_ARROW_UP:
	case KEY_BACKTAB:
	case 'k':
		list_move(&w->pos, -1);
		return true;
	case KEY_RETURN:
	case KEY_SPACE:
		run_row(w);
		return true;
	case 'q':
	case 'Q':
	case 3:
		m->console->nav->run_action(m->console, ACT_QUIT);
		return true;
	case KEY_ESCAPE:
		console_show(m->console, ROLE_TEXT, "Q quits");
		return true;
	default:
		return k < KEY_F1;
	}
}

static void
welcome_close(struct modal *m)
{
	struct welcome *w = welcome_of_modal(m);
	for (size_t i = 0; i < w->rows.n; i++) {
		x_free(w->rows.v[i].name);
		buf_free(&w->rows.v[i].title);
		buf_free(&w->rows.v[i].description);
	}
	vec_free(&w->rows);
	x_free(w);
}

static const struct modal_ops welcome_ops = {
	.on_key = on_welcome_key,
	.draw = welcome_draw,
	.write_key_bar = write_welcome_bar,
	.write_doc = write_welcome_doc,
	.write_choice = write_welcome_choice,
	.select_choice = welcome_choose,
	.close = welcome_close,
	.burst_is_paste = true,
	.covers_whole_screen = true,
};

void
welcome_open(struct console *c)
{
	struct welcome *w = x_new(struct welcome);
	w->modal = (struct modal){ &welcome_ops, c };
	add_rows(w);
	console_push_modal(c, &w->modal);
}
