/*
 * typed_keys.h - pressed keys as lines of a script: `keys` and `type`. A tour being recorded and a
 * saved session write them.
 *
 * Zero-initialise it; free `lines`.
 */
#ifndef UI_SHELL_TYPED_KEYS_H
#define UI_SHELL_TYPED_KEYS_H

#include "base/buf.h"

struct typed_keys {
	struct buf lines;
	bool is_typing; /* the last line is `type` */
	bool has_paste; /* a text was pasted among the keys */
};

void typed_keys_add(struct typed_keys *t, uint32_t key, bool is_in_prompt);
void typed_keys_end_line(struct typed_keys *t);
/* Replaces all keys if a paste is among them, or if is_secret() is true of the typed text: the other
 * keys of the prompt would do something else without it. Lines that editing keys have split are one
 * text. */
void typed_keys_drop_secrets(struct typed_keys *t, bool (*is_secret)(struct str text));
void typed_keys_reset(struct typed_keys *t);

#endif
