#include "ui/shell/home.h"

#include "base/utf8.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/contact.h"
#include "ui/basket/persons_pane.h"
#include "ui/journal/write_session.h"
#include "ui/kit/text_pane.h"
#include "ui/rows/catalog_rows.h"
#include "ui/shell/home_boxes.h"
#include "ui/shell/shell.h"

#include <string.h>

/* The state of the console, besides the facts, for which the text was written. */
struct home_written {
	int w, h;
	int64_t state[6];
};

/* The line that the user went to, to be found again in a new text. */
struct home_focus {
	struct doc_target target; /* its path is owned here; NULL: none yet */
	enum home_box_id box;
	size_t row; /* in the box */
};

struct home_pane {
	struct pane pane;
	struct home_facts facts;
	struct home_grid grid;
	struct textview view; /* the boxes as one text; its selected link has the focus */
	struct home_focus focus;
	size_t found_link; /* the link selected for it; another one selected since is a new focus */
	struct home_written written;
	int first_visible_row; /* of the grid */
	struct rect body;      /* as in the last frame */
};

static struct home_pane *
home_of(const struct pane *p)
{
	return (struct home_pane *)(uintptr_t)p;
}

/* ---- the focus ---- */

/* The first link of a line; SIZE_MAX if it has none. */
static size_t
find_link_in_line(const struct doc *d, size_t line)
{
	const struct doc_line *l = &d->lines.v[line];
	for (size_t i = l->first_piece; i < l->first_piece + l->n; i++)
		if (d->pieces.v[i].target_number)
			return i;
	return SIZE_MAX;
}

static bool
has_link(const struct home_pane *h, size_t line)
{
	return line < h->view.doc.lines.n && find_link_in_line(&h->view.doc, line) != SIZE_MAX;
}

/* The line with the focus; SIZE_MAX if no line can have it. */
static size_t
focused_line(const struct home_pane *h)
{
	const struct doc *d = &h->view.doc;
	for (size_t i = 0; i < d->lines.n; i++) {
		const struct doc_line *l = &d->lines.v[i];
		if (h->view.selected_link >= l->first_piece &&
		    h->view.selected_link < l->first_piece + l->n)
			return i;
	}
	return SIZE_MAX;
}

static const struct home_box *
box_of_line(const struct home_pane *h, size_t line)
{
	for (size_t i = 0; i < h->grid.n; i++) {
		const struct home_box *b = &h->grid.boxes[i];
		if (line >= b->first_line && line < b->first_line + b->line_count)
			return b;
	}
	return &h->grid.boxes[0];
}

static void
focus_line(struct home_pane *h, size_t line)
{
	h->view.selected_link = find_link_in_line(&h->view.doc, line);
	h->view.search_line = line;
}

/* The next line with a link in the box, in a direction; SIZE_MAX if there is none. */
static size_t
find_line_in_box(const struct home_pane *h, const struct home_box *b, size_t line, int by)
{
	for (line += (size_t)by; line >= b->first_line && line < b->first_line + b->line_count;
	     line += (size_t)by)
		if (has_link(h, line))
			return line;
	return SIZE_MAX;
}

/* The first line with a link in the box, or the last one if `by` is negative. */
static size_t
find_end_of_box(const struct home_pane *h, const struct home_box *b, int by)
{
	size_t before = by > 0 ? b->first_line - 1 : b->first_line + b->line_count;
	return find_line_in_box(h, b, before, by);
}

/* Stores the focus that the user has moved since the text was written. */
static void
save_focus(struct home_pane *h)
{
	size_t line = focused_line(h);
	if (line == SIZE_MAX || h->view.selected_link == h->found_link)
		return;
	const struct doc_target *t = textview_selected_target(&h->view);
	const struct home_box *b = box_of_line(h, line);
	x_free((char *)(uintptr_t)h->focus.target.path.p);
	h->focus = (struct home_focus){ .target = { t->kind, str_of(str_dup(t->path)) },
		.box = b->id,
		.row = line - b->first_line };
}

/* The line of that box that opens the same; else the nearest one before it; else the first line
 * with a link. */
static size_t
find_focus(const struct home_pane *h)
{
	const struct home_focus *focus = &h->focus;
	const struct doc *d = &h->view.doc;
	size_t first = SIZE_MAX, nearest = SIZE_MAX;
	for (size_t i = 0; i < h->grid.n; i++) {
		const struct home_box *b = &h->grid.boxes[i];
		for (size_t row = 0; row < b->line_count; row++) {
			size_t line = b->first_line + row, link = find_link_in_line(d, line);
			if (link == SIZE_MAX)
				continue;
			const struct doc_target *t =
			    &d->targets.v[d->pieces.v[link].target_number - 1];
			first = first == SIZE_MAX ? line : first;
			if (b->id != focus->box || !focus->target.path.p)
				continue;
			if (t->kind == focus->target.kind && str_eq(t->path, focus->target.path))
				return line;
			if (row <= focus->row || nearest == SIZE_MAX)
				nearest = line;
		}
	}
	return nearest == SIZE_MAX ? first : nearest;
}

