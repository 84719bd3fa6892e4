#include "cli/settings.h"

#include "app/conf.h"
#include "cli/exits.h"
#include "cli/probe.h"
#include "cli/settings_check.h"
#include "cli/settings_edit.h"

#include <stdio.h>
#include <stdlib.h>

/* Prints the environment variables, which override every file. */
static void
show_variables(struct buf *out)
{
	static const char *const names[] = { "BACKROOM_URL", "BACKROOM_ENV", "BACKROOM_CONFIG" };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (getenv(names[i]) && *getenv(names[i]))
			buf_addf(out, "# $%s is set%s\n", names[i],
			    i ? "" : ", and overrides the environments below");
}

static int
show_settings(const struct args *args)
{
	struct config config = { 0 };
	struct buf text = { 0 };
	struct err err;
	bool ok = config_read(&config, NULL, &err);
	if (ok) {
		show_variables(&text);
		config_show(&text, &config,
		    CONFIG_SHOW_ORIGINS | (args->values[OPTION_ALL] ? CONFIG_SHOW_ALL : 0));
		fwrite(text.p, 1, text.n, stdout);
	}
	config_free(&config);
	buf_free(&text);
	return ok ? EXIT_OK : exit_with(&err, 0);
}

int
settings_run(struct args *args)
{
	struct err err;
	struct str what = buf_str(&args->view);
	if (args->values[OPTION_ALL] && !str_eqz(what, "show")) {
		err_set(&err, ERR_USAGE, "--all is for config show");
		return exit_with(&err, 0);
	}
	if (str_eqz(what, "check"))
		return settings_check();
	if (str_eqz(what, "show"))
		return show_settings(args);
	if (str_eqz(what, "edit"))
		return settings_edit();
	if (str_eqz(what, "probe"))
		return probe_run(args);
	err_set(&err, ERR_USAGE, "config takes check, show, edit or probe");
	return exit_with(&err, 0);
}
