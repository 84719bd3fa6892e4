#include "app/embedded.h"

const char *
embedded_choose(const struct embedded *list, const char *what, const char *name, struct err *err)
{
	const char *text = embedded_find(list, name);
	struct buf names = { 0 };
	if (text)
		return text;
	embedded_add_names(&names, list);
	err_set(err, ERR_USAGE, "there is no %s \"%s\"; there are: %s", what, name, buf_z(&names));
	buf_free(&names);
	return NULL;
}
