/*
 * mem.h - heap memory that never fails quietly.
 *
 * Owns nothing. Out of memory calls abort(): the console's crash handler then restores
 * the terminal, and the service's supervisor starts it again. Free with x_free().
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

/* Zeroed memory of n bytes; n may be 0. Never NULL. */
void *x_alloc(size_t n);
/* Grows or shrinks a block; new bytes are not zeroed. Never NULL. */
void *x_realloc(void *p, size_t n);
/* A copy of a text. NULL stays NULL. */
char *x_strdup(const char *z);
void x_free(void *p);
/* Gives back to the system what was freed but is still held: after much was. Takes milliseconds. */
void mem_trim(void);

#define x_new(type) ((type *)x_alloc(sizeof(type)))
#define x_new_array(type, n) ((type *)x_alloc_array((n), sizeof(type)))
/* x_alloc(n * size), with the product checked. */
void *x_alloc_array(size_t n, size_t size);

#endif
