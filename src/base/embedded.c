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
