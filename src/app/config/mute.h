/*
 * mute.h - muted check rules, by their ids. Pure.
 */
#ifndef APP_CONFIG_MUTE_H
#define APP_CONFIG_MUTE_H

#include "base/err.h"
#include "model/check.h"

struct mute {
	bool rules[CHECK_RULES];
};

/* Takes an id; an unknown one is ERR_USAGE, with the nearest known. */
bool mute_add(struct mute *mute, struct str id, struct err *err);
/* As above for a list separated by commas. */
bool mute_add_list(struct mute *mute, struct str ids, struct err *err);

#endif
