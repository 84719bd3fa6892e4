/*
 * driver.h - a program on a bare pty, timed: no terminal is emulated, so that only the program's
 * own work is measured. Times are milliseconds with fractions.
 */
#ifndef BENCH_DRIVER_H
#define BENCH_DRIVER_H

#include "base/buf.h"

#include <sys/types.h>

struct driver {
	pid_t pid;
	int fd;
	double began;
	struct buf log; /* every byte since the start */
	double last;    /* when the last byte arrived */
};

enum {
	KEYS = 200,        /* measurements per median */
	QUIET = 12,        /* ms without output after which a key counts as handled */
	FOLLOW_QUIET = 150 /* ms without output after which none is expected */
};

double now_ms(void);
/* True if a program with this name is on the PATH, or the name is a path. */
bool driver_finds(const char *name);
/* Starts argv on a terminal of 120 x 36. */
void driver_start(struct driver *d, const char *folder, const char *const argv[]);
/* Ends it and frees the log. If the program has already ended by itself, the measurement is not
 * valid: the run ends. */
void driver_stop(struct driver *d);
/* Waits for the first bytes and reads them; returns the time since the start. */
double driver_first(struct driver *d);
/* Reads until there was no output for `quiet` ms; returns the number of bytes read. */
size_t driver_rest(struct driver *d, int quiet);
/* Reads until the log contains the text; returns the time when it was complete. If it does not
 * arrive within limit ms, the run ends. */
double driver_until(struct driver *d, const char *text, int limit);
/* Types a key; returns the time from its write to the last byte of the output, and the number of
 * bytes in *bytes. 0 if there is no output. */
double driver_key(struct driver *d, const char *key, int quiet, size_t *bytes);
/* Types a key while other output is being drawn; returns the time to the first byte that
 * follows, or `limit` if there is none. */
double driver_echo(struct driver *d, const char *key, int limit);
/* A line of /proc/PID/status as a number, 0 if absent: "VmRSS:", "voluntary_ctxt_switches:". */
long driver_status(const struct driver *d, const char *name);

double median(double *values, size_t n);
/* The value that a share `part` of them (as 0.99) does not exceed. */
double quantile(double *values, size_t n, double part);

#endif
