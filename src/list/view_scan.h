/*
 * view_scan.h - the words of a VIEW line: keys, paths of members, quoted values and lists. Used by
 * view.c alone.
 */
#ifndef LIST_VIEW_SCAN_H
#define LIST_VIEW_SCAN_H

#include "list/view.h"

/* The length of a path at the start of s, below the resource's prefix; its steps are bare or
 * quoted. */
size_t view_scan_path_length(const struct view_resource *r, struct str s);
/* The length of a key at the start of s that is followed by the signs of an operator, else 0. */
size_t view_scan_key_length(const struct view_resource *r, struct str s);
/* Takes the signs of an operator off the front of s. */
enum view_op view_scan_op(struct str *s);
/* The index of the first or last occurrence of a character outside quotes; SIZE_MAX if there is
 * none. */
size_t view_scan_find(struct str s, char sign, bool last);
/* Takes the next name off a list; commas within quotes belong to names. Returns false after the
 * last. */
bool view_scan_name(struct str *list, struct str *name);
/* Takes a list of names off the front of s, up to the next space outside quotes. Returns false and
 * sets err if a quote is not closed. */
bool view_scan_list(struct arena *texts, struct str *s, struct str *value, struct err *err);
/* Takes a value off the front of s: quoted, or up to the next space. Returns false and sets err if
 * the quote is not closed. */
bool view_scan_value(struct arena *texts, struct str *s, struct str *value, struct err *err);

#endif
