#include "app/actions.h"

const struct action_info action_infos[ACT_COUNT] = {
	[ACT_NONE] = { "none", "", "", "", TASK_MORE },
#define A(id, name, words, also, help, task) [ACT_##id] = { name, words, also, help, TASK_##task },
#include "app/actions.def"
#undef A
};

enum action
action_by_name(struct str name)
{
	struct str rest, word;
	for (enum action a = ACT_NONE + 1; a < ACT_COUNT; a++)
		if (str_eqz(name, action_infos[a].name))
			return a;
	for (enum action a = ACT_NONE + 1; name.n && a < ACT_COUNT; a++)
		for (rest = str_of(action_infos[a].aliases); rest.n && str_next(&rest, ' ', &word);)
			if (str_eq(name, word))
				return a;
	return ACT_NONE;
}

bool
action_is_write(enum action a)
{
	return a == ACT_IDENTITY || a == ACT_ANOTHER || a == ACT_UNLINK || a == ACT_UNLINK_FORM;
}
