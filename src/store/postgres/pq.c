#include "store/postgres/pq.h"

#include <dlfcn.h>

#define PQ_NAME(name) "PQ" #name,
static const char *const names[] = { PQ_FUNCTIONS(PQ_NAME) };

_Static_assert(sizeof(struct pq) == sizeof(names) / sizeof(*names) * sizeof(void (*)(void)),
    "each member needs a name, in the order of the struct");

bool
pq_load(struct pq *pq, struct err *err)
{
	void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	void **members = (void **)pq;
	if (!library)
		return err_set(err, ERR_IO,
		    "a store on PostgreSQL needs libpq 5 (Debian's package libpq5): %s", dlerror());
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!(members[i] = dlsym(library, names[i])))
			return err_set(
			    err, ERR_IO, "this libpq is too old: it has no %s (14 has)", names[i]);
	return true;
}
