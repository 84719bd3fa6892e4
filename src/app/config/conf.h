/*
 * conf.h - config.conf: environments, how the console looks, what checks keep quiet. The only user
 * of libconfuse; keymaps and themes are read here too (keymap.h and theme.h declare them).
 *
 * An error names file and line. libconfuse stops at the first error of a file. Owns all texts
 * of struct config until config_free().
 */
#ifndef APP_CONFIG_CONF_H
#define APP_CONFIG_CONF_H

#include "app/config/mute.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "wire/names.h"

struct environment {
	char *name;  /* as in `-e name` */
	char *badge; /* what row 1 says; the name in capitals when absent */
	char *role;  /* demo, test or prod: the badge's colour */
	char *url;
	char *token_file;
	char **token_command; /* NULL-terminated, or NULL */
	bool bare;            /* authorization = bare */
	bool read_only, mask;
	bool plan_approval; /* a plan is sent only when somebody else approved of it */
	int plan_threshold; /* percent; a plan's larger changes are to be looked at; 0: none */
	bool insecure; /* the token may go to another host in clear */
	char *ca_file, *proxy;
	int timeout;       /* seconds that an answer may take; 0: as usual */
	char *link_base;   /* NULL: assumed from the URL's origin */
	char **link_hosts; /* NULL-terminated; NULL: assumed likewise */
	char *space;       /* the namespace word; NULL: as usual, and so below */
	char *params[PARAM_COUNT];
	char *paths[ENDPOINT_COUNT];
};

struct config {
	VEC(struct environment) environments;
	char *keymap, *theme, *clipboard, *timezone;
	bool mouse; /* listened to from the start */
	char *start; /* the VIEW that the console begins with, or NULL */
	int baskets_ahead; /* rows read without being asked */
	struct mute mute;  /* rules that checks do not print */
	char *file;        /* where it was read from, or NULL when there is none */
};

/* Reads `path`, or $BACKROOM_CONFIG, or $XDG_CONFIG_HOME/backroom/config.conf; the last may
 * be missing. */
bool config_read(struct config *c, const char *path, struct err *err);
/* The same from a text; for tests. */
bool config_parse(struct config *c, const char *text, const char *name, struct err *err);
/* Where an environment's option stands, or of title NULL another one: "config.conf:7". */
void config_place(
    struct buf *out, const struct config *c, const char *title, const char *option);
void config_free(struct config *c);
void environment_free(struct environment *e);
/* Lays the environment's own names over those in *names, which borrows them. */
void environment_names(struct wire_names *names, const struct environment *e);
/* NULL when there is none of that name. */
const struct environment *config_find(const struct config *c, const char *name);
/* Appends the whole file's settings as they are in force, with defaults. No token. */
void config_show(struct buf *out, const struct config *c);

/* A file of people's own beside config.conf (keys.conf), or a theme's path; false when it is
 * there but cannot be read. *out NULL when it is missing. Free with x_free(). */
bool config_read_beside(char **out, const char *name, struct err *err);
/* Appends $XDG_CONFIG_HOME/backroom/name. */
void config_path(struct buf *out, const char *name);

#endif
