/* labels: slow soaks */
/*
 * Random keys, pastes, sizes and sequences for the console on every data pack, with faults and
 * delays and every way to start it: it keeps responding, quits on request, restores the terminal,
 * and has no sanitizer finding.
 *
 * Runs for a minute, or $BACKROOM_MONKEY_SECONDS; in a soak for fifty minutes. A failure prints its
 * seed; $BACKROOM_MONKEY_SEED repeats it.
 */
#include "lib/console.h"
#include "lib/deadline.h"
#include "lib/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { SECONDS = 60, SOAK_SECONDS = 3000, BATCHES = 40, BATCH = 12 };

static int64_t seconds = SECONDS;

/* ---- random input ---- */

struct monkey {
	uint64_t state;
	struct pty *p;
	struct buf typed; /* since the start, to print after a failure */
	int rows, cols;
};

static uint64_t
next_random(struct monkey *m)
{
	m->state ^= m->state << 13;
	m->state ^= m->state >> 7;
	m->state ^= m->state << 17;
	return m->state;
}

static size_t
below(struct monkey *m, size_t n)
{
	return (size_t)((next_random(m) >> 11) % n);
}

#define ONE_OF(m, table) table[below(m, sizeof(table) / sizeof(*table))]

/* Q is not typed here, since it quits; scripts of its own cover it. Ctrl-Z has its own tests. */
static const char *const keys[] = { "j", "k", "h", "l", "G", "gg", "\r", "\r", "\t", "\033", "\033",
	"\a", " ", "*", "V", "o", "O", "c", "m", "<", ">", "/", ":", "1", "2", "3", "4", "5", "6",
	"7", "8", "[", "]", "-", "y", "Y", "v", "T", "s", "z", "Z", "r", "R", "t", "M", "?", "f",
	"q", "i", "x", "U", "n", "N", "u", "b", "d", "$", "w", "p", "J", "K", "H", "L", "0", "a",
	"e", "F", "C", "\033[A", "\033[B", "\033[C", "\033[D", "\033OA", "\033OB", "\033[5~",
	"\033[6~", "\033[H", "\033[F", "\033[Z", "\033[3~", "\033[2~", "\177", "\b", "\001", "\005",
	"\013", "\025", "\027", "\004", "\014", "\020", "\022", "\033OP", "\033[15~", "\033[24~",
	"\033b", "\033\177", "\033[1;5C", "\033[200~\033[201~" };

static const char *const words[] = { "ell", "mara", "!kell", "tag=/tags/uk/direct", "since=7d",
	"product:NL", "sort=-due", "sort=name", "cols=age,person", "text:a", "id=nope",
	"page:\"a b\"", "\xE5\xB0\x8F\xE5\xB7\x9D", "\xD8\xB9\xD9\x84\xD9\x8A",
	"e\xCC\x81\xCC\x81\xCC\x81", "\"", "a:b:c", "=", "since=", "until=2020-01-01",
	"customFields.x=1", "attribute.label=winter", "id-01a7d3f05e9b4c62881f7be02d94c6a3",
	"https://login.northlight.example/", "auth|9c1f40b86ad25e73f0d177e2", "INC-4711", "c6a3",
	"2026-13-99", "99999999999999999999" };

static const char *const commands[] = { "identity-form", "remove-link", "unknown", "lock-writes",
	"snapshot", "compare", "present", "demo-reset", "tree", "messages", "keys", "filter",
	"sort", "columns", "start-date", "currencies", "used-by", "what-if", "assumptions", "source",
	"link", "note", "write-file", "baskets", "offers standalone=yes",
	"offers path=\"/offers2/Gift & Holiday\"", "campaigns", "products", "segments", "assets",
	"journeys", "identities", "baskets since=7d ell", "mara.ellison@example.com",
	"/offers/Winback 2026", "/tags/uk/direct", "nothing at all", "close", "cancel",
	"time-style", "refresh", "older", "full-size", "redraw", "mark-all", "send-menu" };

static const char *const pastes[] = {
	"eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJodHRwczovL2kvIiwic3ViIjoidSIsImV4cCI6MX0.c2ln",
	"eyJhbGciOiJub25lIn0..", "{\"iss\":\"https://accounts.example.com\",\"sub\":\"103358\"}",
	"{\"id_token\":{\"iss\":\"\\u0000\",\"sub\":\"\\ud800\"}}",
	"id-01a7d3f05e9b4c62881f7be02d94c6a3",
	"Linked at demo, J-0001\rOwner    id-1\rIssuer   https://i/\rSubject  s\rBy       x, today\r",
	"https://shop.northlight.example/checkout/resume?basket=basket-1&key=2", "one\rtwo\rthree",
	"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7",
	("\xE2\x80\xAE"
	 "evil"),
	"\x80\xFF\xC0", "\t\t", "a", ""
};

