/* `config edit` on a terminal, with small scripts as the editor: an invalid file never replaces
 * the current one. */
#include "lib/pty.h"
#include "unit/cli/home.h"

static const char before[] = "# mine\nenvironment \"shop\" { url = \"https://api.example/api\" }\n";
static const char file[] = "config/backroom/config.conf";

/* `more`: an environment variable, or NULL. */
static struct pty *
edit(const char *more)
{
	const char *env[] = { "VISUAL=", "BACKROOM_CONFIG=", more, NULL };
	const struct pty_options options = { .cols = 240, .env = env };
	return pty_start(
	    &options, (const char *const[]){ getenv("BACKROOM_BIN"), "config", "edit", NULL });
}

/* Like edit(), with an editor that runs these shell commands; $1 is the file. */
static struct pty *
edit_with_commands(const char *commands)
{
	char editor[1000];
	home_write("editor", commands, 0600);
	snprintf(editor, sizeof(editor), "EDITOR=sh '%s'", home_path("editor"));
	return edit(editor);
}

static void
holds(const char *name, const char *text)
{
	auto_buf now = { 0 };
	assert_true(process_read_file(home_path(name), &now));
	assert_string_equal(buf_z(&now), text);
}

/* Expects this exit code and last message, and no other file left next to the configuration. */
static void
ends(struct pty *p, int code, const char *words)
{
	int status = 0;
	assert_true(pty_wait_exit(p, &status));
	if (!WIFEXITED(status) || WEXITSTATUS(status) != code || pty_find(p, words, NULL) < 0) {
		pty_dump(p, words);
		fail_msg("it ended with %x, not %d and \"%s\"", (unsigned)status, code, words);
	}
	pty_stop(p);
	assert_int_equal(access(home_path("config/backroom/config.conf.edit"), F_OK), -1);
}

static int
begin(void **state)
{
	(void)state;
	home_enter(before);
	return 0;
}

/* ---- valid edits ---- */

TEST_WITH(a_valid_edit_is_saved, begin, NULL)
{
	auto_buf want = { 0 };
	struct pty *p = edit_with_commands("echo 'default = \"shop\"' >>\"$1\"\n");
	ends(p, 0, "config.conf: saved");
	buf_addf(&want, "%sdefault = \"shop\"\n", before);
	holds(file, buf_z(&want));
}

TEST_WITH(an_unchanged_file_is_not_written, begin, NULL)
{
	struct stat then, now;
	assert_int_equal(stat(home_path(file), &then), 0);
	ends(edit("EDITOR=true"), 0, "config.conf: unchanged");
	assert_int_equal(stat(home_path(file), &now), 0);
	assert_int_equal(then.st_ino, now.st_ino);
	holds(file, before);
}

