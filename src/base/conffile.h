/*
 * conffile.h - reads and parses configuration files written by users, with libconfuse; errors name
 * the file and the line.
 *
 * The options and their meaning are defined in app/conf.c and service/cmd/config.c.
 */
#ifndef BASE_CONFFILE_H
#define BASE_CONFFILE_H

#include "base/err.h"
#include "base/str.h"

struct cfg_t;
struct cfg_opt_t;

/* Reads a whole file, at most 1 MiB. Sets *out to NULL if the file does not exist. Free with
 * x_free(). */
bool conffile_read(char **out, const char *path, struct err *err);
/* Parses a text. Returns NULL and sets err (ERR_CONFIG, "name:line: …") on an error. Free with
 * cfg_free(). */
struct cfg_t *conffile_parse(
    struct cfg_opt_t *options, const char *text, const char *name, struct err *err);

/* The line that sets an option in the section of that kind and title (NULL: any). Without an
 * option, the line where the section starts. 0 if not found. */
size_t conffile_find_line(
    const char *text, const char *section, const char *title, const char *option);

/* Calls `take` with each option that a text sets, and the section it is in (STR_NONE: none). The
 * names may be unknown. */
typedef void conffile_name_fn(void *ctx, struct str section, struct str option);
void conffile_for_each_name(const char *text, conffile_name_fn *take, void *ctx);

/* True if the file sets this option. */
bool conffile_is_set(struct cfg_t *section, const char *name);
/* Copies of a list's texts, NULL-terminated; NULL if the list is absent or empty. Free with
 * conffile_list_free(). */
char **conffile_list(struct cfg_t *section, const char *name);
/* These take an option that was found by its number. */
bool conffile_option_is_set(const struct cfg_opt_t *option);
char **conffile_option_list(struct cfg_opt_t *option);
/* A copy of a NULL-terminated list. */
char **conffile_list_copy(const char *const *list);
void conffile_list_free(char **list);

/* The version of libconfuse that this program runs with. */
const char *conffile_library_version(void);

#endif
