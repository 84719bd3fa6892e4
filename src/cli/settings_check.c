#include "cli/settings_check.h"

#include "app/app_context.h"
#include "app/conf.h"
#include "app/keymap.h"
#include "app/saved_views.h"
#include "app/theme.h"
#include "base/mem.h"
#include "cli/exits.h"
#include "list/view.h"
#include "model/format.h"

#include <stdio.h>

static void
print_layers(const struct config *config)
{
	struct buf own = { 0 }, line = { 0 };
	for (size_t i = 0; i < config->layers.n; i++) {
		const char *path = config->layers.v[i].path;
		bool last = i + 1 == config->layers.n;
		buf_reset(&line);
		if (last)
			format_plural(&line, config->environments.n, "environment", "environments");
		printf("%s: %s%s\n", path, last ? buf_z(&line) : "read first",
		    last && i ? " in total" : "");
	}
	append_own_config_path(&own);
	if (!config->user_path)
		printf("%s: does not exist\n", buf_z(&own));
	buf_free(&own);
	buf_free(&line);
}

static bool
check_config(struct config *config)
{
	struct err err;
	if (!config_read(config, NULL, &err)) {
		fail_with_exit_code(&err, 0);
		return false;
	}
	print_layers(config);
	return true;
}

/* Prints an error with its location; returns false. */
static bool
print_config_error(const struct config *config, const struct config_origin *origin, struct err *err)
{
	struct buf place = { 0 };
	config_append_origin(&place, config, origin);
	if (place.n)
		err_prefix(err, "%s", buf_z(&place));
	fail_with_exit_code(err, 0);
	buf_free(&place);
	return false;
}

/* Checks the keymap in config.conf, with the user's own file applied to it. */
static bool
check_keys(const struct config *config)
{
	struct keymap keys = { 0 };
	struct err err;
	struct buf path = { 0 };
	char *own = NULL;
	const char *name = config->keymap ? config->keymap : "default";
	append_config_path(&path, "keys.conf");
	bool named = keymap_load_builtin(&keys, name, &err) ||
	    print_config_error(config, &config->ui_setting_origins[UI_KEYMAP], &err);
	bool ok = named && config_read_beside(&own, "keys.conf", &err) &&
	    (!own || keymap_load(&keys, own, buf_z(&path), &err));
	if (named && !ok)
		fail_with_exit_code(&err, 0);
	else if (ok && own)
		printf("%s: ok, overrides the keymap %s\n", buf_z(&path), name);
	keymap_free(&keys);
	x_free(own);
	buf_free(&path);
	return ok;
}

static bool
check_theme(const struct config *config)
{
	struct theme *theme = x_new(struct theme);
	struct err err;
	bool ok = !config->theme || str_eqz(str_of(config->theme), "auto") ||
	    theme_load_named(theme, config->theme, &err) ||
	    print_config_error(config, &config->ui_setting_origins[UI_THEME], &err);
	x_free(theme);
	return ok;
}

static bool
check_environments(const struct config *config)
{
	struct err err;
	bool all = true;
	for (size_t i = 0; i < config->environments.n; i++) {
		const struct environment *e = &config->environments.v[i];
		if (!app_context_check_environment(e, &err))
			all = print_config_error(
			    config, config_origin_of(e, ENVIRONMENT_URL), &err);
	}
	return all;
}

static bool
check_zone(const struct config *config)
{
	struct err err;
	return app_context_check_time_zone(config->timezone, &err) ||
	    print_config_error(config, &config->ui_setting_origins[UI_TIMEZONE], &err);
}

/* Checks the VIEW that the console starts with. */
static bool
check_start_view(const struct config *config)
{
	struct view view = { 0 };
	struct buf line = { 0 };
	struct err err;
	bool ok = !config->start_view ||
	    (saved_view_expand(&line, str_of(config->start_view), &err) &&
		view_parse(&view, buf_str(&line), &err)) ||
	    print_config_error(config, &config->ui_setting_origins[UI_START], &err);
	view_free(&view);
	buf_free(&line);
	return ok;
}

int
settings_check(void)
{
	struct config config = { 0 };
	bool ok = check_config(&config) && check_environments(&config);
	ok = check_keys(&config) && ok;
	ok = check_theme(&config) && ok;
	ok = check_zone(&config) && ok;
	ok = check_start_view(&config) && ok;
	config_free(&config);
	return ok ? EXIT_OK : EXIT_FAILED;
}
