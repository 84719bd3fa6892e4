#include "model/catalog.h"

struct str
catalog_bare_name(struct str name)
{
	for (size_t i = name.n; i-- > 2;)
		if (name.p[i - 1] == '_' && name.p[i - 2] == '_')
			return str_sub(name, 0, i - 2);
	return name;
}