/* ---- the text ---- */

static struct home_written
state_of_text(const struct console *c, int w, int h)
{
	const struct home_written now = { w, h,
		{ c->baskets->state, c->catalog->state, c->time_style, c->presenting,
		    (int64_t)(c->write_session ? write_session_count_unknown(c->write_session) : 0),
		    c->look.ascii_lines } };
	return now;
}

/* Counts and writes again if anything changed; the focus keeps its target. */
static void
update_home(struct home_pane *h, int width, int height)
{
	const struct console *c = h->pane.console;
	const struct home_written now = state_of_text(c, width, height);
	bool changed = home_facts_update(&h->facts, c);
	if (!changed && now.w == h->written.w && now.h == h->written.h &&
	    memcmp(now.state, h->written.state, sizeof(now.state)) == 0)
		return;
	struct textview *v = &h->view;
	save_focus(h);
	h->written = now;
	doc_clear(&v->doc);
	v->doc.ascii = c->look.ascii_lines;
	v->doc.hides_private = c->presenting;
	home_boxes_write(&v->doc, &h->grid, width, height, &h->facts, c);
	textview_on_built(v);
	textview_arrange(v, (int)v->doc.lines.n);
	size_t line = find_focus(h);
	if (line != SIZE_MAX)
		focus_line(h, line);
	h->found_link = v->selected_link;
}

/* Scrolls until the rows of the grid from `top` to `bottom` are visible. */
static void
scroll_to(struct home_pane *h, int top, int bottom)
{
	if (bottom >= h->first_visible_row + h->body.h)
		h->first_visible_row = bottom + 1 - h->body.h;
	if (top < h->first_visible_row)
		h->first_visible_row = top;
}

/* Scrolls so that the box with the focus is visible with its frame, or at least the focused row. */
static void
scroll_to_focus(struct home_pane *h)
{
	size_t line = focused_line(h);
	const struct home_box *b = box_of_line(h, line);
	int y = line == SIZE_MAX ? b->y : b->y + (int)(line - b->first_line);
	int most = h->grid.height - h->body.h;
	if (b->rows + 2 <= h->body.h)
		scroll_to(h, b->y - 1, b->y + b->rows);
	else
		scroll_to(h, y - 1, y + 1);
	if (b->y + b->rows < h->body.h) /* what needs the user is at the top */
		h->first_visible_row = 0;
	if (h->first_visible_row > most)
		h->first_visible_row = most;
	if (h->first_visible_row < 0)
		h->first_visible_row = 0;
}

static void
arrange_home(struct pane *p, const struct layout *layout)
{
	struct home_pane *h = home_of(p);
	enum {
		SPOKEN_WIDTH = 80
	}; /* in one column the boxes are in the order of their importance */
	h->body = layout->body;
	if (p->console->linear)
		h->body.w = SPOKEN_WIDTH;
	update_home(h, h->body.w, h->body.h);
	scroll_to_focus(h);
}

static void
on_home_changed(struct pane *p)
{
	struct home_pane *h = home_of(p);
	if (h->written.w)
		update_home(h, h->written.w, h->written.h);
}

static void
draw_home(const struct pane *p, const struct surface *screen, const struct layout *layout)
{
	const struct home_pane *h = home_of(p);
	const struct rect *r = &layout->body;
	struct surface body = surface_part(screen, r->y, r->x, r->h, r->w);
	size_t focused = focused_line(h);
	if (focused == SIZE_MAX)
		focused = h->grid.boxes[0].first_line;
	home_boxes_draw(&h->view, &h->grid, h->first_visible_row, focused, &body);
}

/* ---- row 2 ---- */

/* "Fri 20 Nov 10:42" */
static void
append_day_and_time(struct buf *out, const struct console *c)
{
	bool utc = c->time_style == TIME_UTC;
	struct buf when = { 0 };
	format_time_long(&when, console_now(c), utc);
	buf_adds(out, str_sub(buf_str(&when), 0, str_find_char(buf_str(&when), ' ') + 1));
	format_day(out, console_now(c), utc);
	buf_addc(out, ' ');
	format_time_of_day(out, console_now(c), utc);
	buf_free(&when);
}

