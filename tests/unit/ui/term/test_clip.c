/* Routes to the clipboard, and the exact bytes of each. */
#include "base/digest.h"
#include "lib/test.h"
#include "ui/term/clip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TEST(terminals_are_recognized_by_their_answers)
{
	assert_int_equal(clip_terminal_of(84, 0, 0), TERMINAL_TMUX);
	assert_int_equal(clip_terminal_of(83, 40900, 0), TERMINAL_SCREEN);
	assert_int_equal(clip_terminal_of(1, 10, 0), TERMINAL_MOSH);
	assert_int_equal(clip_terminal_of(41, 379, 0), TERMINAL_DIRECT);
	assert_int_equal(clip_terminal_of(1, 4000, 0), TERMINAL_DIRECT);
	assert_int_equal(clip_terminal_by_name("linux"), TERMINAL_SILENT);
	assert_int_equal(clip_terminal_by_name("vt100"), TERMINAL_SILENT);
	assert_int_equal(clip_terminal_by_name("dumb"), TERMINAL_SILENT);
	assert_int_equal(clip_terminal_by_name(NULL), TERMINAL_SILENT);
	assert_int_equal(clip_terminal_by_name("vte"), TERMINAL_UNKNOWN);
	assert_int_equal(clip_terminal_by_name("xterm-256color"), TERMINAL_UNKNOWN);
}

