#include "app/conf.h"

#include "base/conffile.h"
#include "base/path_trust.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char system_config_path[] = "/etc/backroom/config.conf";

bool
config_parse(struct config *c, const char *text, const char *name, struct err *err)
{
	config_set_defaults(c);
	return config_add_layer(c, text, name, false, err) && config_check(c, err);
}

/* A system layer decides where tokens go, so no other account may be able to write it. */
static bool
add_system_file(struct config *c, const char *path, struct err *err)
{
	char *text = NULL;
	if (access(path, F_OK) < 0 && (errno == ENOENT || errno == ENOTDIR))
		return true; /* an existing unreadable file is an error: it may lock something */
	bool ok = path_trust_is_safe(path, err) && conffile_read(&text, path, err);
	if (!ok)
		err->kind = ERR_CONFIG;
	if (ok && text)
		ok = config_add_layer(c, text, path, true, err);
	x_free(text);
	return ok;
}

/* Reads the folders in reverse order, since the first one has the highest precedence. */
static bool
add_system_files(struct config *c, struct err *err)
{
	const char *dirs = getenv("XDG_CONFIG_DIRS");
	struct str rest = str_of(dirs && *dirs ? dirs : "/etc/xdg"), one;
	VEC(struct str) folders = { 0 };
	bool ok = add_system_file(c, system_config_path, err);
	while (rest.n && str_next(&rest, ':', &one))
		if (one.n && one.p[0] == '/' && !str_eqz(one, "/etc"))
			vec_push(&folders, one);
	for (size_t i = folders.n; ok && i-- > 0;) {
		struct buf path = { 0 };
		buf_addf(&path, "%.*s/backroom/config.conf", STR_ARG(folders.v[i]));
		ok = add_system_file(c, buf_z(&path), err);
		buf_free(&path);
	}
	vec_free(&folders);
	return ok;
}

/* True if the last layer sets programs to be run. */
static bool
sets_commands(const struct config *c)
{
	for (size_t i = 0; i < c->environments.n; i++)
		if (c->environments.v[i].setting_origins[ENVIRONMENT_TOKEN_COMMAND].layer ==
		    c->layers.n)
			return true;
	for (size_t i = 0; i < c->commands.n; i++)
		if (c->commands.v[i].setting_origins[COMMAND_RUN].layer == c->layers.n)
			return true;
	return false;
}

/* Another account that can write the file could run programs as this account. */
static bool
check_commands(const struct config *c, const char *path, struct err *err)
{
	bool ok = !sets_commands(c) || path_trust_is_not_world_writable(path, err);
	if (!ok)
		err->kind = ERR_CONFIG;
	return ok;
}

/* The user's own file. */
struct own_file {
	struct buf path;
	char *text; /* NULL: missing, or not readable */
};

static bool
own_file_read(struct own_file *f, struct config *c, const char *path, struct err *err)
{
	const char *named = path ? path : config_path_override();
	*f = (struct own_file){ 0 };
	if (named)
		buf_addz(&f->path, named);
	else
		append_own_config_path(&f->path);
	bool ok = conffile_read(&f->text, buf_z(&f->path), err);
	if (ok && !f->text && named)
		ok = err_set(err, ERR_CONFIG, "%s does not exist", named);
	if (f->text) /* set even if the file has errors */
		c->user_path = x_strdup(buf_z(&f->path));
	return ok;
}

static void
own_file_free(struct own_file *f)
{
	x_free(f->text);
	buf_free(&f->path);
}

static bool
own_file_apply(struct own_file *f, struct config *c, struct err *err)
{
	return (!f->text ||
		   (config_add_layer(c, f->text, buf_z(&f->path), false, err) &&
		       check_commands(c, buf_z(&f->path), err))) &&
	    config_check(c, err);
}

bool
config_read(struct config *c, const char *path, struct err *err)
{
	struct own_file own;
	config_set_defaults(c);
	if (!add_system_files(c, err))
		return false;
	bool ok = own_file_read(&own, c, path, err) && own_file_apply(&own, c, err);
	own_file_free(&own);
	return ok;
}

/* ---- all faults of a file ---- */

enum { FAULTS_MAX = 100 };

/* The line that an error of the file names, "PATH:LINE: …"; 0 if it names none. */
static size_t
line_of_error(struct own_file *f, const struct err *err)
{
	struct str words = str_of(err->text), path = buf_str(&f->path);
	size_t line = 0, i = path.n + 1;
	if (!str_starts(words, path) || words.n <= i || words.p[i - 1] != ':')
		return 0;
	for (; i < words.n && words.p[i] >= '0' && words.p[i] <= '9' && line < 100000000; i++)
		line = line * 10 + (size_t)(words.p[i] - '0');
	return i < words.n && words.p[i] == ':' ? line : 0;
}