static void
write_home_title(const struct pane *p, struct title *out)
{
	const struct console *c = p->console;
	const struct baskets *b = c->baskets;
	bool utc = c->time_style == TIME_UTC;
	buf_addz(&out->breadcrumb, "Today");
	if (!c->presenting) {
		buf_addc(&out->terms, ' '); /* not a filter: set apart, as an order in words is */
		append_day_and_time(&out->terms, c);
	}
	baskets_append_read_count(&out->counts, b, utc);
	if (b->state == BASKETS_READING)
		buf_addz(&out->counts, out->counts.n ? ", reading" : "reading");
	if (b->read_at != WHEN_NONE) {
		buf_addz(&out->counts, " \xC2\xB7 ");
		format_recent_time(&out->counts, b->read_at, console_now(c), utc);
	}
}

/* ---- actions ---- */

static enum scope
home_scope(const struct pane *p)
{
	(void)p;
	return SCOPE_TEXT;
}

static const char *
why_not_in_home(const struct pane *p, enum action a)
{
	const struct home_pane *h = home_of(p);
	if (a == ACT_IN && focused_line(h) == SIZE_MAX)
		return "Nothing to open yet";
	if ((a == ACT_NEXT_MATCH || a == ACT_PREV_MATCH) && !h->view.last_search.n)
		return "No search yet. / starts one";
	return NULL;
}

static const char *
label_home_action(const struct pane *p, enum action a, struct buf *room)
{
	(void)p;
	(void)room;
	return a == ACT_OTHER_PART ? "next box" : a == ACT_FILTER ? "search" : NULL;
}

/* Goes to the next box with a link, in a direction, around the end. */
static void
run_other_box(struct pane *p)
{
	struct home_pane *h = home_of(p);
	int by = shell_of(p->console)->last_key == KEY_BACKTAB ? -1 : 1;
	size_t n = h->grid.n, at = (size_t)(box_of_line(h, focused_line(h)) - h->grid.boxes);
	for (size_t i = 0; i < n; i++) {
		at = (at + n + (size_t)by) % n;
		size_t line = find_end_of_box(h, &h->grid.boxes[at], 1);
		if (line == SIZE_MAX)
			continue;
		focus_line(h, line);
		return;
	}
}

static void
show_end_of_box(struct console *c, int by)
{
	struct buf key = { 0 };
	console_append_key_of(c, &key, ACT_OTHER_PART);
	console_show(c, ROLE_TEXT, "%s row of this box. %s goes to the next box",
	    by > 0 ? "Last" : "First", buf_z(&key));
	buf_free(&key);
}

static void
run_row(struct pane *p)
{
	struct home_pane *h = home_of(p);
	int by = p->running_action == ACT_DOWN ? 1 : -1;
	size_t line = focused_line(h);
	if (line == SIZE_MAX)
		return;
	size_t next = find_line_in_box(h, box_of_line(h, line), line, by);
	if (next != SIZE_MAX)
		focus_line(h, next);
	else
		show_end_of_box(p->console, by);
}

/* Goes to the box below or above in the column; from the outermost one, to its end. */
static void
run_page(struct pane *p)
{
	struct home_pane *h = home_of(p);
	int by = p->running_action == ACT_PAGE_DOWN || p->running_action == ACT_HALF_DOWN ? 1 : -1;
	size_t line = focused_line(h);
	if (line == SIZE_MAX)
		return;
	const struct home_box *here = box_of_line(h, line), *b = here;
	size_t next = SIZE_MAX,
	       left = by > 0 ? (size_t)(h->grid.boxes + h->grid.n - 1 - here)
			     : (size_t)(here - h->grid.boxes);
	for (; left > 0 && next == SIZE_MAX; left--) {
		b += by;
		if (b->column == here->column)
			next = find_end_of_box(h, b, 1);
	}
	focus_line(h, next != SIZE_MAX ? next : find_end_of_box(h, here, -by));
}

static void
run_end(struct pane *p)
{
	struct home_pane *h = home_of(p);
	bool top = p->running_action == ACT_TOP;
	size_t found = SIZE_MAX;
	for (size_t i = 0; i < h->grid.n && (found == SIZE_MAX || !top); i++) {
		size_t line = find_end_of_box(h, &h->grid.boxes[i], top ? 1 : -1);
		found = line != SIZE_MAX ? line : found;
	}
	if (found != SIZE_MAX)
		focus_line(h, found);
}

