/*
 * role.h - what text can be for: the roles that a theme gives their looks.
 */
#ifndef APP_TEXT_ROLE_H
#define APP_TEXT_ROLE_H

enum role {
#define R(id, name) ROLE_##id,
#include "app/text/roles.def"
#undef R
	ROLE_COUNT
};

extern const char *const role_names[ROLE_COUNT]; /* as themes write them */

#endif
