#include "app/app_context.h"
#include "app/conf.h"
#include "app/file.h"
#include "app/keymap.h"
#include "app/saved_views.h"
#include "app/theme.h"
#include "base/conffile.h"
#include "base/mem.h"
#include "base/regular_file.h"
#include "base/xdg.h"
#include "cli/commands.h"
#include "cli/exits.h"
#include "list/view.h"
#include "model/format.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- config check ---- */

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

static void
print_fault(const struct err *err)
{
	fail_with_exit_code(err, 0);
}

static bool
check_config(struct config *config)
{
	size_t fault_count;
	bool whole = config_read_for_faults(config, print_fault, &fault_count);
	if (!fault_count)
		print_layers(config);
	return (!whole || check_environments(config)) && !fault_count;
}

/* Checks the keymap in config.conf, with the user's own file and the keys of commands. */
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
	    (!own || keymap_load(&keys, own, buf_z(&path), &err)) &&
	    keymap_add_commands(&keys, config, &err);
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

/* Checks the configuration files, with $BACKROOM_CONFIG instead of the user's own file if it is
 * set. Returns 1 if there is an error. */
static int
settings_check(void)
{
	struct config config = { 0 };
	bool ok = check_config(&config);
	ok = check_keys(&config) && ok;
	ok = check_theme(&config) && ok;
	ok = check_zone(&config) && ok;
	ok = check_start_view(&config) && ok;
	config_free(&config);
	return ok ? EXIT_OK : EXIT_FAILED;
}

/* ---- config show, edit and probe ---- */

/*
 * `backroom config edit`: opens the user's own config.conf in an editor and
 * checks it before saving.
 */

/* The text for users without a file. */
static const char initial_config_text[] =
    "# Environments, and settings of the console: man backroom.conf. For example:\n#\n# "
    "environment \"prod\" {\n#     url = \"https://api.example.com/api\"\n#     issuer = "
    "\"https://login.example.com/\"\n#     link-base = \"https://shop.example.com\"\n# }\n";

static const char *
find_editor(void)
{
	static const char *const variables[] = { "VISUAL", "EDITOR" };
	static const char *const usual[] = { "/usr/bin/editor", "/usr/bin/nano", "/usr/bin/vi" };
	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++)
		if (getenv(variables[i]) && *getenv(variables[i]))
			return getenv(variables[i]);
	for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++)
		if (access(usual[i], X_OK) == 0)
			return usual[i];
	return NULL;
}

/* Only the editor handles Ctrl-C. This program ignores it, so the child must reset that; the
 * shell around the editor has a trap, which the editor does not inherit. */
