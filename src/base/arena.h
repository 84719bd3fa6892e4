/*
 * arena.h - memory that is released all at once: a page of rows, one parsed item.
 *
 * Zero-initialise it. In sanitizer builds every allocation is a block of its own, so that
 * an overrun is seen; otherwise blocks double from 4 KiB to 256 KiB.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/str.h"

struct buf;
struct arena_block;
struct arena {
	struct arena_block *blocks;
	size_t used; /* bytes handed out since the last reset, for the bench */
};

/* Zeroed, aligned for any type, valid until arena_reset() or arena_free(). Never NULL. */
void *arena_alloc(struct arena *a, size_t n);
/* A terminated copy. A NULL p stays STR_NONE. */
struct str arena_str(struct arena *a, struct str s);
/* Moves the text of b into the arena, STR_NONE if it is empty; b is empty afterwards. */
struct str arena_move_buf(struct arena *a, struct buf *b);
struct str arena_printf(struct arena *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Gives everything back but keeps one block for the next use. */
void arena_reset(struct arena *a);
void arena_free(struct arena *a);
/* As above, overwriting its memory: for secrets. */
void arena_wipe(struct arena *a);

#define arena_new(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define arena_array(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (n)))

#endif
