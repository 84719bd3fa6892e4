/*
 * rows BACKROOM N HISTORY VD - P3 and P6 to P8: all N baskets of the service in the environment, in
 * the console: read, filtered, sorted, counted in groups, grouped by person. Compared with tig on
 * the same number of commits in the folder HISTORY, and with the results in the file VD, written by
 * beside_vd.py; either may be missing. The goals are for 100,000 rows, the one for memory also for
 * 1,000,000.
 */
#include "bench/driver.h"
#include "bench/verdict.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOAL_ROWS = 100000, MILLION = 1000000, MOST_KEYS = 4000, LOAD_MS = 600000 };

enum work { READ, FILTER, SORT, GROUP, FOLD, MEMORY, WORKS };

/* Times in ms, MEMORY in MiB; 0: not measured, or not available. */
struct figures {
	double of[WORKS];
};

static const struct {
	const char *name, *words; /* its name in beside_vd.py */
} works[WORKS] = {
	[READ] = { "read", "read from the start, ms" },
	[FILTER] = { "filter", "rows with a word, ms" },
	[SORT] = { "sort", "another order, ms" },
	[GROUP] = { "group", "counted by a column or two, ms" },
	[FOLD] = { "fold", "folded by e-mail, ms" },
	[MEMORY] = { "memory", "memory, MiB" },
};

struct subject {
	const char *backroom;
	int rows;
	char all[40], count[20]; /* "100,000 baskets, all read", "100,000" */
	int quiet, key_quiet; /* ms without output that end a measurement: of a command, of a key */
};

/* Prints a figure, with its goal if it has one. */
static void __attribute__((format(printf, 7, 8))) tell(const struct subject *s, const char *row,
    double value, double goal, int goal_rows, const char *unit, const char *words, ...)
{
	char text[300];
	va_list args;
	va_start(args, words);
	vsnprintf(text, sizeof(text), words, args);
	va_end(args);
	if (s->rows == goal_rows)
		verdict(row, value, "<=", goal, unit, "%s", text);
	else
		printf("%-3s %s: %.4g %s\n", row, text, value, unit);
}

/* Types a line at `:`; returns the time from its end to the last byte of the output. */
static double
show_line(struct driver *d, const char *line, int quiet)
{
	size_t n;
	driver_key(d, ":", 50, &n);
	for (const char *c = line; *c; c++)
		driver_key(d, (char[]){ *c, 0 }, 30, &n);
	return driver_key(d, "\r", quiet, &n);
}

/* Counting in groups, and grouping by person. */
static void
measure_groups(const struct subject *s, struct driver *d, struct figures *f)
{
	static const char *const by[] = { "group tag", "group product", "group day",
		"group tag,hour" };
	double group[4], fold[4];
	size_t n;
	for (int i = 0; i < 4; i++) {
		group[i] = show_line(d, by[i], s->quiet);
		driver_rest(d, FOLLOW_QUIET);
		driver_key(d, "q", s->key_quiet, &n);
		fold[i] = driver_key(d, "C", s->quiet, &n);
		driver_rest(d, FOLLOW_QUIET);
		driver_key(d, "q", s->key_quiet, &n);
	}
	f->of[GROUP] = median(group, 4);
	f->of[FOLD] = median(fold, 4);
	tell(s, "P8", f->of[GROUP], 60, GOAL_ROWS, "ms",
	    "%s baskets counted in groups, the slowest of four %.0f", s->count,
	    quantile(group, 4, 1.0));
	tell(
	    s, "P8", f->of[FOLD], 100, GOAL_ROWS, "ms", "%s baskets folded into persons", s->count);
}

static void
measure_filter(const struct subject *s, struct driver *d, struct figures *f)
{
	static const char word[] = "tanaka";
	double filter[sizeof(word) - 1];
	size_t n;
	driver_key(d, "/", 50, &n);
	for (size_t i = 0; i < sizeof(word) - 1; i++) {
		filter[i] = driver_key(d, (char[]){ word[i], 0 }, s->key_quiet, &n);
		driver_rest(d, FOLLOW_QUIET);
	}
	driver_key(d, "\033", s->key_quiet, &n);
	driver_rest(d, FOLLOW_QUIET);
	f->of[FILTER] = quantile(filter, sizeof(word) - 1, 1.0);
	tell(s, "P8", f->of[FILTER], 8, GOAL_ROWS, "ms",
	    "the slowest of 6 keys of a filter over %s rows", s->count);
}

/* From the end of the command to the last byte of the sorted rows. */
static void
measure_sort(const struct subject *s, struct driver *d, struct figures *f)
{
	static const char *const by[] = { "baskets sort=person", "baskets sort=items" };
	double sort[4];
	for (int i = 0; i < 4; i++) {
		sort[i] = show_line(d, by[i % 2], s->quiet);
		driver_rest(d, FOLLOW_QUIET);
	}
	f->of[SORT] = median(sort, 4);
	tell(s, "P8", f->of[SORT], 40, GOAL_ROWS, "ms", "%s rows put in another order", s->count);
}

