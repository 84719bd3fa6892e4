#include "wire/names.h"

#include "wire/query.h"

#include <string.h>

const struct param_info param_infos[PARAM_COUNT] = {
#define P(id, config, name, alias) [PARAM_##id] = { config, name, alias },
#include "wire/params.def"
#undef P
};

const struct endpoint_info endpoint_infos[ENDPOINT_COUNT] = {
#define E(id, config, method, path, right, operation) \
	[ENDPOINT_##id] = { config, method, path, right, operation },
#include "wire/paths.def"
#undef E
};

struct wire_names
wire_names_default(void)
{
	struct wire_names names = { .space = "svc", .catalog = "1" };
	for (size_t i = 0; i < PARAM_COUNT; i++)
		names.params[i] = param_infos[i].name;
	for (size_t i = 0; i < ENDPOINT_COUNT; i++)
		names.paths[i] = endpoint_infos[i].path;
	return names;
}

void
wire_path(struct buf *out, const struct wire_names *names, enum endpoint e, struct str owner)
{
	struct str rest = str_of(names->paths[e]);
	while (rest.n) {
		size_t open = str_find_char(rest, '{');
		size_t close = str_find_char(rest, '}');
		if (open == SIZE_MAX || close == SIZE_MAX || close < open) {
			buf_adds(out, rest);
			return;
		}
		struct str word = str_sub(rest, open + 1, close - open - 1);
		buf_adds(out, str_sub(rest, 0, open));
		if (str_eqz(word, "namespace"))
			buf_addz(out, names->space);
		else if (str_eqz(word, "catalog"))
			buf_addz(out, names->catalog);
		else if (str_eqz(word, "owner"))
			query_escape(out, owner);
		rest = str_sub(rest, close + 1, rest.n);
	}
}
