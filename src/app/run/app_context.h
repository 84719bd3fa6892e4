/*
 * app_context.h - what a run of the program works with: the configuration, the environment it speaks
 * to, the clock, and the client's settings made of them. Console and batch commands begin here.
 *
 * BACKROOM_URL (with BACKROOM_TOKEN) is an environment of its own and beats the configuration;
 * else -e, else BACKROOM_ENV, else the configuration's `default`, else the only environment there
 * is. BACKROOM_TOKEN without BACKROOM_URL goes to the environment that was chosen first, and to no
 * other one; to none if the demo was. Owns everything until app_context_free().
 */
#ifndef APP_RUN_APP_CONTEXT_H
#define APP_RUN_APP_CONTEXT_H

#include "app/access/rules.h"
#include "app/config/conf.h"
#include "app/link/link.h"
#include "base/clock.h"
#include "client/client.h"

struct app_options {
	const char *environment;            /* -e, or NULL */
	const char *now;                    /* --now, or NULL */
	const char *keymap, *theme;         /* over the configuration's, or NULL */
	const char *script;                 /* --script FILE, or NULL */
	const char *view;                   /* a VIEW line, or NULL */
	const char *log;                    /* --log FILE, or NULL */
	const char *pack;                   /* demo: the pack's name; NULL: not a demo */
	const char *const *service_options; /* more words for the demo's service, or NULL */
	bool ascii;
	bool linear; /* the console is said, line by line */
	bool read_only;
	bool mask;
	bool short_tokens; /* demo: the token lasts three minutes */
};

/* What a failed start lacks, so that the user can be asked. */
enum missing_environment {
	MISSING_NOTHING,
	MISSING_SERVICE, /* no environment is known at all */
	MISSING_CHOICE,  /* several are, and none is named */
};

struct app_context {
	struct app_options options;
	enum missing_environment missing; /* why app_context_init() gave false */
	struct config config;
	struct clock clock;
	int log_fd;  /* of --log, or -1 */
	char *name;  /* of the environment: "demo", "prod", or the host of BACKROOM_URL */
	char *badge; /* what row 1 says */
	char *role;  /* demo, test, prod */
	char *token; /* from BACKROOM_TOKEN; taken out of the process's environment */
	char *token_environment; /* the environment that it goes to: name and address */
	struct buf asked; /* what the token command said when it had the terminal; wiped */
	struct err ask_failed; /* or why it said nothing */
	struct sign_in_access access;       /* how one signs in to the environment */
	struct environment own_environment; /* of BACKROOM_URL or of the demo */
	const struct environment *environment;
	bool read_only; /* --read-only, or the environment says so: nothing is written */
	bool token_in_clear;  /* the token goes over the network unencrypted, on purpose */
	bool masked;    /* --mask, or the environment says so: people have pseudonyms */
	struct mask mask;
	struct client_config client;
	struct link_rules links;
};

/* Call once a process: takes the token out of the environment, sets the time zone, opens the log.
 * False with ERR_USAGE when there is neither an address nor a configuration: the text is the
 * three lines that say what to do. A demo has no address until its service is ready. Free it
 * after false too. */
bool app_context_init(struct app_context *l, const struct app_options *options, struct err *err);
/* Without an environment: creates an empty one, so that a console can ask for it. */
void app_context_use_no_environment(struct app_context *l);
/* From now on to another environment, by its name, or by NULL to the demo; what config.conf says is
 * read anew. Clients that were made before must be gone. False: everything is as it was. */
bool app_context_switch_environment(struct app_context *l, const char *name, struct err *err);
/* People by pseudonyms from now on, or by their names again: the client, the links' rules and what
 * may be written follow. False when the key of the pseudonyms cannot be had. */
bool app_context_set_mask(struct app_context *l, bool on, struct err *err);
/* The client's settings for an environment, which borrow it and how one signs in to it; names are the
 * usual ones where it has none. */
void client_config_fill(
    struct client_config *out, const struct environment *e, const struct sign_in_access *access);
/* If the environment's token comes from a command: runs it on this program's terminal, where it
 * may prompt, and waits; clients created from now on start with its output. False if it failed:
 * their first request fails with that, and then they run it themselves. Without a command, or
 * without a terminal, nothing is done. */
bool app_context_run_token_command(struct app_context *l, struct err *err);
void app_context_free(struct app_context *l);
/* Appends what tells the service from others wherever it is written down: its address without who
 * asks there; the environment's name for a demo's. */
void app_context_append_service(struct buf *out, const struct app_context *l);
/* Would app_context_init() accept it? ERR_CONFIG with the environment's name: the address is invalid,
 * or would send the token unencrypted. */
bool app_context_check_environment(const struct environment *e, struct err *err);
/* Would app_context_init() take this time zone (NULL: none)? ERR_CONFIG. */
bool app_context_check_time_zone(const char *zone, struct err *err);

#endif
