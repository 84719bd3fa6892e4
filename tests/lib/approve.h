/*
 * approve.h - the user's part of a device sign-in in a browser: types the code that the program
 * showed, then approves or denies.
 */
#ifndef TESTS_APPROVE_H
#define TESTS_APPROVE_H

#include "lib/pty.h"

/* Reads the code on the screen, as "BDWD-HQPK"; the lowest one if there are several. False if
 * there is none. */
bool approve_read_code(struct pty *p, char code[10]);
/* Submits "approve" or "deny" on the page of the test's own service. Returns the status of the
 * response. */
int approve_code(int port, const char *code, const char *decision);
/* Waits for the code on the screen, then submits the decision; the page must accept it. */
void approve_code_shown(struct pty *p, int port, const char *decision);

#endif
