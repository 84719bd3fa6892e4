#include "base/embedded.h"

#include <string.h>

const char *
embedded_find(const struct embedded *list, const char *name)
{
	for (; list->name; list++)
		if (strcmp(name, list->name) == 0)
			return list->text;
	return NULL;
}

void
embedded_add_names(struct buf *out, const struct embedded *list)
{
	for (const struct embedded *e = list; e->name; e++)
		buf_addf(out, "%s%s", e == list ? "" : ", ", e->name);
}
