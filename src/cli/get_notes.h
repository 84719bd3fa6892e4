/*
 * get_notes.h - the messages of `get` on stderr: how many items these are, oddities, and fields of
 * --fields that no item has.
 */
#ifndef CLI_GET_NOTES_H
#define CLI_GET_NOTES_H

#include "base/err.h"

struct get;

void get_print_count(struct get *g);
void get_print_oddities(const struct get *g);
/* "backroom: 150 baskets read; the service repeats itself, more may be missing" */
void get_print_cursor_loop(const struct get *g);
/* For --curl: the terms that the service does not get, and the order. */
void get_print_local_terms(const struct get *g);
/* Reports the fields of --fields that no item had; false if one of them is unknown otherwise
 * too. */
bool get_check_fields(const struct get *g, struct err *err);

#endif
