#include "base/mem.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *
x_alloc(size_t n)
{
	void *p = calloc(1, n ? n : 1);
	if (!p)
		abort();
	return p;
}

void *
x_alloc_array(size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		abort();
	return x_alloc(n * size);
}

void *
x_realloc(void *p, size_t n)
{
	void *q = realloc(p, n ? n : 1);
	if (!q)
		abort();
	return q;
}

char *
x_strdup(const char *z)
{
	if (!z)
		return NULL;
	size_t n = strlen(z) + 1;
	return memcpy(x_alloc(n), z, n);
}

void
x_free(void *p)
{
	free(p);
}

void
mem_trim(void)
{
	malloc_trim(0);
}
