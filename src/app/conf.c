#include "app/conf.h"

#include "base/conffile.h"
#include "base/xdg.h"

#include <confuse.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A source file being read: its content, its name, and its layer. */
struct config_source {
	const char *text, *name;
	unsigned layer;
	bool is_system_file;
};

/* The version of the format: a change that older programs cannot read increments it. */
enum { CONFIG_VERSION = 1 };

static struct config_origin
find_option_origin(const struct config_source *s, cfg_t *section, const char *option)
{
	const char *title = section ? cfg_title(section) : NULL;
	return (struct config_origin){ s->layer,
		conffile_find_line(s->text, title ? cfg_name(section) : NULL, title, option) };
}

static bool
set_not_allowed_here_error(
    const struct config_source *s, size_t line, struct err *err, cfg_t *section, const char *words)
{
	const char *title = section ? cfg_title(section) : NULL;
	struct buf place = { 0 };
	buf_addz(&place, s->name);
	if (line)
		buf_addf(&place, ":%zu", line);
	if (title)
		err_set(err, ERR_CONFIG, "%s: %s \"%s\": %s", buf_z(&place), cfg_name(section),
		    title, words);
	else
		err_set(err, ERR_CONFIG, "%s: %s", buf_z(&place), words);
	buf_free(&place);
	return false;
}

/* ---- option declarations for libconfuse ---- */

/* libconfuse gets no defaults here: read_settings() keeps values that a file does not set. */
static cfg_opt_t
make_cfg_option(const struct setting *s)
{
	const char *name = s->name;
	switch (s->kind) {
	case SETTING_LIST:
	case SETTING_PROGRAM:
		return (cfg_opt_t)CFG_STR_LIST(name, NULL, CFGF_NONE);
	case SETTING_SWITCH:
		return (cfg_opt_t)CFG_BOOL(name, cfg_false, CFGF_NONE);
	case SETTING_NUMBER:
		return (cfg_opt_t)CFG_INT(name, 0, CFGF_NONE);
	case SETTING_TEXT:
	case SETTING_PATH:
		break;
	}
	return (cfg_opt_t)CFG_STR(name, NULL, CFGF_NONE);
}

static size_t
declare_settings(cfg_opt_t *out, const struct setting *settings, size_t n)
{
	for (size_t i = 0; i < n; i++)
		out[i] = make_cfg_option(&settings[i]);
	out[n] = (cfg_opt_t)CFG_END();
	return n;
}

/* The list as a file would set it. Its texts need no escapes. */
static void
write_config_list(struct buf *out, char **list)
{
	buf_addc(out, '{');
	for (char **text = list; *text; text++)
		buf_addf(out, "%s\"%s\"", text == list ? "" : ", ", *text);
	buf_addc(out, '}');
}

