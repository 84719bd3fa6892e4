#include "app/embedded.h"
#include "app/keymap.h"
#include "base/conffile.h"
#include "base/mem.h"

#include <confuse.h>
#include <string.h>

/* The options of the sections are only those that a text sets. libconfuse compares all names of a
 * section with each other, which for all actions took a third of the time to the first frame. */
struct keymap_options {
	bool sets[SCOPE_COUNT][ACT_COUNT];
	cfg_opt_t actions[SCOPE_COUNT][ACT_COUNT];
	cfg_opt_t scopes[SCOPE_COUNT + 1];
};

/* An unknown name is left to libconfuse, which knows its line. */
static void
note_option(void *ctx, struct str section, struct str option)
{
	struct keymap_options *o = ctx;
	enum scope s = 0;
	enum action a = ACT_NONE + 1;
	while (s < SCOPE_COUNT && !str_eqz(section, scope_infos[s].name))
		s++;
	while (a < ACT_COUNT && !str_eqz(option, action_infos[a].name))
		a++;
	if (s < SCOPE_COUNT && a < ACT_COUNT)
		o->sets[s][a] = true;
}

static void
make_options(struct keymap_options *o)
{
	for (enum scope s = 0; s < SCOPE_COUNT; s++) {
		size_t n = 0;
		for (enum action a = ACT_NONE + 1; a < ACT_COUNT; a++)
			if (o->sets[s][a])
				o->actions[s][n++] = (cfg_opt_t)CFG_STR_LIST(
				    action_infos[a].name, NULL, CFGF_NONE);
		o->actions[s][n] = (cfg_opt_t)CFG_END();
		o->scopes[s] = (cfg_opt_t)CFG_SEC(scope_infos[s].name, o->actions[s], CFGF_NONE);
	}
	o->scopes[SCOPE_COUNT] = (cfg_opt_t)CFG_END();
}

static bool
bind_section(struct keymap *m, enum scope scope, const bool *sets, cfg_t *section, const char *file,
    struct err *err)
{
	unsigned at = 0;
	for (enum action a = ACT_NONE + 1; a < ACT_COUNT; a++) {
		cfg_opt_t *option = sets[a] ? cfg_getnopt(section, at++) : NULL;
		if (!conffile_option_is_set(option))
			continue;
		char **list = conffile_option_list(option);
		bool ok = keymap_bind(
		    m, scope, a, (const char *const *)list, cfg_opt_size(option), err);
		conffile_list_free(list);
		if (!ok) {
			err_prefix(
			    err, "%s: %s, %s", file, scope_infos[scope].name, action_infos[a].name);
			return false;
		}
	}
	return true;
}

/* A text that cannot be parsed is parsed again with all options: it may name them in other ways,
 * and the error is about its first mistake. */
static cfg_t *
parse_keymap(struct keymap_options *o, const char *text, const char *name, struct err *err)
{
	conffile_for_each_name(text, note_option, o);
	make_options(o);
	cfg_t *cfg = conffile_parse(o->scopes, text, name, err);
	if (cfg)
		return cfg;
	memset(o->sets, true, sizeof(o->sets));
	make_options(o);
	return conffile_parse(o->scopes, text, name, err);
}

bool
keymap_load(struct keymap *m, const char *text, const char *name, struct err *err)
{
	struct keymap_options *o = x_new(struct keymap_options);
	cfg_t *cfg = parse_keymap(o, text, name, err);
	bool ok = cfg != NULL;
	m->layer_count++;
	for (enum scope s = 0; ok && s < SCOPE_COUNT; s++)
		ok = bind_section(
		    m, s, o->sets[s], cfg_getsec(cfg, scope_infos[s].name), name, err);
	if (ok && !keymap_check(m, err)) {
		err_prefix(err, "%s", name);
		ok = false;
	}
	if (cfg)
		cfg_free(cfg);
	x_free(o);
	return ok;
}

bool
keymap_load_builtin(struct keymap *m, const char *name, struct err *err)
{
	const char *text = embedded_choose(embedded_keymaps, "keymap", name, err);
	if (!text)
		return false;
	/* Other keymaps contain only the differences from the default. */
	if (!str_eqz(str_of(name), "default") && !keymap_load_builtin(m, "default", err))
		return false;
	return keymap_load(m, text, name, err);
}
