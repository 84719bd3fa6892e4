/*
 * foreign_keys.h - keys that do something in other terminal programs (k9s, lazygit, tig, less, vim, VisiData)
 * and nothing here: which action of ours it is that fingers look for. Pure.
 */
#ifndef UI_SHELL_FOREIGN_KEYS_H
#define UI_SHELL_FOREIGN_KEYS_H

#include "app/config/actions.h"
#include "base/str.h"

/* By the key's name as in messages, "Ctrl-W"; ACT_NONE: other programs have no use for it. */
enum action foreign_key_action(struct str key);

#endif
