#include "model/catalog.h"

static const char null_text[] = "";
const struct str catalog_null_text = { null_text, 0 };

bool
catalog_is_null(struct str text)
{
	return text.p == null_text;
}

struct str
catalog_strip_namespace(struct str name)
{
	for (size_t i = name.n; i-- > 2;)
		if (name.p[i - 1] == '_' && name.p[i - 2] == '_')
			return str_sub(name, 0, i - 2);
	return name;
}

bool
journey_has_condition(const struct journey *j, const struct journey_condition *c)
{
	for (size_t i = 0; i < j->conditions_n; i++)
		if (str_eq(j->conditions[i].type, c->type) &&
		    str_eq(j->conditions[i].value, c->value))
			return true;
	return false;
}
