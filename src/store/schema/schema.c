#include "store/schema/schema.h"

#include <stddef.h>

const char *const schema_steps[] = {
	/* The key is the order of the list, read backwards: a page is one stretch of it, and
	 * new open baskets are appended at its end. A missing time is the smallest number. */
	"CREATE TABLE baskets ("
	"	is_open INTEGER NOT NULL,"
	"	created INTEGER NOT NULL,"
	"	id TEXT NOT NULL UNIQUE,"
	"	json BLOB NOT NULL,"
	"	PRIMARY KEY (is_open, created, id)"
	") WITHOUT ROWID;",
	NULL,
};
