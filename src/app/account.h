/*
 * account.h - the current account, this machine, and the source of an SSH session.
 */
#ifndef APP_ACCOUNT_H
#define APP_ACCOUNT_H

#include "base/str.h"

/* The name of the current account; "somebody" if it has none. Free with x_free(). */
char *account_name(void);
/* This machine's name, or a placeholder if it has none. Free with x_free(). */
char *account_host(void);
/* The address an SSH session comes from; STR_NONE if there is none. */
struct str account_client_address(void);

#endif
