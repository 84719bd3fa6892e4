#include "base/buf.h"

#include "base/mem.h"

#include <stdio.h>
#include <string.h>

enum { INITIAL_CAP = 64 };

char *
buf_reserve(struct buf *b, size_t n)
{
	size_t want = b->n + n + 1;
	if (want > b->cap) {
		size_t cap = b->cap ? b->cap * 2 : INITIAL_CAP;
		if (cap < want)
			cap = want;
		b->p = x_realloc(b->p, cap);
		b->cap = cap;
	}
	return b->p + b->n;
}

void
buf_add(struct buf *b, const void *bytes, size_t n)
{
	if (b->max && n > b->max - (b->n < b->max ? b->n : b->max)) {
		b->overflowed = true;
		return;
	}
	if (n == 0)
		return;
	memcpy(buf_reserve(b, n), bytes, n);
	b->n += n;
}

void
buf_addc(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void
buf_adds(struct buf *b, struct str s)
{
	buf_add(b, s.p, s.n);
}

void
buf_addz(struct buf *b, const char *z)
{
	buf_adds(b, str_of(z));
}

void
buf_pad(struct buf *b, char c, size_t times)
{
	for (size_t i = 0; i < times; i++)
		buf_addc(b, c);
}

void
buf_addv(struct buf *b, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	size_t left = b->cap - b->n;
	int n = vsnprintf(left ? b->p + b->n : NULL, left, format, args);
	if (n > 0 && b->max && (size_t)n > b->max - (b->n < b->max ? b->n : b->max)) {
		b->overflowed = true;
	} else if (n > 0) {
		if ((size_t)n >= left)
			vsnprintf(buf_reserve(b, (size_t)n), (size_t)n + 1, format, again);
		b->n += (size_t)n;
	}
	va_end(again);
}

void
buf_addf(struct buf *b, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	buf_addv(b, format, args);
	va_end(args);
}

const char *
buf_z(struct buf *b)
{
	*buf_reserve(b, 0) = '\0';
	return b->p;
}

struct str
buf_str(const struct buf *b)
{
	return (struct str){ b->p ? b->p : "", b->n };
}

void
buf_add_shell_word(struct buf *out, struct str text)
{
	buf_addc(out, '\'');
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '\'')
			buf_addz(out, "'\\''");
		else
			buf_addc(out, text.p[i]);
	buf_addc(out, '\'');
}

void
buf_shrink(struct buf *b)
{
	if (!b->p)
		return;
	b->cap = b->n + 1;
	b->p = x_realloc(b->p, b->cap);
}

void
buf_add_lower(struct buf *b, struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		buf_addc(b, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
	}
}

void
buf_reset(struct buf *b)
{
	b->n = 0;
	b->overflowed = false;
}

void
buf_free(struct buf *b)
{
	x_free(b->p);
	b->p = NULL;
	b->n = b->cap = 0;
	b->overflowed = false;
}

void
buf_wipe(struct buf *b)
{
	if (b->p)
		explicit_bzero(b->p, b->cap);
	buf_free(b);
}

char *
buf_detach(struct buf *b)
{
	buf_z(b);
	char *p = b->p;
	b->p = NULL;
	buf_free(b);
	return p;
}
