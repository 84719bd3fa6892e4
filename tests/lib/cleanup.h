/*
 * cleanup.h - variables that are freed when their block ends, unless the test failed before that.
 */
#ifndef TESTS_LIB_CLEANUP_H
#define TESTS_LIB_CLEANUP_H

#include "base/arena.h"
#include "base/buf.h"

/* Calls the function with the address of the variable. */
#define CLEANUP(function) __attribute__((cleanup(function)))

#define auto_buf CLEANUP(buf_free) struct buf
#define auto_arena CLEANUP(arena_free) struct arena

#endif
