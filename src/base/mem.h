/*
 * mem.h - heap memory that never fails silently.
 *
 * Calls abort() when out of memory: the console's crash handler then restores the terminal, and the
 * service's supervisor restarts it. Free with x_free().
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

/* Returns n zeroed bytes; n may be 0. Never NULL. */
void *x_alloc(size_t n);
/* Resizes a block; new bytes are not zeroed. Never NULL. */
void *x_realloc(void *p, size_t n);
/* A copy of a C string; NULL gives NULL. */
char *x_strdup(const char *z);
void x_free(void *p);
/* Returns freed memory from the allocator to the system. Takes milliseconds: call it after
 * freeing much. */
void mem_trim(void);

#define x_new(type) ((type *)x_alloc(sizeof(type)))
#define x_new_array(type, n) ((type *)x_alloc_array((n), sizeof(type)))
/* x_alloc(n * size) with a check for overflow. */
void *x_alloc_array(size_t n, size_t size);

#endif
