#include "app/conf.h"

#include "app/embedded.h"

#include <string.h>

struct config_printer {
	struct buf *out;
	const struct config *config; /* NULL: no origins */
	unsigned shown_parts;
};

/* Appends the text in double quotes, as libconfuse reads it: a backslash protects the next
 * character, and ${ would start a variable. */
static void
show_quoted(struct buf *out, const char *text)
{
	buf_addc(out, '"');
	for (const char *p = text; *p; p++) {
		if (*p == '\n') {
			buf_addz(out, "\\n");
			continue;
		}
		if (*p == '"' || *p == '\\' || *p == '$')
			buf_addc(out, '\\');
		buf_addc(out, *p);
	}
	buf_addc(out, '"');
}

/* Appends a text that a user wrote. */
static void
show_text(const struct config_printer *s, const char *text)
{
	static const char *const schemes[] = { "https://", "http://" };
	if (!(s->shown_parts & CONFIG_SHOW_MASKED)) {
		show_quoted(s->out, text);
		return;
	}
	buf_addc(s->out, '"');
	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++)
		if (strncmp(text, schemes[i], strlen(schemes[i])) == 0)
			buf_addz(s->out, schemes[i]);
	buf_addz(s->out, "…\"");
}

static void
show_list(const struct config_printer *s, char **list)
{
	buf_addc(s->out, '{');
	for (char **p = list; p && *p; p++) {
		buf_addz(s->out, p == list ? "" : ", ");
		show_text(s, *p);
	}
	buf_addc(s->out, '}');
}

/* Appends the source after the value that starts at `from`. */
static void
append_origin_comment(
    const struct config_printer *s, size_t from, const struct config_origin *origin)
{
	enum { COMMENT_COLUMN = 44 };
	if ((s->shown_parts & CONFIG_SHOW_ORIGINS) && s->config) {
		size_t width = s->out->n - from;
		buf_pad(s->out, ' ', width < COMMENT_COLUMN ? COMMENT_COLUMN - width : 2);
		buf_addz(s->out, "# ");
		if (origin->layer)
			config_append_origin(s->out, s->config, origin);
		else
			buf_addz(s->out, "the default");
	}
	buf_addc(s->out, '\n');
}

/* True if the text is a word of this program: an allowed value, or the name of what it brings. */
static bool
is_word_of_ours(const struct setting *s, const char *text)
{
	for (const char *const *word = s->allowed_values; word && *word; word++)
		if (strcmp(*word, text) == 0)
			return true;
	return (s == &ui_settings[UI_KEYMAP] && embedded_find(embedded_keymaps, text)) ||
	    (s == &ui_settings[UI_THEME] &&
		(strcmp(text, "auto") == 0 || embedded_find(embedded_themes, text)));
}

static void
show_value(const struct config_printer *printer, const struct setting *s, void *owner)
{
	struct buf *out = printer->out;
	switch (s->kind) {
	case SETTING_TEXT:
	case SETTING_PATH:
		if (is_word_of_ours(s, *setting_text(s, owner)))
			show_quoted(out, *setting_text(s, owner));
		else
			show_text(printer, *setting_text(s, owner));
		break;
	case SETTING_LIST:
	case SETTING_PROGRAM:
		show_list(printer, *setting_list(s, owner));
		break;
	case SETTING_SWITCH:
		buf_addz(out, *setting_switch(s, owner) ? "true" : "false");
		break;
	case SETTING_NUMBER:
		buf_addf(out, "%d", *setting_number(s, owner));
		break;
	}
}

static bool
has_value(const struct setting *s, void *owner)
{
	if (s->kind == SETTING_TEXT || s->kind == SETTING_PATH)
		return *setting_text(s, owner) != NULL;
	bool is_list = s->kind == SETTING_LIST || s->kind == SETTING_PROGRAM;
	return !is_list || *setting_list(s, owner) != NULL;
}

static bool
is_same_list(const char *const *a, char **b)
{
	for (; *a && *b && strcmp(*a, *b) == 0; a++)
		b++;
	return !*a && !*b;
}

static bool
has_default_value(const struct setting *s, void *owner)
{
	if (s->kind == SETTING_TEXT || s->kind == SETTING_PATH)
		return s->default_text && strcmp(*setting_text(s, owner), s->default_text) == 0;
	if (s->kind == SETTING_NUMBER)
		return *setting_number(s, owner) == s->default_number;
	if (s->default_list)
		return is_same_list(s->default_list, *setting_list(s, owner));
	return s->kind == SETTING_SWITCH && *setting_switch(s, owner) == s->default_number;
}

static void
show_settings(const struct config_printer *s, const struct setting *settings, size_t n,
    const void *owner, const struct config_origin *origins)
{
	void *values = (void *)(uintptr_t)owner;
	for (size_t i = 0; i < n; i++) {
		size_t from = s->out->n;
		if (!has_value(&settings[i], values) ||
		    (!origins[i].layer && has_default_value(&settings[i], values) &&
			!(s->shown_parts & CONFIG_SHOW_ALL)))
			continue;
		buf_addf(s->out, "    %s = ", settings[i].name);
		show_value(s, &settings[i], values);
		append_origin_comment(s, from, &origins[i]);
	}
}

static void
show_name(const struct config_printer *s, const char *name, const char *text,
    const struct config_origin *origin)
{
	size_t from = s->out->n;
	buf_addf(s->out, "        %s = ", name);
	show_text(s, text);
	append_origin_comment(s, from, origin);
}

