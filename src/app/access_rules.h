/*
 * access_rules.h - the sign-in settings of an environment, converted for the client.
 */
#ifndef APP_ACCESS_RULES_H
#define APP_ACCESS_RULES_H

#include "app/conf.h"
#include "client/oauth.h"
#include "client/sign_in.h"

/* The sign-in rules of an environment, and the texts they own. Zero-initialise it; free it with
 * access_free(). */
struct sign_in_access {
	struct sign_in_rules rules;
	struct buf file_path, secret_name;
	bool is_configured; /* the environment has a sign-in */
};

/* Fills in the sign-in of an environment; `is_configured` is false if it has none. Returns false
 * and sets err if there is no folder for the token. */
bool access_init(struct sign_in_access *a, const struct environment *e, struct err *err);
void access_free(struct sign_in_access *a);
/* The configured sign-in method: a code entered on another device, or a browser on this machine. */
enum sign_in_method access_sign_in_method(const struct environment *e);
/* True if a browser can be opened on this machine for its user. */
bool access_has_browser(void);
/* Opens an address in the browser without waiting for it. Returns false if no browser can be
 * started. */
bool access_open_browser(struct str address);

#endif
