#include "base/xdg.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool
make_folders(char *path, struct err *err)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		bool there = mkdir(path, 0700) == 0 || errno == EEXIST;
		if (!there)
			err_set(
			    err, ERR_IO, "cannot make the folder %s: %s", path, strerror(errno));
		*slash = '/';
		if (!there)
			return false;
	}
	return true;
}

static bool
place(struct buf *out, const char *variable, const char *below_home, const char *file,
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
	return make_folders(out->p, err);
}

bool
xdg_state(struct buf *out, const char *file, struct err *err)
{
	return place(out, "XDG_STATE_HOME", ".local/state", file, err);
}

bool
xdg_data(struct buf *out, const char *file, struct err *err)
{
	return place(out, "XDG_DATA_HOME", ".local/share", file, err);
}
