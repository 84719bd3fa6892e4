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

	/* Items lie apart from their order, so that counting reads the narrow index alone and an
	 * item keeps its number, which cursors name. */
	"CREATE TABLE items ("
	"	number INTEGER PRIMARY KEY,"
	"	list INTEGER NOT NULL,"
	"	path TEXT NOT NULL,"
	"	id TEXT NOT NULL,"
	"	published INTEGER NOT NULL,"
	"	modified INTEGER NOT NULL,"
	"	json BLOB NOT NULL"
	");"
	"CREATE UNIQUE INDEX items_order ON items (list, path, id);"
	"CREATE TABLE owners ("
	"	id TEXT PRIMARY KEY,"
	"	root TEXT NOT NULL"
	") WITHOUT ROWID;"
	"CREATE TABLE links ("
	"	iss TEXT NOT NULL,"
	"	sub TEXT NOT NULL,"
	"	owner TEXT NOT NULL,"
	"	state INTEGER NOT NULL,"
	"	linked_at INTEGER NOT NULL,"
	"	linked_by TEXT NOT NULL,"
	"	json BLOB NOT NULL,"
	"	PRIMARY KEY (sub, iss, owner)"
	") WITHOUT ROWID;"
	/* Whatever the program believes: one identity, one owner. */
	"CREATE UNIQUE INDEX links_active ON links (sub, iss) WHERE state = 1;"
	"CREATE TABLE answers ("
	"	subject TEXT NOT NULL,"
	"	key TEXT NOT NULL,"
	"	digest BLOB NOT NULL,"
	"	at INTEGER NOT NULL,"
	"	status INTEGER NOT NULL,"
	"	body BLOB NOT NULL,"
	"	PRIMARY KEY (subject, key)"
	") WITHOUT ROWID;"
	"CREATE INDEX answers_age ON answers (at);"
	"CREATE TABLE audit ("
	"	seq INTEGER PRIMARY KEY,"
	"	at INTEGER NOT NULL,"
	"	request_id TEXT NOT NULL,"
	"	subject TEXT NOT NULL,"
	"	operation TEXT NOT NULL,"
	"	target TEXT NOT NULL,"
	"	outcome TEXT NOT NULL,"
	"	detail TEXT NOT NULL,"
	"	hash BLOB NOT NULL"
	");"
	"CREATE TRIGGER audit_stays BEFORE UPDATE ON audit"
	"	BEGIN SELECT RAISE(ABORT, 'the audit is not changed'); END;"
	"CREATE TRIGGER audit_grows BEFORE DELETE ON audit"
	"	BEGIN SELECT RAISE(ABORT, 'the audit is not shortened'); END;"
	"CREATE TABLE heads ("
	"	name TEXT PRIMARY KEY,"
	"	seq INTEGER NOT NULL,"
	"	hash BLOB NOT NULL"
	") WITHOUT ROWID;",

	/* Answers by the whole caller. Those in the older table do not tell whose root and client
	 * they had: they are found by their subject for the day that they last, since asking again
	 * must not do again what was done; new ones are kept here alone. */
	"CREATE TABLE callers_answers ("
	"	subject TEXT NOT NULL,"
	"	root TEXT NOT NULL,"
	"	client TEXT NOT NULL,"
	"	key TEXT NOT NULL,"
	"	digest BLOB NOT NULL,"
	"	at INTEGER NOT NULL,"
	"	status INTEGER NOT NULL,"
	"	body BLOB NOT NULL,"
	"	PRIMARY KEY (subject, root, client, key)"
	") WITHOUT ROWID;"
	"CREATE INDEX callers_answers_age ON callers_answers (at);",
	NULL,
};
