/*
 * schema.h - the tables of the SQL stores, as steps that are applied in order, each once: the same
 * steps for every database, each in its words.
 *
 * A step that has been released is never edited; a change is a new step.
 */
#ifndef STORE_SCHEMA_SCHEMA_H
#define STORE_SCHEMA_SCHEMA_H

#include "base/err.h"

struct schema_step {
	const char *sqlite, *postgres;
};

/* The version of a database is the number of steps it has seen. Ends with NULLs. */
extern const struct schema_step schema_steps[];

int schema_newest(void);
/* May a program that knows these steps use a database of this version? Or bring it to the newest,
 * where `may` (of enum store_may) says so. ERR_IO with what to do instead. */
bool schema_check(int64_t version, unsigned may, struct err *err);

#endif
