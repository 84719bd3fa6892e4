/*
 * talk.h - the console in linear mode, as a program that reads and prints lines: its output for
 * some input lines, and whether it has the expected texts in order.
 *
 * Each talk has its own state folder below the test's folder.
 */
#ifndef TESTS_TALK_H
#define TESTS_TALK_H

#include "lib/hostile.h"

/* The output, and how far the test has matched it. */
struct talk {
	struct buf said;
	size_t heard;
	int status;
};

/* Gives these lines to `backroom demo --linear WORDS`, and takes all that it says. Fails where it
 * does not end. */
void talk_with_lines(struct talk *t, const char *words, const char *const *env, struct str lines);
/* As above, and it must exit with 0. */
void talk(struct talk *t, const char *words, const char *lines);
/* The same at a server of the test's, whose links belong to shop.example. */
void talk_to_server(struct talk *t, const struct hostile *h, const char *words, const char *lines);
/* Fails unless the text comes after the last match. */
void expect_spoken(struct talk *t, const char *text);
/* Fails if the text comes after the last match. */
void expect_not_spoken_since(const struct talk *t, const char *text);
/* Fails where it was said at all. */
void expect_never_spoken(const struct talk *t, const char *text);
/* Fails where something of it commands a terminal or draws on it; frees what was said. */
void talk_end(struct talk *t);
/* A file of the test's own. */
void talk_write_file(const char *path, struct str text);

#endif