static int
spawn(pid_t *child, char *const argv[])
{
	posix_spawnattr_t attr;
	sigset_t usual;
	sigemptyset(&usual);
	sigaddset(&usual, SIGINT);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
	posix_spawnattr_setsigdefault(&attr, &usual);
	int rc = posix_spawnp(child, argv[0], NULL, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	return rc;
}

/* The variable may contain options, as in "code --wait", so a shell runs it; the file is an
 * argument of its own. */
static bool
run_editor(const char *editor, const char *file, struct err *err)
{
	struct buf script = { 0 };
	pid_t child;
	int status = 0;
	buf_addf(&script, "trap : INT; %s \"$1\"", editor);
	char *argv[] = { (char *)(uintptr_t) "sh", (char *)(uintptr_t) "-c",
		(char *)(uintptr_t)buf_z(&script), (char *)(uintptr_t) "sh",
		(char *)(uintptr_t)file, NULL };
	void (*interrupt)(int) = signal(SIGINT, SIG_IGN);
	int rc = spawn(&child, argv);
	while (rc == 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	signal(SIGINT, interrupt);
	buf_free(&script);
	if (rc)
		return err_set(err, ERR_IO, "%s: %s", editor, strerror(rc));
	return (WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
	    err_set(err, ERR_IO, "%s failed, so nothing was changed", editor);
}

/* Runs the checks of `config check`, with the copy instead of the file. */
static bool
is_valid_copy(const char *copy)
{
	const char *before = getenv("BACKROOM_CONFIG");
	char *kept = x_strdup(before);
	setenv("BACKROOM_CONFIG", copy, 1);
	bool ok = settings_check() == EXIT_OK;
	if (kept)
		setenv("BACKROOM_CONFIG", kept, 1);
	else
		unsetenv("BACKROOM_CONFIG");
	x_free(kept);
	return ok;
}

static bool
confirm_edit_again(void)
{
	char answer[16] = "";
	fprintf(stderr, "Not saved yet. Enter: edit again, d Enter: discard the changes ");
	return fgets(answer, sizeof(answer), stdin) && answer[0] != 'd';
}

static bool
make_copy(const char *copy, const char *text, struct err *err)
{
	int fd = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0 && errno == EEXIST)
		return err_set(err, ERR_IO,
		    "%s exists: the file is being edited, or an edit was interrupted. If not "
		    "needed: rm '%s'",
		    copy, copy);
	bool ok = fd >= 0 && regular_file_write(fd, str_of(text));
	if (!ok)
		err_set(err, ERR_IO, "%s: %s", copy, strerror(errno));
	if (fd >= 0)
		close(fd);
	return ok;
}

static bool
file_has_text(const char *file, const char *text)
{
	char *now = NULL;
	struct err ignored;
	bool same = conffile_read(&now, file, &ignored) && now && strcmp(now, text) == 0;
	x_free(now);
	return same;
}

/* Repeats until the copy is correct, or the user drops it. */
static bool
edit_copy(const char *editor, const char *copy, const char *text, bool *keep, struct err *err)
{
	for (*keep = false;;) {
		if (!run_editor(editor, copy, err))
			return false;
		if (file_has_text(copy, text))
			return true;
		*keep = is_valid_copy(copy);
		if (*keep || !confirm_edit_again())
			return true;
	}
}

/* Saves the copy; a symbolic link stays one. */
static bool
save_edited_copy(const char *copy, const char *path, struct err *err)
{
	char *now = NULL;
	struct stat before;
	bool there = stat(path, &before) == 0;
	bool ok = conffile_read(&now, copy, err) && now && file_replace(path, str_of(now), err);
	if (ok && there) /* keep the permissions */
		ok = chmod(path, before.st_mode & 07777) == 0;
	x_free(now);
	return ok;
}

/* Does not overwrite changes made meanwhile: then the copy is kept, and its path is printed. */
static bool
save_if_file_unchanged(
    const char *copy, const char *path, const char *text, bool *kept, struct err *err)
{
	bool there = access(path, F_OK) == 0;
	*kept = there != (text != NULL) || (text && !file_has_text(path, text));
	if (*kept)
		return err_set(err, ERR_CONFLICT,
		    "%s has changed meanwhile and was not overwritten; your version is in %s", path,
		    copy);
	return save_edited_copy(copy, path, err);
}

static bool
edit_settings_file(const char *editor, const char *path, struct err *err)
{
	struct buf copy = { 0 };
	char *text = NULL;
	bool keep = false, stays = false, made, ok;
	buf_addf(&copy, "%s.edit", path);
	made = xdg_make_folders(copy.p, err) && conffile_read(&text, path, err) &&
	    make_copy(buf_z(&copy), text ? text : initial_config_text, err);
	ok = made && edit_copy(editor, buf_z(&copy), text ? text : initial_config_text, &keep, err);
	if (ok && keep)
		ok = save_if_file_unchanged(buf_z(&copy), path, text, &stays, err);
	if (ok)
		printf("%s: %s\n", path, keep ? "saved" : "unchanged");
	if (made && !stays)
		unlink(buf_z(&copy));
	buf_free(&copy);
	x_free(text);
	return ok;
}

/* Runs $VISUAL or $EDITOR (else editor, nano or vi) on a copy next to the file; reports errors
 * and asks what to do, and leaves the file unchanged until the copy is correct. Needs a
 * terminal. */
static int
settings_edit(void)
{
	struct buf path = { 0 };
	struct err err;
	const char *editor = find_editor();
	bool ok = false;
	append_own_config_path(&path);
	buf_z(&path);
	if (!isatty(0) || !isatty(1))
		err_set(&err, ERR_USAGE,
		    "an editor needs a terminal; edit %s and run backroom config check",
		    buf_z(&path));
	else if (!editor)
		err_set(&err, ERR_USAGE, "there is no editor: set EDITOR to one");
	else
		ok = edit_settings_file(editor, buf_z(&path), &err);
	buf_free(&path);
	return ok ? EXIT_OK : fail_with_exit_code(&err, 0);
}

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
		    CONFIG_SHOW_ORIGINS | (args->option_values[OPTION_ALL] ? CONFIG_SHOW_ALL : 0));
		fwrite(text.p, 1, text.n, stdout);
	}
	config_free(&config);
	buf_free(&text);
	return ok ? EXIT_OK : fail_with_exit_code(&err, 0);
}

int
settings_run(struct args *args)
{
	struct err err;
	struct str what = buf_str(&args->view_line);
	if (args->option_values[OPTION_ALL] && !str_eqz(what, "show")) {
		err_set(&err, ERR_USAGE, "--all works with config show only");
		return fail_with_exit_code(&err, 0);
	}
	if (args->option_values[OPTION_ENVIRONMENT] && !str_eqz(what, "probe")) {
		err_set(&err, ERR_USAGE, "-e works with config probe only");
		return fail_with_exit_code(&err, 0);
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
	return fail_with_exit_code(&err, 0);
}
