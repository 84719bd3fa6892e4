#include "app/embedded.h"

#include "app/keymap.h"
#include "app/theme.h"

const char *const role_names[ROLE_COUNT] = {
#define R(id, name) [ROLE_##id] = name,
#include "app/roles.def"
#undef R
};

static bool
no_such(const char *what, const struct embedded *list, const char *name, struct err *err)
{
	struct buf names = { 0 };
	embedded_add_names(&names, list);
	err_set(err, ERR_USAGE, "there is no %s \"%s\"; there are: %s", what, name, buf_z(&names));
	buf_free(&names);
	return false;
}

bool
keymap_builtin(struct keymap *m, const char *name, struct err *err)
{
	const char *text = embedded_find(embedded_keymaps, name);
	if (!text)
		return no_such("keymap", embedded_keymaps, name, err);
	/* Every other keymap says only what differs from the default. */
	if (!str_eqz(str_of(name), "default") && !keymap_builtin(m, "default", err))
		return false;
	return keymap_load(m, text, name, err);
}

bool
theme_builtin(struct theme *t, const char *name, struct err *err)
{
	const char *text = embedded_find(embedded_themes, name);
	if (!text)
		return no_such("theme", embedded_themes, name, err);
	return theme_load(t, text, name, err);
}
