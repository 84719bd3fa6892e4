/*
 * mask_key.h - the key of this account's pseudonyms, so that --mask gives a person the same
 * pseudonym in every run. It is a line of the private state file mask.key, created when first
 * needed; with a fixed clock, and in the demo, the environment's name is the key, so that
 * screenshots do not change.
 */
#ifndef APP_MASK_KEY_H
#define APP_MASK_KEY_H

#include "base/err.h"
#include "wire/mask.h"

/* Returns false and sets err if the key can be neither read nor stored. */
bool mask_key_open(struct mask *m, struct err *err);

#endif
