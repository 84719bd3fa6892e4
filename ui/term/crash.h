/*
 * crash.h - a report that is written if the program crashes: its version, the signal, the names of
 * the last actions, and a backtrace. It has no texts of users or services.
 *
 * A signal handler gets no context, so this module has static variables; everything that can be
 * computed earlier is.
 */
#ifndef UI_TERM_CRASH_H
#define UI_TERM_CRASH_H

/* Chooses the report's file; nothing is written before a crash. */
void crash_prepare(const char *path);
/* Loads the library for backtraces, which a broken program could not do. Call it after the first
 * output: it takes a sixth of the time to the first frame. Before it, a report has no backtrace. */
void crash_load_backtrace(void);
/* Remembers an action, whose name is a constant; the last 50 are in the report. */
void crash_note_action(const char *name);
/* Writes the report. For a signal handler. */
void crash_write_report(int signal);

#endif
