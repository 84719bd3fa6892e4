/*
 * record.h - prints the external identity record in the response to a link: all its members as a
 * list, or as JSON and the other formats of `get`.
 */
#ifndef IDENTITY_COMMAND_RECORD_H
#define IDENTITY_COMMAND_RECORD_H

#include "cli/report.h"
#include "identity/write.h"

/* Parses -o and --fields, before anything is sent. If it returns true, call report_end(). */
bool identity_record_open(struct report *r, const struct args *args, struct err *err);
/* Adds the record in the response if the write is done; an unlink has none. */
void identity_record_add(struct report *r, const struct write_result *w);

#endif
