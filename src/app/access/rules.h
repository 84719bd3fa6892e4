/*
 * rules.h - the sign-in settings of an environment, converted for the client.
 */
#ifndef APP_ACCESS_RULES_H
#define APP_ACCESS_RULES_H

#include "app/config/conf.h"
#include "client/sign_in.h"

/* Texts that the rules of an environment own besides its own texts; zero it, then access_free(). */
struct sign_in_access {
	struct sign_in_rules rules;
	struct buf file, secret_name;
	bool there; /* one signs in to it */
};

/* The sign-in of an environment that has one; without one `there` is false. False when there is no
 * place to keep it. */
bool access_init(struct sign_in_access *a, const struct environment *e, struct err *err);
void access_free(struct sign_in_access *a);
/* A code on another device, or a browser here, as config.conf says. */
enum sign_in_method access_sign_in_method(const struct environment *e);
/* Can a page be opened on this machine, for who sits there? */
bool access_has_browser(void);
/* Opens it, and does not wait. False when nothing can be started. */
bool access_open_browser(struct str address);

#endif
