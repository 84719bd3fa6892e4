/*
 * settings_check.h - `backroom config check`: prints a line for each file on stdout, errors on
 * stderr.
 */
#ifndef CLI_SETTINGS_CHECK_H
#define CLI_SETTINGS_CHECK_H

/* Checks the configuration files, with $BACKROOM_CONFIG instead of the user's own file if it is
 * set. Returns 1 if there is an error. */
int settings_check(void);

#endif
