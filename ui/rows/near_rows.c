#include "ui/rows/near_rows.h"

#include "ui/kit/menu.h"
#include "ui/rows/empty.h"

static void
show_near(struct rows_pane *r, size_t which)
{
	struct view view;
	struct err err;
	near_view(&view, rows_pane_listed(r).view, &r->near.found[which]);
	if (rows_pane_show(r, &view, true, &err))
		rows_pane_decided(r);
	else
		console_say(r->pane.console, ROLE_WARN, "%s", err.text);
	view_free(&view);
}

/* The rows are those they were when it was asked: nothing is read while a menu is open that would
 * find less. */
static void
near_was_chosen(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_pane(c));
	(void)ctx;
	if ((size_t)value < r->near.n)
		show_near(r, (size_t)value);
}

bool
near_rows_take(struct rows_pane *r)
{
	size_t n = near_most(&r->near);
	if (rows_pane_listed(r).n || n == 0)
		return false;
	if (n == 1) {
		show_near(r, 0);
		return true;
	}
	struct menu *m = menu_new(r->pane.console, "Nearest", false, near_was_chosen, NULL);
	for (size_t i = 0; i < n; i++) {
		struct buf words = { 0 };
		near_say(&words, &r->near, i, 1);
		menu_add(m, (int)i, false, "%s", buf_z(&words));
		buf_free(&words);
	}
	menu_open(m);
	return true;
}

void
near_rows_say(const struct rows_pane *r, struct buf *out)
{
	struct buf key = { 0 };
	if (rows_pane_listed(r).n || near_most(&r->near) == 0)
		return;
	console_key_of(r->pane.console, &key, ACT_IN);
	/* the key first: the end is cut; a prompt takes the first one for itself */
	buf_addf(out, console_modal(r->pane.console) ? "Nearest (%s twice): " : "Nearest (%s): ",
	    buf_z(&key));
	near_say(out, &r->near, 0, NEAR_MOST);
	buf_free(&key);
}

void
near_rows_say_empty(const struct rows_pane *r, struct doc *d)
{
	struct buf words = { 0 };
	near_rows_say(r, &words);
	if (words.n)
		empty_why(d, buf_str(&words));
	buf_free(&words);
}