/* Appends the names of parameters: all of them, or those that the file sets. */
static void
show_params(
    const struct config_printer *s, const struct environment *e, const struct wire_names *names)
{
	size_t before = s->out->n;
	buf_addz(s->out, "    parameters {\n");
	size_t head = s->out->n;
	for (int p = 0; p < PARAM_COUNT; p++)
		if (e->params[p] || (s->shown_parts & CONFIG_SHOW_ALL))
			show_name(
			    s, param_infos[p].setting_name, names->params[p], &e->param_origins[p]);
	if (s->out->n == head)
		s->out->n = before;
	else
		buf_addz(s->out, "    }\n");
}

static void
show_paths(
    const struct config_printer *s, const struct environment *e, const struct wire_names *names)
{
	size_t before = s->out->n;
	buf_addz(s->out, "    paths {\n");
	size_t head = s->out->n;
	for (int p = 0; p < ENDPOINT_COUNT; p++)
		if (e->paths[p] || (s->shown_parts & CONFIG_SHOW_ALL))
			show_name(s, endpoint_infos[p].setting_name, names->paths[p],
			    &e->path_origins[p]);
	if (s->out->n == head)
		s->out->n = before;
	else
		buf_addz(s->out, "    }\n");
}

static void
show_environment(const struct config_printer *s, const struct environment *e)
{
	struct wire_names names = wire_names_default();
	environment_apply_names(&names, e);
	buf_addz(s->out, "environment ");
	show_text(s, e->name);
	buf_addz(s->out, " {\n");
	show_settings(s, environment_settings, ENVIRONMENT_SETTINGS, e, e->setting_origins);
	show_params(s, e, &names);
	show_paths(s, e, &names);
	buf_addz(s->out, "}\n");
}

void
environment_show(struct buf *out, const struct environment *e)
{
	show_environment(&(struct config_printer){ .out = out }, e);
}

static void
show_command(const struct config_printer *s, const struct user_command *command)
{
	buf_addz(s->out, "command ");
	show_text(s, command->name);
	buf_addz(s->out, " {\n");
	show_settings(s, command_settings, COMMAND_SETTINGS, command, command->setting_origins);
	buf_addz(s->out, "}\n");
}

/* Appends a comment with the other possible values. */
static void
show_choice(struct buf *out, const char *name, const char *first, const struct embedded *list)
{
	buf_addf(out, "    # %s: %s", name, first);
	embedded_add_names(out, list);
	buf_addc(out, '\n');
}

static void
show_ui(const struct config_printer *s, const struct config *c)
{
	size_t before = s->out->n;
	buf_addz(s->out, "ui {\n");
	if (s->shown_parts & CONFIG_SHOW_ALL) {
		show_choice(s->out, "keymap", "", embedded_keymaps);
		show_choice(s->out, "theme", "auto, ", embedded_themes);
	}
	size_t head = s->out->n;
	show_settings(s, ui_settings, UI_SETTINGS, c, c->ui_setting_origins);
	if (s->out->n == head)
		s->out->n = before;
	else
		buf_addz(s->out, "}\n");
}

static void
show_mute(const struct config_printer *s, const struct config *c)
{
	const char *before = "";
	if (!c->mute_origin.layer && !(s->shown_parts & CONFIG_SHOW_ALL))
		return;
	buf_addz(s->out, "checks {\n");
	size_t from = s->out->n;
	buf_addz(s->out, "    mute = {");
	for (enum check_rule r = 0; r < CHECK_RULES; r++) {
		if (!c->mute.muted_rules[r])
			continue;
		buf_addz(s->out, before);
		show_quoted(s->out, check_rules[r].id);
		before = ", ";
	}
	buf_addc(s->out, '}');
	append_origin_comment(s, from, &c->mute_origin);
	buf_addz(s->out, "}\n");
}

void
config_show_default(struct buf *out, const char *name)
{
	buf_addz(out, "default = ");
	show_quoted(out, name);
}

/* The path of a file that was read, without the names of folders that a user chose. */
static const char *
describe_layer(const struct config_layer *layer, unsigned what)
{
	if (!(what & CONFIG_SHOW_MASKED) || strncmp(layer->path, "/etc/backroom/", 14) == 0)
		return layer->path;
	if (layer->is_system_file)
		return "$XDG_CONFIG_DIRS/backroom/config.conf";
	return config_path_override() ? "$BACKROOM_CONFIG"
				      : "$XDG_CONFIG_HOME/backroom/config.conf";
}

void
config_show(struct buf *out, const struct config *c, unsigned what)
{
	const struct config_printer s = { out, c, what };
	for (size_t i = 0; i < c->layers.n; i++)
		buf_addf(out, "# read: %s\n", describe_layer(&c->layers.v[i], what));
	if (!c->layers.n)
		buf_addz(out, "# no file was read: all settings have their defaults\n");
	if (c->default_environment) {
		size_t from = out->n;
		buf_addz(out, "default = ");
		show_text(&s, c->default_environment);
		append_origin_comment(&s, from, &c->default_environment_origin);
	}
	for (size_t i = 0; i < c->environments.n; i++)
		show_environment(&s, &c->environments.v[i]);
	for (size_t i = 0; i < c->commands.n; i++)
		show_command(&s, &c->commands.v[i]);
	show_ui(&s, c);
	show_mute(&s, c);
}
