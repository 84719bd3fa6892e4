/* config.conf in several layers, as `config show` and `config check` report them. */
#include "unit/cli/home.h"

/* System folders: no other account may be able to write on the path to them, which is true below
 * /tmp but perhaps not in the test's folder. */
static char machine[] = "/tmp/backroom-layers-XXXXXX";

static int
make_machine(void **state)
{
	(void)state;
	return mkdtemp(machine) && chmod(machine, 0755) == 0 ? 0 : -1;
}

static int
remove_machine(void **state)
{
	(void)state;
	return nftw(machine, home_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* A path below the system folder; valid until three more were made. */
static const char *
machine_path(const char *name)
{
	static char paths[4][200];
	static unsigned next;
	char *path = paths[next++ % 4];
	snprintf(path, sizeof(paths[0]), "%s/%s", machine, name);
	return path;
}

static void
write_layer(const char *folder, const char *text)
{
	char path[300];
	size_t n = strlen(text);
	mkdir(machine_path(folder), 0755);
	snprintf(path, sizeof(path), "%s/backroom", machine_path(folder));
	mkdir(path, 0755);
	snprintf(path, sizeof(path), "%s/backroom/config.conf", machine_path(folder));
	int fd = open_new(path);
	assert_true(write(fd, text, n) == (ssize_t)n && fchmod(fd, 0644) == 0);
	close(fd);
}

static const char first[] = "# of this team, named first\n"
			    "default = \"test\"\n"
			    "environment \"prod\" {\n"
			    "    url = \"https://api.example/api\"\n"
			    "    locked = true\n"
			    "    timeout = 9\n"
			    "}\n"
			    "environment \"test\" {\n"
			    "    timeout = 7\n"
			    "}\n";
static const char second[] = "environment \"test\" {\n"
			     "    url = \"https://test.example/api\"\n"
			     "    timeout = 5\n"
			     "    badge = \"TST\"\n"
			     "    parameters { page-size = \"size\" }\n"
			     "}\n"
			     "ui { theme = \"dark\" }\n";
static const char own[] = "environment \"test\" {\n"
			  "    badge = \"MINE\"\n"
			  "}\n"
			  "environment \"own\" { url = \"http://127.0.0.1:1/api\" }\n";

/* Writes all three layers again. */
static int
lay(void **state)
{
	char folders[500];
	(void)state;
	home_enter(own);
	write_layer("a", first);
	write_layer("b", second);
	assert_int_equal(chmod(machine_path("b/backroom"), 0755), 0);
	/* A relative folder and a missing one are ignored. */
	snprintf(folders, sizeof(folders), "%s:relative:%s::%s", machine_path("a"),
	    machine_path("b"), machine_path("none"));
	setenv("XDG_CONFIG_DIRS", folders, 1);
	unsetenv("BACKROOM_ENV");
	return 0;
}

/* Makes "…/a/backroom/config.conf" followed by the second argument. */
static const char *
in_layer(const char *folder, const char *behind)
{
	static char texts[3][300];
	static unsigned next;
	char *text = texts[next++ % 3];
	snprintf(text, sizeof(texts[0]), "%s/backroom/config.conf%s", machine_path(folder), behind);
	return text;
}

static const char *
in_own(const char *behind)
{
	static char text[900];
	snprintf(text, sizeof(text), "%s%s", home_path("config/backroom/config.conf"), behind);
	return text;
}

/* Appends "name = value" and its source as one line. */
static void
add_setting_line(struct buf *out, const char *value, const char *place)
{
	struct str rest = buf_str(out), line;
	while (str_next(&rest, '\n', &line)) {
		size_t mark = str_find(line, STR("  # "));
		if (str_eqz(str_trim(str_sub(line, 0, mark)), value) &&
		    str_eqz(str_sub(line, mark + 4, line.n), place))
			return;
		mark = str_find(line, STR(" # "));
		if (mark != SIZE_MAX && str_eqz(str_trim(str_sub(line, 0, mark)), value) &&
		    str_eqz(str_sub(line, mark + 3, line.n), place))
			return;
	}
	fail_msg("no line has '%s' at %s:\n%s", value, place, buf_z(out));
}

TEST_WITH(each_value_has_its_file_and_line, lay, NULL)
{
	auto_run_result r = { 0 };
	OWN_EXITS(0, &r, "config", "show");
	assert_int_equal(r.words.n, 0);
	add_setting_line(&r.out, "default = \"test\"", in_layer("a", ":2"));
	add_setting_line(&r.out, "url = \"https://test.example/api\"", in_layer("b", ":2"));
	add_setting_line(&r.out, "badge = \"MINE\"", in_own(":2"));
	add_setting_line(&r.out, "timeout = 7", in_layer("a", ":9"));
	add_setting_line(&r.out, "page-size = \"size\"", in_layer("b", ":5"));
	add_setting_line(&r.out, "locked = true", in_layer("a", ":5"));
	add_setting_line(&r.out, "url = \"http://127.0.0.1:1/api\"", in_own(":4"));
	add_setting_line(&r.out, "theme = \"dark\"", in_layer("b", ":7"));
	SAYS_NOT(&r.out, "the default");
	SAYS_NOT(&r.out, "TST");
}

TEST_WITH(files_are_listed_in_reading_order, lay, NULL)
{
	auto_buf want = { 0 };
	auto_run_result r = { 0 };
	buf_addf(&want, "# read: %s", in_layer("b", "\n"));
	buf_addf(&want, "# read: %s", in_layer("a", "\n"));
	buf_addf(&want, "# read: %s", in_own("\n"));
	OWN(&r, "config", "show");
	assert_true(str_starts(buf_str(&r.out), buf_str(&want)));
	buf_reset(&want);
	buf_addz(&want, in_layer("b", ": read first\n"));
	buf_addz(&want, in_layer("a", ": read first\n"));
	buf_addz(&want, in_own(": 3 environments in total\n"));
	OWN_EXITS(0, &r, "config", "check");
	assert_string_equal(buf_z(&r.out), buf_z(&want));
}

TEST_WITH(all_also_prints_defaults, lay, NULL)
{
	auto_run_result r = { 0 };
	OWN_EXITS(0, &r, "config", "show", "--all");
	add_setting_line(&r.out, "timeout = 7", in_layer("a", ":9"));
	add_setting_line(&r.out, "timeout = 30", "the default");
	add_setting_line(&r.out, "role = \"prod\"", "the default");
	add_setting_line(&r.out, "page-size = \"size\"", in_layer("b", ":5"));
	add_setting_line(&r.out, "page-size = \"opt.pageSize\"", "the default");
	add_setting_line(&r.out, "offers = \"/offers\"", "the default");
	add_setting_line(&r.out, "keymap = \"default\"", "the default");
	OWN_EXITS(2, &r, "config", "check", "--all");
	SAYS(&r.words, "--all works with config show only");
	OWN_EXITS(2, &r, "config", "show", "-e", "prod");
	SAYS(&r.words, "-e works with config probe only");
}

/* The output of `show` is a valid file with the same settings. */
TEST_WITH(printed_settings_can_be_read_again, lay, NULL)
{
	auto_buf shown = { 0 };
	auto_run_result r = { 0 };
	OWN(&r, "config", "show", "--all");
	buf_adds(&shown, buf_str(&r.out));
	setenv("XDG_CONFIG_DIRS", "/nowhere", 1);
	home_write("config/backroom/config.conf", buf_z(&shown), 0600);
	OWN_EXITS(0, &r, "config", "show");
	SAYS(&r.out, "badge = \"MINE\"");
	SAYS(&r.out, "timeout = 7");
	SAYS(&r.out, "theme = \"dark\"");
}

TEST_WITH(locked_values_cannot_be_set_again, lay, NULL)
{
	static const char *const commands[] = { "config", "whoami", "login" };
	auto_buf want = { 0 };
	home_write("config/backroom/config.conf",
	    "# mine\nenvironment \"prod\" { insecure = true }\n", 0600);
	buf_addf(&want, "backroom: %s", in_own(":2: environment \"prod\": it is locked by "));
	buf_addz(&want, in_layer("a", ":5. Remove it here, or rename yours\n"));
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		auto_run_result r = { 0 };
		if (i)
			OWN(&r, commands[i], "-e", "prod");
		else
			OWN(&r, commands[i], "check");
		assert_int_equal(r.code, 1);
		assert_string_equal(buf_z(&r.words), buf_z(&want));
	}
}

static void
check_refused(const char *path, mode_t mode, mode_t right, const char *why)
{
	static const char *const commands[] = { "check", "show" };
	char want[900];
	assert_int_equal(chmod(path, mode), 0);
	snprintf(want, sizeof(want),
	    "backroom: %s %s, so it is not used. Fix it%s: chmod go-w '%s'\n", path, why,
	    geteuid() ? ", as root" : "", path);
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		auto_run_result r = { 0 };
		OWN_EXITS(1, &r, "config", commands[i]);
		assert_string_equal(buf_z(&r.words), want);
		assert_int_equal(r.out.n, 0);
	}
	assert_int_equal(chmod(path, right), 0);
}