/* True if the line is one whole setting: without it, the rest of the file has the same structure. */
static bool
is_whole_setting(struct str line)
{
	char quote = 0;
	int depth = 0;
	bool assigns = false;
	for (size_t i = 0; i < line.n && depth >= 0; i++) {
		char ch = line.p[i];
		if (quote && ch == '\\')
			i++;
		else if (quote)
			quote = ch == quote ? 0 : quote;
		else if (ch == '#')
			break;
		else if (ch == '"' || ch == '\'')
			quote = ch;
		else if (ch == '{' || ch == '}')
			depth += ch == '{' ? 1 : -1;
		else
			assigns = assigns || (ch == '=' && depth == 0);
	}
	return assigns && !quote && depth == 0;
}

/* The bytes of the section that begins in the first line of the text; 0 if none does, or it does
 * not end. */
static size_t
section_length(struct str text)
{
	size_t line_end = str_find_char(text, '\n'), depth = 0;
	char quote = 0;
	bool in_comment = false;
	for (size_t i = 0; i < text.n && (depth || i < line_end); i++) {
		char ch = text.p[i];
		if (in_comment)
			in_comment = ch != '\n';
		else if (quote && ch == '\\')
			i++;
		else if (quote)
			quote = ch == quote ? 0 : quote;
		else if (ch == '"' || ch == '\'')
			quote = ch;
		else if (ch == '#')
			in_comment = true;
		else if (ch == '{')
			depth++;
		else if (ch == '}' && depth && --depth == 0)
			return i + 1;
	}
	return 0;
}

static void
blank_text(char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (text[i] != '\n')
			text[i] = ' ';
}

static void
insert_text(char **text, size_t at, const char *inserted)
{
	struct buf whole = { 0 };
	buf_adds(&whole, str_from(*text, at));
	buf_addz(&whole, inserted);
	buf_addz(&whole, *text + at);
	x_free(*text);
	*text = buf_detach(&whole);
}

/* The name of an option or section that libconfuse does not know; empty for other errors. */
static struct str
unknown_name(const struct err *err)
{
	static const char words[] = "no such option '";
	const char *at = strstr(err->text, words);
	struct str name = at ? str_of(at + sizeof(words) - 1) : STR("");
	return str_sub(name, 0, str_find_char(name, '\''));
}

/* Leaves the line out of the text, or the section of an unknown name. An address becomes another
 * one, since its environment does have an address. Returns false if there is no such line, or it
 * may be part of something longer. */
static bool
leave_out_line(char **text, size_t number, struct str unknown)
{
	static const char placeholder[] = "url = \"https://not-read.invalid\"";
	struct str rest = str_of(*text), line = STR_NONE;
	for (size_t i = 0; i < number; i++)
		if (!str_next(&rest, '\n', &line))
			return false;
	size_t start = (size_t)(line.p - *text), n = line.n;
	if (!number)
		return false;
	if (!is_whole_setting(line))
		n = unknown.n && str_starts(str_trim(line), unknown) ? section_length(str_of(line.p))
								    : 0;
	if (!n)
		return false;
	bool is_address = !unknown.n && str_starts(str_trim(line), STR("url"));
	blank_text(*text + start, n);
	if (is_address)
		insert_text(text, start, placeholder);
	return true;
}

bool
config_read_for_faults(struct config *c, config_fault_fn *on_fault, size_t *fault_count)
{
	struct own_file own = { 0 };
	struct err err;
	*fault_count = 0;
	config_set_defaults(c);
	bool ok = add_system_files(c, &err) && own_file_read(&own, c, NULL, &err);
	bool readable = ok;
	ok = ok && own_file_apply(&own, c, &err);
	while (!ok) {
		on_fault(&err);
		++*fault_count;
		if (!readable || !own.text || *fault_count >= FAULTS_MAX ||
		    !leave_out_line(&own.text, line_of_error(&own, &err),
			unknown_name(&err)))
			break;
		config_free(c);
		config_set_defaults(c);
		c->user_path = x_strdup(buf_z(&own.path));
		ok = add_system_files(c, &err) && own_file_apply(&own, c, &err);
	}
	own_file_free(&own);
	return ok;
}
