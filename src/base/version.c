#include "base/version.h"

void
version_write(struct buf *out, const char *commit, const struct library_version *libraries)
{
	buf_addf(out, "backroom " BACKROOM_VERSION "\ncommit %s\nlibraries ", commit);
	for (const struct library_version *l = libraries; l->name; l++)
		buf_addf(out, "%s%s %s", l == libraries ? "" : ", ", l->name, l->version);
	buf_addc(out, '\n');
}
