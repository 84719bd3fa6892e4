/*
 * app_context.h - the context of a run: the configuration, the environment, the clock, and the
 * client's settings derived from them. Console and batch commands start with it.
 *
 * BACKROOM_URL (with BACKROOM_TOKEN) is an environment of its own and takes precedence; else -e,
 * else BACKROOM_ENV, else the configuration's `default`, else the only environment. BACKROOM_TOKEN
 * without BACKROOM_URL is sent only to the environment that was chosen at the start; if that was
 * the demo, to none. Owns everything until app_context_free().
 */
#ifndef APP_APP_CONTEXT_H
#define APP_APP_CONTEXT_H

#include "app/access_rules.h"
#include "app/conf.h"
#include "app/link_rules.h"
#include "base/clock.h"
#include "client/client.h"

struct app_options {
	const char *environment;            /* -e, or NULL */
	const char *now;                    /* --now, or NULL */
	const char *keymap, *theme;         /* override the configuration's, or NULL */
	const char *script;                 /* --script FILE, or NULL */
	const char *tour;                   /* --tour NAME, or NULL */
	const char *view_line;              /* a VIEW line, or NULL */
	const char *log;                    /* --log FILE, or NULL */
	const char *save_session;           /* --save-session FILE, or NULL */
	const char *replay;                 /* --replay FILE, or NULL */
	const char *demo_pack;              /* demo: name of the data pack; NULL: not the demo */
	const char *const *service_options; /* more arguments for the demo's service, or NULL */
	bool ascii;
	bool linear; /* linear mode: output line by line */
	bool read_only;
	bool mask;
	bool short_tokens; /* demo: tokens expire after three minutes */
};

/* Why no environment could be chosen, so that the user can be asked. */
enum missing_environment {
	MISSING_NOTHING,
	MISSING_SERVICE, /* no environment is configured */
	MISSING_CHOICE,  /* several are configured, and none is chosen */
};

struct app_context {
	struct app_options options;
	enum missing_environment missing_environment; /* why app_context_init() returned false */
	struct config config;
	struct clock clock;
	int log_fd;              /* for --log, or -1 */
	char *environment_name;  /* name of the environment: "demo", "prod", or the host of
				    BACKROOM_URL */
	char *badge;             /* badge on row 1 */
	char *environment_role;  /* demo, test, prod */
	char *token;             /* from BACKROOM_TOKEN; removed from the process's environment */
	char *token_environment; /* the environment that may receive it: name and address */
	struct buf token_output; /* output of the token command that ran on the terminal; wiped */
	struct err token_command_err;       /* error of that token command */
	struct sign_in_access access;       /* sign-in settings of the environment */
	struct environment own_environment; /* from BACKROOM_URL, or the demo's */
	const struct environment *environment;
	bool read_only;           /* --read-only, or the environment's setting: no writes */
	bool token_sent_in_clear; /* the token is sent unencrypted, as configured */
	bool masked;              /* people have pseudonyms: --mask, the environment's setting, a
				     saved session or its replay */
	struct mask mask;
	struct recorder *recorder;   /* for --save-session, or NULL */
	struct recording *recording; /* for --replay, or NULL */
	struct client_config client_config;
	struct link_rules link_rules;
};

/* Call it once per process: takes the token out of the process's environment, sets the time
 * zone, opens the log. Returns false with ERR_USAGE if there is neither an address nor a
 * configuration: the text is three lines of instructions. A demo has no address until its
 * service is ready. Free it even after a failure. */
bool app_context_init(struct app_context *l, const struct app_options *options, struct err *err);
/* The current time, and the age groups of the configuration. */
struct age_context app_context_ages(const struct app_context *l);
/* If there is no environment: creates an empty one, so that the console can ask for it. */
void app_context_use_no_environment(struct app_context *l);
/* Switches to another environment by name, or to the demo if NULL; config.conf is read again.
 * Free clients of the old environment first. If it returns false, nothing has changed. */
bool app_context_switch_environment(struct app_context *l, const char *name, struct err *err);
/* Turns pseudonyms for people on or off, and adjusts the client, the link rules and write
 * permission. Returns false if the key of the pseudonyms is not available, or if a saved session
 * would show people. */
bool app_context_set_mask(struct app_context *l, bool on, struct err *err);
/* Sets ERR_USAGE and returns false if the environment requires a reason for a write and this one
 * has only blanks. */
bool app_context_check_reason(const struct app_context *l, struct str reason, struct err *err);
/* Fills in the client's settings for an environment, which borrow *e and *access; names default
 * to the usual ones. */
void client_config_fill(
    struct client_config *out, const struct environment *e, const struct sign_in_access *access);
/* If the environment's token comes from a command: runs it on this program's terminal, where it
 * may prompt, and waits; clients created later start with its output. If it fails, their first
 * request fails with its error, and later ones run the command themselves. Does nothing without
 * a command or a terminal. */
bool app_context_run_token_command(struct app_context *l, struct err *err);
/* True if this run keeps a journal, contacts and visits: neither in the demo nor in a replay. */
bool app_context_keeps_state(const struct app_context *l);
void app_context_free(struct app_context *l);
/* Appends the text that identifies the service in files: its address without user or query; for
 * a demo, the environment's name. */
void app_context_append_service_name(struct buf *out, const struct app_context *l);
/* True if app_context_init() would accept the environment. Otherwise sets ERR_CONFIG with the
 * environment's name: the address is invalid, or would send the token unencrypted. */
bool app_context_check_environment(const struct environment *e, struct err *err);
/* True if app_context_init() would accept this time zone (NULL: none). Otherwise sets
 * ERR_CONFIG. */
bool app_context_check_time_zone(const char *zone, struct err *err);

#endif
