/*
 * approve.h - the user's part of a device sign-in in a browser: types the code that the program
 * showed, and decides.
 */
#ifndef TESTS_APPROVE_H
#define TESTS_APPROVE_H

#include "lib/pty.h"

/* The code on the screen, "BDWD-HQPK", the lowest of several; false if there is none. */
bool approve_read_code(struct pty *p, char code[10]);
/* Decides ("approve" or "deny") on the page of a service of ours. The status of what it says. */
int approve_code(int port, const char *code, const char *decision);
/* Both: waits for the code, and decides; the page must take it. */
void approve_code_shown(struct pty *p, int port, const char *decision);

#endif
