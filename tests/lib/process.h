/*
 * process.h - runs a program without a terminal, with its output in files.
 *
 * Keeps no state. Timeouts are milliseconds, times $BACKROOM_TEST_PATIENCE.
 */
#ifndef TESTS_PROCESS_H
#define TESTS_PROCESS_H

#include "base/buf.h"

#include <sys/types.h>

/* Builds the environment of a child before the fork: another thread (the scripted server) may
 * hold the allocator's lock at that moment, and the child would deadlock. `keep` selects entries
 * of the test's own environment (NULL: all); later entries of `more` override earlier ones. Free
 * only the list; its entries are borrowed. */
char **process_environment(bool (*keep)(const char *entry), const char *const *more);
/* Starts argv[0] with `env` ("NAME=VALUE"…, terminated by NULL, or NULL) added to the test's own
 * environment and stdin from /dev/null, on the kind of store under test (stores.h). out_fd and
 * err_fd become its stdout and stderr. If the program cannot be run the child exits with 127.
 * The child is killed when the test ends. */
pid_t process_start(const char *const argv[], const char *const *env, int out_fd, int err_fd);
/* True if the program is on the PATH. */
bool process_is_on_path(const char *program);
/* Gets the status as waitpid() does. On timeout kills the program and returns false. */
bool process_wait(pid_t pid, int ms, int *status);
/* Appends a whole file; false if it cannot be read. */
bool process_read_file(const char *path, struct buf *out);
/* Total time in ms that the threads of a process have waited for a processor so far; 0 if the
 * system does not report it. Subtract it from a time measured on a busy machine. */
int64_t process_wait_ms(pid_t pid);
/* True if any process that this one may inspect has the text in its arguments or environment;
 * then appends the path of its file below /proc to *where. */
bool process_any_holds(const char *text, struct buf *where);
/* True if the file contains the text. */
bool process_file_holds(const char *path, const char *text);
/* True if any file in or below the folder contains the text. Unreadable files count as
 * containing it. */
bool process_any_file_holds(const char *folder, const char *text);

#endif