static const char *const strange[] = { "\033[", "\033O", "\033[9999999999999999999999999;1H",
	"\033[?1;2c", "\033[>84;0;0c", "\033]52;c;QQ==\a", "\033P+q\033\\", "\033[M   ",
	"\033[<0;1;1M", "\033[200~half", "\033[I", "\033[O", "\033\033\033", "\033[[A", "\033[1;3R",
	"\xF0\x9F", "\xE5" };

static const struct {
	int rows, cols;
} sizes[] = { { 24, 80 }, { 30, 100 }, { 36, 120 }, { 45, 160 }, { 50, 200 }, { 70, 250 },
	{ 15, 60 }, { 14, 59 }, { 5, 20 }, { 1, 1 }, { 24, 200 }, { 60, 60 }, { 28, 100 },
	{ 27, 139 }, { 28, 140 } };

/* How it is started. NULL: without that option. */
/* The pack of 100,000 baskets takes ten seconds to start. */
static const char *const packs[] = { "tour", "tour", "tour", "tour", "tour", "awkward", "awkward",
	"awkward", "awkward", "awkward", "big" };
static const char *const faults[] = { NULL, NULL, "--fault=demo", "--fault=502:30%", "--delay=40ms",
	"--living=1", "--short-tokens" };
static const char *const looks[] = { NULL, NULL, "--ascii", "--mask", "--read-only", "--keymap=vim",
	"--theme=light", "--theme=mono", "--theme=high-contrast" };

/* ---- actions ---- */

static void
type(struct monkey *m, const char *text)
{
	buf_addz(&m->typed, text);
	pty_type(m->p, text);
}

static void
type_line(struct monkey *m, const char *prompt, const char *line)
{
	static const char *const ends[] = { "\r", "\r", "\t\r", "\033[B\r", "\a", "\033[A" };
	type(m, prompt);
	type(m, line);
	type(m, ONE_OF(m, ends));
}

static void
paste(struct monkey *m)
{
	const char *piece = ONE_OF(m, pastes);
	size_t times = below(m, 8) ? 1 : 1 + below(m, 3000);
	type(m, "\033[200~");
	for (size_t i = 0; i < times; i++)
		type(m, piece);
	type(m, "\033[201~");
}

/* Random bytes, except Q and the keys that stop the process. */
static void
type_noise(struct monkey *m)
{
	char noise[24];
	size_t n = 1 + below(m, sizeof(noise) - 2);
	for (size_t i = 0; i < n; i++) {
		noise[i] = (char)(1 + below(m, 255));
		if (noise[i] == 'Q' || noise[i] == 26 || noise[i] == 28)
			noise[i] = 'j';
	}
	noise[n] = '\0';
	type(m, noise);
}

static void
resize(struct monkey *m)
{
	size_t i = below(m, sizeof(sizes) / sizeof(*sizes));
	m->rows = sizes[i].rows;
	m->cols = sizes[i].cols;
	pty_resize(m->p, m->rows, m->cols);
}

static void
act(struct monkey *m)
{
	size_t what = below(m, 100);
	if (what < 62)
		type(m, ONE_OF(m, keys));
	else if (what < 72)
		type_line(m, ":", ONE_OF(m, commands));
	else if (what < 79)
		type_line(m, "/", ONE_OF(m, words));
	else if (what < 86)
		type(m, ONE_OF(m, words));
	else if (what < 91)
		paste(m);
	else if (what < 94)
		resize(m);
	else if (what < 97)
		type(m, ONE_OF(m, strange));
	else
		type_noise(m);
}

/* ---- checks ---- */

static bool
has_ended(struct monkey *m)
{
	siginfo_t info = { 0 };
	return waitid(P_PID, (id_t)pty_pid(m->p), &info, WEXITED | WNOHANG | WNOWAIT) < 0 ||
	    info.si_pid != 0;
}

static bool
log_grew(struct pty *p, void *user)
{
	return pty_log(p).n > *(size_t *)user;
}

/* A resize to a very different size is always drawn, except on the link's own screen, which any
 * key ends: so all earlier input has been handled when it is drawn. Two resizes in a row back to
 * the same size do not count. */
static bool
still_responds(struct monkey *m)
{
	enum { TIMES = 5 };
	for (int i = 0; i < TIMES && !has_ended(m); i++) {
		type(m, "\a");
		m->rows = m->cols == 80 ? 30 : 24;
		m->cols = m->cols == 80 ? 100 : 80;
		pty_resize(m->p, m->rows, m->cols);
		size_t before = pty_log(m->p).n;
		if (pty_wait_until(m->p, log_grew, &before, "a frame"))
			return true;
	}
	return false;
}

