/*
 * counted.h - how often memory is asked for: a count that says the same on every machine. Only
 * where the sanitizers are built in, whose allocator tells; elsewhere counted_can() is false.
 */
#ifndef TESTS_COUNTED_H
#define TESTS_COUNTED_H

#include <stdbool.h>
#include <stddef.h>

bool counted_can(void);
/* Since the last counted_begin(), by all threads. */
void counted_begin(void);
size_t counted_times(void);
size_t counted_bytes(void);

#endif
