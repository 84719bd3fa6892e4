/*
 * utf8_step.h - checks UTF-8 byte by byte, so that the text may arrive in pieces. Pure.
 */
#ifndef WIRE_UTF8_STEP_H
#define WIRE_UTF8_STEP_H

#include <stdbool.h>

/* Zero-initialise it. */
struct utf8_step {
	unsigned continuation_bytes;      /* continuation bytes that must follow */
	unsigned char min_next, max_next; /* allowed range of the next byte */
};

/* Checks the next byte. Returns false if it is not valid there; it may then start the next
 * character. */
static inline bool
utf8_step(struct utf8_step *u, unsigned char c)
{
	bool good = true;
	if (u->continuation_bytes) {
		good = c >= u->min_next && c <= u->max_next;
		u->continuation_bytes = good ? u->continuation_bytes - 1 : 0;
		u->min_next = 0x80;
		u->max_next = 0xBF;
		if (good)
			return true;
	}
	if (c < 0x80)
		return good;
	if (c < 0xC2 || c > 0xF4)
		return false;
	u->continuation_bytes = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
	u->min_next = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
	u->max_next = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
	return good;
}

#endif
