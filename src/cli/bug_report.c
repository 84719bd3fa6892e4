#include "app/conf.h"
#include "app/demo.h"
#include "app/state.h"
#include "base/conffile.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/exits.h"
#include "cli/version.h"
#include "model/when.h"
#include "wire/json.h"
#include "wire/names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { WORD_LENGTH_MAX = 40, LABEL_WIDTH = 14, LOG_LINES_SHOWN = 20 };

static void
begin_part(struct buf *out, const char *title)
{
	buf_addf(out, "\n%s\n", title);
}

static void
begin_line(struct buf *out, const char *label)
{
	buf_addf(out, "  %-*s", LABEL_WIDTH, label);
}

/* Appends a name such as en_GB.UTF-8; anything that could be another text is masked. */
static void
append_name(struct buf *out, const char *text)
{
	static const char allowed[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._@+-";
	size_t n = text ? strlen(text) : 0;
	if (!n)
		buf_addz(out, "not set");
	else
		buf_addz(out, n <= WORD_LENGTH_MAX && strspn(text, allowed) == n ? text : "…");
}

/* ---- the system ---- */

static void
append_distribution(struct buf *out)
{
	char *text = NULL;
	struct err ignored;
	struct str rest = STR_NONE, line;
	bool found = false;
	if (conffile_read(&text, "/etc/os-release", &ignored) && text)
		rest = str_of(text);
	while (!found && rest.n && str_next(&rest, '\n', &line))
		if (str_starts(line, STR("PRETTY_NAME=\"")) && str_ends(line, STR("\""))) {
			text_clean(out, str_sub(line, 13, line.n - 14), false);
			found = true;
		}
	if (!found)
		buf_addz(out, "not known");
	x_free(text);
}

static void
write_system(struct buf *out)
{
	struct utsname kernel;
	struct buf path = { 0 };
	struct err ignored;
	begin_part(out, "System");
	begin_line(out, "distribution");
	append_distribution(out);
	buf_addc(out, '\n');
	if (uname(&kernel) == 0) {
		begin_line(out, "kernel");
		buf_addf(out, "%s %s %s\n", kernel.sysname, kernel.release, kernel.machine);
	}
	begin_line(out, "service");
	buf_addz(out, demo_service_path(&path, &ignored) ? "installed\n" : "not installed\n");
	buf_free(&path);
}

/* ---- the terminal ---- */

static void
append_set_variables(struct buf *out, const char *const *variables)
{
	bool any = false;
	for (const char *const *name = variables; *name; name++)
		if (getenv(*name) && *getenv(*name)) {
			buf_addf(out, "%s%s", any ? ", " : "", *name);
			any = true;
		}
	buf_addz(out, any ? "\n" : "none\n");
}

static void
write_terminal(struct buf *out)
{
	static const char *const names[] = { "TERM", "LC_ALL", "LC_CTYPE", "LANG", "ESCDELAY", NULL };
	static const char *const variables[] = { "TMUX", "STY", "SSH_CONNECTION", "WAYLAND_DISPLAY",
		"DISPLAY", "NO_COLOR", "COLORFGBG", NULL };
	struct winsize size;
	begin_part(out, "Terminal");
	begin_line(out, "size");
	if (ioctl(STDIN_FILENO, TIOCGWINSZ, &size) == 0 || ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0)
		buf_addf(out, "%dx%d\n", size.ws_col, size.ws_row);
	else
		buf_addz(out, "no terminal\n");
	for (const char *const *name = names; *name; name++) {
		begin_line(out, *name);
		append_name(out, getenv(*name));
		buf_addc(out, '\n');
	}
	begin_line(out, "set");
	append_set_variables(out, variables);
}

/* ---- files and settings ---- */

/* The size of a file, if it exists. */
static void
append_file(struct buf *out, const char *label, struct buf *path)
{
	struct stat st;
	if (stat(buf_z(path), &st) != 0)
		return;
	begin_line(out, label);
	if (S_ISREG(st.st_mode))
		buf_addf(out, "%lld bytes, mode %o\n", (long long)st.st_size, st.st_mode & 07777);
	else
		buf_addf(out, "%s, mode %o\n", S_ISDIR(st.st_mode) ? "folder" : "not a file",
		    st.st_mode & 07777);
}

static void
write_files(struct buf *out)
{
	static const char *const own[] = { "config.conf", "keys.conf", "views", "themes" };
	static const char *const state[] = { "journal.jsonl", "journal.head", "journal.torn",
		"sign-in", "mask.key", "columns", "service.key", "crash-report.txt" };
	struct buf path = { 0 };
	struct err ignored;
	begin_part(out, "Files");
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++) {
		buf_reset(&path);
		append_config_path(&path, own[i]);
		append_file(out, own[i], &path);
	}
	for (size_t i = 0; i < sizeof(state) / sizeof(*state); i++) {
		buf_reset(&path);
		if (state_path(&path, state[i], &ignored))
			append_file(out, state[i], &path);
	}
	buf_free(&path);
}

