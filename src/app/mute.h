/*
 * mute.h - muted check rules, by their ids. Pure.
 */
#ifndef APP_MUTE_H
#define APP_MUTE_H

#include "base/err.h"
#include "model/check.h"

struct muted_checks {
	bool muted_rules[CHECK_RULES];
};

/* Mutes a rule by its id. Returns false for an unknown id (ERR_USAGE), with the most similar id
 * in err. */
bool mute_add(struct muted_checks *mute, struct str id, struct err *err);
/* As mute_add() for a list separated by commas. */
bool mute_add_list(struct muted_checks *mute, struct str ids, struct err *err);

#endif
