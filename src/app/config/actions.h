/*
 * actions.h - the list of actions.def as data: names, words and help of everything a user can
 * do. Const.
 */
#ifndef APP_CONFIG_ACTIONS_H
#define APP_CONFIG_ACTIONS_H

#include "base/str.h"

enum action {
	ACT_NONE,
#define A(id, name, words, help) ACT_##id,
#include "app/config/actions.def"
#undef A
	ACT_COUNT
};

struct action_info {
	const char *name, *words, *help;
};

extern const struct action_info action_infos[ACT_COUNT];

/* ACT_NONE when there is no such name. */
enum action action_named(struct str name);

#endif
