#include "ui/kit/console.h"

#include "list/columns.h"

#include <stdlib.h>

void
console_request_redraw(struct console *c)
{
	c->dirty = true;
}

int64_t
console_now(const struct console *c)
{
	return clock_now(&c->app->clock);
}

struct age_context
console_ages(const struct console *c)
{
	return app_context_ages(c->app);
}

struct cell_context
console_cell_context(const struct console *c)
{
	return (struct cell_context){ .now = console_now(c),
		.time_style = c->time_style,
		.ascii = c->look.ascii_lines,
		.hides_private = c->presenting,
		.link_rules = &c->app->link_rules,
		.marks_unsafe_text = true };
}

enum role
badge_role_of(const char *environment_role)
{
	if (str_eqz(str_of(environment_role), "demo"))
		return ROLE_ENV_DEMO;
	return str_eqz(str_of(environment_role), "test") ? ROLE_ENV_TEST : ROLE_ENV_PROD;
}

bool
console_use_theme(struct console *c, const char *name, struct err *err)
{
	const char *no_color = getenv("NO_COLOR");
	struct theme theme;
	bool by_background = str_eqz(str_of(name), "auto");
	if (!theme_load_named(
		&theme, by_background ? background_theme_name(c->background) : name, err))
		return false;
	char *kept = x_strdup(name);
	x_free(c->theme);
	c->theme = kept;
	look_init(&c->look, &theme, badge_role_of(c->app->environment_role) == ROLE_ENV_PROD,
	    no_color && *no_color);
	return true;
}
