/*
 * counted.h - counts memory allocations: the count is the same on every machine. Available only in
 * sanitizer builds, whose allocator has a hook; in other builds counted_is_available() returns
 * false.
 */
#ifndef TESTS_COUNTED_H
#define TESTS_COUNTED_H

#include <stdbool.h>
#include <stddef.h>

bool counted_is_available(void);
/* Counts since the last counted_begin(), over all threads. */
void counted_begin(void);
size_t counted_allocations(void);
size_t counted_bytes(void);

#endif
