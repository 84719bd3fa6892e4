/*
 * schema.h - the tables of the SQL stores, as migration steps. Each step is applied once, in order;
 * every database has the same steps in its own SQL dialect.
 *
 * Never edit a released step; add a new one.
 */
#ifndef STORE_SCHEMA_SCHEMA_H
#define STORE_SCHEMA_SCHEMA_H

#include "base/err.h"

struct schema_step {
	const char *sqlite, *postgres;
};

/* The version of a database is the number of applied steps. The array ends with NULLs. */
extern const struct schema_step schema_steps[];

int schema_newest_version(void);
/* True if this program can use a database of this version, or may migrate it (`may`: bits of
 * enum store_permission). Otherwise sets err to ERR_IO with the remedy. */
bool schema_check_version(int64_t version, unsigned may, struct err *err);

#endif
