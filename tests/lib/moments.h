/*
 * moments.h - runs a program from system call to system call, so that it can be killed at any point
 * of a write. Counting starts when it first locks the journal.
 *
 * The tracing thread must be the one that waits for the program. Linux only.
 */
#ifndef TESTS_MOMENTS_H
#define TESTS_MOMENTS_H

#include <stdbool.h>
#include <sys/types.h>

struct moments {
	pid_t pid;
	int status; /* as returned by waitpid() */
	int locks;  /* how often it locked the journal to write */
	int n;      /* system calls entered and left since the first lock */
	bool waits; /* about to wait for input */
	bool notes; /* about to overwrite journal.head */
	bool syncs; /* about to sync a file */
};

/* Starts argv[0] with its output going to `out`, and stops it before its first instruction. */
void moments_start(struct moments *m, const char *const argv[], char **env, int out);
/* Stops a running child. */
void moments_attach(struct moments *m, pid_t pid);
/* Continues to the next entry to or exit from a system call; false if the program has ended. */
bool moments_next(struct moments *m);
/* Runs argv[0] with these additions to the environment and kills it at its nth moment (a system
 * call's entry or exit); never if `moment` is -1. Returns the number of moments. */
int moments_kill_at(const char *const argv[], const char *const *more, int moment);
/* Lets the program continue without tracing. */
void moments_detach(const struct moments *m);

#endif
