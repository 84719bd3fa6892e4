/*
 * actions.h - the list of actions.def as data: names, words and help of everything a user can
 * do. Const.
 */
#ifndef APP_ACTIONS_H
#define APP_ACTIONS_H

#include "base/str.h"

enum action {
	ACT_NONE,
#define A(id, name, words, also, help, task) ACT_##id,
#include "app/actions.def"
#undef A
	ACT_COUNT
};

/* The groups of the list of all commands, in its order. */
enum action_task { TASK_SEND, TASK_DO, TASK_LOOK, TASK_MOVE, TASK_GO, TASK_MORE, ACTION_TASKS };

struct action_info {
	const char *name, *label;
	const char *aliases; /* other names, separated by spaces */
	const char *help;
	enum action_task task;
};

extern const struct action_info action_infos[ACT_COUNT];

/* Finds an action by its name or another of its names; ACT_NONE if there is none. */
enum action action_by_name(struct str name);
/* True if the action links or unlinks an identity: it needs a console that may write. */
bool action_is_write(enum action a);

#endif
