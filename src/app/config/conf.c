#include "app/config/conf.h"

#include "base/conffile.h"
#include "base/xdg.h"

#include <confuse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A copy of a text option, NULL when it is absent or empty. */
static char *
text_setting(cfg_t *section, const char *name)
{
	const char *text = cfg_getstr(section, name);
	return text && *text ? x_strdup(text) : NULL;
}

static bool
is_one_of(const char *text, const char *const *words)
{
	for (; text && *words; words++)
		if (str_eqz(str_of(text), *words))
			return true;
	return false;
}

/* A file that is read: what it holds, what it is called. */
struct source {
	const char *text, *name;
};

/* "config.conf:7", or the name alone where nobody knows. */
static void
add_place(struct buf *out, const struct source *s, const char *title, const char *option)
{
	size_t line = conffile_line(s->text, title, option);
	if (!line && title)
		line = conffile_line(s->text, title, NULL);
	buf_addz(out, s->name);
	if (line)
		buf_addf(out, ":%zu", line);
}

/* Our words begin with the option's name: "timeout is …", "paths, link: …". */
static void
add_option(struct buf *out, const char *words)
{
	size_t n = strcspn(words, " ,:");
	if (words[n] == ',')
		words += n + strspn(words + n, ", ");
	buf_adds(out, str_from(words, strcspn(words, " ,:")));
}

static bool
wrong(const struct source *s, const char *title, const char *words, struct err *err)
{
	struct buf option = { 0 }, place = { 0 };
	add_option(&option, words);
	add_place(&place, s, title, buf_z(&option));
	if (title)
		err_set(err, ERR_CONFIG, "%s: environment \"%s\": %s", buf_z(&place), title, words);
	else
		err_set(err, ERR_CONFIG, "%s: %s", buf_z(&place), words);
	buf_free(&option);
	buf_free(&place);
	return false;
}

static const char *const role_words[] = { "demo", "test", "prod", NULL };
static const char *const authorization_words[] = { "bearer", "bare", NULL };
static const char *const clipboard_words[] = { "auto", "osc52", "tmux", "screen", "bare", "off",
	NULL };

/* What endpoints and inputs are called there; what is not named keeps its usual name. */
static bool
take_names(struct environment *e, cfg_t *section, struct err *err)
{
	cfg_t *params = cfg_getsec(section, "parameters"), *paths = cfg_getsec(section, "paths");
	for (int p = 0; p < PARAM_COUNT; p++)
		e->params[p] = text_setting(params, param_infos[p].config);
	for (int p = 0; p < ENDPOINT_COUNT; p++)
		e->paths[p] = text_setting(paths, endpoint_infos[p].config);
	struct wire_names names = wire_names_default();
	environment_names(&names, e);
	return wire_names_check(&names, err);
}

/* Why it cannot be used, in words; NULL when it can. */
static const char *
why_wrong(const struct environment *e, const char *authorization)
{
	bool one_word = e->token_command && e->token_command[0] && !e->token_command[1];
	if (!e->url)
		return "it has no url";
	if (!str_starts(str_of(e->url), STR("https://")) &&
	    !str_starts(str_of(e->url), STR("http://")))
		return "url begins with https://";
	if (!is_one_of(e->role, role_words))
		return "role is demo, test or prod";
	if (!is_one_of(authorization, authorization_words))
		return "authorization is bearer or bare";
	if (e->timeout < 1 || e->timeout > 300)
		return "timeout is 1 to 300 seconds";
	if (e->plan_threshold < 0 || e->plan_threshold > 1000)
		return "plan-threshold is 1 to 1000 percent, or 0 for none";
	if (e->token_file && e->token_command && e->token_command[0])
		return "token-file and token-command exclude each other";
	if (one_word && strchr(e->token_command[0], ' '))
		return "token-command is a list, a word each: {\"pass\", \"show\", \"prod\"}";
	return NULL;
}

/* A file's name. */
static char *
path_setting(cfg_t *section, const char *name)
{
	const char *text = cfg_getstr(section, name);
	struct buf path = { 0 };
	if (!text || !*text)
		return NULL;
	xdg_expand(&path, str_of(text));
	return buf_take(&path);
}

