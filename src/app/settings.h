/*
 * settings.h - the options of config.conf, as data: each option's name, kind, default, allowed
 * values, and the offset of its value in struct environment, struct user_command or struct config.
 * Used to read, show and check the configuration.
 *
 * Owns nothing. An option's value is a text (char *), a list (char **, NULL at the end), a switch
 * (bool) or a number (int), depending on its kind.
 */
#ifndef APP_SETTINGS_H
#define APP_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

/* The source of a value. */
struct config_origin {
	unsigned layer; /* index in config.layers plus one; 0: the default */
	size_t line;    /* 0: not known */
};

enum setting_kind {
	SETTING_TEXT,
	SETTING_PATH, /* a text; a leading ~ is the home folder */
	SETTING_LIST,
	SETTING_PROGRAM, /* a list: a program and its arguments; a leading ~ is the home folder */
	SETTING_SWITCH,
	SETTING_NUMBER,
};

/* Sources of a token. They exclude each other: a later file replaces the method of an earlier
 * one. */
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
	enum token_method token_method;    /* token method that it belongs to */
	size_t value_offset;               /* offset of the value */
	const char *default_text;          /* default of a text, NULL: absent */
	int default_number, min, max;      /* of a switch: 1 if it is on by default */
	const char *const *default_list;   /* default of a list, NULL-terminated; NULL: absent */
	const char *const *allowed_values; /* the allowed texts, NULL-terminated; or NULL: any */
	bool (*is_valid_list)(const char *const *list); /* NULL: any list is valid */
	const char *error_message; /* message for an invalid value: "role is demo, test or prod" */
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
	ENVIRONMENT_REQUIRE_REASON,
	ENVIRONMENT_PLAN_APPROVAL,
	ENVIRONMENT_PLAN_THRESHOLD,
	ENVIRONMENT_OUTCOMES,
	ENVIRONMENT_CONTACT_PAUSE,
	ENVIRONMENT_CONSENT_FIELD,
	ENVIRONMENT_CONTACT_NOTICE,
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
	UI_AGE_GROUPS,
	UI_SETTINGS
};

enum command_setting {
	COMMAND_RUN,
	COMMAND_HELP,
	COMMAND_PANES,
	COMMAND_KEY,
	COMMAND_ASK,
	COMMAND_CONFIRM,
	COMMAND_WRITES,
	COMMAND_LINK,
	COMMAND_SECONDS,
	COMMAND_SETTINGS
};

extern const struct setting environment_settings[ENVIRONMENT_SETTINGS]; /* in struct environment */
extern const struct setting command_settings[COMMAND_SETTINGS];         /* in struct user_command */
extern const struct setting ui_settings[UI_SETTINGS];                   /* in struct config */

/* Pointers to the value of an option in its owner. */
char **setting_text(const struct setting *s, void *owner);
char ***setting_list(const struct setting *s, void *owner);
bool *setting_switch(const struct setting *s, void *owner);
int *setting_number(const struct setting *s, void *owner);

/* Sets the option to its default and frees the old value. */
void setting_reset(const struct setting *s, void *owner);
void setting_free(const struct setting *s, void *owner);
/* True if the value is one of the option's words or within its range. */
bool setting_is_allowed(const struct setting *s, const void *owner);

#endif
