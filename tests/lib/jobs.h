/*
 * jobs.h - the console as a job of an interactive bash: suspended and brought back.
 *
 * A child of forkpty() is in an orphaned group, where the kernel drops SIGTSTP; below a shell
 * it is an ordinary job. Failure ends the test.
 */
#ifndef TESTS_JOBS_H
#define TESTS_JOBS_H

#include "lib/console.h"

/* bash with the demo in front; returns when the rows are there. */
struct pty *jobs_start(void);
/* The console's process. */
pid_t jobs_pid(const struct pty *shell);
/* After Ctrl-Z or SIGTSTP: waits for the shell's prompt and asserts the terminal's state. */
void jobs_wait_stopped(struct pty *shell);
/* fg, and waits for the whole screen. */
void jobs_resume(struct pty *shell);
/* Suspends and resumes so many times, every other time amid frames being drawn, by key and by
 * signal in turn. */
void jobs_repeat(struct pty *shell, int times);

#endif
