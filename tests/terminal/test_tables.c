/* labels: slow */
/* Tables printed by commands on terminals of several widths: the columns, their widths, and
 * which texts are cut or moved to the next line. tables.txt in this folder has the last rows of
 * each table; UPDATE=1 rewrites it; review the difference. */
#include "lib/process.h"
#include "lib/pty.h"
#include "lib/reference.h"
#include "lib/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 16, ROWS = 10 };

#define DEMO "demo", "--now", "2026-11-20T10:42:00Z", "--pack", "awkward", "--"

static const int widths[] = { 60, 80, 140, 260 };

static const struct {
	const char *name;
	const char *words[WORDS_MAX];
} commands[] = {
	{ "check", { DEMO, "check", "catalog" } },
	{ "journeys", { DEMO, "check", "journeys" } },
	{ "whatif", { DEMO, "whatif", "--segment", "region-uk", "--unknown", "lapsed-365" } },
	{ "probe", { DEMO, "config", "probe" } },
	{ "diff", { "snapshot", "diff", "tour.snap", "awkward.snap" } },
};

static void
save_snapshot(const char *pack, const char *file)
{
	const char *const argv[] = { getenv("BACKROOM_BIN"), "demo", "--now",
		"2026-11-20T10:42:00Z", "--pack", pack, "--", "snapshot", "save", file, NULL };
	int status = 1, out = open("saved", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	unlink(file);
	assert_true(process_wait(process_start(argv, NULL, out, out), 30000, &status));
	assert_int_equal(status, 0);
	close(out);
}

/* Appends the last rows of the output. */
static void
add_table(struct buf *out, size_t which, int width)
{
	static const char *const env[] = { "BACKROOM_PAGER=", NULL }; /* all rows, no pager */
	const struct pty_options options = { .rows = ROWS + 1, .cols = width, .env = env };
	const char *argv[WORDS_MAX + 1] = { getenv("BACKROOM_BIN") };
	int status;
	memcpy(argv + 1, commands[which].words, sizeof(commands[which].words));
	auto_pty *p = pty_start(&options, argv);
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
	buf_addf(out, "---- %s %d\n", commands[which].name, width);
	for (int row = 0; row < ROWS; row++)
		buf_addf(out, "%s\n", pty_row(p, row));
}

TEST(tables_match_their_reference)
{
	auto_buf now = { 0 };
	save_snapshot("tour", "tour.snap");
	save_snapshot("awkward", "awkward.snap");
	for (size_t c = 0; c < sizeof(commands) / sizeof(*commands); c++)
		for (size_t w = 0; w < sizeof(widths) / sizeof(*widths); w++)
			add_table(&now, c, widths[w]);
	expect_as_in("terminal/tables.txt", &now, "----");
}
