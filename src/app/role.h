/*
 * role.h - the roles of text, to which a theme assigns styles.
 */
#ifndef APP_ROLE_H
#define APP_ROLE_H

enum role {
#define R(id, name) ROLE_##id,
#include "app/roles.def"
#undef R
	ROLE_COUNT
};

extern const char *const role_names[ROLE_COUNT]; /* names in theme files */

#endif
