#include "app/conf.h"

#include "app/embedded.h"
#include "app/keymap.h"
#include "app/theme.h"
#include "base/conffile.h"

#include <confuse.h>
#include <stdio.h>
#include <stdlib.h>

static bool
was_set(cfg_t *section, const char *name)
{
	cfg_opt_t *option = cfg_getopt(section, name);
	return option && (option->flags & CFGF_MODIFIED);
}

/* A copy of a text option, NULL when it is absent or empty. */
static char *
text_of(cfg_t *section, const char *name)
{
	const char *text = cfg_getstr(section, name);
	return text && *text ? x_strdup(text) : NULL;
}

static char **
list_of(cfg_t *section, const char *name)
{
	unsigned n = cfg_size(section, name);
	if (n == 0)
		return NULL;
	char **list = x_new_array(char *, n + 1);
	for (unsigned i = 0; i < n; i++)
		list[i] = x_strdup(cfg_getnstr(section, name, i));
	return list;
}

static void
list_free(char **list)
{
	for (char **p = list; p && *p; p++)
		x_free(*p);
	x_free(list);
}

static bool
is_one_of(const char *text, const char *const *words)
{
	for (; text && *words; words++)
		if (str_eqz(str_of(text), *words))
			return true;
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
		e->params[p] = text_of(params, param_infos[p].config);
	for (int p = 0; p < ENDPOINT_COUNT; p++)
		e->paths[p] = text_of(paths, endpoint_infos[p].config);
	struct wire_names names = wire_names_default();
	environment_names(&names, e);
	return wire_names_check(&names, err);
}

static bool
take_environment(struct config *c, cfg_t *section, const char *file, struct err *err)
{
	struct environment e = {
		.name = x_strdup(cfg_title(section)),
		.badge = text_of(section, "badge"),
		.role = text_of(section, "role"),
		.url = text_of(section, "url"),
		.token_file = text_of(section, "token-file"),
		.token_command = list_of(section, "token-command"),
		.ca_file = text_of(section, "ca-file"),
		.proxy = text_of(section, "proxy"),
		.link_base = text_of(section, "link-base"),
		.link_hosts = list_of(section, "link-hosts"),
		.space = text_of(section, "namespace"),
	};
	const char *authorization = cfg_getstr(section, "authorization");
	e.bare = str_eqz(str_of(authorization), "bare");
	e.read_only = cfg_getbool(section, "read-only");
	e.timeout = (int)cfg_getint(section, "timeout");
	e.mask = cfg_getbool(section, "mask");
	e.insecure = cfg_getbool(section, "insecure");
	struct err wrong = { 0 };
	bool named = take_names(&e, section, &wrong);
	vec_push(&c->environments, e);
	if (!named)
		return err_set(
		    err, ERR_CONFIG, "%s: environment \"%s\": %s", file, e.name, wrong.text);
	if (!e.url)
		return err_set(err, ERR_CONFIG, "%s: environment \"%s\" has no url", file, e.name);
	if (!is_one_of(e.role, role_words))
		return err_set(err, ERR_CONFIG,
		    "%s: environment \"%s\": role is demo, test or prod", file, e.name);
	if (!is_one_of(authorization, authorization_words))
		return err_set(err, ERR_CONFIG,
		    "%s: environment \"%s\": authorization is bearer or bare", file, e.name);
	if (e.timeout < 1 || e.timeout > 300)
		return err_set(err, ERR_CONFIG,
		    "%s: environment \"%s\": timeout is 1 to 300 seconds", file, e.name);
	struct str url = str_of(e.url);
	if (!str_starts(url, STR("https://")) && !str_starts(url, STR("http://")))
		return err_set(err, ERR_CONFIG, "%s: environment \"%s\": url begins with https://",
		    file, e.name);
	return true;
}

static bool
take_mute(struct mute *mute, cfg_t *section, const char *file, struct err *err)
{
	struct err wrong = { 0 };
	for (unsigned i = 0; i < cfg_size(section, "mute"); i++)
		if (!mute_add(mute, str_of(cfg_getnstr(section, "mute", i)), &wrong))
			return err_set(err, ERR_CONFIG, "%s: checks: %s", file, wrong.text);
	return true;
}

