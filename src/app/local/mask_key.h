/*
 * mask_key.h - the key of this account's pseudonyms, so that --mask calls a person the same from
 * run to run. It is a line of the private state file mask.key, made when it is first needed; under
 * a fixed clock, and in the demo, the environment's name is the key, so that pictures stay the
 * same.
 */
#ifndef APP_LOCAL_MASK_KEY_H
#define APP_LOCAL_MASK_KEY_H

#include "base/err.h"
#include "wire/mask.h"

/* False with words: the key can be neither read nor kept. */
bool mask_key_open(struct mask *m, struct err *err);

#endif
