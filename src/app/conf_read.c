#include "app/conf.h"

#include "base/conffile.h"
#include "base/path_trust.h"

#include <errno.h>
#include <stdlib.h>
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

static bool
add_user_config_file(struct config *c, const char *path, struct err *err)
{
	struct buf where = { 0 };
	char *text = NULL;
	const char *named = path ? path : config_path_override();
	if (named)
		buf_addz(&where, named);
	else
		append_own_config_path(&where);
	bool ok = conffile_read(&text, buf_z(&where), err);
	if (ok && !text && named)
		ok = err_set(err, ERR_CONFIG, "%s does not exist", named);
	if (text) /* set even if the file has errors */
		c->user_path = x_strdup(buf_z(&where));
	if (ok && text)
		ok = config_add_layer(c, text, buf_z(&where), false, err) &&
		    check_commands(c, buf_z(&where), err);
	x_free(text);
	buf_free(&where);
	return ok;
}

bool
config_read(struct config *c, const char *path, struct err *err)
{
	config_set_defaults(c);
	return add_system_files(c, err) && add_user_config_file(c, path, err) &&
	    config_check(c, err);
}
