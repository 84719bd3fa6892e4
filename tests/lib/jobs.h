/*
 * jobs.h - the console as a job of an interactive bash: suspended and resumed.
 *
 * A child of forkpty() is in an orphaned group, where the kernel drops SIGTSTP; under a shell it is
 * an ordinary job. Failure ends the test.
 */
#ifndef TESTS_JOBS_H
#define TESTS_JOBS_H

#include "lib/console.h"

/* Starts bash with the demo in the foreground; waits until the rows are shown. */
struct pty *jobs_start(void);
/* The console's process id. */
pid_t jobs_pid(const struct pty *shell);
/* Call after Ctrl-Z or SIGTSTP: waits for the shell's prompt and asserts the terminal's state. */
void jobs_wait_stopped(struct pty *shell);
/* Runs fg and waits until the whole screen is drawn. */
void jobs_resume(struct pty *shell);
/* Suspends and resumes `times` times, every other time while frames are being drawn, alternately
 * by key and by signal. */
void jobs_repeat(struct pty *shell, int times);

#endif