TEST_WITH(a_layer_writable_by_others_is_refused, lay, NULL)
{
	static const char folder[] = "is a folder that others can write to";
	static const char file[] = "can be written by others";
	auto_run_result r = { 0 };
	char path[300];
	snprintf(path, sizeof(path), "%s", in_layer("a", ""));
	check_refused(path, 0666, 0644, file);
	check_refused(path, 0664, 0644, file);
	snprintf(path, sizeof(path), "%s", machine_path("b/backroom"));
	check_refused(path, 0777, 0755, folder);
	check_refused(path, 0775, 0755, folder);
	snprintf(path, sizeof(path), "%s", machine_path("b"));
	check_refused(path, 0777, 0755, folder);
	OWN_EXITS(0, &r, "config", "check");
}

/* Other accounts must not choose the programs that your account runs: a file that they can write
 * is rejected. */
TEST_WITH(commands_in_a_file_writable_by_others_are_not_run, lay, NULL)
{
	static const char *const texts[] = {
		"environment \"shop\" { url = \"http://127.0.0.1:1/api\" token-command = {\"touch\", \"ran\"} }\n",
		"environment \"shop\" { url = \"http://127.0.0.1:1/api\" }\ncommand \"x\" { run = {\"true\"} }\n",
	};
	auto_run_result r = { 0 };
	unlink("ran");
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		home_write("config/backroom/config.conf", texts[i], 0666);
		OWN_EXITS(1, &r, "get", "baskets");
		SAYS(&r.words, "can be written by other accounts");
		SAYS(&r.words, "chmod o-w '");
		home_write("config/backroom/config.conf", texts[i], 0644);
		assert_int_equal(chmod(home_path("config/backroom"), 0777), 0);
		OWN_EXITS(1, &r, "config", "check");
		SAYS(&r.words, "can be replaced by other accounts");
		assert_int_equal(chmod(home_path("config/backroom"), 0700), 0);
		OWN_EXITS(0, &r, "config", "check");
	}
	assert_int_not_equal(access("ran", F_OK), 0);
	/* A file without commands is accepted. */
	home_write("config/backroom/config.conf",
	    "environment \"shop\" { url = \"http://127.0.0.1:1/api\" }\n", 0666);
	OWN_EXITS(0, &r, "config", "check");
}

