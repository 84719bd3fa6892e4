/*
 * number.h - the grammar of JSON numbers, one byte at a time. Pure.
 */
#ifndef WIRE_NUMBER_H
#define WIRE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* The state within a number. A number is incomplete in the first four states. */
enum number_state {
	NUM_MINUS,
	NUM_DOT,
	NUM_E,
	NUM_E_SIGN,
	NUM_ZERO,
	NUM_INT,
	NUM_FRACTION,
	NUM_EXP
};

static inline enum number_state
number_start(unsigned char c)
{
	return c == '-' ? NUM_MINUS : c == '0' ? NUM_ZERO : NUM_INT;
}

/* The next state after the byte c; -1 if c does not continue the number. */
static inline int
number_step(enum number_state n, unsigned char c)
{
	bool digit = c >= '0' && c <= '9';
	bool e = c == 'e' || c == 'E';
	switch (n) {
	case NUM_MINUS:
		return c == '0' ? NUM_ZERO : digit ? NUM_INT : -1;
	case NUM_ZERO:
		return c == '.' ? NUM_DOT : e ? NUM_E : -1;
	case NUM_INT:
		return digit ? NUM_INT : c == '.' ? NUM_DOT : e ? NUM_E : -1;
	case NUM_DOT:
		return digit ? NUM_FRACTION : -1;
	case NUM_FRACTION:
		return digit ? NUM_FRACTION : e ? NUM_E : -1;
	case NUM_E:
		return digit ? NUM_EXP : c == '+' || c == '-' ? NUM_E_SIGN : -1;
	case NUM_E_SIGN:
	case NUM_EXP:
		return digit ? NUM_EXP : -1;
	}
	return -1;
}

/* The length of the number at p; 0 if it is not a number, or may continue beyond the n bytes. */
static inline size_t
number_length(const char *p, size_t n)
{
	enum number_state at = number_start((unsigned char)*p);
	size_t i = 1;
	for (int next; i < n && (next = number_step(at, (unsigned char)p[i])) >= 0; i++)
		at = (enum number_state)next;
	return i < n && at >= NUM_ZERO ? i : 0;
}

#endif
