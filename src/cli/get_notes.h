/*
 * get_notes.h - the messages of `get` on stderr: the number of items, irregularities, and names in
 * --fields that no item has.
 */
#ifndef CLI_GET_NOTES_H
#define CLI_GET_NOTES_H

#include "base/err.h"
#include "base/str.h"

struct get_job;

/* Counts an item that a term on its time cannot match, because it has no valid time. */
void get_note_time(struct get_job *g, struct str json);
void get_print_count(struct get_job *g);
void get_print_oddities(const struct get_job *g);
/* Prints "backroom: 150 baskets read; the service repeats itself, more may be missing". */
void get_print_cursor_loop(const struct get_job *g);
/* For --curl: prints the terms and the order that are not part of the request. */
void get_print_local_terms(const struct get_job *g);
/* Reports names in --fields that no item had; returns false if one of them is not a known member
 * either. */
bool get_check_fields(const struct get_job *g, struct err *err);

#endif
