/*
 * settings.h - what config.conf may say, as data: each option's name, kind, what is usual, what is
 * allowed, and where its value lies in struct environment, struct outside_command or struct config. Reading, showing,
 * checking and the manual go by these tables.
 *
 * Owns nothing. An option's value is a text (char *), a list (char **, NULL at the end), a switch
 * (bool) or a number (int), as its kind says.
 */
#ifndef APP_CONFIG_SETTINGS_H
#define APP_CONFIG_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

enum setting_kind {
	SETTING_TEXT,
	SETTING_PATH, /* a text whose leading ~ is the home folder */
	SETTING_LIST,
	SETTING_PROGRAM, /* a list: a program, whose leading ~ is the home folder, and its words */
	SETTING_SWITCH,
	SETTING_NUMBER,
};

/* Ways to a token. They exclude each other: a file that is read later replaces the way of one that
 * was read before. */
enum token_method {
	TOKEN_METHOD_ANY,
	TOKEN_METHOD_FILE,
	TOKEN_METHOD_COMMAND,
	TOKEN_METHOD_SIGN_IN,
	TOKEN_METHODS
};

struct setting {
	const char *name;
	enum setting_kind kind;
	enum token_method method; /* to a token, that it belongs to */
	size_t at;           /* of its value */
	const char *default_text; /* of a text, NULL: absent */
	int default_number, least, most;
	const char *const *words; /* what a text may be, NULL at the end; or NULL: anything */
	const char *rule;         /* what it must be, said when it is not: "role is demo, test or prod" */
	const char *help;         /* what it is for, for the manual */
};

enum environment_setting {
	ENVIRONMENT_URL,
	ENVIRONMENT_BADGE,
	ENVIRONMENT_ROLE,
	ENVIRONMENT_LOCKED,
	ENVIRONMENT_TOKEN_FILE,
	ENVIRONMENT_TOKEN_COMMAND,
	ENVIRONMENT_TOKEN_COMMAND_SECONDS,
	ENVIRONMENT_ISSUER,
	ENVIRONMENT_CLIENT_ID,
	ENVIRONMENT_CLIENT_SECRET_FILE,
	ENVIRONMENT_SIGN_IN,
	ENVIRONMENT_SCOPE,
	ENVIRONMENT_AUDIENCE,
	ENVIRONMENT_RESOURCE,
	ENVIRONMENT_REDIRECT_PORT,
	ENVIRONMENT_TOKEN_URL,
	ENVIRONMENT_DEVICE_URL,
	ENVIRONMENT_AUTHORIZE_URL,
	ENVIRONMENT_TOKEN_STORE,
	ENVIRONMENT_AUTHORIZATION,
	ENVIRONMENT_RIGHTS_CLAIMS,
	ENVIRONMENT_RIGHT_READ,
	ENVIRONMENT_RIGHT_CATALOG,
	ENVIRONMENT_RIGHT_IDENTITY,
	ENVIRONMENT_CA_FILE,
	ENVIRONMENT_CLIENT_CERT,
	ENVIRONMENT_CLIENT_KEY,
	ENVIRONMENT_PROXY,
	ENVIRONMENT_INSECURE,
	ENVIRONMENT_TIMEOUT,
	ENVIRONMENT_LINK_BASE,
	ENVIRONMENT_LINK_HOSTS,
	ENVIRONMENT_READ_ONLY,
	ENVIRONMENT_MASK,
	ENVIRONMENT_PLAN_APPROVAL,
	ENVIRONMENT_PLAN_THRESHOLD,
	ENVIRONMENT_OUTCOMES,
	ENVIRONMENT_CONTACT_PAUSE,
	ENVIRONMENT_CONSENT_FIELD,
	ENVIRONMENT_SHARED_EMAILS,
	ENVIRONMENT_NAMESPACE,
	ENVIRONMENT_SETTINGS
};

enum ui_setting {
	UI_KEYMAP,
	UI_THEME,
	UI_CLIPBOARD,
	UI_TIMEZONE,
	UI_START,
	UI_MOUSE,
	UI_LINEAR,
	UI_BASKETS_AHEAD,
	UI_SETTINGS
};

enum command_setting {
	COMMAND_RUN,
	COMMAND_HELP,
	COMMAND_LINK,
	COMMAND_SECONDS,
	COMMAND_SETTINGS
};

extern const struct setting environment_settings[ENVIRONMENT_SETTINGS]; /* of struct environment */
extern const struct setting command_settings[COMMAND_SETTINGS];         /* of struct outside_command */
extern const struct setting ui_settings[UI_SETTINGS];                   /* of struct config */

/* The addresses of the values of an owner's option. */
char **setting_text(const struct setting *s, void *owner);
char ***setting_list(const struct setting *s, void *owner);
bool *setting_switch(const struct setting *s, void *owner);
int *setting_number(const struct setting *s, void *owner);

/* Makes it what is usual; what it was is freed. */
void setting_reset(const struct setting *s, void *owner);
/* Frees its value. */
void setting_free(const struct setting *s, void *owner);
/* Is it what its words and range allow? */
bool setting_is_allowed(const struct setting *s, const void *owner);

#endif
