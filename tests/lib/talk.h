/*
 * talk.h - the console said line by line, as a program that reads lines and says lines: what was
 * said to a text of lines, and whether the test hears what it expects, one behind the other.
 *
 * Each talk has a state folder of its own below the test's folder.
 */
#ifndef TESTS_TALK_H
#define TESTS_TALK_H

#include "lib/hostile.h"

/* What was said, and how far the test has heard it. */
struct talk {
	struct buf said;
	size_t heard;
	int status;
};

/* Gives these lines to `backroom demo --linear WORDS`, and takes all that it says. Fails where it
 * does not end. */
void talk_with(struct talk *t, const char *words, const char *const *env, struct str lines);
/* The same where it has to end well. */
void talk(struct talk *t, const char *words, const char *lines);
/* The same at a server of the test's, whose links belong to shop.example. */
void talk_at(struct talk *t, const struct hostile *h, const char *words, const char *lines);
/* Fails unless it is said behind what was heard last. */
void hear(struct talk *t, const char *text);
/* Fails where it was said behind what was heard last. */
void hear_no_more_of(const struct talk *t, const char *text);
/* Fails where it was said at all. */
void hear_nothing_of(const struct talk *t, const char *text);
/* Fails where something of it commands a terminal or draws on it; frees what was said. */
void end_talk(struct talk *t);
/* A file of the test's own. */
void talk_write_file(const char *path, struct str text);

#endif
