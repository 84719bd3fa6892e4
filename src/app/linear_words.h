/*
 * linear_words.h - the input lines of linear mode besides VIEWs, actions and keys: for its help.
 * Const.
 */
#ifndef APP_LINEAR_WORDS_H
#define APP_LINEAR_WORDS_H

struct linear_word {
	const char *word, *description;
};

/* Ends with a NULL entry. */
extern const struct linear_word linear_words[];

#endif
