/*
 * utf8_step.h - checks UTF-8 byte by byte, so that the text may arrive in pieces. Pure.
 */
#ifndef WIRE_UTF8_STEP_H
#define WIRE_UTF8_STEP_H

#include <stdbool.h>

/* Zero-initialise it. */
struct utf8_step {
	unsigned more;           /* continuation bytes that must follow */
	unsigned char low, high; /* allowed range of the next byte */
};

/* Checks the next byte. Returns false if it is not valid there; it may then start the next
 * character. */
static inline bool
utf8_step(struct utf8_step *u, unsigned char c)
{
	bool good = true;
	if (u->more) {
		good = c >= u->low && c <= u->high;
		u->more = good ? u->more - 1 : 0;
		u->low = 0x80;
		u->high = 0xBF;
		if (good)
			return true;
	}
	if (c < 0x80)
		return good;
	if (c < 0xC2 || c > 0xF4)
		return false;
	u->more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
	u->low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
	u->high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
	return good;
}

#endif
