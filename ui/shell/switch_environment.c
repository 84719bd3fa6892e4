#include "ui/shell/switch_environment.h"

#include "base/utf8.h"
#include "ui/rows/user_command.h"
#include "ui/access/connect.h"
#include "ui/identity/form.h"
#include "ui/journal/write_session.h"
#include "ui/kit/dialog.h"
#include "ui/kit/menu.h"
#include "ui/plan/plans.h"
#include "ui/shell/shell.h"

enum { SWITCH_TO_DEMO = -1, SWITCH_TO_CONNECT = -2 };

static const char demo_name[] = "demo";

void
switch_environment_append_unsaved(const struct console *c, struct buf *out)
{
	write_session_append_unknown_numbers(c->write_session, out);
	if (out->n)
		buf_addz(out,
		    c->write_session->journal.persistent
			? ". It stays in the journal, and the next start shows it again."
			: ". The journal is in memory only and will be lost.");
	plans_append_unsent_changes(c->plans, out);
	user_command_append_running(c, out);
	identity_form_append_unsent(c, out);
}

void
switch_environment_now(struct console *c, const char *name)
{
	struct shell *s = shell_of(c);
	x_free(s->next_environment);
	s->next_environment = x_strdup(name);
	s->is_switching_environment = true;
	shell_quit(c);
}

static void
on_switch_confirmed(struct console *c, void *ctx, int button)
{
	char *name = ctx;
	if (button == 1)
		switch_environment_now(c, name);
	x_free(name);
}

static void
ask_to_leave(struct console *c, const char *name)
{
	struct buf left = { 0 }, title = { 0 };
	switch_environment_append_unsaved(c, &left);
	if (left.n) {
		buf_addz(&title, "Leave ");
		text_clean(&title, str_of(c->app->badge), c->look.ascii_text);
		dialog_ask(
		    c, buf_z(&title), buf_z(&left), "Discard", on_switch_confirmed, x_strdup(name));
	} else {
		switch_environment_now(c, name);
	}
	buf_free(&left);
	buf_free(&title);
}

static bool
is_current_environment(const struct console *c, const char *name)
{
	const struct app_context *l = c->app;
	return name ? !l->options.demo_pack && strcmp(l->environment_name, name) == 0
		    : l->options.demo_pack != NULL;
}

static void
switch_or_show_error(struct console *c, const char *name)
{
	struct buf clean = { 0 };
	text_clean(&clean, str_of(name ? name : demo_name), c->look.ascii_text);
	if (is_current_environment(c, name))
		console_show(c, ROLE_TEXT, "Already in %s", buf_z(&clean));
	else
		ask_to_leave(c, name);
	buf_free(&clean);
}

/* Reads the current config.conf. Returns false, with a message and an empty config, if it is
 * invalid. */
static bool
read_config(struct console *c, struct config *config)
{
	struct err err;
	if (config_read(config, NULL, &err))
		return true;
	config_free(config);
	console_show(c, ROLE_BAD, "%s", err.text);
	return false;
}

static void
show_no_such_environment(struct console *c, const struct config *config, struct str name)
{
	struct buf words = { 0 };
	buf_addz(&words, "No environment \"");
	text_clean(&words, name, c->look.ascii_text);
	buf_addz(&words, "\". There are: ");
	for (size_t i = 0; i < config->environments.n; i++) {
		text_clean(&words, str_of(config->environments.v[i].name), c->look.ascii_text);
		buf_addz(&words, ", ");
	}
	console_show(c, ROLE_WARN, "%s%s", buf_z(&words), demo_name);
	buf_free(&words);
}

/* The only environment with a name that starts so; NULL for several or none. */
static const struct environment *
find_only_match(const struct config *config, struct str name)
{
	const struct environment *found = NULL;
	for (size_t i = 0; name.n && i < config->environments.n; i++) {
		const struct environment *e = &config->environments.v[i];
		if (!str_starts(str_of(e->name), name))
			continue;
		if (found)
			return NULL;
		found = e;
	}
	return found;
}

void
switch_environment_by_name(struct console *c, struct str name)
{
	struct config config;
	const char *why = c->nav->why_unavailable(c, ACT_ENVIRONMENT);
	if (why) {
		console_show(c, ROLE_WARN, "%s", why);
		return;
	}
	char *text = str_dup(name);
	if (read_config(c, &config)) {
		const struct environment *e = config_find(&config, text);
		if (!e && !str_eqz(name, demo_name))
			e = find_only_match(&config, name);
		if (e)
			switch_or_show_error(c, e->name);
		else if (str_eqz(name, demo_name))
			switch_or_show_error(c, NULL);
		else
			show_no_such_environment(c, &config, name);
		config_free(&config);
	}
	x_free(text);
}

/* Switches to the nth of several NUL-terminated names. Uses the name because the file may have
 * changed. */
static void
on_environment_chosen(struct console *c, void *ctx, int value)
{
	const char *name = ctx;
	if (value == SWITCH_TO_DEMO) {
		switch_or_show_error(c, NULL);
		return;
	}
	if (value == SWITCH_TO_CONNECT) {
		connect_open(c);
		return;
	}
	for (; value > 0; value--)
		name += strlen(name) + 1;
	switch_environment_by_name(c, str_of(name));
}

static char *
copy_environment_names(const struct config *config)
{
	struct buf names = { 0 };
	for (size_t i = 0; i < config->environments.n; i++) {
		buf_addz(&names, config->environments.v[i].name);
		buf_addc(&names, '\0');
	}
	return buf_detach(&names);
}

/* The width of the column of names. */
static int
names_width(const struct config *config)
{
	int width = (int)sizeof(demo_name) - 1;
	for (size_t i = 0; i < config->environments.n; i++) {
		int cells = text_width(str_of(config->environments.v[i].name));
		width = cells > width ? cells : width;
	}
	return width;
}

/* A row with the columns name, kind and place. */
static void
add_environment(
    struct console *c, struct menu *m, int value, int width, const struct environment *e)
{
	enum { KIND_CELLS = sizeof("production") - 1 };
	const char *kind = !e ? "" : str_eqz(str_of(e->role), "prod") ? "production" : e->role;
	struct buf words = { 0 };
	text_clean(&words, str_of(e ? e->name : demo_name), c->look.ascii_text);
	for (int cells = text_width(buf_str(&words)); cells < width; cells++)
		buf_addc(&words, ' ');
	buf_addf(&words, "  %-*s  ", KIND_CELLS, kind);
	text_clean(&words, str_of(e ? e->url : "sample data, nothing leaves this machine"),
	    c->look.ascii_text);
	menu_add(m, value, is_current_environment(c, e ? e->name : NULL), "%s", buf_z(&words));
	buf_free(&words);
}

void
switch_environment_menu_open(struct console *c)
{
	struct config config;
	if (!read_config(c, &config))
		return;
	struct menu *m = menu_new(
	    c, "Environment", false, on_environment_chosen, copy_environment_names(&config));
	int width = names_width(&config);
	menu_set_checked_text(m, "here now");
	for (size_t i = 0; i < config.environments.n; i++)
		add_environment(c, m, (int)i, width, &config.environments.v[i]);
	add_environment(c, m, SWITCH_TO_DEMO, width, NULL);
	menu_add(m, SWITCH_TO_CONNECT, false, "Connect to another service");
	menu_set_closing_action(m, ACT_ENVIRONMENT);
	menu_open(m);
	config_free(&config);
}
