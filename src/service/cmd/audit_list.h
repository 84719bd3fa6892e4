/*
 * audit_list.h - prints the audit of a store, newest first, without a running service.
 */
#ifndef SERVICE_CMD_AUDIT_LIST_H
#define SERVICE_CMD_AUDIT_LIST_H

#include "base/err.h"

#include <stddef.h>

struct store;

/* `terms`: up to `terms_n` KEY=VALUE words, ending with the first NULL. `format`: table, ndjson or
 * NULL. `max`: a number or NULL. ERR_USAGE names the word that is wrong. */
struct audit_list_options {
	const char *const *terms;
	size_t terms_n;
	const char *format, *max;
	bool all;
};

/* Reads the options without the store, so that a typing error is reported first. */
bool audit_list_check(const struct audit_list_options *options, struct err *err);
/* Prints entries to stdout, and their number to stderr if there are more. */
bool audit_list_print(
    struct store *store, const struct audit_list_options *options, struct err *err);

#endif
