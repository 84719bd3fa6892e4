/*
 * conf.h - config.conf: environments, settings of the console, muted checks. The only user of
 * libconfuse; keymaps and themes are read here too (keymap.h and theme.h declare them).
 *
 * It is read in layers, each overriding the ones before: /etc/backroom/config.conf, then
 * backroom/config.conf in each of $XDG_CONFIG_DIRS (the last named first), then the user's own. A
 * layer overrides only what it sets; a `locked` environment cannot be overridden. Files outside the
 * user's own folder are used only if only root and this account can write to them.
 *
 * An error has file and line. libconfuse stops at the first error of a file. Owns all texts of
 * struct config until config_free().
 */
#ifndef APP_CONFIG_CONF_H
#define APP_CONFIG_CONF_H

#include "app/config/mute.h"
#include "app/config/settings.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "wire/names.h"

/* The source of a value. */
struct config_origin {
	unsigned layer; /* index in config.layers plus one; 0: the default */
	size_t line;    /* 0: not known */
};

struct environment {
	char *name;  /* as in `-e name` */
	char *badge; /* what row 1 says; the name in capitals when absent */
	char *role;  /* demo, test or prod: the badge's colour */
	bool locked; /* later layers do not change it */
	char *url;
	char *token_file;
	char **token_command;      /* NULL-terminated, or NULL */
	int token_command_seconds; /* that it may take without a terminal; 0: as usual */
	char *issuer, *client_id, *client_secret_file, *scope, *audience, *resource;
	char *sign_in; /* device, browser or client; NULL: by what else is said */
	char *token_url, *device_url, *authorize_url; /* NULL: as the issuer says */
	char *token_store, *authorization; /* file or secret-service; bearer or bare */
	char **rights_claims, **right_read, **right_catalog, **right_identity; /* NULL: as usual */
	bool read_only, mask;
	bool plan_approval; /* a plan needs another person's approval */
	int plan_threshold; /* percent; a plan's larger changes are to be looked at; 0: none */
	char *contact_log_path; /* a file that accounts share; NULL: one's own */
	int contact_pause;   /* hours */
	char *consent_field; /* a dotted path below customFields, or NULL */
	char **shared_emails; /* of several people: patterns, NULL-terminated; or NULL */
	bool insecure;      /* the token may go to another host in clear */
	char *ca_file, *client_cert, *client_key, *proxy;
	int redirect_port, timeout; /* 0: any port; seconds that an answer may take, 0: as usual */
	char *link_base;   /* NULL: not known */
	char **link_hosts; /* NULL-terminated; NULL: the host of link_base */
	char *space;       /* the namespace word; NULL: as usual, and so below */
	char *params[PARAM_COUNT];
	char *paths[ENDPOINT_COUNT];

	struct config_origin origin; /* of the section that names it first */
	struct config_origin origins[ENVIRONMENT_SETTINGS];
	struct config_origin param_origins[PARAM_COUNT], path_origins[ENDPOINT_COUNT];
};

enum { COMMAND_NAME_MAX = 32 };

/* A program of the user's own for baskets. */
struct user_command {
	char *name; /* as in `:run name` */
	char **run; /* NULL-terminated */
	char *help; /* or NULL */
	bool link;  /* it is given the recovery link, too */
	int seconds;
	struct config_origin origin, origins[COMMAND_SETTINGS];
};

struct config_layer {
	char *path;
	bool system; /* not the user's own: may lock */
};

struct config {
	VEC(struct config_layer) layers; /* that there are, in the order in which they were read */
	VEC(struct environment) environments;
	VEC(struct user_command) commands;
	char *standard; /* the environment that is meant where none is named, or NULL */
	struct config_origin standard_origin;
	char *keymap, *theme, *clipboard, *timezone;
	bool mouse;  /* listened to from the start */
	bool linear; /* the console is said, line by line */
	char *start; /* the VIEW that the console begins with, or NULL */
	int baskets_ahead; /* rows read without being asked */
	struct config_origin ui_origins[UI_SETTINGS];
	struct mute mute; /* rules that checks do not print */
	struct config_origin mute_origin;
	char *file; /* the user's own that was read, or NULL when there is none */
};

/* Reads all layers; the user's own is `path`, or $BACKROOM_CONFIG, or
 * $XDG_CONFIG_HOME/backroom/config.conf, of which the last may be missing. */
bool config_read(struct config *c, const char *path, struct err *err);
/* The same from a text alone. */
bool config_parse(struct config *c, const char *text, const char *name, struct err *err);
/* Layer by layer: begin, add in their order, then check the whole. */
void config_begin(struct config *c);
bool config_add(
    struct config *c, const char *text, const char *name, bool system, struct err *err);
bool config_check(const struct config *c, struct err *err);

/* Appends "config.conf:7", or the file's name where the line is not known, or nothing. */
void config_append_origin(
    struct buf *out, const struct config *c, const struct config_origin *origin);
/* The source of an environment's value; of the environment if the value is a default. */
const struct config_origin *config_origin_of(
    const struct environment *e, enum environment_setting setting);
void config_free(struct config *c);
void environment_free(struct environment *e);
/* Every option as usual. */
void environment_reset(struct environment *e, const char *name);
/* ca-file, else $BACKROOM_CA_FILE, else $SSL_CERT_FILE; NULL: the system's authorities. */
const char *environment_ca_file(const struct environment *e);
/* How this environment is spoken to: TOKEN_METHOD_ANY where nothing says so. */
enum token_method environment_token_method(const struct environment *e);
/* Lays the environment's own names over those in *names, which borrows them. */
void environment_names(struct wire_names *names, const struct environment *e);
/* NULL when there is none of that name. */
const struct environment *config_find(const struct config *c, const char *name);
const struct user_command *config_command(const struct config *c, struct str name);

enum config_show {
	CONFIG_SHOW_ALL = 1,     /* what is as usual, too */
	CONFIG_SHOW_ORIGINS = 2, /* each value followed by its file and line */
};

/* Appends the settings in force as such a file has them. No token. */
void config_show(struct buf *out, const struct config *c, unsigned what);
/* Appends one environment as config.conf has it, what is usual left out. */
void environment_show(struct buf *out, const struct environment *e);

/* Reads a user's file next to config.conf (keys.conf), or a theme's path; false if it exists but
 * cannot be read. *out is NULL if it is missing. Free with x_free(). */
bool config_read_beside(char **out, const char *name, struct err *err);
/* Appends $XDG_CONFIG_HOME/backroom/name. */
void append_config_path(struct buf *out, const char *name);
/* $BACKROOM_CONFIG, or NULL. */
const char *config_path_override(void);
/* Appends the path of the user's own config.conf, wherever that is. */
void append_own_config_path(struct buf *out);

#endif
