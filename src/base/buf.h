/*
 * buf.h - a growable byte buffer.
 *
 * Zero-initialise it, append to it, free it with buf_free(). A `max` of 0 means no limit. Beyond
 * the limit nothing more is appended and `overflowed` is set, so a hostile length costs nothing.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/str.h"

#include <stdarg.h>

struct buf {
	char *p;
	size_t n, cap;
	size_t max;
	bool overflowed;
};

void buf_add(struct buf *b, const void *bytes, size_t n);
void buf_addc(struct buf *b, char c);
void buf_adds(struct buf *b, struct str s);
void buf_addz(struct buf *b, const char *z);
/* Appends the character `times` times. */
void buf_pad(struct buf *b, char c, size_t times);
void buf_addf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_addv(struct buf *b, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* The bytes as a C string; the NUL does not count as content. Valid until the next change. */
const char *buf_z(struct buf *b);
struct str buf_str(const struct buf *b);
/* Appends s with its ASCII letters in lower case. */
void buf_add_lower(struct buf *b, struct str s);
/* Reserves room for n more bytes at the end; the caller writes them and adds to b->n. */
char *buf_reserve(struct buf *b, size_t n);
/* Appends a text in single quotes of a shell. */
void buf_add_shell_word(struct buf *out, struct str text);
/* Releases unused memory. */
void buf_shrink(struct buf *b);
/* Empties the buffer but keeps its memory. */
void buf_reset(struct buf *b);
void buf_free(struct buf *b);
/* Overwrites the bytes before freeing: for tokens and keys. */
void buf_wipe(struct buf *b);
/* Returns the bytes as a heap-allocated C string; the buffer is empty afterwards. Free with
 * x_free(). */
char *buf_detach(struct buf *b);

#endif
