/*
 * record.h - the external identity record that a link is answered with, printed: all its
 * members as a list, or as JSON and the other formats of `get`.
 */
#ifndef CLI_IDENTITY_RECORD_H
#define CLI_IDENTITY_RECORD_H

#include "app/identity/write.h"
#include "cli/out/report.h"

/* Reads -o and --fields: before anything is sent. report_end() after true. */
bool identity_record_open(struct report *r, const struct args *args, struct err *err);
/* Adds what was answered, when it is done; an unlink is answered with nothing to show. */
void identity_record_add(struct report *r, const struct write_result *w);

#endif
