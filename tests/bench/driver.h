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
	double last;    /* when the last byte came */
};

enum {
	KEYS = 200,        /* so many make a median */
	QUIET = 12,        /* ms without a byte: a key was answered */
	FOLLOW_QUIET = 150 /* and nothing follows that */
};

double now_ms(void);
/* Is a program of that name on the PATH, or the name a path? */
bool driver_finds(const char *name);
/* Starts argv on a terminal of 120 x 36. */
void driver_start(struct driver *d, const char *folder, const char *const argv[]);
/* Ends it and frees the log. A program that ended by itself was not measured: that ends the run. */
void driver_stop(struct driver *d);
/* Waits for the first byte and reads it with what came along; its moment since the start. */
double driver_first(struct driver *d);
/* Reads until nothing came for `quiet` ms; gives the bytes read. */
size_t driver_rest(struct driver *d, int quiet);
/* Reads until the log holds the text; the moment it was whole. That it did not come within limit ms
 * ends the measuring. */
double driver_until(struct driver *d, const char *text, int limit);
/* A key: from its write to the last byte of the answer; bytes of the answer go to *bytes. 0 when
 * it answers nothing. */
double driver_key(struct driver *d, const char *key, int quiet, size_t *bytes);
/* A key where something else is drawn meanwhile: from its write to the first byte that follows;
 * `limit` when none came by then. */
double driver_echo(struct driver *d, const char *key, int limit);
/* Lines of /proc/PID/status as a number, 0 when absent: "VmRSS:", "voluntary_ctxt_switches:". */
long driver_status(const struct driver *d, const char *name);

double median(double *values, size_t n);
/* The value that `part` (0.99) of them do not exceed. */
double quantile(double *values, size_t n, double part);

#endif
