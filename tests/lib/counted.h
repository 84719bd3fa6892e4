/*
 * counted.h - how often memory is asked for: a count that says the same on every machine. Only
 * where the sanitizers are built in, whose allocator tells; elsewhere counted_is_available() is
 * false.
 */
#ifndef TESTS_COUNTED_H
#define TESTS_COUNTED_H

#include <stdbool.h>
#include <stddef.h>

bool counted_is_available(void);
/* Since the last counted_begin(), by all threads. */
void counted_begin(void);
size_t counted_allocations(void);
size_t counted_bytes(void);

#endif