/* += adds to the limits of the layers so far, or to the default. */
static cfg_t *
parse_config_text(const struct config *c, const struct config_source *s, struct err *err)
{
	struct buf limits = { 0 };
	cfg_opt_t parameters[PARAM_COUNT + 1], paths[ENDPOINT_COUNT + 1];
	cfg_opt_t environment[ENVIRONMENT_SETTINGS + 3], ui[UI_SETTINGS + 1];
	cfg_opt_t command[COMMAND_SETTINGS + 1];
	for (int p = 0; p < PARAM_COUNT; p++)
		parameters[p] = (cfg_opt_t)CFG_STR(param_infos[p].setting_name, NULL, CFGF_NONE);
	for (int p = 0; p < ENDPOINT_COUNT; p++)
		paths[p] = (cfg_opt_t)CFG_STR(endpoint_infos[p].setting_name, NULL, CFGF_NONE);
	parameters[PARAM_COUNT] = paths[ENDPOINT_COUNT] = (cfg_opt_t)CFG_END();
	size_t n = declare_settings(environment, environment_settings, ENVIRONMENT_SETTINGS);
	environment[n++] = (cfg_opt_t)CFG_SEC("parameters", parameters, CFGF_NONE);
	environment[n++] = (cfg_opt_t)CFG_SEC("paths", paths, CFGF_NONE);
	environment[n] = (cfg_opt_t)CFG_END();
	declare_settings(command, command_settings, COMMAND_SETTINGS);
	declare_settings(ui, ui_settings, UI_SETTINGS);
	write_config_list(&limits, c->age_limits);
	buf_z(&limits);
	ui[UI_AGE_GROUPS] =
	    (cfg_opt_t)CFG_STR_LIST(ui_settings[UI_AGE_GROUPS].name, limits.p, CFGF_NONE);
	cfg_opt_t checks[] = { CFG_STR_LIST("mute", NULL, CFGF_NONE), CFG_END() };
	cfg_opt_t top[] = {
		CFG_INT("version", CONFIG_VERSION, CFGF_NONE),
		CFG_STR("default", NULL, CFGF_NONE),
		CFG_SEC("environment", environment, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
		CFG_SEC("command", command, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
		CFG_SEC("ui", ui, CFGF_NONE),
		CFG_SEC("checks", checks, CFGF_NONE),
		CFG_END(),
	};
	cfg_t *cfg = conffile_parse(top, s->text, s->name, err);
	buf_free(&limits);
	return cfg;
}

/* ---- reading one layer ---- */

/* The words are not expanded as in a shell, but the program is a path and may start with ~. */
static void
expand_program(char **words)
{
	struct buf path = { 0 };
	if (!words)
		return;
	xdg_append_expanded(&path, str_of(words[0]));
	x_free(words[0]);
	words[0] = buf_detach(&path);
}

static void
read_setting(const struct setting *s, void *owner, cfg_t *section)
{
	struct buf path = { 0 };
	const char *text = s->kind == SETTING_TEXT || s->kind == SETTING_PATH
	    ? cfg_getstr(section, s->name)
	    : NULL;
	setting_free(s, owner);
	switch (s->kind) {
	case SETTING_TEXT:
		if (text && *text)
			*setting_text(s, owner) = x_strdup(text);
		else if (!s->allowed_values) /* otherwise an empty text is invalid */
			setting_reset(s, owner);
		break;
	case SETTING_PATH:
		if (text && *text) {
			xdg_append_expanded(&path, str_of(text));
			*setting_text(s, owner) = buf_detach(&path);
		}
		break;
	case SETTING_LIST:
	case SETTING_PROGRAM:
		*setting_list(s, owner) = conffile_list(section, s->name);
		if (s->kind == SETTING_PROGRAM)
			expand_program(*setting_list(s, owner));
		break;
	case SETTING_SWITCH:
		*setting_switch(s, owner) = cfg_getbool(section, s->name);
		break;
	case SETTING_NUMBER:
		*setting_number(s, owner) = (int)cfg_getint(section, s->name);
		break;
	}
}

static bool
read_settings(const struct setting *settings, size_t n, void *owner, struct config_origin *origins,
    cfg_t *section, const struct config_source *s, struct err *err)
{
	for (size_t i = 0; i < n; i++) {
		if (!conffile_is_set(section, settings[i].name))
			continue;
		read_setting(&settings[i], owner, section);
		origins[i] = find_option_origin(s, section, settings[i].name);
		if (!setting_is_allowed(&settings[i], owner))
			return set_not_allowed_here_error(
			    s, origins[i].line, err, section, settings[i].error_message);
	}
	return true;
}

static void
read_name_override(char **names, struct config_origin *origins, size_t i, const char *name,
    cfg_t *section, const struct config_source *s, cfg_t *environment)
{
	if (!conffile_is_set(section, name))
		return;
	const char *text = cfg_getstr(section, name);
	x_free(names[i]);
	names[i] = text && *text ? x_strdup(text) : NULL;
	origins[i] = find_option_origin(s, environment, name);
}

/* A later token method replaces the earlier one. */
static void
clear_other_methods(struct environment *e, cfg_t *section, const struct config_source *s)
{
	enum token_method method = TOKEN_METHOD_ANY;
	for (int i = 0; i < ENVIRONMENT_SETTINGS; i++)
		if (environment_settings[i].token_method != TOKEN_METHOD_ANY &&
		    conffile_is_set(section, environment_settings[i].name))
			method = environment_settings[i].token_method;
	for (int i = 0; i < ENVIRONMENT_SETTINGS && method != TOKEN_METHOD_ANY; i++) {
		const struct setting *setting = &environment_settings[i];
		if (setting->token_method == TOKEN_METHOD_ANY || setting->token_method == method ||
		    e->setting_origins[i].layer == s->layer)
			continue;
		setting_reset(setting, e);
		e->setting_origins[i] = (struct config_origin){ 0 };
	}
}

static struct environment *
find_or_add_environment(struct config *c, const char *name)
{
	struct environment e;
	struct environment *found = (struct environment *)(uintptr_t)config_find(c, name);
	if (found)
		return found;
	environment_reset(&e, name);
	vec_push(&c->environments, e);
	return &c->environments.v[c->environments.n - 1];
}

static bool
refuse_locked_environment(const struct config *c, const struct environment *e,
    const struct config_source *s, cfg_t *section, size_t line, struct err *err)
{
	struct buf words = { 0 };
	buf_addz(&words, "it is locked by ");
	config_append_origin(&words, c, &e->setting_origins[ENVIRONMENT_LOCKED]);
	buf_addz(&words, ". Remove it here, or rename yours");
	set_not_allowed_here_error(s, line, err, section, buf_z(&words));
	buf_free(&words);
	return false;
}

static bool
read_environment(struct config *c, cfg_t *section, const struct config_source *s, struct err *err)
{
	struct config_origin here = find_option_origin(s, section, NULL);
	struct environment *e = find_or_add_environment(c, cfg_title(section));
	if (e->locked)
		return refuse_locked_environment(c, e, s, section, here.line, err);
	if (!e->origin.layer)
		e->origin = here;
	clear_other_methods(e, section, s);
	bool ok = read_settings(
	    environment_settings, ENVIRONMENT_SETTINGS, e, e->setting_origins, section, s, err);
	cfg_t *params = cfg_getsec(section, "parameters"), *paths = cfg_getsec(section, "paths");
	for (size_t p = 0; p < PARAM_COUNT; p++)
		read_name_override(e->params, e->param_origins, p, param_infos[p].setting_name,
		    params, s, section);
	for (size_t p = 0; p < ENDPOINT_COUNT; p++)
		read_name_override(e->paths, e->path_origins, p, endpoint_infos[p].setting_name,
		    paths, s, section);
	return ok;
}

static struct user_command *
find_or_add_command(struct config *c, const char *name)
{
	struct user_command *found = (struct user_command *)(uintptr_t)config_find_command(
	    c, str_of(name));
	struct user_command one = { .name = NULL };
	if (found)
		return found;
	one.name = x_strdup(name);
	for (int i = 0; i < COMMAND_SETTINGS; i++)
		setting_reset(&command_settings[i], &one);
	vec_push(&c->commands, one);
	return &c->commands.v[c->commands.n - 1];
}

/* Names are typed after `run` and shown in menus, so few characters are allowed. */
static bool
is_command_name(struct str name)
{
	bool ok = name.n > 0 && name.n <= COMMAND_NAME_MAX;
	for (size_t i = 0; ok && i < name.n; i++)
		ok = isalnum((unsigned char)name.p[i]) || name.p[i] == '-' || name.p[i] == '_';
	return ok;
}

static bool
read_user_command(struct config *c, cfg_t *section, const struct config_source *s, struct err *err)
{
	struct config_origin here = find_option_origin(s, section, NULL);
	if (!is_command_name(str_of(cfg_title(section))))
		return set_not_allowed_here_error(s, here.line, err, section,
		    "a command's name may have at most 32 letters, digits, - and _");
	struct user_command *command = find_or_add_command(c, cfg_title(section));
	if (!command->origin.layer)
		command->origin = here;
	return read_settings(
	    command_settings, COMMAND_SETTINGS, command, command->setting_origins, section, s, err);
}

static bool
read_mute_rules(struct config *c, cfg_t *section, const struct config_source *s, struct err *err)
{
	struct err why = { 0 };
	bool ok = true;
	if (!conffile_is_set(section, "mute"))
		return true;
	c->mute = (struct muted_checks){ 0 };
	c->mute_origin = find_option_origin(s, NULL, "mute");
	for (unsigned i = 0; ok && i < cfg_size(section, "mute"); i++)
		ok = mute_add(&c->mute, str_of(cfg_getnstr(section, "mute", i)), &why);
	err_prefix(&why, "checks");
	return ok || set_not_allowed_here_error(s, c->mute_origin.line, err, NULL, why.text);
}

/* A file of a later version may mean something else by the same names. */
static bool
check_version(cfg_t *cfg, const struct config_source *s, struct err *err)
{
	char words[80];
	long version = cfg_getint(cfg, "version");
	if (version == CONFIG_VERSION)
		return true;
	snprintf(words, sizeof(words), "version %ld is not known: this program reads version %d",
	    version, CONFIG_VERSION);
	return set_not_allowed_here_error(
	    s, find_option_origin(s, NULL, "version").line, err, NULL, words);
}

static bool
make_age_groups(struct config *c)
{
	return age_groups_read(&c->age_groups, (const char *const *)c->age_limits);
}

static bool
add_layer(struct config *c, cfg_t *cfg, const struct config_source *s, struct err *err)
{
	if (!check_version(cfg, s, err))
		return false;
	for (unsigned i = 0; i < cfg_size(cfg, "environment"); i++)
		if (!read_environment(c, cfg_getnsec(cfg, "environment", i), s, err))
			return false;
	for (unsigned i = 0; i < cfg_size(cfg, "command"); i++)
		if (!read_user_command(c, cfg_getnsec(cfg, "command", i), s, err))
			return false;
	if (conffile_is_set(cfg, "default")) {
		x_free(c->default_environment);
		c->default_environment = x_strdup(cfg_getstr(cfg, "default"));
		c->default_environment_origin = find_option_origin(s, NULL, "default");
	}
	return read_settings(ui_settings, UI_SETTINGS, c, c->ui_setting_origins,
		   cfg_getsec(cfg, "ui"), s, err) &&
	    make_age_groups(c) && read_mute_rules(c, cfg_getsec(cfg, "checks"), s, err);
}

void
config_set_defaults(struct config *c)
{
	*c = (struct config){ 0 };
	for (int i = 0; i < UI_SETTINGS; i++)
		setting_reset(&ui_settings[i], c);
	make_age_groups(c);
}

bool
config_add_layer(struct config *c, const char *text, const char *name, bool system, struct err *err)
{
	struct config_layer layer = { x_strdup(name), system };
	vec_push(&c->layers, layer);
	const struct config_source source = { text, name, (unsigned)c->layers.n, system };
	cfg_t *cfg = parse_config_text(c, &source, err);
	if (!cfg)
		return false;
	bool ok = add_layer(c, cfg, &source, err);
	cfg_free(cfg);
	return ok;
}

/* ---- file paths ---- */

void
append_config_path(struct buf *out, const char *name)
{
	const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	if (xdg && xdg[0] == '/') /* a relative path is ignored, as the specification requires */
		buf_addf(out, "%s/backroom/%s", xdg, name);
	else
		buf_addf(out, "%s/.config/backroom/%s", home ? home : "", name);
}

const char *
config_path_override(void)
{
	const char *named = getenv("BACKROOM_CONFIG");
	return named && *named ? named : NULL;
}

void
append_own_config_path(struct buf *out)
{
	if (config_path_override())
		buf_addz(out, config_path_override());
	else
		append_config_path(out, "config.conf");
}

bool
config_read_beside(char **out, const char *name, struct err *err)
{
	struct buf path = { 0 };
	append_config_path(&path, name);
	bool ok = conffile_read(out, buf_z(&path), err);
	buf_free(&path);
	return ok;
}

void
config_append_origin(struct buf *out, const struct config *c, const struct config_origin *origin)
{
	if (!origin->layer || origin->layer > c->layers.n)
		return;
	buf_addz(out, c->layers.v[origin->layer - 1].path);
	if (origin->line)
		buf_addf(out, ":%zu", origin->line);
}

const struct config_origin *
config_origin_of(const struct environment *e, enum environment_setting setting)
{
	return e->setting_origins[setting].layer ? &e->setting_origins[setting] : &e->origin;
}

/* ---- environments ---- */

void
environment_reset(struct environment *e, const char *name)
{
	*e = (struct environment){ .name = x_strdup(name) };
	for (int i = 0; i < ENVIRONMENT_SETTINGS; i++)
		setting_reset(&environment_settings[i], e);
}

void
environment_free(struct environment *e)
{
	x_free(e->name);
	for (int i = 0; i < ENVIRONMENT_SETTINGS; i++)
		setting_free(&environment_settings[i], e);
	for (int p = 0; p < PARAM_COUNT; p++)
		x_free(e->params[p]);
	for (int p = 0; p < ENDPOINT_COUNT; p++)
		x_free(e->paths[p]);
	*e = (struct environment){ 0 };
}

const char *
environment_ca_file(const struct environment *e)
{
	static const char *const variables[] = { "BACKROOM_CA_FILE", "SSL_CERT_FILE" };
	const char *file = e->ca_file;
	for (size_t i = 0; !file && i < sizeof(variables) / sizeof(*variables); i++) {
		file = getenv(variables[i]);
		file = file && *file ? file : NULL;
	}
	return file;
}

enum token_method
environment_token_method(const struct environment *e)
{
	return e->token_file            ? TOKEN_METHOD_FILE
	    : e->token_command          ? TOKEN_METHOD_COMMAND
	    : e->issuer || e->token_url ? TOKEN_METHOD_SIGN_IN
					: TOKEN_METHOD_ANY;
}

void
environment_apply_names(struct wire_names *names, const struct environment *e)
{
	if (e->namespace)
		names->namespace = e->namespace;
	for (int p = 0; p < PARAM_COUNT; p++)
		if (e->params[p])
			names->params[p] = e->params[p];
	for (int p = 0; p < ENDPOINT_COUNT; p++)
		if (e->paths[p])
			names->paths[p] = e->paths[p];
}

void
config_free(struct config *c)
{
	for (size_t i = 0; i < c->environments.n; i++)
		environment_free(&c->environments.v[i]);
	vec_free(&c->environments);
	for (size_t i = 0; i < c->commands.n; i++) {
		x_free(c->commands.v[i].name);
		for (int k = 0; k < COMMAND_SETTINGS; k++)
			setting_free(&command_settings[k], &c->commands.v[i]);
	}
	vec_free(&c->commands);
	for (size_t i = 0; i < c->layers.n; i++)
		x_free(c->layers.v[i].path);
	vec_free(&c->layers);
	for (int i = 0; i < UI_SETTINGS; i++)
		setting_free(&ui_settings[i], c);
	x_free(c->default_environment);
	x_free(c->user_path);
	*c = (struct config){ 0 };
}

const struct environment *
config_find(const struct config *c, const char *name)
{
	for (size_t i = 0; i < c->environments.n; i++)
		if (str_eqz(str_of(name), c->environments.v[i].name))
			return &c->environments.v[i];
	return NULL;
}

const struct user_command *
config_find_command(const struct config *c, struct str name)
{
	for (size_t i = 0; i < c->commands.n; i++)
		if (str_eqz(name, c->commands.v[i].name))
			return &c->commands.v[i];
	return NULL;
}
