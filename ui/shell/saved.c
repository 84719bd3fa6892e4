#include "ui/shell/saved.h"

#include "app/saved_views.h"
#include "base/utf8.h"
#include "ui/kit/menu.h"
#include "ui/kit/nav.h"

/* A saved view may name people: while people are masked, the names in it are masked in the same
 * way as in rows. */
bool
saved_view_parse(struct view *view, const struct console *c, struct str line, struct err *err)
{
	struct buf whole = { 0 };
	*view = (struct view){ 0 };
	bool ok = saved_view_expand(&whole, line, err) && view_parse(view, buf_str(&whole), err);
	if (ok && c->app->masked)
		view_mask_people(view, &c->app->mask);
	buf_free(&whole);
	return ok;
}

static void
show_view_line(struct console *c, struct str line)
{
	struct buf shown = { 0 };
	struct view view;
	struct err err;
	if (saved_view_parse(&view, c, line, &err)) {
		view_write(&shown, &view);
		c->nav->run_typed_text(c, TYPED_VIEW, buf_str(&shown));
	} else {
		console_show(c, ROLE_WARN, "%s", err.text);
	}
	view_free(&view);
	buf_free(&shown);
}

static struct str
read_saved_line(struct buf *all, int number)
{
	struct str rest, line;
	struct err ignored;
	int i = 0;
	saved_views_read(all, &ignored);
	for (rest = buf_str(all); rest.n && str_next(&rest, '\n', &line);)
		if (line.n && i++ == number)
			return line;
	return STR_NONE;
}

/* "mara baskets email:mara@…". While people are masked, the text is cut after the resource,
 * because a term may contain a name. */
static void
write_saved_line(const struct console *c, struct buf *out, struct str line)
{
	size_t name = str_find_char(line, ' ');
	size_t resource = str_find_char(str_sub(line, name + 1, line.n), ' ');
	if (c->app->masked && resource != SIZE_MAX)
		line = str_sub(line, 0, name + 1 + resource);
	text_clean(out, line, c->look.ascii_lines);
}

static void
delete_view(struct console *c, struct str name)
{
	struct buf line = { 0 }, clean = { 0 };
	struct err err;
	if (saved_view_delete(&line, name, &err)) {
		text_clean(&clean, buf_str(&line), c->look.ascii_lines);
		console_show(c, ROLE_TEXT, "@%.*s was removed%s%s", STR_ARG(name),
		    c->app->masked ? "" : "; it was ", c->app->masked ? "" : buf_z(&clean));
	} else {
		console_show(c, ROLE_WARN, "%s", err.text);
	}
	buf_free(&line);
	buf_free(&clean);
}

static void
on_view_to_open_chosen(struct console *c, void *ctx, int value)
{
	struct buf all = { 0 };
	struct str line = read_saved_line(&all, value);
	(void)ctx;
	show_view_line(c, str_sub(line, str_find_char(line, ' ') + 1, line.n));
	buf_free(&all);
}

static void
on_view_to_delete_chosen(struct console *c, void *ctx, int value)
{
	struct buf all = { 0 };
	struct str line = read_saved_line(&all, value);
	(void)ctx;
	delete_view(c, str_sub(line, 0, str_find_char(line, ' ')));
	buf_free(&all);
}

static void
choose_view(struct console *c, const char *title, menu_fn *on_chosen)
{
	struct buf all = { 0 };
	struct str line;
	struct menu *m = menu_new(c, title, false, on_chosen, NULL);
	for (int i = 0; (buf_reset(&all), line = read_saved_line(&all, i)).n; i++) {
		struct buf clean = { 0 };
		write_saved_line(c, &clean, line);
		menu_add(m, i, false, "@%s", buf_z(&clean));
		buf_free(&clean);
	}
	menu_open(m);
	buf_free(&all);
}

/* Returns false and shows the reason if there are no saved views. */
static bool
has_saved_views(struct console *c)
{
	struct buf all = { 0 };
	struct err err = { 0 };
	bool read = saved_views_read(&all, &err), any = read && all.n;
	if (!read)
		console_show(c, ROLE_WARN, "%s", err.text);
	else if (!any)
		console_show(
		    c, ROLE_TEXT, "No saved views yet. :save NAME saves what a list shows");
	buf_free(&all);
	return any;
}

static struct str
strip_at_sign(struct str name)
{
	return name.n && name.p[0] == '@' ? str_sub(name, 1, name.n) : name;
}

void
saved_view_open(struct console *c, struct str name)
{
	struct buf line = { 0 };
	if (!has_saved_views(c))
		return;
	buf_addf(&line, "@%.*s", STR_ARG(strip_at_sign(name)));
	if (name.n)
		show_view_line(c, buf_str(&line));
	else
		choose_view(c, "Saved views", on_view_to_open_chosen);
	buf_free(&line);
}

void
saved_view_ask_delete(struct console *c, struct str name)
{
	if (!has_saved_views(c))
		return;
	if (name.n)
		delete_view(c, strip_at_sign(name));
	else
		choose_view(c, "Remove a saved view", on_view_to_delete_chosen);
}
