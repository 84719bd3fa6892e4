/*
 * launch.h - what a run of the program works with: the configuration, the environment it speaks
 * to, the clock, and the client's settings made of them. Console and batch commands begin here.
 *
 * BACKROOM_URL (with BACKROOM_TOKEN) is an environment of its own and beats the configuration;
 * else -e, else BACKROOM_ENV, else the configuration's `default`, else the only environment there
 * is. BACKROOM_TOKEN without BACKROOM_URL goes to the environment that was chosen first, and to no
 * other one; to none if the demo was. Owns everything until launch_free().
 */
#ifndef APP_RUN_LAUNCH_H
#define APP_RUN_LAUNCH_H

#include "app/access/rules.h"
#include "app/config/conf.h"
#include "app/link/link.h"
#include "base/clock.h"
#include "client/client.h"

struct launch_options {
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
enum launch_lack {
	LAUNCH_LACKS_NOTHING,
	LAUNCH_LACKS_SERVICE, /* no environment is known at all */
	LAUNCH_LACKS_CHOICE,  /* several are, and none is named */
};

struct launch {
	struct launch_options options;
	enum launch_lack lack; /* why launch_init() gave false */
	struct config config;
	struct clock clock;
	int log_fd;  /* of --log, or -1 */
	char *name;  /* of the environment: "demo", "prod", or the host of BACKROOM_URL */
	char *badge; /* what row 1 says */
	char *role;  /* demo, test, prod */
	char *token; /* from BACKROOM_TOKEN; taken out of the process's environment */
	char *token_for; /* the environment that it goes to: name and address */
	struct buf asked; /* what the token command said when it had the terminal; wiped */
	struct err ask_failed; /* or why it said nothing */
	struct access access; /* how one signs in to the environment */
	struct environment own; /* of BACKROOM_URL or of the demo */
	const struct environment *environment;
	bool read_only; /* --read-only, or the environment says so: nothing is written */
	bool in_clear;  /* the token goes over the network unencrypted, on purpose */
	bool masked;    /* --mask, or the environment says so: people have pseudonyms */
	struct mask mask;
	struct client_config client;
	struct link_rules links;
};

/* Call once a process: takes the token out of the environment, sets the time zone, opens the log.
 * False with ERR_USAGE when there is neither an address nor a configuration: the text is the
 * three lines that say what to do. A demo has no address until its service is ready. Free it
 * after false too. */
bool launch_init(struct launch *l, const struct launch_options *options, struct err *err);
/* Without an environment: creates an empty one, so that a console can ask for it. */
void launch_nowhere(struct launch *l);
/* From now on to another environment, by its name, or by NULL to the demo; what config.conf says is
 * read anew. Clients that were made before must be gone. False: everything is as it was. */
bool launch_turn(struct launch *l, const char *name, struct err *err);
/* People by pseudonyms from now on, or by their names again: the client, the links' rules and what
 * may be written follow. False when the key of the pseudonyms cannot be had. */
bool launch_mask(struct launch *l, bool on, struct err *err);
/* The client's settings for an environment, which borrow it and how one signs in to it; names are the
 * usual ones where it has none. */
void launch_client(
    struct client_config *out, const struct environment *e, const struct access *access);
/* If the environment's token comes from a command: runs it on this program's terminal, where it
 * may prompt, and waits; clients created from now on start with its output. False if it failed:
 * their first request fails with that, and then they run it themselves. Without a command, or
 * without a terminal, nothing is done. */
bool launch_ask_token(struct launch *l, struct err *err);
void launch_free(struct launch *l);
/* Appends what tells the service from others wherever it is written down: its address without who
 * asks there; the environment's name for a demo's. */
void launch_service(struct buf *out, const struct launch *l);
/* Would launch_init() accept it? ERR_CONFIG with the environment's name: the address is invalid,
 * or would send the token unencrypted. */
bool launch_check_environment(const struct environment *e, struct err *err);
/* Would launch_init() take this time zone (NULL: none)? ERR_CONFIG. */
bool launch_check_zone(const char *zone, struct err *err);

#endif
