#include "app/conf.h"
#include "app/embedded.h"
#include "app/theme.h"
#include "base/conffile.h"

#include <confuse.h>
#include <dirent.h>

const char *const role_names[ROLE_COUNT] = {
#define R(id, name) [ROLE_##id] = name,
#include "app/roles.def"
#undef R
};

struct colour_name {
	const char *name;
	int index256, index8;
};

static bool
find_colour(const char *name, int *at256, int *at8)
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
		*at256 = names[i].index256;
		*at8 = names[i].index8;
		return true;
	}
	if (!str_to_int64(str_of(name), &number) || number < 0 || number > 255)
		return false;
	*at256 = (int)number;
	*at8 = COLOUR_DEFAULT;
	return true;
}

static bool
parse_style_bits(const char *words, unsigned *bits)
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
read_style(struct style *s, cfg_t *section, struct err *err)
{
	int ignored;
	const char *fg = cfg_getstr(section, "foreground"), *bg = cfg_getstr(section, "background");
	const char *fg8 = cfg_getstr(section, "foreground-8");
	const char *bg8 = cfg_getstr(section, "background-8");
	bool ok = (!fg || find_colour(fg, &s->fg, &s->fg8)) &&
	    (!bg || find_colour(bg, &s->bg, &s->bg8)) &&
	    (!fg8 || find_colour(fg8, &ignored, &s->fg8)) &&
	    (!bg8 || find_colour(bg8, &ignored, &s->bg8));
	if (!ok)
		return err_set(err, ERR_CONFIG,
		    "a colour must be default, black, red, green, yellow, blue, magenta, cyan, "
		    "white or 0 to 255");
	const char *bits = cfg_getstr(section, "attributes");
	const char *bits8 = cfg_getstr(section, "attributes-8");
	const char *mono = cfg_getstr(section, "mono");
	ok = (!bits || parse_style_bits(bits, &s->attributes)) &&
	    (!mono || parse_style_bits(mono, &s->mono_attributes));
	if (bits)
		s->attributes8 = s->attributes;
	ok = ok && (!bits8 || parse_style_bits(bits8, &s->attributes8));
	return ok ||
	    err_set(err, ERR_CONFIG, "attributes must be normal, bold, reverse, underline or dim");
}

static int
find_role(const char *name)
{
	for (int r = 0; r < ROLE_COUNT; r++)
		if (str_eqz(str_of(name), role_names[r]))
			return r;
	return -1;
}

static bool
read_styles(struct theme *t, cfg_t *cfg, const char *file, struct err *err)
{
	for (unsigned i = 0; i < cfg_size(cfg, "style"); i++) {
		cfg_t *section = cfg_getnsec(cfg, "style", i);
		const char *parent = cfg_getstr(section, "parent");
		int role = find_role(cfg_title(section)), from = parent ? find_role(parent) : -1;
		if (role < 0 || (parent && from < 0))
			return err_set(err, ERR_CONFIG, "%s: there is no role \"%s\"", file,
			    role < 0 ? cfg_title(section) : parent);
		if (from >= 0)
			t->styles[role] = t->styles[from];
		if (!read_style(&t->styles[role], section, err)) {
			err_prefix(err, "%s: style \"%s\"", file, cfg_title(section));
			return false;
		}
	}
	return true;
}

/* In a theme without these styles, production looks like any other environment. */
static void
fill_in_production(struct theme *t, cfg_t *cfg)
{
	if (!cfg_gettsec(cfg, "style", role_names[ROLE_RULE_PROD]))
		t->styles[ROLE_RULE_PROD] = t->styles[ROLE_FAINT];
	if (!cfg_gettsec(cfg, "style", role_names[ROLE_HEADER_PROD]))
		t->styles[ROLE_HEADER_PROD] = t->styles[ROLE_HEADER];
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
	bool ok = cfg && read_styles(t, cfg, name, err);
	if (ok)
		fill_in_production(t, cfg);
	if (cfg)
		cfg_free(cfg);
	return ok;
}

bool
theme_load_builtin(struct theme *t, const char *name, struct err *err)
{
	const char *text = embedded_choose(embedded_themes, "theme", name, err);
	return text && theme_load(t, text, name, err);
}

/* True for letters, digits, - and _ only: the name becomes a file name. */
static bool
is_theme_name(const char *name)
{
	size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
	return n > 0 && name[n] == 0;
}

bool
theme_load_named(struct theme *t, const char *name, struct err *err)
{
	struct buf file = { 0 };
	char *own = NULL;
	buf_addf(&file, "themes/%s.conf", name);
	bool ok = !is_theme_name(name) || config_read_beside(&own, buf_z(&file), err);
	if (ok && own)
		ok = theme_load(t, own, buf_z(&file), err);
	else if (ok)
		ok = theme_load_builtin(t, name, err);
	x_free(own);
	buf_free(&file);
	return ok;
}

static void
add_user_theme_names(struct buf *out, DIR *folder)
{
	const struct dirent *e;
	while ((e = readdir(folder)) != NULL) {
		struct str file = str_of(e->d_name), end = STR(".conf");
		if (!str_ends(file, end))
			continue;
		struct str name = str_sub(file, 0, file.n - end.n);
		char *z = str_dup(name);
		if (is_theme_name(z) && !embedded_find(embedded_themes, z))
			buf_addf(out, "%s\n", z);
		x_free(z);
	}
}

void
theme_append_names(struct buf *out)
{
	struct buf path = { 0 };
	for (const struct embedded *e = embedded_themes; e->name; e++)
		buf_addf(out, "%s\n", e->name);
	append_config_path(&path, "themes");
	DIR *folder = opendir(buf_z(&path));
	if (folder) {
		add_user_theme_names(out, folder);
		closedir(folder);
	}
	buf_free(&path);
}
