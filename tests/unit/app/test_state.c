/* State files between runs: their path, their permissions, and which content is trusted when
 * read again. */
#include "app/account.h"
#include "app/state.h"
#include "unit/journal/journal_files.h"

#include <errno.h>
#include <sys/stat.h>

#define TERMINAL STR("10.20.4.17 xterm-256color none")

enum { FILE_SIZE_MAX = 8 << 20 };

static int
set_up(void **state)
{
	(void)state;
	remove_file("terminals");
	remove_file("any");
	opened_before = descriptors_open();
	return 0;
}

/* ---- paths ---- */

static void
expect_path(const char *xdg, const char *home, const char *want)
{
	auto_buf path = { 0 };
	struct err err = { 0 };
	char *was_xdg = x_strdup(getenv("XDG_STATE_HOME")), *was_home = x_strdup(getenv("HOME"));
	setenv("XDG_STATE_HOME", xdg, 1);
	setenv("HOME", home, 1);
	bool ok = state_path(&path, "any", &err);
	setenv("XDG_STATE_HOME", was_xdg, 1);
	setenv("HOME", was_home, 1);
	assert_int_equal(ok, want != NULL);
	assert_string_equal(
	    ok ? buf_z(&path) : err.text, ok ? want : "neither XDG_STATE_HOME nor HOME is set");
	x_free(was_xdg);
	x_free(was_home);
}

#define CLEAN(name) TEST_WITH(name, set_up, nothing_stays_open)

