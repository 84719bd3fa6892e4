#include "ui/shell/theme_menu.h"

#include "app/theme.h"
#include "ui/kit/menu.h"
#include "ui/term/term.h"

enum { THEME_UNCHANGED = -1, THEMES_MAX = 64 };

/* The nth name in the menu; `auto` is the first. */
static struct str
theme_name_at(struct buf *names, int number)
{
	struct str rest, name;
	buf_addz(names, "auto\n");
	theme_append_names(names);
	rest = buf_str(names);
	for (int i = 0; rest.n && str_next(&rest, '\n', &name); i++)
		if (i == number)
			return name;
	return STR_NONE;
}

static bool
apply_theme_named(struct console *c, struct str name, struct err *err)
{
	char *z = str_dup(name);
	bool ok = console_use_theme(c, z, err);
	x_free(z);
	if (ok) {
		term_invalidate_screen();
		console_notify_panes(c);
	}
	return ok;
}

void
theme_set(struct console *c, struct str name)
{
	struct err err;
	if (!apply_theme_named(c, name, &err)) {
		console_show(c, ROLE_WARN, "%s", err.text);
		return;
	}
	console_show(c, ROLE_TEXT, "Theme %s. To keep it: ui { theme = \"%s\" } in config.conf",
	    c->theme, c->theme);
}

static void
try_theme(struct console *c, void *ctx, int value)
{
	struct buf names = { 0 };
	struct err ignored;
	struct str name = value == THEME_UNCHANGED ? buf_str(&c->previous_theme)
						   : theme_name_at(&names, value);
	(void)ctx;
	apply_theme_named(c, name, &ignored);
	buf_free(&names);
}

static void
on_theme_picked(struct console *c, void *ctx, int value)
{
	struct buf names = { 0 };
	(void)ctx;
	theme_set(c, theme_name_at(&names, value));
	buf_free(&names);
}

void
theme_menu_open(struct console *c)
{
	struct buf names = { 0 };
	struct str name;
	struct menu *m = menu_new(c, "Theme", false, on_theme_picked, NULL);
	buf_reset(&c->previous_theme);
	buf_addz(&c->previous_theme, c->theme);
	for (int i = 0; i < THEMES_MAX && (buf_reset(&names), name = theme_name_at(&names, i)).n;
	     i++)
		menu_add(m, i, str_eqz(name, c->theme), "%.*s", STR_ARG(name));
	menu_set_on_move(m, try_theme, THEME_UNCHANGED);
	menu_open(m);
	buf_free(&names);
}