static bool
take_config(struct config *c, cfg_t *cfg, const char *file, struct err *err)
{
	cfg_t *ui = cfg_getsec(cfg, "ui");
	for (unsigned i = 0; i < cfg_size(cfg, "environment"); i++)
		if (!take_environment(c, cfg_getnsec(cfg, "environment", i), file, err))
			return false;
	c->keymap = text_of(ui, "keymap");
	c->theme = text_of(ui, "theme");
	c->clipboard = text_of(ui, "clipboard");
	c->timezone = text_of(ui, "timezone");
	c->baskets_ahead = (int)cfg_getint(ui, "baskets-ahead");
	if (!is_one_of(c->clipboard, clipboard_words))
		return err_set(err, ERR_CONFIG,
		    "%s: clipboard is auto, osc52, tmux, screen, bare or off", file);
	if (c->baskets_ahead < 50 || c->baskets_ahead > 100000)
		return err_set(err, ERR_CONFIG, "%s: baskets-ahead is 50 to 100000", file);
	return take_mute(&c->mute, cfg_getsec(cfg, "checks"), file, err);
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
		CFG_INT("timeout", 30, CFGF_NONE),
		CFG_BOOL("mask", cfg_false, CFGF_NONE),
		CFG_BOOL("insecure", cfg_false, CFGF_NONE),
		CFG_SEC("parameters", parameters, CFGF_NONE),
		CFG_SEC("paths", paths, CFGF_NONE),
		CFG_END(),
	};
	cfg_opt_t ui[] = {
		CFG_STR("keymap", "default", CFGF_NONE),
		CFG_STR("theme", "dark", CFGF_NONE),
		CFG_STR("clipboard", "auto", CFGF_NONE),
		CFG_STR("timezone", NULL, CFGF_NONE),
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
	bool ok = take_config(c, cfg, name, err);
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
	if (ok && text)
		c->file = x_strdup(buf_z(&where));
	x_free(text);
	buf_free(&where);
	return ok;
}

void
environment_free(struct environment *e)
{
	x_free(e->name);
	x_free(e->badge);
	x_free(e->role);
	x_free(e->url);
	x_free(e->token_file);
	list_free(e->token_command);
	x_free(e->ca_file);
	x_free(e->proxy);
	x_free(e->link_base);
	list_free(e->link_hosts);
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

static bool
bind_section(struct keymap *m, enum scope scope, cfg_t *section, const char *file, struct err *err)
{
	for (enum action a = ACT_NONE + 1; a < ACT_COUNT; a++) {
		const char *name = action_infos[a].name;
		if (!was_set(section, name))
			continue;
		char **list = list_of(section, name);
		unsigned n = cfg_size(section, name);
		bool ok = keymap_bind(m, scope, a, (const char *const *)list, n, err);
		list_free(list);
		if (!ok) {
			err_prefix(err, "%s: %s, %s", file, scope_infos[scope].name, name);
			return false;
		}
	}
	return true;
}

bool
keymap_load(struct keymap *m, const char *text, const char *name, struct err *err)
{
	cfg_opt_t actions[ACT_COUNT] = { 0 };
	cfg_opt_t scopes[SCOPE_COUNT + 1] = { 0 };
	for (enum action a = ACT_NONE + 1; a < ACT_COUNT; a++)
		actions[a - 1] = (cfg_opt_t)CFG_STR_LIST(action_infos[a].name, NULL, CFGF_NONE);
	actions[ACT_COUNT - 1] = (cfg_opt_t)CFG_END();
	for (enum scope s = 0; s < SCOPE_COUNT; s++)
		scopes[s] = (cfg_opt_t)CFG_SEC(scope_infos[s].name, actions, CFGF_NONE);
	scopes[SCOPE_COUNT] = (cfg_opt_t)CFG_END();
	cfg_t *cfg = conffile_parse(scopes, text, name, err);
	bool ok = cfg != NULL;
	m->layers++;
	for (enum scope s = 0; ok && s < SCOPE_COUNT; s++)
		ok = bind_section(m, s, cfg_getsec(cfg, scope_infos[s].name), name, err);
	if (ok && !keymap_check(m, err)) {
		err_prefix(err, "%s", name);
		ok = false;
	}
	if (cfg)
		cfg_free(cfg);
	return ok;
}

struct colour_name {
	const char *name;
	int at256, at8;
};

static bool
colour_named(const char *name, int *at256, int *at8)
{
	static const struct colour_name names[] = {
		{ "default", -1, -1 },
		{ "black", 0, 0 },
		{ "red", 1, 1 },
		{ "green", 2, 2 },
		{ "yellow", 3, 3 },
		{ "blue", 4, 4 },
		{ "magenta", 5, 5 },
		{ "cyan", 6, 6 },
		{ "white", 7, 7 },
	};
	int64_t number;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (!str_eqz(str_of(name), names[i].name))
			continue;
		*at256 = names[i].at256;
		*at8 = names[i].at8;
		return true;
	}
	if (!str_to_int64(str_of(name), &number) || number < 0 || number > 255)
		return false;
	*at256 = (int)number;
	*at8 = COLOUR_DEFAULT;
	return true;
}

