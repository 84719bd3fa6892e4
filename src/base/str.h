/*
 * str.h - a borrowed piece of text: a pointer and a length, not terminated.
 *
 * Owns nothing: a str is valid as long as what it points into. The empty str has n 0; its
 * p may be NULL, which some callers use to tell "absent" from "empty".
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
/* For printf's "%.*s". */
#define STR_ARG(s) (int)(s).n, (s).p ? (s).p : ""

/* A terminated text as str; NULL becomes STR_NONE. */
struct str str_of(const char *z);
struct str str_from(const char *p, size_t n);
/* The part from byte `from`, at most n bytes; clipped to s. */
struct str str_sub(struct str s, size_t from, size_t n);
/* Its first bytes, at most n, without a character of UTF-8 that would be cut. */
struct str str_head(struct str s, size_t n);
/* Its last n characters of UTF-8, none of them cut. */
struct str str_tail(struct str s, size_t n);
/* Without spaces, tabs, returns and newlines at both ends. */
struct str str_trim(struct str s);

bool str_eq(struct str a, struct str b);
bool str_eqz(struct str a, const char *z);
/* ASCII letters alike in both cases. */
bool str_eq_nocase(struct str a, struct str b);
bool str_starts(struct str s, struct str prefix);
bool str_ends(struct str s, struct str suffix);
/* Bytewise order, like strcmp. */
int str_cmp(struct str a, struct str b);
/* The index of needle in s, or SIZE_MAX. An empty needle is at 0. */
size_t str_find(struct str s, struct str needle);
size_t str_find_char(struct str s, char c);

/* Takes the text before the next `sep` off the front of *rest; false when *rest was used up. */
bool str_next(struct str *rest, char sep, struct str *piece);

/* Whole text as a decimal integer; false when it is anything else or out of range. */
bool str_to_int64(struct str s, int64_t *out);
/* A terminated copy; free with x_free(). */
char *str_dup(struct str s);
/* A number for the text, by a secret: who does not know it cannot choose texts of one number. */
uint64_t str_hash(struct str s, uint64_t key);
/* Edits (insert, delete, replace, swap) that turn a into b; for "nearest" hints. Texts
 * longer than 64 bytes are compared by their first 64. */
size_t str_distance(struct str a, struct str b);

#endif
