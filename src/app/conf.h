/*
 * conf.h - config.conf: environments, settings of the console, muted checks. The only user of
 * libconfuse; keymaps and themes are read here too (keymap.h and theme.h declare them).
 *
 * The files are read in layers, each overriding the ones before: /etc/backroom/config.conf, then
 * backroom/config.conf in each of $XDG_CONFIG_DIRS (in reverse order), then the user's own. A layer
 * overrides only the options it sets; a `locked` environment cannot be overridden. Files outside
 * the user's own folder are used only if only root and this account can write to them.
 *
 * An error has file and line. libconfuse stops at a file's first one. config_free() frees all
 * texts.
 */
#ifndef APP_CONF_H
#define APP_CONF_H

#include "app/mute.h"
#include "app/settings.h"
#include "app/user_command.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "model/age_groups.h"
#include "wire/names.h"

struct environment {
	char *name;  /* as in `-e name` */
	char *badge; /* badge on row 1; NULL: the name in capitals */
	char *role;  /* demo, test or prod: colour of the badge */
	bool locked; /* later layers cannot change it */
	char *url;
	char *token_file;
	char **token_command;        /* NULL-terminated, or NULL */
	int token_command_timeout_s; /* time limit without a terminal; 0: default */
	char *issuer, *client_id, *client_secret_file, *scope, *audience, *resource;
	char *sign_in_method; /* device, browser or client; NULL: derived from other settings */
	char *token_url, *device_url, *authorize_url; /* NULL: from the issuer */
	char *token_store, *authorization;            /* file or secret-service; bearer or bare */
	char **rights_claims, **right_read, **right_catalog, **right_identity; /* NULL: default */
	bool read_only, mask;
	bool requires_reason;   /* commands that write need a reason; the console always asks */
	bool plan_approval;     /* a plan needs another person's approval */
	int plan_threshold;     /* percent; larger changes need review; 0: none */
	char *contact_log_path; /* a file shared by accounts; NULL: private */
	int contact_pause_h;    /* hours */
	char *consent_field;    /* a dotted path below customFields, or NULL */
	char *contact_notice;   /* shown before a person with an e-mail is contacted; or NULL */
	char **shared_emails;   /* shared addresses: patterns, NULL-terminated; or NULL */
	bool insecure;          /* the token may be sent unencrypted to other hosts */
	char *ca_file, *client_cert, *client_key, *proxy;
	int redirect_port, timeout_s; /* 0: any port; response timeout in s, 0: default */
	char *link_base;              /* NULL: assumed from url */
	char **link_hosts;            /* NULL-terminated; NULL: the host of link_base */
	char *namespace; /* the namespace word; NULL: default, also in params and paths */
	char *params[PARAM_COUNT];
	char *paths[ENDPOINT_COUNT];

	struct config_origin origin; /* of the first section with this name */
	struct config_origin setting_origins[ENVIRONMENT_SETTINGS];
	struct config_origin param_origins[PARAM_COUNT], path_origins[ENDPOINT_COUNT];
};

struct config_layer {
	char *path;
	bool is_system_file; /* not the user's own; may lock environments */
};

struct config {
	VEC(struct config_layer) layers; /* existing files, in the order read */
	VEC(struct environment) environments;
	VEC(struct user_command) commands;
	char *default_environment; /* the default environment, or NULL */
	struct config_origin default_environment_origin;
	char *keymap, *theme, *clipboard, *timezone;
	bool mouse;          /* mouse input is on at the start */
	bool linear;         /* linear mode: output line by line */
	char *start_view;    /* the first VIEW of the console, or NULL */
	int read_ahead_rows; /* rows to read ahead */
	char **age_limits;   /* NULL-terminated */
	struct age_groups age_groups; /* made from age_limits */
	struct config_origin ui_setting_origins[UI_SETTINGS];
	struct muted_checks mute; /* rules whose findings are hidden */
	struct config_origin mute_origin;
	char *user_path; /* the user's own file, or NULL if it is missing */
};

/* Reads all layers. The user's own file is `path`, or $BACKROOM_CONFIG, or
 * $XDG_CONFIG_HOME/backroom/config.conf; only the last may be missing. */
bool config_read(struct config *c, const char *path, struct err *err);
typedef void config_fault_fn(const struct err *err);
/* Like config_read() with the usual path, but lines of the user's own file that are wrong are passed
 * on and left out, so that all of them are found; *fault_count is their number. Returns false if the
 * rest could not be read. */
bool config_read_for_faults(struct config *c, config_fault_fn *on_fault, size_t *fault_count);
/* Reads the configuration from a single text instead of files. */
bool config_parse(struct config *c, const char *text, const char *name, struct err *err);
/* Reading by layer: begin, add the layers in order, then check the result. */
void config_set_defaults(struct config *c);
bool config_add_layer(
    struct config *c, const char *text, const char *name, bool system, struct err *err);
bool config_check(const struct config *c, struct err *err);

/* Appends "config.conf:7", or the file's name if the line is not known; nothing for a default. */
void config_append_origin(
    struct buf *out, const struct config *c, const struct config_origin *origin);
/* The file and line that set the value, or those of the environment's section if the value is a
 * default. */
const struct config_origin *config_origin_of(
    const struct environment *e, enum environment_setting setting);
void config_free(struct config *c);
void environment_free(struct environment *e);
/* Sets every option to its default. */
void environment_reset(struct environment *e, const char *name);
/* ca-file, else $BACKROOM_CA_FILE, else $SSL_CERT_FILE; NULL: the system's authorities. */
const char *environment_ca_file(const struct environment *e);
/* The environment's source of tokens; TOKEN_METHOD_ANY if none is set. */
enum token_method environment_token_method(const struct environment *e);
/* Replaces entries of *names by the environment's own names, which are borrowed. */
void environment_apply_names(struct wire_names *names, const struct environment *e);
/* Finds an environment by name, or NULL. */
const struct environment *config_find(const struct config *c, const char *name);
const struct user_command *config_find_command(const struct config *c, struct str name);

enum config_show {
	CONFIG_SHOW_ALL = 1,     /* include defaults */
	CONFIG_SHOW_ORIGINS = 2, /* each value followed by its file and line */
	CONFIG_SHOW_MASKED = 4,  /* each text that a user wrote is "…", or "https://…" */
};

/* Appends the settings in config.conf syntax, without any token. */
void config_show(struct buf *out, const struct config *c, unsigned what);
/* Append one environment in config.conf syntax, without defaults; and the setting `default`. */
void environment_show(struct buf *out, const struct environment *e);
void config_show_default(struct buf *out, const char *name);

/* Reads a file in the folder of config.conf (keys.conf), or a theme's path; returns false if it
 * exists but cannot be read. *out is NULL if it is missing. Free with x_free(). */
bool config_read_beside(char **out, const char *name, struct err *err);
/* Appends $XDG_CONFIG_HOME/backroom/name. */
void append_config_path(struct buf *out, const char *name);
const char *config_path_override(void); /* $BACKROOM_CONFIG, or NULL */
/* Appends the path of the user's own config.conf, even if $BACKROOM_CONFIG sets it. */
void append_own_config_path(struct buf *out);

#endif
