/*
 * command_export_list.h - `export charges OFFER`, `export prices CAMPAIGN` and `export users PATH`:
 * the lists of the console that belong to one item of the catalog, in the formats of `get`.
 */
#ifndef CATALOG_COMMAND_EXPORT_LIST_H
#define CATALOG_COMMAND_EXPORT_LIST_H

#include "base/str.h"

#include <stdbool.h>

struct args;

/* True for the first word of these commands. */
bool export_list_is_name(struct str word);
/* Reads the catalog and prints the list. Returns the exit status; errors are printed. */
int export_list_run(struct args *args);

#endif
