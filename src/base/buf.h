/*
 * buf.h - a growable run of bytes.
 *
 * Zero-initialise it, add to it, free it with buf_free(). A `max` of 0 means no limit; past
 * the limit nothing more is added and `over` is set, so a hostile length costs nothing.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/str.h"

#include <stdarg.h>

struct buf {
	char *p;
	size_t n, cap;
	size_t max;
	bool over;
};

void buf_add(struct buf *b, const void *bytes, size_t n);
void buf_addc(struct buf *b, char c);
void buf_adds(struct buf *b, struct str s);
void buf_addz(struct buf *b, const char *z);
/* The same character `times` times. */
void buf_pad(struct buf *b, char c, size_t times);
void buf_addf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_addv(struct buf *b, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* The bytes followed by a NUL, which does not count. Valid until the next change. */
const char *buf_z(struct buf *b);
struct str buf_str(const struct buf *b);
/* Appends s with its ASCII letters small. */
void buf_add_lower(struct buf *b, struct str s);
/* Room for n more bytes at the end; the caller fills it and adds to b->n. */
char *buf_reserve(struct buf *b, size_t n);
/* Gives memory back that is not used. */
void buf_shrink(struct buf *b);
/* Empties it, keeps the memory. */
void buf_reset(struct buf *b);
void buf_free(struct buf *b);
/* Overwrites the bytes before freeing: for tokens and keys. */
void buf_wipe(struct buf *b);
/* The bytes as a heap text of their own; the buf is empty afterwards. Free with x_free(). */
char *buf_detach(struct buf *b);

#endif