static bool
take_environment(struct config *c, cfg_t *section, const struct source *s, struct err *err)
{
	struct environment e = {
		.name = x_strdup(cfg_title(section)),
		.badge = text_setting(section, "badge"),
		.role = text_setting(section, "role"),
		.url = text_setting(section, "url"),
		.token_file = path_setting(section, "token-file"),
		.token_command = conffile_list(section, "token-command"),
		.ca_file = path_setting(section, "ca-file"),
		.proxy = text_setting(section, "proxy"),
		.link_base = text_setting(section, "link-base"),
		.link_hosts = conffile_list(section, "link-hosts"),
		.space = text_setting(section, "namespace"),
	};
	const char *authorization = cfg_getstr(section, "authorization");
	e.bare = str_eqz(str_of(authorization), "bare");
	e.read_only = cfg_getbool(section, "read-only");
	e.plan_approval = cfg_getbool(section, "plan-approval");
	e.plan_threshold = (int)cfg_getint(section, "plan-threshold");
	e.timeout = (int)cfg_getint(section, "timeout");
	e.mask = cfg_getbool(section, "mask");
	e.insecure = cfg_getbool(section, "insecure");
	struct err unnamed = { 0 };
	bool named = take_names(&e, section, &unnamed);
	vec_push(&c->environments, e);
	const char *why = named ? why_wrong(&e, authorization) : unnamed.text;
	return !why || wrong(s, e.name, why, err);
}

static bool
take_mute(struct mute *mute, cfg_t *section, const struct source *s, struct err *err)
{
	struct buf place = { 0 };
	struct err none = { 0 };
	bool ok = true;
	for (unsigned i = 0; ok && i < cfg_size(section, "mute"); i++)
		ok = mute_add(mute, str_of(cfg_getnstr(section, "mute", i)), &none);
	if (!ok) {
		add_place(&place, s, NULL, "mute");
		err_set(err, ERR_CONFIG, "%s: checks: %s", buf_z(&place), none.text);
	}
	buf_free(&place);
	return ok;
}

static bool
take_config(struct config *c, cfg_t *cfg, const struct source *s, struct err *err)
{
	cfg_t *ui = cfg_getsec(cfg, "ui");
	for (unsigned i = 0; i < cfg_size(cfg, "environment"); i++)
		if (!take_environment(c, cfg_getnsec(cfg, "environment", i), s, err))
			return false;
	c->keymap = text_setting(ui, "keymap");
	c->theme = text_setting(ui, "theme");
	c->clipboard = text_setting(ui, "clipboard");
	c->timezone = text_setting(ui, "timezone");
	c->start = text_setting(ui, "start");
	c->mouse = cfg_getbool(ui, "mouse");
	c->baskets_ahead = (int)cfg_getint(ui, "baskets-ahead");
	if (!is_one_of(c->clipboard, clipboard_words))
		return wrong(
		    s, NULL, "clipboard is auto, osc52, tmux, screen, bare or off", err);
	if (c->baskets_ahead < 50 || c->baskets_ahead > 1000000)
		return wrong(s, NULL, "baskets-ahead is 50 to 1000000", err);
	return take_mute(&c->mute, cfg_getsec(cfg, "checks"), s, err);
}

