/*
 * console BACKROOM REPO TEXT - P1 to P6: the console compared with tig and less on a pty of 120 x
 * 36, in one run. The environment names a service with 100,000 baskets. If a program is not
 * installed, a line says so and it is skipped.
 */
#include "bench/driver.h"
#include "bench/verdict.h"

#include <stdio.h>

enum { RUNS = 9, IDLE_S = 10 };

struct subject {
	const char *name, *folder;
	const char *const *argv;
	const char *frame; /* the end of its first frame; NULL: complete when output pauses */
	const char *rows;  /* a text in the first rows of data */
	const char *down, *page;
};

struct figures {
	double first_byte, frame, rows;
	double move_p50, move_p99;
	double move_bytes, scroll_bytes, page_bytes, frame_bytes;
};

static void
measure_start(const struct subject *s, struct figures *f)
{
	double first[RUNS], frame[RUNS], rows[RUNS];
	for (int i = 0; i < RUNS; i++) {
		struct driver d;
		driver_start(&d, s->folder, s->argv);
		first[i] = driver_first(&d);
		if (s->frame)
			driver_until(&d, s->frame, 5000);
		else
			driver_rest(&d, 4);
		frame[i] = d.last - d.began;
		rows[i] = driver_until(&d, s->rows, 10000);
		driver_stop(&d);
	}
	f->first_byte = median(first, RUNS);
	f->frame = median(frame, RUNS);
	f->rows = median(rows, RUNS);
}

/* Moves within the screen, then scrolls at its lower edge, then pages. */
static void
measure_keys(const struct subject *s, struct figures *f)
{
	double times[KEYS], move[20], scroll[KEYS], page[20];
	struct driver d;
	size_t n;
	driver_start(&d, s->folder, s->argv);
	driver_until(&d, s->rows, 20000);
	driver_rest(&d, 1500);
	f->frame_bytes = (double)d.log.n;
	for (int i = 0; i < 6; i++) {
		driver_key(&d, s->down, QUIET, &n);
		move[i] = (double)n;
		driver_rest(&d, FOLLOW_QUIET);
	}
	f->move_bytes = median(move, 6);
	for (int i = 0; i < 40; i++)
		driver_key(&d, s->down, QUIET, &n);
	for (int i = 0; i < KEYS; i++) {
		times[i] = driver_key(&d, s->down, QUIET, &n);
		scroll[i] = (double)n;
	}
	f->scroll_bytes = median(scroll, KEYS);
	f->move_p50 = median(times, KEYS);
	f->move_p99 = quantile(times, KEYS, 0.99);
	driver_rest(&d, FOLLOW_QUIET);
	for (int i = 0; i < 9; i++) {
		driver_key(&d, s->page, 30, &n);
		page[i] = (double)n;
		driver_rest(&d, FOLLOW_QUIET);
	}
	f->page_bytes = median(page, 9);
	driver_stop(&d);
}

static void
print(const char *name, const struct figures *f)
{
	printf("    %-22s %7.1f %7.1f %7.1f   %6.2f %6.2f   %6.0f %6.0f %6.0f %6.0f\n", name,
	    f->first_byte, f->frame, f->rows, f->move_p50, f->move_p99, f->move_bytes,
	    f->scroll_bytes, f->page_bytes, f->frame_bytes);
}

static void
compare(const struct figures *us, const struct figures *tig)
{
	verdict("P1", us->frame / tig->frame, "<=", 0.50, "", "first frame, of tig's");
	verdict("P1", us->rows / tig->rows, "<=", 0.05, "", "first rows, of tig's");
	verdict("P3", us->move_p50 / tig->move_p50, "<=", 0.60, "", "key to frame p50, of tig's");
	verdict("P4", us->move_bytes / tig->move_bytes, "<=", 0.69, "",
	    "bytes of a move, %.0f, of tig's", us->move_bytes);
	verdict("P4", us->scroll_bytes / tig->scroll_bytes, "<=", 0.05, "",
	    "bytes of a scroll, %.0f, of tig's", us->scroll_bytes);
	verdict("P4", us->page_bytes / tig->page_bytes, "<=", 0.23, "",
	    "bytes of a page, %.0f, of tig's", us->page_bytes);
}

static void
measure_demo(const char *backroom)
{
	const char *const argv[] = { backroom, "demo", NULL };
	double rows[RUNS], frame[RUNS];
	struct driver d;
	size_t n;
	for (int i = 0; i < RUNS; i++) {
		driver_start(&d, NULL, argv);
		frame[i] = driver_until(&d, "anything", 5000);
		rows[i] = driver_until(&d, "240 baskets, all read", 5000);
		driver_stop(&d);
	}
	verdict("P2", median(rows, RUNS), "<=", 50, "ms",
	    "demo from exec to rows, its frame after %.1f ms", median(frame, RUNS));
	driver_start(&d, NULL, argv);
	driver_until(&d, "240 baskets, all read", 5000);
	driver_rest(&d, 300);
	driver_key(&d, "k", 100, &n);
	driver_key(&d, "k", 100, &n);
	verdict("P4", (double)n, "<=", 0, "bytes", "a key that changes nothing sends");
	long wakes = driver_status(&d, "voluntary_ctxt_switches:");
	size_t bytes = driver_rest(&d, IDLE_S * 1000);
	wakes = driver_status(&d, "voluntary_ctxt_switches:") - wakes;
	verdict("P5", (double)bytes, "<=", 0, "bytes", "sent while idle for %d s", IDLE_S);
	verdict("P5", (double)wakes, "<=", 0, "", "wake-ups meanwhile");
	verdict("P6", (double)driver_status(&d, "VmRSS:") / 1024, "<=", 14, "MiB",
	    "memory with the tour");
	driver_stop(&d);
}

int
main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	const char *const us[] = { argv[1], NULL }, *const tig[] = { "tig", NULL };
	const char *const less[] = { "less", argv[3], NULL };
	const struct subject subjects[] = {
		{ "backroom, 100k baskets", NULL, us, "anything", "newest 50", "j",
		    "\033[6~" },
		{ "tig, 120k commits", argv[2], tig, NULL, "change number", "j", "\033[6~" },
		{ "less, 150 MB", NULL, less, NULL, "line 1 ", "j", " " },
	};
	struct figures f[3] = { 0 };
	printf("    %-22s %7s %7s %7s   %6s %6s   %6s %6s %6s %6s\n", "", "first", "frame", "rows",
	    "p50", "p99", "move", "scroll", "page", "frame");
	printf("    %-22s %7s %7s %7s   %6s %6s   %6s %6s %6s %6s\n", "", "ms", "ms", "ms", "ms",
	    "ms", "B", "B", "B", "B");
	for (int i = 0; i < 3; i++) {
		if (!driver_finds(subjects[i].argv[0])) {
			printf("    %s is not installed: skipped\n", subjects[i].argv[0]);
			continue;
		}
		measure_start(&subjects[i], &f[i]);
		measure_keys(&subjects[i], &f[i]);
		print(subjects[i].name, &f[i]);
	}
	if (f[1].frame > 0)
		compare(&f[0], &f[1]);
	measure_demo(argv[1]);
	return 0;
}
