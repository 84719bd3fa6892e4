/*
 * ids.h - copies of row ids, kept while a question is open because the rows may change.
 */
#ifndef UI_KIT_IDS_H
#define UI_KIT_IDS_H

#include "base/vec.h"

struct ids {
	char **v;
	size_t n, cap;
};

/* Replaces the kept ids with copies of these. */
void ids_copy(struct ids *kept, const char *const *ids, size_t n);
void ids_free(struct ids *kept);

#endif