static bool
has_sanitizer_report(struct str log)
{
	static const char *const words_of[] = { "runtime error:", "Sanitizer", "SUMMARY:" };
	for (size_t i = 0; i < sizeof(words_of) / sizeof(*words_of); i++)
		if (str_find(log, str_of(words_of[i])) != SIZE_MAX)
			return true;
	return false;
}

/* Returns the start of the sanitizer's report, else that of the last screenful. */
static size_t
interesting_part(struct str log)
{
	size_t at = str_find(log, STR("runtime error:"));
	if (at == SIZE_MAX)
		at = str_find(log, STR("ERROR: "));
	if (at == SIZE_MAX)
		return log.n > 2000 ? log.n - 2000 : 0;
	return at > 200 ? at - 200 : 0;
}

static void
report(struct monkey *m, uint64_t seed, const char *why)
{
	struct str log = pty_log(m->p);
	size_t at = interesting_part(log), n = log.n - at > 6000 ? 6000 : log.n - at;
	fprintf(stderr, "%s. BACKROOM_MONKEY_SEED=%llu; typed %zu bytes, the last of them:\n", why,
	    (unsigned long long)seed, m->typed.n);
	for (size_t i = m->typed.n > 400 ? m->typed.n - 400 : 0; i < m->typed.n; i++) {
		unsigned char c = (unsigned char)m->typed.p[i];
		fprintf(stderr, c >= 32 && c < 127 ? "%c" : "\\x%02x", c);
	}
	fprintf(stderr, "\nand what it wrote last:\n%.*s\n", (int)n, log.p + at);
	fail_msg("%s", why);
}

static bool
has_started(struct monkey *m)
{
	enum { TIMES = 10 };
	for (int i = 0; i < TIMES && !has_ended(m); i++)
		if (pty_wait_text(m->p, "Baskets"))
			return true;
	return false;
}

static void
start(struct monkey *m)
{
	const char *pack = ONE_OF(m, packs);
	const char *more[] = { "demo", "--now", SERVICE_NOW, "--pack", pack, NULL, NULL, NULL };
	const struct pty_options options = { .rows = 24, .cols = 80 };
	const char *fault = ONE_OF(m, faults), *look = ONE_OF(m, looks);
	size_t n = 5;
	if (fault)
		more[n++] = fault;
	if (look)
		more[n++] = look;
	m->rows = 24;
	m->cols = 80;
	m->p = console_with_config("", &options, NULL, more);
	if (!has_started(m))
		fail_msg("it did not start: %s %s %s", pack, fault ? fault : "", look ? look : "");
}

/* Runs one console from start to end. */
static size_t
run_one_round(uint64_t seed)
{
	struct monkey m = { .state = seed * 0x9E3779B97F4A7C15u + 1 };
	int status = 0;
	size_t done = 0;
	start(&m);
	for (int batch = 0; batch < BATCHES && !has_ended(&m); batch++) {
		for (int i = 0; i < BATCH; i++, done++)
			act(&m);
		if (!still_responds(&m) && !has_ended(&m))
			report(&m, seed, "it does not answer");
	}
	if (!pty_wait_input_read(m.p))
		report(&m, seed, "it does not read what is typed");
	if (!has_ended(&m))
		pty_signal(m.p, SIGTERM);
	if (!pty_wait_exit(m.p, &status))
		report(&m, seed, "it does not end");
	bool ended = WIFEXITED(status) &&
	    (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 128 + SIGTERM);
	if (!ended || has_sanitizer_report(pty_log(m.p)))
		report(&m, seed, "it ended with a fault");
	if (!console_restored_terminal(m.p))
		report(&m, seed, "the terminal was not given back");
	pty_stop(m.p);
	buf_free(&m.typed);
	return done;
}

TEST(random_input_does_not_crash_it)
{
	const char *seed_text = getenv("BACKROOM_MONKEY_SEED");
	uint64_t seed = seed_text ? strtoull(seed_text, NULL, 10) : 1;
	int64_t until = clock_ticks() + seconds * 1000;
	size_t rounds = 0, done = 0;
	while (rounds == 0 || clock_ticks() < until) {
		done += run_one_round(seed++);
		rounds++;
	}
	printf("%zu consoles, %zu keys, pastes and sizes\n", rounds, done);
}

int
main(int argc, char **argv)
{
	const char *set = getenv("BACKROOM_MONKEY_SECONDS");
	if (argc > 1 && strcmp(argv[1], "soak") == 0)
		seconds = SOAK_SECONDS;
	if (set)
		seconds = strtol(set, NULL, 10);
	return run_all_tests(NULL, NULL);
}
