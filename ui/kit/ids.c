#include "ui/kit/ids.h"

void
ids_copy(struct ids *kept, const char *const *ids, size_t n)
{
	ids_free(kept);
	for (size_t i = 0; i < n; i++) {
		char *id = x_strdup(ids[i]);
		vec_push(kept, id);
	}
}

void
ids_free(struct ids *kept)
{
	for (size_t i = 0; i < kept->n; i++)
		x_free(kept->v[i]);
	vec_free(kept);
}
