#include "base/arena.h"

#include "base/buf.h"
#include "base/mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE_MIN = 4096, BLOCK_SIZE_MAX = 262144, ARENA_ALIGNMENT = 16 };

struct arena_block {
	struct arena_block *next;
	size_t used, cap;
	_Alignas(ARENA_ALIGNMENT) char bytes[];
};

static struct arena_block *
arena_add_block(struct arena *a, size_t n)
{
#ifdef BACKROOM_SANITIZED
	size_t cap = n;
#else
	size_t cap = a->blocks ? a->blocks->cap * 2 : BLOCK_SIZE_MIN;
	if (cap > BLOCK_SIZE_MAX)
		cap = BLOCK_SIZE_MAX;
	if (cap < n)
		cap = n;
#endif
	struct arena_block *b = x_realloc(NULL, sizeof(*b) + cap);
	b->next = a->blocks;
	b->used = 0;
	b->cap = cap;
	a->blocks = b;
	return b;
}

/* Reserves n uninitialised bytes, aligned to `align`. */
static char *
reserve_block(struct arena *a, size_t n, size_t align)
{
	if (n > SIZE_MAX / 2)
		abort();
	struct arena_block *b = a->blocks;
	size_t start = b ? (b->used + align - 1) & ~(align - 1) : 0;
	if (!b || start > b->cap || b->cap - start < n) {
		b = arena_add_block(a, n ? n : 1);
		start = 0;
	}
	a->used += start + n - b->used;
	b->used = start + n;
	return b->bytes + start;
}

void *
arena_alloc(struct arena *a, size_t n)
{
	return memset(reserve_block(a, n ? n : 1, ARENA_ALIGNMENT), 0, n);
}

struct str
arena_str(struct arena *a, struct str s)
{
	if (!s.p)
		return STR_NONE;
	char *p = reserve_block(a, s.n + 1, 1);
	memcpy(p, s.p, s.n);
	p[s.n] = '\0';
	return (struct str){ p, s.n };
}

struct str
arena_move_buf(struct arena *a, struct buf *b)
{
	struct str kept = b->n ? arena_str(a, buf_str(b)) : STR_NONE;
	buf_reset(b);
	return kept;
}

struct str
arena_printf(struct arena *a, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *p = arena_alloc(a, (size_t)(n < 0 ? 0 : n) + 1);
	vsnprintf(p, (size_t)(n < 0 ? 0 : n) + 1, format, again);
	va_end(again);
	return (struct str){ p, (size_t)(n < 0 ? 0 : n) };
}

static void
arena_free_other_blocks(struct arena *a, struct arena_block *keep)
{
	struct arena_block *b = a->blocks;
	while (b) {
		struct arena_block *next = b->next;
		if (b != keep)
			x_free(b);
		b = next;
	}
	a->blocks = keep;
	a->used = 0;
	if (keep) {
		keep->next = NULL;
		keep->used = 0;
	}
}

void
arena_reset(struct arena *a)
{
#ifdef BACKROOM_SANITIZED
	arena_free_other_blocks(a, NULL);
#else
	arena_free_other_blocks(a, a->blocks);
#endif
}

void
arena_free(struct arena *a)
{
	arena_free_other_blocks(a, NULL);
}

void
arena_wipe(struct arena *a)
{
	for (struct arena_block *b = a->blocks; b; b = b->next)
		explicit_bzero(b->bytes, b->used);
	arena_free(a);
}
