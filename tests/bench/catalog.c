/*
 * catalog BACKROOM [JOURNEYS] - the catalog's lists, measured in one run with the offers of `tour`
 * (78) and those of `big` (8,000), which the service in the environment has: moving must cost the
 * same in both, keys must get a response while everything is read and linked, and a search in all
 * attributes must keep up with typing. With JOURNEYS, the number of that service's journeys, they
 * are compared with the tour's nine.
 */
#include "bench/driver.h"
#include "bench/verdict.h"

#include <stdio.h>

enum { DURING_MAX = 4000, WAIT = 100 };

struct figures {
	double p50, p99, bytes, detail, memory;
};

static void
measure_moves(struct driver *d, struct figures *f)
{
	double times[KEYS], bytes[KEYS], detail[9];
	size_t n;
	driver_rest(d, 1000);
	for (int i = 0; i < KEYS; i++) {
		times[i] = driver_key(d, i % 16 < 8 ? "j" : "k", QUIET, &n);
		bytes[i] = (double)n;
	}
	driver_rest(d, FOLLOW_QUIET);
	/* J shows the next item's detail at once: the whole detail is computed and drawn. */
	for (int i = 0; i < 9; i++)
		detail[i] = driver_key(d, "J", 40, &n);
	f->p50 = median(times, KEYS);
	f->p99 = quantile(times, KEYS, 0.99);
	f->bytes = median(bytes, KEYS);
	f->detail = median(detail, 9);
	f->memory = (double)driver_status(d, "VmRSS:") / 1024;
}

static void
measure_search(struct driver *d)
{
	static const char typed[] = "text:pictures";
	double times[sizeof(typed)];
	size_t n, keys = 0;
	driver_rest(d, FOLLOW_QUIET);
	driver_key(d, "/", 50, &n);
	for (const char *c = typed; *c; c++) {
		times[keys++] = driver_key(d, (char[]){ *c, 0 }, 60, &n);
		driver_rest(d, FOLLOW_QUIET);
	}
	verdict("P8", quantile(times, keys, 1.0), "<=", 8, "ms",
	    "the slowest of %zu keys that search all attributes of 8,000 offers", keys);
}

static void
print(const char *name, const struct figures *f)
{
	printf("    %-22s move p50 %.2f p99 %.2f ms, %.0f bytes; whole detail %.2f ms; %.0f MiB\n",
	    name, f->p50, f->p99, f->bytes, f->detail, f->memory);
}

/* "catalog … read HH:MM" is on the screen once everything has been read and linked. */
static bool
is_all_read(const struct driver *d)
{
	static const char *const said[] = { "read 0", "read 1", "read 2" };
	for (size_t i = 0; i < sizeof(said) / sizeof(*said); i++)
		if (str_find(buf_str(&d->log), str_of(said[i])) != SIZE_MAX)
			return true;
	return false;
}

/* Measures from the console's start until its first rows are shown, and until everything is read
 * and linked. */
static void
measure_reading(const char *const argv[])
{
	enum { ROUNDS = 5 };
	double first[ROUNDS], whole[ROUNDS];
	for (int i = 0; i < ROUNDS; i++) {
		struct driver d;
		driver_start(&d, NULL, argv);
		first[i] = driver_until(&d, "read so far", 20000);
		while (!is_all_read(&d) && now_ms() - d.began < 60000)
			driver_rest(&d, 1);
		whole[i] = (d.last - d.began) / 1000;
		driver_stop(&d);
	}
	verdict(
	    "P11", median(whole, ROUNDS), "<=", 1.2, "s", "10,550 items read, joined and drawn");
	verdict("P11", median(first, ROUNDS), "<=", 60, "ms", "their first rows");
}

static void
measure_offers(const char *backroom)
{
	const char *const tour[] = { backroom, "demo", "--", "offers", NULL };
	const char *const big[] = { backroom, "offers", NULL };
	struct figures small, large;
	double during[DURING_MAX];
	size_t keys = 0;
	struct driver d;
	driver_start(&d, NULL, tour);
	driver_until(&d, "78 offers", 10000);
	measure_moves(&d, &small);
	driver_stop(&d);
	driver_start(&d, NULL, big);
	driver_until(&d, "read so far", 20000);
	while (keys < DURING_MAX && !is_all_read(&d) && now_ms() - d.began < 60000) {
		during[keys] = driver_echo(&d, keys % 16 < 8 ? "j" : "k", WAIT);
		keys++;
		driver_rest(&d, 4);
	}
	measure_moves(&d, &large);
	measure_search(&d);
	driver_stop(&d);
	print("78 offers", &small);
	print("8,000 offers", &large);
	verdict("P3", large.p50 / small.p50, "<=", 1.2, "",
	    "a move among 8,000 offers, of one among 78");
	verdict("P3", quantile(during, keys, 0.99), "<=", 8, "ms",
	    "p99 of %zu keys while 10,550 items are read and linked, p50 %.2f", keys,
	    median(during, keys));
	verdict("P6", large.memory - small.memory, "<=", 64, "MiB",
	    "memory with these 10,550 items, beyond a tour's");
	measure_reading(big);
}

/* Ticking a segment evaluates all journeys again and redraws all verdicts. */
static double
measure_ticks(struct driver *d)
{
	double times[KEYS / 4];
	size_t n;
	driver_key(d, "w", 50, &n);
	for (int i = 0; i < KEYS / 4; i++)
		times[i] = driver_key(d, " ", QUIET, &n);
	return median(times, KEYS / 4);
}

static void
measure_journeys(const char *backroom, const char *count)
{
	const char *const tour[] = { backroom, "demo", "--", "journeys", NULL };
	const char *const many[] = { backroom, "journeys", NULL };
	char text[40];
	struct figures small, large;
	struct driver d;
	driver_start(&d, NULL, tour);
	driver_until(&d, "9 journeys", 10000);
	measure_moves(&d, &small);
	double few_ticks = measure_ticks(&d);
	driver_stop(&d);
	snprintf(text, sizeof(text), "%s journeys", count);
	driver_start(&d, NULL, many);
	driver_until(&d, text, 20000);
	measure_moves(&d, &large);
	double many_ticks = measure_ticks(&d);
	driver_stop(&d);
	print("9 journeys", &small);
	print(text, &large);
	verdict("P3", large.p50 / small.p50, "<=", 1.2, "",
	    "a move among %s journeys, of one among 9", count);
	printf("    a segment ticked %.2f and %.2f ms\n", few_ticks, many_ticks);
}

int
main(int argc, char **argv)
{
	if (argc == 2)
		measure_offers(argv[1]);
	else if (argc == 3)
		measure_journeys(argv[1], argv[2]);
	return argc == 2 || argc == 3 ? 0 : 2;
}
