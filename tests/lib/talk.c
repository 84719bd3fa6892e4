#include "lib/talk.h"
#include "lib/test.h"

#include "lib/process.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { RUN_MS = 60000 };

void
talk_write_file(const char *path, struct str text)
{
	FILE *f = fopen(path, "we");
	assert_non_null(f);
	assert_int_equal(fwrite(text.p, 1, text.n, f), text.n);
	assert_int_equal(fclose(f), 0);
}

/* `words` are the program's arguments before --linear. */
static void
run_lines(
    struct talk *t, const char *words, const char *more, const char *const *env, struct str lines)
{
	static int talks;
	auto_buf command = { 0 }, folder = { 0 };
	char here[PATH_MAX];
	assert_non_null(getcwd(here, sizeof(here)));
	buf_addf(&folder, "%s/state-%d-%d", here, (int)getpid(), ++talks);
	talk_write_file("lines.txt", lines);
	buf_addf(&command,
	    "XDG_STATE_HOME='%s' exec \"$BACKROOM_BIN\" %s --now 2026-11-20T10:42:00Z --linear %s <lines.txt",
	    buf_z(&folder), words, more);
	const char *const argv[] = { "sh", "-c", buf_z(&command), NULL };
	int out = open("said.txt", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(out >= 0);
	pid_t pid = process_start(argv, env, out, out);
	bool ended = process_wait(pid, RUN_MS, &t->status);
	close(out);
	t->said = (struct buf){ 0 };
	t->heard = 0;
	assert_true(process_read_file("said.txt", &t->said));
	if (!ended)
		fail_msg("it did not end; it said:\n%s", buf_z(&t->said));
}

void
talk_with_lines(struct talk *t, const char *words, const char *const *env, struct str lines)
{
	run_lines(t, "demo", words, env, lines);
}

void
talk_to_server(struct talk *t, const struct hostile *h, const char *words, const char *lines)
{
	static const char *const env[] = { "BACKROOM_CONFIG=talk.conf", "BACKROOM_TOKEN=x", NULL };
	struct buf config = { 0 };
	buf_addf(&config,
	    "environment \"test\" {\n\turl = \"%s\"\n\tlink-base = \"https://shop.example\"\n"
	    "\tlink-hosts = {\"shop.example\"}\n}\n",
	    hostile_url(h));
	talk_write_file("talk.conf", buf_str(&config));
	run_lines(t, "-e test", words, env, str_of(lines));
	buf_free(&config);
	assert_int_equal(t->status, 0);
}

void
talk(struct talk *t, const char *words, const char *lines)
{
	talk_with_lines(t, words, NULL, str_of(lines));
	assert_int_equal(t->status, 0);
}

void
expect_spoken(struct talk *t, const char *text)
{
	struct str rest = str_sub(buf_str(&t->said), t->heard, t->said.n);
	size_t at = str_find(rest, str_of(text));
	if (at == SIZE_MAX)
		fail_msg("not heard: %s\nin: %.*s", text, STR_ARG(rest));
	t->heard += at + strlen(text);
}

void
expect_not_spoken_since(const struct talk *t, const char *text)
{
	if (str_find(str_sub(buf_str(&t->said), t->heard, t->said.n), str_of(text)) != SIZE_MAX)
		fail_msg("heard: %s", text);
}

void
expect_never_spoken(const struct talk *t, const char *text)
{
	if (str_find(buf_str(&t->said), str_of(text)) != SIZE_MAX)
		fail_msg("heard: %s", text);
}

/* Asserts that the output contains no terminal control or drawing. */
static void
expect_plain(const struct talk *t)
{
	struct str said = buf_str(&t->said);
	for (size_t i = 0; i < said.n; i++) {
		unsigned char c = (unsigned char)said.p[i];
		if ((c < 32 && c != '\n') || c == 127)
			fail_msg("byte %d at %zu: %.*s", c, i, 80, said.p + (i < 40 ? 0 : i - 40));
		bool control = c == 0xC2 && (unsigned char)said.p[i + 1] < 0xA0;
		bool box = c == 0xE2 && (unsigned char)said.p[i + 1] >= 0x94 &&
		    (unsigned char)said.p[i + 1] <= 0x96;
		if (control || box)
			fail_msg("a control or a box at %zu: %.*s", i, 40, said.p + i);
	}
}

void
talk_end(struct talk *t)
{
	expect_plain(t);
	buf_free(&t->said);
}