TEST(routes)
{
	static const struct {
		const char *name;
		struct clip_environment place;
		enum clip_route route;
	} cases[] = {
		{ "plain terminal", { .terminal = TERMINAL_DIRECT, .ssh = "x" }, CLIP_OSC52 },
		{ "unknown over ssh", { .ssh = "x" }, CLIP_OSC52 },
		{ "tmux with its socket", { .terminal = TERMINAL_TMUX, .tmux = "s" },
		    CLIP_TMUX_BUFFER },
		{ "tmux on the other side", { .terminal = TERMINAL_TMUX, .ssh = "x" },
		    CLIP_TMUX_OSC },
		{ "$TMUX left over", { .terminal = TERMINAL_DIRECT, .tmux = "s", .ssh = "x" },
		    CLIP_OSC52 },
		{ "$TMUX and no answer", { .tmux = "s" }, CLIP_TMUX_BUFFER },
		{ "screen", { .terminal = TERMINAL_SCREEN }, CLIP_SCREEN },
		{ "screen in tmux", { .terminal = TERMINAL_SCREEN, .tmux = "s" }, CLIP_SCREEN },
		{ "mosh", { .terminal = TERMINAL_MOSH, .ssh = "x" }, CLIP_MOSH },
		{ "X11 at hand", { .terminal = TERMINAL_DIRECT, .display = ":0" }, CLIP_DESKTOP },
		{ "X11 over ssh", { .terminal = TERMINAL_DIRECT, .display = ":10", .ssh = "x" },
		    CLIP_OSC52 },
		{ "console", { .terminal = TERMINAL_SILENT }, CLIP_NONE },
		{ "off", { .terminal = TERMINAL_TMUX, .tmux = "s", .setting = "off" }, CLIP_NONE },
		{ "bare", { .setting = "bare" }, CLIP_NONE },
		{ "osc52 asked for", { .terminal = TERMINAL_SCREEN, .setting = "osc52" },
		    CLIP_OSC52 },
		{ "screen asked for", { .setting = "screen" }, CLIP_SCREEN },
		{ "tmux asked for", { .setting = "tmux" }, CLIP_TMUX_OSC },
		{ "empty variables", { .tmux = "", .display = "", .ssh = "" }, CLIP_OSC52 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (clip_choose_route(&cases[i].place) != cases[i].route)
			fail_msg("%s: %s", cases[i].name,
			    clip_route_words(clip_choose_route(&cases[i].place)));
}

TEST(exact_bytes)
{
	static const struct {
		enum clip_route route;
		const char *bytes;
	} cases[] = {
		{ CLIP_OSC52, "\033]52;c;aGVsbG8=\a" },
		{ CLIP_MOSH, "\033]52;c;aGVsbG8=\a" },
		{ CLIP_TMUX_OSC, "\033]52;c;aGVsbG8=\a\033Ptmux;\033\033]52;c;aGVsbG8=\a\033\\" },
		{ CLIP_SCREEN, "\033P\033]52;c;\033\\\033PaGVsbG8=\033\\\033P\a\033\\" },
		{ CLIP_TMUX_BUFFER, "" },
		{ CLIP_DESKTOP, "" },
		{ CLIP_NONE, "" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf out = { 0 };
		struct err err;
		assert_true(clip_write_sequence(&out, cases[i].route, STR("hello"), &err));
		assert_string_equal(buf_z(&out), cases[i].bytes);
	}
	assert_true(clip_needs_program(CLIP_TMUX_BUFFER) && clip_needs_program(CLIP_DESKTOP));
	assert_false(clip_needs_program(CLIP_SCREEN) || clip_needs_program(CLIP_OSC52));
}

/* GNU screen draws text that does not fit: no string for it may be longer than 512 bytes. */
TEST(screen_gets_small_pieces)
{
	auto_buf text = { 0 }, out = { 0 }, base64 = { 0 }, joined = { 0 };
	struct err err;
	buf_pad(&text, 'q', 60000);
	assert_true(clip_write_sequence(&out, CLIP_SCREEN, buf_str(&text), &err));
	struct str rest = buf_str(&out);
	while (rest.n) {
		assert_true(str_starts(rest, STR("\033P")));
		size_t end = str_find(rest, STR("\033\\"));
		assert_true(end != SIZE_MAX && end - 2 <= 512);
		buf_adds(&joined, str_sub(rest, 2, end - 2));
		rest = str_sub(rest, end + 2, rest.n);
	}
	buf_addz(&base64, "\033]52;c;");
	base64_encode(&base64, buf_str(&text));
	buf_addz(&base64, "\a");
	assert_true(str_eq(buf_str(&joined), buf_str(&base64)));
}

TEST(text_too_long_for_a_route_is_refused)
{
	static const struct {
		enum clip_route route;
		size_t n;
		bool fits;
	} cases[] = { { CLIP_MOSH, 12282, true }, { CLIP_MOSH, 12283, false },
		{ CLIP_OSC52, 65536, true }, { CLIP_OSC52, 65537, false },
		{ CLIP_SCREEN, 65536, true }, { CLIP_TMUX_OSC, 65537, false } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf text = { 0 }, out = { 0 };
		struct err err = { 0 };
		buf_pad(&text, 'a', cases[i].n);
		bool fits = clip_write_sequence(&out, cases[i].route, buf_str(&text), &err);
		if (fits != cases[i].fits)
			fail_msg("%zu bytes by route %d", cases[i].n, (int)cases[i].route);
		if (!fits) {
			assert_int_equal(out.n, 0);
			assert_non_null(strstr(err.text, "Not sent: "));
		}
	}
}

/* Installs a fake tmux that reports this size for its newest buffer and records which buffers
 * are deleted. */
static void
put_tmux(int size)
{
	FILE *f = fopen("bin/tmux", "we");
	assert_non_null(f);
	fprintf(f,
	    "#!/bin/sh\ncase $1 in\nload-buffer) cat >/dev/null ;;\n"
	    "list-buffers) echo \"%d buffer7\"; echo \"5 buffer6\" ;;\n"
	    "delete-buffer) echo \"$3\" >>deleted ;;\nesac\n",
	    size);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(chmod("bin/tmux", 0700), 0);
}

/* The user may have copied something else meanwhile: a buffer of another length must not be
 * deleted. */
TEST(a_tmux_buffer_of_another_length_is_not_deleted)
{
	static const struct {
		int size;
		const char *kept;
	} cases[] = { { 5, "buffer7" }, { 6, "" }, { 4, "" }, { 0, "" } };
	char path[4096];
	mkdir("bin", 0700);
	snprintf(path, sizeof(path), "bin:%s", getenv("PATH"));
	setenv("PATH", path, 1);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf kept = { 0 };
		struct err err;
		unlink("deleted");
		put_tmux(cases[i].size);
		assert_true(clip_run_program(CLIP_TMUX_BUFFER, STR("hello"), &kept, &err));
		assert_string_equal(buf_z(&kept), cases[i].kept);
		clip_delete_tmux_buffer(&kept);
		assert_int_equal(access("deleted", F_OK), *cases[i].kept ? 0 : -1);
	}
}
