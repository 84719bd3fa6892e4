/*
 * str.h - a borrowed text: a pointer and a length, not NUL-terminated.
 *
 * Owns nothing: a str is valid as long as the memory it points into. The empty str has n 0; its p
 * may be NULL, which some callers use to distinguish "absent" from "empty".
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct str {
	const char *p;
	size_t n;
};

#define STR(literal) ((struct str){ (literal), sizeof(literal) - 1 })
#define STR_NONE ((struct str){ NULL, 0 })
/* Arguments for printf's "%.*s". */
#define STR_ARG(s) (int)(s).n, (s).p ? (s).p : ""

/* A C string as a str; NULL becomes STR_NONE. */
struct str str_of(const char *z);
struct str str_from(const char *p, size_t n);
/* The part from byte `from` on, at most n bytes, clipped to s. */
struct str str_sub(struct str s, size_t from, size_t n);
/* The first n bytes at most, without splitting a UTF-8 character. */
struct str str_head(struct str s, size_t n);
/* The last n UTF-8 characters. */
struct str str_tail(struct str s, size_t n);
/* The text without spaces, tabs, carriage returns and newlines at both ends. */
struct str str_trim(struct str s);

bool str_eq(struct str a, struct str b);
bool str_eqz(struct str a, const char *z);
/* Compares ASCII letters regardless of case. */
bool str_eq_nocase(struct str a, struct str b);
bool str_starts(struct str s, struct str prefix);
bool str_ends(struct str s, struct str suffix);
/* Byte order, like strcmp(). */
int str_cmp(struct str a, struct str b);
/* The index of needle in s, or SIZE_MAX. An empty needle is found at 0. */
size_t str_find(struct str s, struct str needle);
size_t str_find_char(struct str s, char c);

/* Removes the text before the next `sep` from the front of *rest. Returns false when *rest is
 * used up. */
bool str_next(struct str *rest, char sep, struct str *piece);
/* True if the text has the word between spaces. */
bool str_has_word(struct str text, struct str word);

/* Parses the whole text as a decimal integer. Returns false if it is anything else or out of
 * range. */
bool str_to_int64(struct str s, int64_t *out);
/* A NUL-terminated copy; free with x_free(). */
char *str_dup(struct str s);
/* A hash with a secret key: without the key, colliding texts cannot be chosen. */
uint64_t str_hash(struct str s, uint64_t key);
/* The number of edits (insert, delete, replace, swap) that turn a into b, for suggestions. Only
 * the first 64 bytes of each text are compared. */
size_t str_distance(struct str a, struct str b);

#endif
