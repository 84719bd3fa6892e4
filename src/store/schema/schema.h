/*
 * schema.h - the tables of the SQL stores, as steps that are applied in order, each once.
 *
 * A step that has been released is never edited; a change is a new step.
 */
#ifndef STORE_SCHEMA_SCHEMA_H
#define STORE_SCHEMA_SCHEMA_H

/* SQL of each step; the version of a database is the number of steps it has seen. Ends with
 * NULL. */
extern const char *const schema_steps[];

#endif
