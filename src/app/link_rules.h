/* link_rules.h - an environment's rules for recovery links. The configuration owns the texts. */
#ifndef APP_LINK_RULES_H
#define APP_LINK_RULES_H

#include <stdbool.h>

struct link_rules {
	const char *environment; /* its name, for messages */
	const char *base_url;    /* the API's address */
	const char *link_base;   /* or NULL: assumed from base_url */
	char *const *link_hosts; /* NULL-terminated; NULL: assumed from base_url */
	bool masked;             /* links are replaced by pseudonyms and not checked */
};

#endif
