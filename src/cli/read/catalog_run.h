/*
 * catalog_run.h - the catalog, or some of it, for commands: runs the line's loop until it is read.
 */
#ifndef CLI_READ_CATALOG_RUN_H
#define CLI_READ_CATALOG_RUN_H

#include "app/catalog/catalog.h"
#include "cli/read/connection.h"

/* Comes back when all that is wanted was read, or a list or something that is needed cannot be:
 * then NULL, *err says why, and *tries counts as in a walk's end. catalog_free() it before the
 * connection is closed. */
struct catalog *catalog_run(
    struct connection *connection, struct catalog_scope scope, int *tries, struct err *err);

#endif
