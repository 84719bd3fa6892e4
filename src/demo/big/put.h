/*
 * put.h - writes JSON text member by member and puts commas where needed. `name` is NULL for an
 * element of an array.
 */
#ifndef DEMO_BIG_PUT_H
#define DEMO_BIG_PUT_H

#include "base/buf.h"

/* `bracket` is { or [, or " to begin a string whose content is then added unescaped. */
void put_open(struct buf *out, const char *name, char bracket);
void put_close(struct buf *out, char bracket);
void put_text(struct buf *out, const char *name, struct str text);
void put_textf(struct buf *out, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void put_flag(struct buf *out, const char *name, bool value);
void put_number(struct buf *out, const char *name, int64_t value);
void put_null(struct buf *out, const char *name);
/* Writes a time, in ms. */
void put_when(struct buf *out, const char *name, int64_t t);

#endif
