/*
 * command.h - shared by the commands: error output and default values.
 */
#ifndef SERVICE_CMD_COMMAND_H
#define SERVICE_CMD_COMMAND_H

#include "base/buf.h"
#include "base/err.h"

/* Prints the error to stderr and returns the exit code for it. */
int command_fail(const struct err *err);
const char *command_value_or_default(const char *value, const char *otherwise);
/* The name of the current user. */
const char *command_user(void);
/* Appends the store's URL: `text` as given, or the default. */
bool command_store_url(const char *text, struct buf *url, struct err *err);

/* The default issuer and audience of a service's tokens, and of a demo's tokens, which no real
 * service accepts. */
extern const char command_default_iss[];
extern const char command_default_aud[];
extern const char command_demo_iss[];
extern const char command_demo_aud[];

#endif
