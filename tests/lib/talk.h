/*
 * talk.h - the console in linear mode, as a program that reads and prints lines: runs it on some
 * input lines and checks that the expected texts appear in order.
 *
 * Each talk has its own state folder below the test's folder.
 */
#ifndef TESTS_TALK_H
#define TESTS_TALK_H

#include "lib/hostile.h"

/* The output, and the position after the last match. */
struct talk {
	struct buf said;
	size_t heard;
	int status;
};

/* Feeds these lines to `backroom demo --linear WORDS` and collects its output. Fails if it does
 * not end. */
void talk_with_lines(struct talk *t, const char *words, const char *const *env, struct str lines);
/* Like talk_with_lines(), and it must exit with 0. */
void talk(struct talk *t, const char *words, const char *lines);
/* Like talk(), at a scripted server whose links belong to shop.example. */
void talk_to_server(struct talk *t, const struct hostile *h, const char *words, const char *lines);
/* Fails unless the text comes after the last match. */
void expect_spoken(struct talk *t, const char *text);
/* Fails if the text comes after the last match. */
void expect_not_spoken_since(const struct talk *t, const char *text);
/* Fails if the text appears anywhere in the output. */
void expect_never_spoken(const struct talk *t, const char *text);
/* Fails if the output contains terminal control or drawing; frees the output. */
void talk_end(struct talk *t);
/* Writes a file in the test's folder. */
void talk_write_file(const char *path, struct str text);

#endif