static void
run_open(struct pane *p)
{
	struct console *c = p->console;
	const struct doc_target *to = textview_selected_target(&home_of(p)->view);
	unsigned said = c->messages_shown;
	struct buf back = { 0 };
	console_append_key_of(c, &back, ACT_BACK);
	c->nav->open_item(c, to->kind, to->path);
	persons_pane_return_on_cancel(console_top_pane(c));
	if (c->messages_shown == said) /* and there was no error message either */
		console_show(c, ROLE_TEXT, "%s goes back to Today", buf_z(&back));
	buf_free(&back);
}

static void
run_reload(struct pane *p)
{
	console_show(p->console, ROLE_TEXT, "Reloading");
	contact_log_reload(p->console);
	baskets_refresh(p->console->baskets);
	catalog_refresh(p->console->catalog);
}

static void
run_leave(struct pane *p)
{
	console_pop_pane(p->console);
}

static bool
cancel_home(struct pane *p)
{
	if (home_of(p)->view.last_search.n) {
		buf_reset(&home_of(p)->view.last_search);
		return true;
	}
	return derived_list_cancel(p);
}

static const struct pane_action actions[] = {
	{ ACT_OTHER_PART, run_other_box },
	{ ACT_IN, run_open },
	{ ACT_REFRESH, run_reload },
	{ ACT_FILTER, text_run_search },
	{ ACT_NEXT_MATCH, text_run_match },
	{ ACT_PREV_MATCH, text_run_match },
	{ ACT_OUT, run_leave },
	{ ACT_DOWN, run_row },
	{ ACT_UP, run_row },
	{ ACT_PAGE_DOWN, run_page },
	{ ACT_PAGE_UP, run_page },
	{ ACT_HALF_DOWN, run_page },
	{ ACT_HALF_UP, run_page },
	{ ACT_TOP, run_end },
	{ ACT_BOTTOM, run_end },
	{ ACT_NONE, NULL },
};

/* A click goes to a row; a click on the focused row opens it. */
static void
on_home_mouse(struct pane *p, int y, int x, enum mouse mouse)
{
	struct home_pane *h = home_of(p);
	int row = y - h->body.y + h->first_visible_row;
	if (mouse != MOUSE_CLICK) {
		pane_turn_wheel(p, mouse);
		return;
	}
	for (size_t i = 0; i < h->grid.n; i++) {
		const struct home_box *b = &h->grid.boxes[i];
		size_t line = b->first_line + (size_t)(row - b->y);
		if (row < b->y || line >= b->first_line + b->line_count ||
		    x <= h->grid.rule_x[b->column] || x >= h->grid.rule_x[b->column + 1] ||
		    !has_link(h, line))
			continue;
		if (line == focused_line(h))
			pane_handle_action(p, ACT_IN);
		else
			focus_line(h, line);
		return;
	}
}

static const struct textview *
home_textview(const struct pane *p)
{
	return &home_of(p)->view;
}

static void
close_home(struct pane *p)
{
	struct home_pane *h = home_of(p);
	textview_free(&h->view);
	home_facts_free(&h->facts);
	x_free((char *)(uintptr_t)h->focus.target.path.p);
	x_free(h);
}

/* A failed or slow reload; without earlier data, the boxes say it. */
static bool
append_home_status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct baskets *list = p->console->baskets;
	if (list->state != BASKETS_FAILED || !list->rows.n)
		return catalog_append_status(p, out, role);
	*role = ROLE_BAD;
	baskets_pane_append_failure(p, out);
	return true;
}

static const struct pane_ops ops = {
	.get_scope = home_scope,
	.arrange = arrange_home,
	.draw = draw_home,
	.why_unavailable = why_not_in_home,
	.label_action = label_home_action,
	.write_title = write_home_title,
	.write_status = append_home_status,
	.cancel = cancel_home,
	.on_mouse = on_home_mouse,
	.on_changed = on_home_changed,
	.get_textview = home_textview,
	.close = close_home,
};

void
home_open(struct console *c)
{
	if (console_top_pane(c)->ops == &ops) {
		run_reload(console_top_pane(c));
		return;
	}
	struct home_pane *h = x_new(struct home_pane);
	*h = (struct home_pane){ .pane = { .ops = &ops, .console = c, .actions = { actions } } };
	h->view.focused = true;
	h->view.selected_link = h->found_link = SIZE_MAX;
	update_home(
	    h, c->layout.body.w ? c->layout.body.w : 80, c->layout.body.h ? c->layout.body.h : 20);
	console_push_pane(c, &h->pane);
}

bool
home_is_open(const struct console *c)
{
	const struct pane_stack *s = &c->stacks[c->tab];
	for (size_t i = 1; i < s->panes.n; i++)
		if (s->panes.v[i]->ops == &ops)
			return true;
	return false;
}
