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
	char *name;                               /* name of the environment, as in config.conf */
	struct buf title, role_name, description; /* clean; role_name: of an environment */
	enum role badge_role;                     /* role of its name */
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

/* The badge, then the name if the badge does not show it. */
static void
append_environment_title(struct buf *out, const struct environment *e)
{
	const char *badge = e->badge ? e->badge : e->name;
	buf_addz(out, badge);
	if (!str_eq_nocase(str_of(badge), str_of(e->name)))
		buf_addf(out, " %s", e->name);
}

static void
add_environments(struct welcome *w)
{
	const struct config *config = &w->modal.console->app->config;
	for (size_t i = 0; i < config->environments.n; i++) {
		const struct environment *e = &config->environments.v[i];
		struct buf title = { 0 };
		append_environment_title(&title, e);
		add_row(w, WELCOME_ENVIRONMENT, e->name, buf_z(&title), e->url);
		struct welcome_row *row = &w->rows.v[w->rows.n - 1];
		row->badge_role = badge_role_of(e->role);
		buf_addz(&row->role_name, strcmp(e->role, "prod") == 0 ? "production" : e->role);
		buf_free(&title);
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

enum { TITLE_X = 3, GAP = 2, ROLE_CELLS = sizeof("production") - 1, WIDE_CELLS = 72 };

/* The columns of kind and place. */
struct welcome_columns {
	int role_x, description_x;
};

static struct welcome_columns
measure_columns(const struct welcome *w)
{
	struct welcome_columns at = { 0 };
	for (size_t i = 0; i < w->rows.n; i++) {
		const struct welcome_row *row = &w->rows.v[i];
		bool is_environment = row->kind == WELCOME_ENVIRONMENT;
		int end = TITLE_X + text_width(buf_str(&row->title)) + GAP;
		if (is_environment && end + GAP > at.role_x)
			at.role_x = end + GAP;
		if (!is_environment && end > at.description_x)
			at.description_x = end;
	}
	if (at.role_x && at.role_x + ROLE_CELLS + GAP > at.description_x)
		at.description_x = at.role_x + ROLE_CELLS + GAP;
	return at;
}

static void
draw_welcome_row(const struct welcome *w, const struct surface *s, int y, size_t i)
{
	const struct welcome_columns at = measure_columns(w);
	const struct welcome_row *row = &w->rows.v[i];
	bool here = i == w->pos.cursor, is_environment = row->kind == WELCOME_ENVIRONMENT;
	if (here) {
		surface_fill(s, y, 0, s->w, ROLE_SELECTED);
		surface_print(
		    s, y, 1, ROLE_SELECTED, "%s", s->look->ascii_lines ? ">" : "\xE2\x96\xB8");
		surface_set_cursor(s, y, 1);
	}
	if (is_environment)
		surface_print(
		    s, y, TITLE_X, row->badge_role, " %.*s ", STR_ARG(buf_str(&row->title)));
	else
		surface_draw_text(
		    s, y, TITLE_X, here ? ROLE_SELECTED : ROLE_LEAD, buf_str(&row->title));
	surface_draw_text(
	    s, y, at.role_x, here ? ROLE_SELECTED : ROLE_TEXT, buf_str(&row->role_name));
	if (s->w >= WIDE_CELLS)
		surface_draw_text_in(s, y, at.description_x, s->w - at.description_x - 1,
		    here ? ROLE_SELECTED : ROLE_LABEL, buf_str(&row->description));
}

static void
add_words(struct doc *d, const struct modal *m)
{
	bool chooses = m->console->app->missing_environment == MISSING_CHOICE;
	doc_begin_line(d);
	doc_pad_to_column(d, 1);
	doc_add_value(d, ROLE_TEXT,
	    chooses ? STR("Choose an environment (to skip this, set default in config.conf)")
		    : STR("Shows abandoned baskets, the catalog, journeys and identities of a "
			  "commerce service, and sends a recovery link to your own clipboard."));
}

/* The title, and what to choose from. */
static size_t
write_welcome_doc(const struct modal *m, struct doc *d)
{
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, "  Backroom");
	add_words(d, m);
	return SIZE_MAX;
}

/* In a narrow window, the selected row's description is below the rows. */
static void
draw_description(const struct welcome *w, const struct surface *s, int y)
{
	struct doc d = { .width = s->w - 1 };
	struct surface rest = surface_part(s, y, 0, s->h - y, s->w);
	doc_begin_line(&d);
	doc_pad_to_column(&d, TITLE_X);
	doc_add_value(&d, ROLE_LABEL, buf_str(&w->rows.v[w->pos.cursor].description));
	dialog_draw_doc(&rest, &d, 0);
	doc_free(&d);
}

static void
welcome_draw(const struct modal *m, const struct surface *screen)
{
	enum { BOX_CELLS_MAX = 94, FOOT_ROWS = 2 };
	const struct welcome *w = welcome_of_modal(m);
	struct list pos = w->pos;
	int cells = screen->w - 2 < BOX_CELLS_MAX ? screen->w - 2 : BOX_CELLS_MAX;
	struct doc doc = { .width = cells - 1 };
	surface_clear(screen);
	add_words(&doc, m);
	int above = (int)doc.lines.n + 2;
	struct surface box = dialog_draw_box(
	    screen, "Backroom", above + (int)w->rows.n + FOOT_ROWS, cells);
	bool is_low = box.h < above + (int)w->rows.n + FOOT_ROWS;
	int first = above - is_low, room = box.h - first - (is_low ? 1 : FOOT_ROWS);
	dialog_draw_doc(&box, &doc, !is_low);
	list_set_size(&pos, w->rows.n, room > 0 ? (size_t)room : 1);
	for (int y = 0; y < room && pos.first_visible_row + (size_t)y < w->rows.n; y++)
		draw_welcome_row(w, &box, first + y, pos.first_visible_row + (size_t)y);
	if (room > 0 && pos.first_visible_row + (size_t)room < w->rows.n)
		surface_print(&box, first + room, TITLE_X, ROLE_LABEL, "%zu more below",
		    w->rows.n - pos.first_visible_row - (size_t)room);
	else if (box.w < WIDE_CELLS)
		draw_description(w, &box, box.h - (is_low ? 1 : FOOT_ROWS));
	doc_free(&doc);
}

static void
write_welcome_bar(const struct modal *m, struct buf *out)
{
	(void)m;
	buf_addz(out, "Enter choose   j k move   Q quit");
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
	buf_addz(out, row->role_name.n ? ", " : "");
	buf_adds(out, buf_str(&row->role_name));
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
		buf_free(&w->rows.v[i].role_name);
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