/* A mistake is reported with its file and line, also in another account's file. */
TEST_WITH(a_mistake_is_reported_in_its_own_file, lay, NULL)
{
	auto_run_result r = { 0 };
	char want[900];
	write_layer("b", "ui {\n    theme = \"dark\"\n    timezone = \"Mars/Olympus\"\n}\n");
	OWN_EXITS(1, &r, "config", "check");
	/* Reported once, in the file that starts the environment, not in one that adds to it. */
	snprintf(want, sizeof(want), "backroom: %s",
	    in_layer("a", ":8: environment \"test\": it has no url\n"));
	assert_true(str_starts(buf_str(&r.words), str_of(want)));
	assert_int_equal(count_text(&r.words, "environment"), 1);
	write_layer("a", "environment \"prod\" { url = \"https://api.example/api\" }\n");
	home_write("config/backroom/config.conf", "ui { mouse = true }\n", 0600);
	OWN_EXITS(1, &r, "config", "check");
	snprintf(want, sizeof(want), "backroom: %s",
	    in_layer("b", ":3: this machine does not know the time zone \"Mars/Olympus\"\n"));
	assert_string_equal(buf_z(&r.words), want);
}

/* A wrong line does not hide the next ones, unless it is part of something longer. */
TEST_WITH(all_mistakes_of_a_file_are_reported, lay, NULL)
{
	auto_run_result r = { 0 };
	home_write("config/backroom/config.conf",
	    "environment \"a\" {\n    url = \"https://a.example\"\n    rolle = \"demo\"\n"
	    "    timeout = 99999\n    role = \"demi\" # 'x\n}\n"
	    "ui {\n    theme = \"nope\"\n    colour = \"}\"\n    timezone = \"Mars/Base\"\n}\n",
	    0600);
	OWN_EXITS(1, &r, "config", "check");
	SAYS(&r.words, in_own(":3: no such option 'rolle'\n"));
	SAYS(&r.words, in_own(":9: no such option 'colour'\n"));
	SAYS(&r.words, in_own(":4: environment \"a\": timeout must be 1 to 300 seconds\n"));
	SAYS(&r.words, in_own(":5: environment \"a\": role must be demo, test or prod\n"));
	SAYS(&r.words, in_own(":8: there is no theme \"nope\""));
	SAYS(&r.words, in_own(":10: this machine does not know the time zone \"Mars/Base\"\n"));
	assert_int_equal(count_text(&r.words, "backroom: "), 6);
	home_write("config/backroom/config.conf",
	    "ui {\n    color = {\"a\",\n    \"b\"}\n    theme = 3\n}\n", 0600);
	OWN_EXITS(1, &r, "config", "check");
	assert_int_equal(count_text(&r.words, "backroom: "), 2);
	SAYS(&r.words, in_own(":2: no such option 'color'\n"));
	SAYS(&r.words, in_own(":4: there is no theme \"3\""));
}

