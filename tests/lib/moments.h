/*
 * moments.h - a program that is watched from system call to system call, so that it can be killed
 * at any moment of a write: counted from when it locks the journal first.
 *
 * The watching thread must be the one that waits for the program. Linux only.
 */
#ifndef TESTS_MOMENTS_H
#define TESTS_MOMENTS_H

#include <stdbool.h>
#include <sys/types.h>

struct moments {
	pid_t pid;
	int status; /* as of waitpid() */
	int locks;  /* how often it locked the journal to write */
	int n;      /* calls begun and ended since the first of them */
	bool waits; /* it begins to wait for something to read */
	bool notes; /* it begins to write in place, as the journal's end is noted */
	bool syncs; /* it begins to wait until a file is on the disk */
};

/* Starts argv[0], its output into `out`, and stops it before its first instruction. */
void moments_start(struct moments *m, const char *const argv[], char **env, int out);
/* Stops a child that runs. */
void moments_attach(struct moments *m, pid_t pid);
/* Runs it on to where its next call begins or ends; false when it has ended. */
bool moments_next(struct moments *m);
/* Runs it on without being watched. */
void moments_detach(const struct moments *m);

#endif
