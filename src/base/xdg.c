#include "base/xdg.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool
xdg_make_folders(char *path, struct err *err)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		bool there = mkdir(path, 0700) == 0 || errno == EEXIST;
		if (!there)
			err_set(
			    err, ERR_IO, "cannot create the folder %s: %s", path, strerror(errno));
		*slash = '/';
		if (!there)
			return false;
	}
	return true;
}

static bool
append_path(struct buf *out, const char *variable, const char *below_home, const char *file,
    struct err *err)
{
	const char *base = getenv(variable), *home = getenv("HOME");
	if (base && base[0] == '/')
		buf_addf(out, "%s/backroom/%s", base, file);
	else if (home && home[0] == '/')
		buf_addf(out, "%s/%s/backroom/%s", home, below_home, file);
	else
		return err_set(err, ERR_IO, "neither %s nor HOME is set", variable);
	buf_z(out);
	return xdg_make_folders(out->p, err);
}

bool
xdg_append_state_path(struct buf *out, const char *file, struct err *err)
{
	return append_path(out, "XDG_STATE_HOME", ".local/state", file, err);
}

bool
xdg_append_data_path(struct buf *out, const char *file, struct err *err)
{
	return append_path(out, "XDG_DATA_HOME", ".local/share", file, err);
}

void
xdg_append_expanded(struct buf *out, struct str path)
{
	const char *home = getenv("HOME");
	bool at_home = path.n && path.p[0] == '~' && (path.n == 1 || path.p[1] == '/');
	if (at_home && home) {
		buf_addz(out, home);
		path = str_sub(path, 1, path.n);
	}
	buf_adds(out, path);
}
