/*
 * settings_check.h - `backroom config check`: a line for each file on stdout, mistakes on stderr.
 */
#ifndef CLI_SETTINGS_CHECK_H
#define CLI_SETTINGS_CHECK_H

/* The exit code: 1 when there is a mistake. The files as they are, or with $BACKROOM_CONFIG in place
 * of the user's own. */
int settings_check(void);

#endif
