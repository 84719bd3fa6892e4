/*
 * utf8.h - foreign text: decoding, cleaning, widths, cuts, folding.
 *
 * text_clean() is the only way for foreign bytes to a terminal, a message or a file name; its table
 * is in utf8.c and nowhere else. Widths and cuts are only right for cleaned text. Widths are
 * wcwidth()'s: call utf8_set_locale() first.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/buf.h"

enum text_flag {
	TEXT_ESCAPED = 1,   /* something was made visible: control, bidi, bad byte, space */
	TEXT_INVISIBLE = 2, /* something without a shape was dropped */
	TEXT_SPELLED = 4,   /* something was written in ASCII that the locale does not have */
};

enum { UTF8_MAX = 4 };

/* Sets LC_CTYPE to a UTF-8 locale, whatever the environment says, so that what is read and written
 * is the same on a terminal, in a pipe and in a timer's job. False when another encoding was chosen
 * on purpose: what is drawn should then be ASCII. No locale, or one that is missing here, says
 * nothing about the terminal. */
bool utf8_set_locale(void);

/* Bytes of the first code point of s (1 to 4), or 0 when s starts with a bad sequence. */
size_t utf8_decode(struct str s, uint32_t *cp);
void utf8_encode(struct buf *out, uint32_t cp);
bool utf8_is_capital(uint32_t cp);
/* Is all of s well-formed? */
bool utf8_valid(struct str s);

/* Appends s in a form that is safe to draw. `ascii` chooses `_` for marked spaces.
 * Returns text_flag bits. */
unsigned text_clean(struct buf *out, struct str s, bool ascii);
/* From now on text_clean() writes everything but ASCII as an escape: for a terminal of another
 * encoding, which could take a byte of UTF-8 for a control character. Sets LC_CTYPE. */
void text_set_ascii_only(void);
bool text_is_ascii_only(void);
/* Appends the text as NFKC_Casefold has it; of what cannot be folded, the bytes. */
void utf8_casefold(struct buf *out, struct str s);
/* Does it look as it is: printable ASCII, no space at an edge? Then cleaning changes nothing. */
bool text_is_plain(struct str s);
/* Are dropped characters suspicious in this text too? True for e-mails, issuers, subjects. */
bool text_is_suspicious(unsigned flags, bool strict);

/* Cells of a cleaned text. */
int text_width(struct str clean);
/* Bytes of the longest head of `clean` that fits into `cells`, cut at a grapheme; its cells
 * go to *used when used is not NULL. */
size_t text_fit(struct str clean, int cells, int *used);
/* Bytes of the first grapheme (a base and its marks), 0 for an empty text. */
size_t text_grapheme(struct str clean);
/* Appends at most `cells` cells of `clean`, with `…` (or `~`) where something was cut; `…+276`
 * where that is much: so many characters. */
int text_cut(struct buf *out, struct str clean, int cells, bool ascii);

/* Appends s as it is compared and put in order, which is as most people type it: NFKC, one case, no
 * accents of Latin, Greek and Cyrillic letters, `ss` for ß, `o` for ø, bad bytes as U+FFFD,
 * invisible characters dropped. */
void text_fold(struct buf *out, struct str s);
/* As above for searching: if letters can be spelled out (`oe` for ö), a second line has that
 * form. The text and the search term both have two forms, so either spelling finds the other. */
void text_fold_forms(struct buf *out, struct str s);
/* -1, 0 or 1: how the two compare as text_fold() has them; of most texts known without making it.
 */
int text_fold_order(struct str a, struct str b);
/* Is one of the wanted forms in one of the forms of a text, or of several, one a line? */
bool text_contains(struct str forms, struct str wanted);
/* Are all of the words in the text, in whatever order? True of no words. */
bool text_has_words(struct str text, struct str words);
/* Finds the first place from byte *from on where cleaned text folds to a wanted form: moves
 * *from there and sets *n to the number of bytes to mark. */
bool text_find(struct str clean, struct str wanted, size_t *from, size_t *n);

#endif