bool
config_parse(struct config *c, const char *text, const char *name, struct err *err)
{
	cfg_opt_t parameters[PARAM_COUNT + 1] = { 0 }, paths[ENDPOINT_COUNT + 1] = { 0 };
	for (int p = 0; p < PARAM_COUNT; p++)
		parameters[p] = (cfg_opt_t)CFG_STR(param_infos[p].config, NULL, CFGF_NONE);
	for (int p = 0; p < ENDPOINT_COUNT; p++)
		paths[p] = (cfg_opt_t)CFG_STR(endpoint_infos[p].config, NULL, CFGF_NONE);
	parameters[PARAM_COUNT] = paths[ENDPOINT_COUNT] = (cfg_opt_t)CFG_END();
	cfg_opt_t environment[] = {
		CFG_STR("url", NULL, CFGF_NONE),
		CFG_STR("badge", NULL, CFGF_NONE),
		CFG_STR("role", "prod", CFGF_NONE),
		CFG_STR("authorization", "bearer", CFGF_NONE),
		CFG_STR("token-file", NULL, CFGF_NONE),
		CFG_STR_LIST("token-command", NULL, CFGF_NONE),
		CFG_STR("ca-file", NULL, CFGF_NONE),
		CFG_STR("proxy", NULL, CFGF_NONE),
		CFG_STR("link-base", NULL, CFGF_NONE),
		CFG_STR_LIST("link-hosts", NULL, CFGF_NONE),
		CFG_STR("namespace", NULL, CFGF_NONE),
		CFG_BOOL("read-only", cfg_false, CFGF_NONE),
		CFG_BOOL("plan-approval", cfg_false, CFGF_NONE),
		CFG_INT("plan-threshold", 0, CFGF_NONE),
		CFG_INT("timeout", 30, CFGF_NONE),
		CFG_BOOL("mask", cfg_false, CFGF_NONE),
		CFG_BOOL("insecure", cfg_false, CFGF_NONE),
		CFG_SEC("parameters", parameters, CFGF_NONE),
		CFG_SEC("paths", paths, CFGF_NONE),
		CFG_END(),
	};
	cfg_opt_t ui[] = {
		CFG_STR("keymap", "default", CFGF_NONE),
		CFG_STR("theme", "auto", CFGF_NONE),
		CFG_STR("clipboard", "auto", CFGF_NONE),
		CFG_STR("timezone", NULL, CFGF_NONE),
		CFG_STR("start", NULL, CFGF_NONE),
		CFG_BOOL("mouse", cfg_false, CFGF_NONE),
		CFG_INT("baskets-ahead", 1000, CFGF_NONE),
		CFG_END(),
	};
	cfg_opt_t checks[] = { CFG_STR_LIST("mute", NULL, CFGF_NONE), CFG_END() };
	cfg_opt_t top[] = {
		CFG_SEC("environment", environment, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
		CFG_SEC("ui", ui, CFGF_NONE),
		CFG_SEC("checks", checks, CFGF_NONE),
		CFG_END(),
	};
	*c = (struct config){ 0 };
	cfg_t *cfg = conffile_parse(top, text, name, err);
	if (!cfg)
		return false;
	const struct source source = { text, name };
	bool ok = take_config(c, cfg, &source, err);
	cfg_free(cfg);
	return ok;
}

void
config_path(struct buf *out, const char *name)
{
	const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	if (xdg && *xdg)
		buf_addf(out, "%s/backroom/%s", xdg, name);
	else
		buf_addf(out, "%s/.config/backroom/%s", home ? home : "", name);
}

bool
config_read_beside(char **out, const char *name, struct err *err)
{
	struct buf path = { 0 };
	config_path(&path, name);
	bool ok = conffile_read(out, buf_z(&path), err);
	buf_free(&path);
	return ok;
}

bool
config_read(struct config *c, const char *path, struct err *err)
{
	struct buf where = { 0 };
	char *text = NULL;
	const char *named = path ? path : getenv("BACKROOM_CONFIG");
	if (named && *named)
		buf_addz(&where, named);
	else
		config_path(&where, "config.conf");
	*c = (struct config){ 0 };
	bool ok = conffile_read(&text, buf_z(&where), err);
	if (ok && !text && named && *named)
		ok = err_set(err, ERR_CONFIG, "%s does not exist", named);
	if (ok)
		ok = config_parse(c, text ? text : "", buf_z(&where), err);
	if (text) /* be it that of its mistakes */
		c->file = x_strdup(buf_z(&where));
	x_free(text);
	buf_free(&where);
	return ok;
}

void
config_place(struct buf *out, const struct config *c, const char *title, const char *option)
{
	struct err none;
	char *text = NULL;
	conffile_read(&text, c->file ? c->file : "", &none);
	const struct source source = { text ? text : "", c->file ? c->file : "config.conf" };
	add_place(out, &source, title, option);
	x_free(text);
}

void
environment_free(struct environment *e)
{
	x_free(e->name);
	x_free(e->badge);
	x_free(e->role);
	x_free(e->url);
	x_free(e->token_file);
	conffile_list_free(e->token_command);
	x_free(e->ca_file);
	x_free(e->proxy);
	x_free(e->link_base);
	conffile_list_free(e->link_hosts);
	x_free(e->space);
	for (int p = 0; p < PARAM_COUNT; p++)
		x_free(e->params[p]);
	for (int p = 0; p < ENDPOINT_COUNT; p++)
		x_free(e->paths[p]);
	*e = (struct environment){ 0 };
}

void
environment_names(struct wire_names *names, const struct environment *e)
{
	if (e->space)
		names->space = e->space;
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
	x_free(c->keymap);
	x_free(c->theme);
	x_free(c->start);
	x_free(c->clipboard);
	x_free(c->timezone);
	x_free(c->file);
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