TEST_WITH(a_symlink_stays_a_symlink, begin, NULL)
{
	struct stat st;
	assert_int_equal(mkdir(home_path("dotfiles"), 0700), 0);
	assert_int_equal(unlink(home_path(file)), 0);
	assert_int_equal(symlink("../../dotfiles/backroom", home_path(file)), 0);
	home_write("dotfiles/backroom", before, 0600);
	ends(edit_with_commands("echo '# more' >>\"$1\"\n"), 0, "config.conf: saved");
	assert_int_equal(lstat(home_path(file), &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	auto_buf want = { 0 };
	buf_addf(&want, "%s# more\n", before);
	holds("dotfiles/backroom", buf_z(&want));
}

TEST_WITH(a_new_file_starts_with_an_example_and_is_private, begin, NULL)
{
	struct stat st;
	assert_int_equal(unlink(home_path(file)), 0);
	assert_int_equal(rmdir(home_path("config/backroom")), 0);
	umask(0);
	struct pty *p = edit_with_commands(
	    "cp \"$1\" \"${0%/*}/seen\"\n"
	    "ls -l \"$1\" >\"${0%/*}/listed\"\n"
	    "echo 'environment \"x\" { url = \"https://x.example\" }' >\"$1\"\n");
	umask(022);
	ends(p, 0, "config.conf: saved");
	holds(file, "environment \"x\" { url = \"https://x.example\" }\n");
	assert_int_equal(stat(home_path(file), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	auto_buf seen = { 0 };
	assert_true(process_read_file(home_path("seen"), &seen));
	assert_true(
	    str_starts(buf_str(&seen), STR("# Environments, and settings of the console: ")));
	buf_reset(&seen);
	assert_true(process_read_file(home_path("listed"), &seen));
	assert_true(str_starts(buf_str(&seen), STR("-rw-------")));
}

TEST_WITH(an_unchanged_example_creates_no_file, begin, NULL)
{
	assert_int_equal(unlink(home_path(file)), 0);
	ends(edit("EDITOR=true"), 0, "config.conf: unchanged");
	assert_int_equal(access(home_path(file), F_OK), -1);
}

/* ---- invalid edits ---- */

/* Writes an invalid file the first time, a valid one the second time. */
static const char twice[] =
    "if [ -e \"${0%/*}/once\" ]; then\n"
    "    echo 'environment \"b\" { url = \"https://b.example\" }' >\"$1\"\n"
    "else\n"
    "    : >\"${0%/*}/once\"\n"
    "    printf '# x\\nenvironment \"b\" {\\n    timeuot = 3\\n}\\n' >\"$1\"\n"
    "fi\n";
static const char question[] = "Not saved yet. Enter: edit again, d Enter: discard the changes";

TEST_WITH(a_mistake_is_reported_and_edited_again, begin, NULL)
{
	struct pty *p = edit_with_commands(twice);
	assert_true(pty_wait_text(p, question));
	assert_true(pty_find(p, "config.conf.edit:3: no such option 'timeuot'", NULL) >= 0);
	holds(file, before);
	pty_type(p, "\r");
	ends(p, 0, "config.conf: saved");
	holds(file, "environment \"b\" { url = \"https://b.example\" }\n");
}

TEST_WITH(d_discards_the_changes, begin, NULL)
{
	static const char *const answers[] = { "d\r", "\004" }; /* d, or the end of input */
	for (size_t i = 0; i < sizeof(answers) / sizeof(*answers); i++) {
		struct pty *p = edit_with_commands("echo '}' >>\"$1\"\n");
		assert_true(pty_wait_text(p, question));
		assert_true(pty_find(p, "} is missing at the end of a section", NULL) >= 0);
		pty_type(p, answers[i]);
		ends(p, 0, "config.conf: unchanged");
		holds(file, before);
	}
}

/* Mistakes found only in the configuration as a whole: a missing theme, a token sent
 * unencrypted. */
TEST_WITH(mistakes_found_by_config_check_are_reported, begin, NULL)
{
	static const char *const lines[][2] = {
		{ "ui { theme = \"purple\" }", "config.conf.edit:3: " },
		{ "environment \"shop\" { url = \"http://api.example/api\" }",
		    "http:// would send the token unencrypted to another host" },
		{ "default = \"none\"", "default: there is no environment \"none\"" },
	};
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		char commands[300];
		snprintf(commands, sizeof(commands), "%s >>\"$1\"\necho '%s' >>\"$1\"\n",
		    i == 1 ? ": >\"$1\"; :" : ":", lines[i][0]);
		struct pty *p = edit_with_commands(commands);
		assert_true(pty_wait_text(p, question));
		if (pty_find(p, lines[i][1], NULL) < 0) {
			pty_dump(p, lines[i][1]);
			fail_msg("%s is not said", lines[i][1]);
		}
		pty_type(p, "d\r");
		ends(p, 0, "config.conf: unchanged");
		holds(file, before);
	}
}

/* ---- editors ---- */

TEST_WITH(an_editor_that_fails_changes_nothing, begin, NULL)
{
	struct pty *p = edit_with_commands("echo '# more' >>\"$1\"\nexit 3\n");
	ends(p, 1, "failed, so nothing was changed");
	holds(file, before);
	p = edit("EDITOR=/nowhere/vi");
	ends(p, 1, "backroom: /nowhere/vi failed, so nothing was changed");
	holds(file, before);
}

/* The editor decides what Ctrl-C does: it may end the editor. */
TEST_WITH(ctrl_c_ends_an_editor_that_allows_it, begin, NULL)
{
	struct pty *p = edit_with_commands("echo '# more' >>\"$1\"\necho begun\nread -r line\n");
	assert_true(pty_wait_text(p, "begun"));
	pty_type(p, "\003");
	ends(p, 1, "failed, so nothing was changed");
	holds(file, before);
}

TEST_WITH(ctrl_c_is_passed_to_an_editor_that_handles_it, begin, NULL)
{
	struct pty *p = edit_with_commands(
	    "trap 'echo \"# by a key\" >>\"$1\"' INT\necho begun\nread -r line\n"
	    "exit 0\n");
	assert_true(pty_wait_text(p, "begun"));
	pty_type(p, "\003");
	pty_type(p, "\r");
	ends(p, 0, "config.conf: saved");
	auto_buf want = { 0 };
	buf_addf(&want, "%s# by a key\n", before);
	holds(file, buf_z(&want));
}

TEST_WITH(visual_has_precedence_over_editor_and_can_have_options, begin, NULL)
{
	const char *env[] = { "VISUAL=sed -i -e 's/mine/ours/'", "EDITOR=false",
		"BACKROOM_CONFIG=", NULL };
	const struct pty_options options = { .cols = 240, .env = env };
	struct pty *p = pty_start(
	    &options, (const char *const[]){ getenv("BACKROOM_BIN"), "config", "edit", NULL });
	ends(p, 0, "config.conf: saved");
	holds(file, "# ours\nenvironment \"shop\" { url = \"https://api.example/api\" }\n");
}

TEST_WITH(without_a_terminal_the_file_is_named, begin, NULL)
{
	auto_run_result r = { 0 };
	char want[900];
	setenv("EDITOR", "true", 1);
	OWN(&r, "config", "edit");
	unsetenv("EDITOR");
	assert_int_equal(r.code, 2);
	snprintf(want, sizeof(want),
	    "backroom: an editor needs a terminal; edit %s and run backroom config check\n",
	    home_path(file));
	assert_string_equal(buf_z(&r.words), want);
	assert_int_equal(r.out.n, 0);
	holds(file, before);
}
