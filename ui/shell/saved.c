#include "ui/shell/saved.h"

#include "app/config/saved_views.h"
#include "base/utf8.h"
#include "ui/kit/menu.h"
#include "ui/kit/nav.h"

static void
show_line(struct console *c, struct str line)
{
	struct buf whole = { 0 };
	struct err err;
	if (saved_view_expand(&whole, line, &err))
		c->nav->go_text(c, TYPED_VIEW, buf_str(&whole));
	else
		console_say(c, ROLE_WARN, "%s", err.text);
	buf_free(&whole);
}

static struct str
line_at(struct buf *all, int number)
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

static void
take_view(struct console *c, void *ctx, int value)
{
	struct buf all = { 0 };
	struct str line = line_at(&all, value);
	(void)ctx;
	show_line(c, str_sub(line, str_find_char(line, ' ') + 1, line.n));
	buf_free(&all);
}

static void
choose_view(struct console *c)
{
	struct buf all = { 0 };
	struct str line;
	struct menu *m = menu_new(c, "Saved views", false, take_view, NULL);
	for (int i = 0; (buf_reset(&all), line = line_at(&all, i)).n; i++) {
		struct buf clean = { 0 };
		text_clean(&clean, line, c->look.ascii_lines);
		menu_add(m, i, false, "@%s", buf_z(&clean));
		buf_free(&clean);
	}
	menu_open(m);
	buf_free(&all);
}

void
saved_go(struct console *c, struct str name)
{
	struct buf all = { 0 }, line = { 0 };
	struct err err = { 0 };
	if (!saved_views_read(&all, &err))
		console_say(c, ROLE_WARN, "%s", err.text);
	else if (!all.n)
		console_say(
		    c, ROLE_TEXT, "No view is saved yet. :save NAME keeps what a list shows");
	else if (!name.n)
		choose_view(c);
	else {
		buf_addf(
		    &line, "@%.*s", STR_ARG(name.p[0] == '@' ? str_sub(name, 1, name.n) : name));
		show_line(c, buf_str(&line));
	}
	buf_free(&all);
	buf_free(&line);
}
