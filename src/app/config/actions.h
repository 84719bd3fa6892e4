/*
 * actions.h - the list of actions.def as data: names, words and help of everything a user can
 * do. Const.
 */
#ifndef APP_CONFIG_ACTIONS_H
#define APP_CONFIG_ACTIONS_H

#include "base/str.h"

enum action {
	ACT_NONE,
#define A(id, name, words, also, help) ACT_##id,
#include "app/config/actions.def"
#undef A
	ACT_COUNT
};

struct action_info {
	const char *name, *words;
	const char *also; /* other names, a blank between two */
	const char *help;
};

extern const struct action_info action_infos[ACT_COUNT];

/* By its name, or by another one that it has; ACT_NONE when nothing is called so. */
enum action action_by_name(struct str name);

#endif