CLEAN(state_is_stored_in_xdg_or_home)
{
	struct stat st;
	char here[500], there[600], want[700];
	assert_non_null(getcwd(here, sizeof(here)));
	snprintf(there, sizeof(there), "%s/there/a/b", here);
	snprintf(want, sizeof(want), "%s/backroom/any", there);
	expect_path(there, "elsewhere", want);
	assert_int_equal(stat("there/a/b/backroom", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	expect_path("relative", "home", "home/.local/state/backroom/any"); /* relative: ignored */
	assert_int_equal(stat("relative", &st), -1);
	expect_path("", "home", "home/.local/state/backroom/any");
	assert_int_equal(stat("home/.local/state/backroom", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	expect_path("", "", NULL);
}

CLEAN(a_folder_that_cannot_be_created_is_reported)
{
	auto_buf path = { 0 };
	struct err err;
	char *was = x_strdup(getenv("XDG_STATE_HOME"));
	close(open("file", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	char here[500], place[600];
	assert_non_null(getcwd(here, sizeof(here)));
	snprintf(place, sizeof(place), "%s/file/below", here);
	setenv("XDG_STATE_HOME", place, 1);
	assert_false(state_path(&path, "any", &err));
	assert_int_equal(err.kind, ERR_IO);
	assert_true(str_ends(str_of(err.text), STR("/file/below/backroom/: Not a directory")));
	assert_int_equal(state_open("any", O_RDONLY, &err), -1);
	assert_int_equal(err.kind, ERR_IO);
	assert_int_not_equal(errno, ENOENT); /* must not look like a missing file */
	setenv("XDG_STATE_HOME", was, 1);
	x_free(was);
}

/* ---- lines ---- */

CLEAN(lines_are_appended_after_existing_text)
{
	auto_buf text = { 0 };
	struct err err;
	assert_true(state_append("any", STR("one"), &err));
	assert_true(state_append("any", STR("two"), &err));
	read_file(&text, "any");
	assert_string_equal(buf_z(&text), "one\ntwo\n");
	write_file("any", STR("half"));
	assert_true(state_append("any", STR("three"), &err));
	buf_reset(&text);
	read_file(&text, "any");
	assert_string_equal(buf_z(&text), "half\nthree\n");
}

CLEAN(a_file_is_read_up_to_8_mib)
{
	for (size_t n = FILE_SIZE_MAX - 1; n <= FILE_SIZE_MAX + 1; n++) {
		auto_buf text = { 0 }, read = { 0 };
		struct err err;
		buf_pad(&text, 'a', n);
		write_file("any", buf_str(&text));
		buf_addz(&read, "before");
		assert_true(state_read(&read, "any", &err));
		assert_int_equal(read.n, 6 + (n < FILE_SIZE_MAX ? n : FILE_SIZE_MAX));
	}
}

/* ---- private files ---- */

static void
expect_private(const char *runtime, const char *home, const char *folder)
{
	auto_buf path = { 0 };
	struct err err;
	struct stat st;
	char *was_runtime = x_strdup(getenv("XDG_RUNTIME_DIR")),
	     *was_home = x_strdup(getenv("HOME"));
	setenv("XDG_RUNTIME_DIR", runtime, 1);
	setenv("HOME", home, 1);
	bool ok = state_write_private_file(&path, STR("https://shop.example/"), &err);
	setenv("XDG_RUNTIME_DIR", was_runtime, 1);
	setenv("HOME", was_home, 1);
	assert_int_equal(ok, folder != NULL);
	if (ok) {
		auto_buf text = { 0 };
		assert_true(str_starts(buf_str(&path), str_of(folder)));
		assert_int_equal(stat(buf_z(&path), &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
		assert_true(process_read_file(buf_z(&path), &text));
		assert_string_equal(buf_z(&text), "https://shop.example/\n");
		unlink(buf_z(&path));
	} else {
		assert_int_equal(err.kind, ERR_IO);
	}
	x_free(was_runtime);
	x_free(was_home);
}

/* A folder that other accounts can read is not used. */
CLEAN(a_private_file_is_in_a_folder_of_this_account)
{
	mkdir("own", 0700);
	mkdir("open", 0755);
	chmod("open", 0755);
	mkdir("house", 0700);
	char here[500], own[600], open[600], want[700];
	assert_non_null(getcwd(here, sizeof(here)));
	snprintf(own, sizeof(own), "%s/own", here);
	snprintf(open, sizeof(open), "%s/open", here);
	snprintf(want, sizeof(want), "%s/backroom-link-", own);
	expect_private(own, "house", want);
	expect_private("own", "house", "house/backroom-link-"); /* a relative path is ignored */
	expect_private(open, "house", "house/backroom-link-");
	expect_private("", "house", "house/backroom-link-");
	expect_private("missing", "house", "house/backroom-link-");
	expect_private("", "", NULL);
	expect_private("", "missing", NULL);
}

/* ---- terminals ---- */

CLEAN(the_last_result_for_a_terminal_counts)
{
	struct err err;
	assert_int_equal(terminal_proof_read(TERMINAL), PROOF_NONE);
	assert_true(terminal_proof_write(TERMINAL, PROOF_WORKS, &err));
	assert_true(terminal_proof_write(STR("another"), PROOF_RAW, &err));
	assert_int_equal(terminal_proof_read(TERMINAL), PROOF_WORKS);
	assert_int_equal(terminal_proof_read(STR("another")), PROOF_RAW);
	assert_true(terminal_proof_write(TERMINAL, PROOF_RAW, &err));
	assert_int_equal(terminal_proof_read(TERMINAL), PROOF_RAW);
	assert_true(
	    state_append("terminals", STR("perhaps\t10.20.4.17 xterm-256color none"), &err));
	assert_true(state_append("terminals", STR("works"), &err));
	assert_int_equal(terminal_proof_read(TERMINAL), PROOF_RAW);
}

/* ---- account ---- */

CLEAN(an_ssh_session_has_an_address)
{
	static const struct {
		const char *variable, *client;
	} cases[] = { { "10.20.4.17 50000 10.0.0.1 22", "10.20.4.17" }, { "fe80::1", "fe80::1" },
		{ "", "" }, { " 50000", "" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		setenv("SSH_CONNECTION", cases[i].variable, 1);
		assert_true(str_eqz(account_client_address(), cases[i].client));
	}
	unsetenv("SSH_CONNECTION");
	assert_int_equal(account_client_address().n, 0);
	char *host = account_host(), name[256] = "";
	assert_int_equal(gethostname(name, sizeof(name) - 1), 0);
	assert_string_equal(host, *name ? name : "somewhere");
	x_free(host);
}
