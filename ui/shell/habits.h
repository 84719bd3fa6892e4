/*
 * habits.h - keys that do something in other terminal programs (k9s, lazygit, tig, less, vim, VisiData)
 * and nothing here: which action of ours it is that fingers look for. Pure.
 */
#ifndef UI_SHELL_HABITS_H
#define UI_SHELL_HABITS_H

#include "app/config/actions.h"
#include "base/str.h"

/* By the key's name as messages have it, "Ctrl-W"; ACT_NONE: nobody expects anything of it. */
enum action habit_action(struct str key);

#endif
