/*
 * foreign_keys.h - keys of other terminal programs (k9s, lazygit, tig, less, vim, VisiData) that do
 * nothing here, and our action that does the same. Pure.
 */
#ifndef UI_SHELL_FOREIGN_KEYS_H
#define UI_SHELL_FOREIGN_KEYS_H

#include "app/actions.h"
#include "base/str.h"

/* The action for a key, named as in messages: "Ctrl-W". ACT_NONE if the key is not known from
 * other programs. */
enum action foreign_key_action(struct str key);

#endif
