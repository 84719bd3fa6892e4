/*
 * command.h - what the commands share: how they fail, what is usual where nothing is said.
 */
#ifndef SERVICE_CMD_COMMAND_H
#define SERVICE_CMD_COMMAND_H

#include "base/buf.h"
#include "base/err.h"

/* Says what went wrong on stderr; the exit code for it. */
int command_fail(const struct err *err);
const char *command_value_or(const char *value, const char *otherwise);
/* This user's name. */
const char *command_user(void);
/* Appends the store's URL: as given, or the usual place. */
bool command_store_url(const char *text, struct buf *url, struct err *err);

/* The issuer and audience of a service's tokens, and those of a demo, which match no real
 * service. */
extern const char command_default_iss[];
extern const char command_default_aud[];
extern const char command_demo_iss[];
extern const char command_demo_aud[];

#endif
