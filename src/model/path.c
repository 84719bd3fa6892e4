#include "model/path.h"

bool
path_is_legacy(struct str path)
{
	return str_starts(path, STR("/offers/"));
}

bool
path_is_standalone(struct str path)
{
	return str_starts(path, STR("/offers2/"));
}

struct str
path_below_root(struct str path)
{
	for (size_t i = 1; i + 1 < path.n; i++)
		if (path.p[i] == '/')
			return str_sub(path, i + 1, path.n);
	return path;
}

struct str
path_last_part(struct str path)
{
	for (size_t i = path.n; i-- > 0;)
		if (path.p[i] == '/' && i + 1 < path.n)
			return str_sub(path, i + 1, path.n);
	return path;
}