/* A file of a newer version has unknown options and sections. A wrong address is not a missing one. */
TEST_WITH(unknown_sections_and_wrong_addresses_are_reported_once, lay, NULL)
{
	auto_run_result r = { 0 };
	home_write("config/backroom/config.conf",
	    "first = 1\nsection \"x\" {\n    url = \"}\" # }\n    inner {\n    }\n}\n"
	    "environment \"a\" {\n    url = \"ftp://a\"\n    second = 2\n}\n"
	    "environment \"b\" {\n    role = \"demo\"\n}\nurl = 3\n",
	    0600);
	OWN_EXITS(1, &r, "config", "check");
	SAYS(&r.words, in_own(":1: no such option 'first'\n"));
	SAYS(&r.words, in_own(":2: no such option 'section'\n"));
	SAYS(&r.words, in_own(":8: environment \"a\": url must begin with https://\n"));
	SAYS(&r.words, in_own(":9: no such option 'second'\n"));
	SAYS(&r.words, in_own(":11: environment \"b\": it has no url\n"));
	SAYS(&r.words, in_own(":14: no such option 'url'\n"));
	assert_int_equal(count_text(&r.words, "backroom: "), 6);
}

/* A value that a file sets is printed with its source, even if it is the default. */
TEST_WITH(a_default_that_a_file_sets_is_printed, lay, NULL)
{
	auto_run_result r = { 0 };
	home_write("config/backroom/config.conf", "ui {\n    keymap = \"default\"\n}\n", 0600);
	OWN_EXITS(0, &r, "config", "show");
	add_setting_line(&r.out, "keymap = \"default\"", in_own(":2"));
}

/* Comments before the line, and texts in any quotes. */
TEST_WITH(comments_and_values_do_not_shift_line_numbers, lay, NULL)
{
	static const char *const texts[][2] = {
		{ "# one\n# two {\n\nui {\n    # three\n    mosue = true\n}\n",
		    ":6: no such option 'mosue'\n" },
		{ "# it's\nui { theme = \"a#b\" } # \"\n\ntimeuot = 3\n",
		    ":4: no such option 'timeuot'\n" },
		{ "ui { start = 'baskets \"x\"' }\nenvironment 'x' {\n    url = \"ftp://x\"\n}\n",
		    ":3: environment \"x\": url must begin with https://\n" },
	};
	setenv("XDG_CONFIG_DIRS", "/nowhere", 1);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		auto_run_result r = { 0 };
		char want[1000];
		home_write("config/backroom/config.conf", texts[i][0], 0600);
		OWN_EXITS(1, &r, "config", "check");
		snprintf(want, sizeof(want), "backroom: %s", in_own(texts[i][1]));
		if (!str_starts(buf_str(&r.words), str_of(want)))
			fail_msg("%s, not %s", buf_z(&r.words), want);
	}
}