static bool
bits_named(const char *words, unsigned *bits)
{
	static const char *const names[] = { "bold", "reverse", "underline", "dim" };
	struct str rest = str_of(words), word;
	*bits = 0;
	while (rest.n && str_next(&rest, ' ', &word)) {
		bool known = word.n == 0 || str_eqz(word, "normal");
		for (unsigned i = 0; i < 4; i++) {
			if (!str_eqz(word, names[i]))
				continue;
			*bits |= 1u << i;
			known = true;
		}
		if (!known)
			return false;
	}
	return true;
}

static bool
take_style(struct style *s, cfg_t *section, struct err *err)
{
	int ignored;
	const char *fg = cfg_getstr(section, "foreground"), *bg = cfg_getstr(section, "background");
	const char *fg8 = cfg_getstr(section, "foreground-8");
	const char *bg8 = cfg_getstr(section, "background-8");
	bool ok = (!fg || colour_named(fg, &s->fg, &s->fg8)) &&
	    (!bg || colour_named(bg, &s->bg, &s->bg8)) &&
	    (!fg8 || colour_named(fg8, &ignored, &s->fg8)) &&
	    (!bg8 || colour_named(bg8, &ignored, &s->bg8));
	if (!ok)
		return err_set(err, ERR_CONFIG,
		    "a colour is default, black, red, green, yellow, "
		    "blue, magenta, cyan, white or 0 to 255");
	const char *bits = cfg_getstr(section, "attributes");
	const char *bits8 = cfg_getstr(section, "attributes-8");
	const char *mono = cfg_getstr(section, "mono");
	ok = (!bits || bits_named(bits, &s->bits)) && (!mono || bits_named(mono, &s->mono));
	if (bits)
		s->bits8 = s->bits;
	ok = ok && (!bits8 || bits_named(bits8, &s->bits8));
	return ok ||
	    err_set(err, ERR_CONFIG, "attributes are normal, bold, reverse, underline, dim");
}

static int
role_named(const char *name)
{
	for (int r = 0; r < ROLE_COUNT; r++)
		if (str_eqz(str_of(name), role_names[r]))
			return r;
	return -1;
}

static bool
take_styles(struct theme *t, cfg_t *cfg, const char *file, struct err *err)
{
	for (unsigned i = 0; i < cfg_size(cfg, "style"); i++) {
		cfg_t *section = cfg_getnsec(cfg, "style", i);
		const char *parent = cfg_getstr(section, "parent");
		int role = role_named(cfg_title(section)), from = parent ? role_named(parent) : -1;
		if (role < 0 || (parent && from < 0))
			return err_set(err, ERR_CONFIG, "%s: there is no role \"%s\"", file,
			    role < 0 ? cfg_title(section) : parent);
		if (from >= 0)
			t->styles[role] = t->styles[from];
		if (!take_style(&t->styles[role], section, err)) {
			err_prefix(err, "%s: style \"%s\"", file, cfg_title(section));
			return false;
		}
	}
	return true;
}

bool
theme_load(struct theme *t, const char *text, const char *name, struct err *err)
{
	cfg_opt_t style[] = {
		CFG_STR("parent", NULL, CFGF_NONE),
		CFG_STR("foreground", NULL, CFGF_NONE),
		CFG_STR("background", NULL, CFGF_NONE),
		CFG_STR("foreground-8", NULL, CFGF_NONE),
		CFG_STR("background-8", NULL, CFGF_NONE),
		CFG_STR("attributes", NULL, CFGF_NONE),
		CFG_STR("attributes-8", NULL, CFGF_NONE),
		CFG_STR("mono", NULL, CFGF_NONE),
		CFG_END(),
	};
	cfg_opt_t top[] = {
		CFG_SEC("style", style, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
		CFG_END(),
	};
	for (int r = 0; r < ROLE_COUNT; r++)
		t->styles[r] = (struct style){ .fg = -1, .bg = -1, .fg8 = -1, .bg8 = -1 };
	cfg_t *cfg = conffile_parse(top, text, name, err);
	bool ok = cfg && take_styles(t, cfg, name, err);
	if (cfg)
		cfg_free(cfg);
	return ok;
}
