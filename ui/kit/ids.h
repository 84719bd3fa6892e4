/*
 * ids.h - ids that are kept during a question: the rows may change meanwhile.
 */
#ifndef UI_KIT_IDS_H
#define UI_KIT_IDS_H

#include "base/vec.h"

struct ids {
	char **v;
	size_t n, cap;
};

/* Copies of these, instead of what was kept. */
void ids_copy(struct ids *kept, const char *const *ids, size_t n);
void ids_free(struct ids *kept);

#endif
