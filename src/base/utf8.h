/*
 * utf8.h - untrusted text: decoding, cleaning, widths, cutting, case folding.
 *
 * text_clean() is the only way for untrusted bytes to reach a terminal, a message or a file name;
 * its table exists only in utf8.c. Widths and cuts are correct only for cleaned text. Widths are
 * those of wcwidth(): call utf8_set_locale() first.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/buf.h"

enum text_flag {
	TEXT_ESCAPED = 1,   /* a control or bidi character, bad byte or space was made visible */
	TEXT_INVISIBLE = 2, /* an invisible character was dropped */
	TEXT_TRANSLITERATED = 4, /* a character missing in the locale was replaced by ASCII */
};

enum { UTF8_BYTES_MAX = 4 };

/* Sets LC_CTYPE to a UTF-8 locale regardless of the environment, so that text is handled the
 * same on a terminal, in a pipe and in a timer's job. Returns false if the environment
 * explicitly selects another encoding: output should then be ASCII. A missing or uninstalled
 * locale does not count as such a choice. */
bool utf8_set_locale(void);

/* The number of bytes of the first code point of s (1 to 4); 0 if s starts with an invalid
 * sequence. */
size_t utf8_decode(struct str s, uint32_t *cp);
void utf8_encode(struct buf *out, uint32_t cp);
bool utf8_is_capital(uint32_t cp);
/* The same letter in another case; other characters unchanged. */
uint32_t utf8_to_lower(uint32_t cp);
uint32_t utf8_to_upper(uint32_t cp);
/* True if all of s is well-formed UTF-8. */
bool utf8_valid(struct str s);

/* Appends s in a form that is safe to display. With `ascii`, spaces made visible are shown as
 * `_`. Returns text_flag bits. */
unsigned text_clean(struct buf *out, struct str s, bool ascii);
/* Makes text_clean() write everything but ASCII as an escape from now on, for a terminal with
 * another encoding, which could take a byte of UTF-8 for a control character. Sets LC_CTYPE. */
void text_set_ascii_only(void);
bool text_is_ascii_only(void);
/* Lets text_clean() write UTF-8 for a file, also if the terminal has another encoding. Returns
 * true if text_set_ascii_only() must be called afterwards. */
bool text_lift_ascii_only(void);
/* Appends the text converted by NFKC_Casefold; bytes that cannot be converted are copied. */
void utf8_casefold(struct buf *out, struct str s);
/* True if the text is printable ASCII without spaces at its ends, so that cleaning would not
 * change it. */
bool text_is_plain(struct str s);
/* True if the flags are suspicious. `strict`: dropped invisible characters count, too; use it
 * for e-mails, issuers and subjects. */
bool text_is_suspicious(unsigned flags, bool strict);

/* The width of a cleaned text in cells. */
int text_width(struct str clean);
/* The bytes of the longest prefix of `clean` that fits into `cells`, cut between graphemes. Sets
 * *used to its cells unless used is NULL. */
size_t text_fit(struct str clean, int cells, int *used);
/* The bytes of the first grapheme (a base character and its marks); 0 for an empty text. */
size_t text_grapheme_length(struct str clean);
/* Appends at most `cells` cells of `clean`, with `…` (or `~`) where it was cut, or `…+276` (the
 * number of characters) if much was cut. */
int text_cut(struct buf *out, struct str clean, int cells, bool ascii);

/* Appends s in the form used for comparing and sorting, close to what most people type: NFKC,
 * one case, Latin, Greek and Cyrillic letters without accents, `ss` for ß, `o` for ø, invalid
 * bytes as U+FFFD, no invisible characters. */
void text_fold(struct buf *out, struct str s);
/* Like text_fold() for searching: if letters have a spelled-out form (`oe` for ö), a second line
 * has that form. Text and search term both have two forms, so that either spelling finds the
 * other. */
void text_fold_forms(struct buf *out, struct str s);
/* Appends a key whose bytes sort as people expect: text_fold(), but numbers by their value, so that
 * "seat 10" comes after "seat 9". */
void text_write_sort_key(struct buf *out, struct str s);
/* Returns -1, 0 or 1: the order of the sort keys of the two texts. Most are compared without a
 * key. */
int text_compare_folded(struct str a, struct str b);
/* True if one of the wanted forms occurs in `forms`, which has one form per line, of one or more
 * texts. */
bool text_contains(struct str forms, struct str wanted);
/* True if all of the words occur in the text, in any order; also if there are no words. */
bool text_has_words(struct str text, struct str words);
/* Finds the first match at or after byte *from of a cleaned text with a wanted form. Sets *from
 * to its start and *n to the number of bytes to highlight. */
bool text_find(struct str clean, struct str wanted, size_t *from, size_t *n);

/* The version of utf8proc that this program runs with. */
const char *utf8_library_version(void);

#endif