/* Times of keys while pages arrive, then when all have been read. */
static void
measure_read(const struct subject *s, struct driver *d, struct figures *f)
{
	static double during[MOST_KEYS], rest[KEYS];
	const char *chain = getenv("CHAIN_MS"), *checked = getenv("CHECKED_MS");
	size_t n, keys = 0;
	driver_until(d, "newest 50", 5000);
	while (keys < MOST_KEYS && str_find(buf_str(&d->log), str_of(s->all)) == SIZE_MAX)
		during[keys++] = driver_key(d, "j", 3, &n);
	f->of[READ] = driver_until(d, s->all, LOAD_MS);
	driver_rest(d, 500);
	for (int i = 0; i < KEYS; i++)
		rest[i] = driver_key(d, "j", QUIET, &n);
	driver_rest(d, FOLLOW_QUIET);
	tell(s, "P3", quantile(rest, KEYS, 0.99), 1, GOAL_ROWS, "ms",
	    "key to frame p99 with %s rows, p50 %.2f", s->count, median(rest, KEYS));
	tell(s, "P3", quantile(during, keys, 0.99), 8, GOAL_ROWS, "ms",
	    "p99 of %zu keys while pages arrive, p50 %.2f", keys, median(during, keys));
	if (chain && atof(chain) > 0)
		tell(s, "P7", f->of[READ] / atof(chain), 4, GOAL_ROWS, "",
		    "%s rows read in %.0f ms from the start, of bare libcurl's %s ms", s->count,
		    f->of[READ], chain);
	if (chain && checked && atof(chain) > 0)
		printf("    every byte checked, and nothing made of it: %s ms, %.2f of libcurl's\n",
		    checked, atof(checked) / atof(chain));
}

static double
resident_mb(const struct driver *d)
{
	return (double)driver_status(d, "VmRSS:") / 1024;
}

static void
measure_us(const struct subject *s, struct figures *f)
{
	const char *const argv[] = { s->backroom, NULL };
	struct driver d;
	size_t n;
	driver_start(&d, NULL, argv);
	measure_read(s, &d, f);
	measure_filter(s, &d, f);
	measure_sort(s, &d, f);
	bool many = s->rows == MILLION;
	tell(s, "P6", resident_mb(&d), many ? 450 : 64, many ? MILLION : GOAL_ROWS, "MiB",
	    "memory with %s baskets", s->count);
	driver_key(&d, "\033", s->key_quiet, &n);
	show_line(&d, "baskets", s->quiet);
	measure_groups(s, &d, f);
	f->of[MEMORY] = resident_mb(&d);
	driver_stop(&d);
}

/* tig does not sort or count; its search finds the next commit with the word, here the last but
 * one. */
static void
measure_tig(const struct subject *s, const char *history, struct figures *f)
{
	enum { LOADING = 2500 /* ms between two outputs while it reads */ };
	const char *const argv[] = { "tig", NULL };
	struct driver d;
	size_t n;
	driver_start(&d, history, argv);
	driver_first(&d);
	driver_rest(&d, LOADING);
	f->of[READ] = d.last - d.began;
	driver_key(&d, "/", 200, &n);
	for (const char *c = "number 2 of"; *c; c++)
		driver_key(&d, (char[]){ *c, 0 }, 30, &n);
	f->of[FILTER] = driver_key(&d, "\r", s->quiet, &n);
	f->of[MEMORY] = resident_mb(&d);
	driver_stop(&d);
}

/* Reads lines with a word and a figure; takes the median of several figures with one word. */
static void
read_figures(const char *path, struct figures *f)
{
	double values[WORKS][20], value;
	size_t n[WORKS] = { 0 };
	char word[20];
	FILE *file = fopen(path, "re");
	while (file && fscanf(file, "%19s %lf", word, &value) == 2)
		for (int w = 0; w < WORKS; w++)
			if (strcmp(word, works[w].name) == 0 && n[w] < 20)
				values[w][n[w]++] = value;
	if (file)
		fclose(file);
	for (int w = 0; w < WORKS; w++)
		f->of[w] = median(values[w], n[w]) / (w == MEMORY ? 1024 : 1);
}

static void
print_cell(double value)
{
	if (value > 0)
		printf(" %10.*f", value < 100 ? 1 : 0, value);
	else
		printf(" %10s", "-");
}

static void
print_row(const struct subject *s, const struct figures *us, const struct figures *vd,
    const struct figures *tig)
{
	printf("    %-32s %10s %10s %10s\n", s->count, "backroom", "VisiData", "tig");
	for (int w = 0; w < WORKS; w++) {
		printf("    %-32s", works[w].words);
		print_cell(us->of[w]);
		print_cell(vd->of[w]);
		print_cell(tig->of[w]);
		printf("\n");
	}
}

/* Formats a number as "1,000,000". */
static void
write_count(char *out, size_t room, int n)
{
	if (n >= 1000000)
		snprintf(out, room, "%d,%03d,%03d", n / 1000000, n / 1000 % 1000, n % 1000);
	else if (n >= 1000)
		snprintf(out, room, "%d,%03d", n / 1000, n % 1000);
	else
		snprintf(out, room, "%d", n);
}

int
main(int argc, char **argv)
{
	if (argc != 5)
		return 2;
	struct subject s = { .backroom = argv[1], .rows = (int)strtol(argv[2], NULL, 10) };
	struct figures us = { 0 }, vd = { 0 }, tig = { 0 };
	write_count(s.count, sizeof(s.count), s.rows);
	snprintf(s.all, sizeof(s.all), "%s baskets, all read", s.count);
	s.quiet = s.rows > GOAL_ROWS ? 6000 : 1500;
	s.key_quiet = s.rows > GOAL_ROWS ? 600 : 60;
	measure_us(&s, &us);
	read_figures(argv[4], &vd);
	if (driver_finds("tig"))
		measure_tig(&s, argv[3], &tig);
	print_row(&s, &us, &vd, &tig);
	if (vd.of[READ] <= 0)
		printf("    (vd is not installed)\n");
	if (!driver_finds("tig"))
		printf("    (tig is not installed)\n");
	return 0;
}
