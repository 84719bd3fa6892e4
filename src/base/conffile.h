/*
 * conffile.h - configuration files that people write, over libconfuse: read, parsed, and what is
 * wrong with them said with file and line.
 *
 * The options, and what becomes of them, are their owners': app/config/conf.c and service/cmd/config.c.
 */
#ifndef BASE_CONFFILE_H
#define BASE_CONFFILE_H

#include "base/err.h"

struct cfg_t;
struct cfg_opt_t;

/* A whole file as text, at most 1 MiB; *out NULL when it is missing. Free with x_free(). */
bool conffile_read(char **out, const char *path, struct err *err);
/* A parsed text, or NULL with err set (ERR_CONFIG, "name:line: …"). cfg_free() it. */
struct cfg_t *conffile_parse(
    struct cfg_opt_t *options, const char *text, const char *name, struct err *err);

/* The line on which an option is set, in the section of that kind and title (NULL: anywhere); without
 * an option, where the section begins. 0 when it is not there. */
size_t conffile_find_line(
    const char *text, const char *section, const char *title, const char *option);

/* Does the file say something of this option? */
bool conffile_is_set(struct cfg_t *section, const char *name);
/* Copies of a list's texts, ended by NULL; NULL when it is absent or empty. conffile_list_free()
 * it. */
char **conffile_list(struct cfg_t *section, const char *name);
void conffile_list_free(char **list);

#endif
