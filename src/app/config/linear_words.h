/*
 * linear_words.h - what can be typed at the console that is said line by line, beside VIEWs,
 * actions and keys: for its help and for the manual. Const.
 */
#ifndef APP_CONFIG_LINEAR_WORDS_H
#define APP_CONFIG_LINEAR_WORDS_H

struct linear_word {
	const char *typed, *does;
};

/* Ends with a NULL. */
extern const struct linear_word linear_words[];

#endif
