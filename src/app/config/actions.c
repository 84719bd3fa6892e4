#include "app/config/actions.h"

const struct action_info action_infos[ACT_COUNT] = {
	[ACT_NONE] = { "none", "", "" },
#define A(id, name, words, help) [ACT_##id] = { name, words, help },
#include "app/config/actions.def"
#undef A
};

enum action
action_named(struct str name)
{
	for (enum action a = ACT_NONE + 1; a < ACT_COUNT; a++)
		if (str_eqz(name, action_infos[a].name))
			return a;
	return ACT_NONE;
}
