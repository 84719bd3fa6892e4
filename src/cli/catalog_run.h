/*
 * catalog_run.h - reads the catalog, or parts of it, for commands: runs the connection's loop until
 * it is read.
 */
#ifndef CLI_CATALOG_RUN_H
#define CLI_CATALOG_RUN_H

#include "catalog/catalog.h"
#include "cli/connection.h"

/* Returns when all wanted parts were read. Returns NULL and sets err if a list or a needed part
 * cannot be read; *tries is set as in struct walk_end. Call catalog_free() before the connection
 * is closed. */
struct catalog *catalog_run(
    struct connection *connection, struct catalog_scope scope, int *tries, struct err *err);

#endif