/* If a system layer has everything, the user needs no file. */
TEST_WITH(sign_in_works_without_a_user_file, lay, NULL)
{
	auto_run_result r = { 0 };
	assert_int_equal(unlink(home_path("config/backroom/config.conf")), 0);
	write_layer("a",
	    "environment \"prod\" {\n    url = \"http://127.0.0.1:1/api\"\n"
	    "    issuer = \"http://127.0.0.1:1\"\n}\n");
	write_layer("b", "");
	OWN(&r, "logout");
	assert_string_equal(buf_z(&r.words), "You were not signed in to prod\n");
	assert_int_equal(r.code, 0);
	OWN_EXITS(0, &r, "config", "check");
	SAYS(&r.out, in_layer("a", ": 1 environment in total\n"));
	SAYS(&r.out, in_own(": does not exist\n"));
}

/* An unreadable layer is an error since it might lock a setting. */
TEST_WITH(an_unreadable_layer_is_an_error, lay, NULL)
{
	auto_run_result r = { 0 };
	char want[400];
	assert_int_equal(unlink(in_layer("b", "")), 0);
	assert_int_equal(symlink("config.conf", in_layer("b", "")), 0);
	OWN(&r, "config", "check");
	assert_int_equal(unlink(in_layer("b", "")), 0);
	assert_int_equal(r.code, 1);
	snprintf(want, sizeof(want), "backroom: %s", in_layer("b", ": a broken symbolic link\n"));
	assert_string_equal(buf_z(&r.words), want);
}

/* ---- environment used ---- */

static void
check_environment_used(const char *option, const char *environment, const char *name)
{
	const char *args[] = { "whoami", "-o", "json", option ? "-e" : NULL, option, NULL };
	char want[100];
	auto_run_result r = { 0 };
	if (environment)
		setenv("BACKROOM_ENV", environment, 1);
	run_to(&r, NULL, NULL, "opaque-token-0001", args);
	unsetenv("BACKROOM_ENV");
	snprintf(want, sizeof(want), "{\"environment\":\"%s\",", name);
	if (!str_starts(buf_str(&r.out), str_of(want)))
		fail_msg("not %s: %s%s", name, buf_z(&r.out), buf_z(&r.words));
}

TEST_WITH(the_default_environment_is_used_unless_one_is_named, lay, NULL)
{
	static const char here[] = "environment \"%s\" { url = \"http://127.0.0.1:1/%s\" }\n";
	auto_buf text = { 0 };
	auto_run_result r = { 0 };
	setenv("XDG_CONFIG_DIRS", "/nowhere", 1);
	for (const char *const *name = (const char *const[]){ "one", "two", NULL }; *name; name++)
		buf_addf(&text, here, *name, *name);
	home_write("config/backroom/config.conf", buf_z(&text), 0600);
	OWN_EXITS(2, &r, "whoami");
	SAYS(&r.words, "several environments: one, two; choose one with -e, or set default = in");
	check_environment_used(NULL, "one", "one");
	check_environment_used("two", "one", "two");
	buf_addz(&text, "default = \"two\"\n");
	home_write("config/backroom/config.conf", buf_z(&text), 0600);
	check_environment_used(NULL, NULL, "two");
	check_environment_used(NULL, "one", "one");
	check_environment_used("one", NULL, "one");
	buf_addz(&text, "default = \"three\"\n");
	home_write("config/backroom/config.conf", buf_z(&text), 0600);
	OWN_EXITS(1, &r, "config", "check");
	SAYS(&r.words, "default: there is no environment \"three\"\n");
}

TEST_WITH(environment_variables_are_listed_before_files, lay, NULL)
{
	auto_run_result r = { 0 };
	setenv("BACKROOM_ENV", "own", 1);
	OWN(&r, "config", "show");
	assert_true(str_starts(buf_str(&r.out), STR("# $BACKROOM_ENV is set\n# read: ")));
	run_to(
	    &r, NULL, "http://127.0.0.1:1", NULL, (const char *const[]){ "config", "show", NULL });
	assert_true(str_starts(buf_str(&r.out),
	    STR("# $BACKROOM_URL is set, and overrides the environments below\n# $BACKROOM_ENV is")));
	setenv("BACKROOM_ENV", "nobody", 1);
	OWN_EXITS(2, &r, "whoami");
	SAYS(&r.words, "there is no environment \"nobody\"; there are: ");
}

int
main(void)
{
	return run_all_tests(make_machine, remove_machine);
}
