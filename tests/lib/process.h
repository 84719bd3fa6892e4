/*
 * process.h - run a program that has no terminal, with its output in files.
 *
 * Owns nothing that stays. Deadlines are in milliseconds, times $BACKROOM_TEST_PATIENCE.
 */
#ifndef TESTS_PROCESS_H
#define TESTS_PROCESS_H

#include "base/buf.h"

#include <sys/types.h>

/* The environment of a child, made before the fork: another thread (the scripted server) may hold
 * the allocator's lock at that moment, and the child would wait for it for ever. `keep` says which
 * entries of the test's own go along (NULL: all); of `more`, later ones win. Free the list
 * alone; entries are borrowed. */
char **process_environment(bool (*keep)(const char *entry), const char *const *more);
/* Starts argv[0] with `env` ("NAME=VALUE"…, NULL at the end, or NULL) on top of the test's
 * own environment and stdin from /dev/null, on the store that this run is about (stores.h). out_fd
 * and err_fd become its stdout and stderr. A program that cannot run exits with 127. The child is
 * killed when the test ends. */
pid_t process_start(const char *const argv[], const char *const *env, int out_fd, int err_fd);
/* Is there such a program on the PATH? */
bool process_is_on_path(const char *program);
/* Its status as of waitpid(); after the deadline it is killed and false returned. */
bool process_wait(pid_t pid, int ms, int *status);
/* A whole file, appended; false when it cannot be read. */
bool process_read_file(const char *path, struct buf *out);
/* Milliseconds that the threads of a process have waited for a processor so far, added up; 0 if
 * the system does not tell. Subtract it from a time measured on a busy machine. */
int64_t process_wait_ms(pid_t pid);
/* Does any process that may be looked at hold the text in its arguments or its environment? Its
 * file below /proc is appended to *where then. */
bool process_any_holds(const char *text, struct buf *where);
/* Does the file hold the text? */
bool process_file_holds(const char *path, const char *text);
/* Does any file in or below the folder contain it? Unreadable files count as containing it. */
bool process_any_file_holds(const char *folder, const char *text);

#endif
