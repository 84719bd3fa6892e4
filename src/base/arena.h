/*
 * arena.h - memory that is released all at once: a page of rows, one parsed item.
 *
 * Zero-initialise it. In sanitizer builds each allocation is a separate heap block, so that
 * overruns are detected; otherwise block sizes double from 4 KiB to 256 KiB.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/str.h"

struct buf;
struct arena_block;
struct arena {
	struct arena_block *blocks;
	size_t used; /* bytes handed out since the last reset, for benchmarks */
};

/* Returns zeroed memory, aligned for any type, valid until arena_reset() or arena_free(). Never
 * NULL. */
void *arena_alloc(struct arena *a, size_t n);
/* A NUL-terminated copy. A text whose p is NULL gives STR_NONE. */
struct str arena_str(struct arena *a, struct str s);
/* Moves the text of b into the arena; STR_NONE if it is empty. b is empty afterwards. */
struct str arena_move_buf(struct arena *a, struct buf *b);
struct str arena_printf(struct arena *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Releases all memory except one block, which is kept for reuse. */
void arena_reset(struct arena *a);
void arena_free(struct arena *a);
/* Like arena_free(), and overwrites the memory first: for secrets. */
void arena_wipe(struct arena *a);

#define arena_new(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define arena_array(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (n)))

#endif
