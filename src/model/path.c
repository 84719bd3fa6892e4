#include "model/path.h"

bool
path_is_below(struct str path, struct str top)
{
	return str_starts(path, top) && (path.n == top.n || path.p[top.n] == '/');
}

bool
path_is_standalone(struct str path)
{
	return path_is_below(path, STR("/offers2"));
}

struct str
path_last_part(struct str path)
{
	for (size_t i = path.n; i-- > 0;)
		if (path.p[i] == '/' && i + 1 < path.n)
			return str_sub(path, i + 1, path.n);
	return path;
}
