#include "ui/kit/action_arguments.h"

#include "app/saved_views.h"
#include "app/script_file.h"
#include "base/utf8.h"

void
append_command_help(struct buf *out, const struct console *c, const struct user_command *command)
{
	buf_addz(out, command->passes_link ? "with the link: " : "");
	if (command->help)
		text_clean(out, str_of(command->help), c->look.ascii_lines);
	for (char **word = command->argv; !command->help && *word; word++) {
		buf_addz(out, word == command->argv ? "" : " ");
		text_clean(out, str_of(*word), c->look.ascii_lines);
	}
}

static void
add_commands(struct buf *out, const struct console *c)
{
	const struct config *config = &c->app->config;
	for (size_t i = 0; i < config->commands.n; i++) {
		const struct user_command *command = &config->commands.v[i];
		const char *why = c->nav->why_command_unavailable(c, command);
		if (!c->nav->has_command(c, command))
			continue;
		buf_addf(out, "%s\t", command->name);
		if (why)
			buf_addz(out, why);
		else
			append_command_help(out, c, command);
		buf_addc(out, '\n');
	}
}

static void
add_environments(struct buf *out, const struct console *c)
{
	const struct config *config = &c->app->config;
	for (size_t i = 0; i < config->environments.n; i++) {
		const struct environment *e = &config->environments.v[i];
		text_clean(out, str_of(e->name), c->look.ascii_text);
		buf_addf(out, "\t%s ", e->role);
		text_clean(out, str_of(e->url), c->look.ascii_text);
		buf_addc(out, '\n');
	}
	buf_addz(out, "demo\tsample data, nothing leaves this machine\n");
}

static void
add_themes(struct buf *out, const struct console *c)
{
	(void)c;
	buf_addz(out, "auto\tlight or dark, like the terminal\n");
	theme_append_names(out);
}

/* Omits the views' terms while people are masked, because they may contain names. */
static void
add_views(struct buf *out, const struct console *c)
{
	struct buf all = { 0 };
	struct str rest, line;
	struct err ignored;
	saved_views_read(&all, &ignored);
	for (rest = buf_str(&all); rest.n && str_next(&rest, '\n', &line);) {
		size_t name = str_find_char(line, ' ');
		if (name == SIZE_MAX)
			continue;
		buf_adds(out, str_sub(line, 0, name));
		buf_addc(out, '\t');
		if (!c->app->masked)
			text_clean(out, str_sub(line, name + 1, line.n), c->look.ascii_lines);
		buf_addc(out, '\n');
	}
	buf_free(&all);
}

static void
add_tours(struct buf *out, const struct console *c)
{
	(void)c;
	tour_append_names(out);
	buf_addz(out,
	    "record\trecord FILE: write a tour from your keys; record off ends it\n"
	    "caption\tcaption TEXT: of the step that is being recorded\n"
	    "note\tnote TEXT: of the step that is being recorded\n"
	    "list\tchoose a tour\noff\tleave the tour\n");
}

static const struct {
	enum action action;
	void (*append_argument)(struct buf *out, const struct console *c);
} kinds[] = {
	{ ACT_RUN, add_commands },
	{ ACT_ENVIRONMENT, add_environments },
	{ ACT_THEME, add_themes },
	{ ACT_GO_VIEW, add_views },
	{ ACT_UNSAVE, add_views },
	{ ACT_TOUR, add_tours },
};

void
append_action_arguments(struct buf *out, const struct console *c, enum action a)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (kinds[i].action == a)
			kinds[i].append_argument(out, c);
}
