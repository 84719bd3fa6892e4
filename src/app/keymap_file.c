#include "app/embedded.h"
#include "app/keymap.h"
#include "base/conffile.h"

#include <confuse.h>

static bool
bind_section(struct keymap *m, enum scope scope, cfg_t *section, const char *file, struct err *err)
{
	for (enum action a = ACT_NONE + 1; a < ACT_COUNT; a++) {
		const char *name = action_infos[a].name;
		if (!conffile_is_set(section, name))
			continue;
		char **list = conffile_list(section, name);
		unsigned n = cfg_size(section, name);
		bool ok = keymap_bind(m, scope, a, (const char *const *)list, n, err);
		conffile_list_free(list);
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
	m->layer_count++;
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