static void
write_settings(struct buf *out)
{
	static const char *const variables[] = { "BACKROOM_URL", "BACKROOM_TOKEN", "BACKROOM_ENV",
		"BACKROOM_CONFIG", "BACKROOM_CA_FILE", "BACKROOM_PAGER", "XDG_CONFIG_HOME",
		"XDG_CONFIG_DIRS", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "https_proxy", "http_proxy",
		"all_proxy", "no_proxy", NULL };
	struct config config = { 0 };
	struct err ignored;
	struct buf text = { 0 };
	struct str rest, line;
	begin_part(out, "Settings");
	begin_line(out, "variables");
	append_set_variables(out, variables);
	if (config_read(&config, NULL, &ignored))
		config_show(&text, &config, CONFIG_SHOW_MASKED);
	else
		buf_addz(&text, "not readable: backroom config check says why\n");
	for (rest = buf_str(&text); rest.n && str_next(&rest, '\n', &line);)
		buf_addf(out, "  %.*s\n", STR_ARG(line));
	config_free(&config);
	buf_free(&text);
}

/* ---- the log ---- */

/* Appends method and path of a request if this program has that endpoint by itself. */
static void
append_endpoint(struct buf *out, struct str method, struct str path)
{
	for (int e = 0; e < ENDPOINT_COUNT; e++)
		if (str_eqz(method, endpoint_infos[e].method) &&
		    str_eqz(path, endpoint_infos[e].path)) {
			buf_addf(out, "%.*s %.*s", STR_ARG(method), STR_ARG(path));
			return;
		}
	buf_addz(out, "…");
}

/* Appends a request of the log: when, which, the status and the time. Lines of other kinds may
 * contain the words of a service. */
static bool
append_exchange(struct buf *out, struct str line)
{
	struct arena a = { 0 };
	struct err ignored;
	int64_t status = 0, ms = 0, when;
	const cJSON *root = json_parse(&a, line, &json_scan_client_rules, &ignored);
	struct str at = json_get_text(root, "at");
	bool ok = str_eqz(json_get_text(root, "event"), "exchange") && when_parse(at, &when) &&
	    json_whole_number(json_get(root, "status"), &status) &&
	    json_whole_number(json_get(root, "ms"), &ms);
	if (ok) {
		buf_addf(out, "  %.*s ", STR_ARG(at));
		append_endpoint(
		    out, json_get_text(root, "method"), json_get_text(root, "path"));
		buf_addf(out, " %lld, %lld ms\n", (long long)status, (long long)ms);
	}
	arena_free(&a);
	return ok;
}

static bool
write_log(struct buf *out, const char *file, struct err *err)
{
	FILE *in = fopen(file, "re");
	VEC(char *) shown = { 0 };
	char *line = NULL;
	size_t size = 0;
	ssize_t n;
	if (!in)
		return err_set(err, ERR_IO, "%s: %s", file, strerror(errno));
	begin_part(out, "Log");
	while ((n = getline(&line, &size, in)) > 0) {
		struct buf text = { 0 };
		if (append_exchange(&text, str_trim((struct str){ line, (size_t)n })))
			vec_push(&shown, buf_detach(&text));
		buf_free(&text);
	}
	for (size_t i = 0; i < shown.n; i++) {
		if (i + LOG_LINES_SHOWN >= shown.n)
			buf_addz(out, shown.v[i]);
		x_free(shown.v[i]);
	}
	vec_free(&shown);
	free(line);
	return fclose(in) == 0;
}

int
bug_report_run(struct args *args)
{
	struct buf out = { 0 };
	struct err err;
	bool ok = true;
	if (args->positional_args.n > 1) {
		err_set(&err, ERR_USAGE, "bug-report takes one LOG at most");
		return fail_with_exit_code(&err, 0);
	}
	cli_version_write(&out, args);
	write_system(&out);
	write_terminal(&out);
	write_files(&out);
	write_settings(&out);
	if (args->positional_args.n == 1)
		ok = write_log(&out, args->positional_args.v[0], &err);
	if (ok)
		fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
	return ok ? EXIT_OK : fail_with_exit_code(&err, 0);
}
