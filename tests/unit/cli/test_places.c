/* labels: slow
 *
 * Paths that the program reads and writes with something else in their place: each is reported
 * for what it is, nothing is sent, and no run waits for a writer. */
#include "unit/journal/command_runs.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/un.h>

/* ---- objects other than files ---- */

static void
put_folder(const char *path)
{
	assert_int_equal(mkdir(path, 0700), 0);
}
static void
put_pipe(const char *path)
{
	assert_int_equal(mkfifo(path, 0600), 0);
}

/* Socket paths must be short; a test's paths may be long. */
static void
put_socket(const char *path)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX, .sun_path = "socket" };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	unlink("socket");
	assert_int_equal(bind(fd, (const struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(rename("socket", path), 0);
	close(fd);
}
static void
put_link(const char *path)
{
	assert_int_equal(symlink("elsewhere", path), 0);
}
static void
put_device(const char *path)
{
	assert_int_equal(symlink("/dev/zero", path), 0);
}

static const struct {
	void (*put)(const char *path);
	const char *words, *followed; /* followed NULL: the path leads nowhere */
} kinds[] = {
	{ put_folder, " is a folder", " is a folder" },
	{ put_pipe, " is a pipe", " is a pipe" },
	{ put_socket, " is a socket", " is a socket" },
	{ put_link, " is a link", NULL },
	{ put_device, " is a link", " is a device" },
};

enum { KIND_COUNT = sizeof(kinds) / sizeof(*kinds) };

static void
clear(const char *path)
{
	if (unlink(path) < 0 && errno != ENOENT)
		assert_int_equal(rmdir(path), 0);
}

/* ---- commands that read and write files ---- */

#define FROM "identity", "link", "--from", "rows.csv", "--yes"

static const struct {
	const char *file; /* a state file; or, with a slash, a path in the test's folder */
	bool follows;
	int code;
	const char *args[WORDS_MAX];
} uses[] = {
	{ "journal.jsonl", false, 1, { "journal", "list" } },
	{ "journal.jsonl", false, 1, { "journal", "verify" } },
	{ "journal.jsonl", false, 1, { LINK } },
	{ "journal.jsonl", false, 1, { "identity", "resolve", "--yes" } },
	{ "journal.head", false, 1, { "journal", "list" } },
	{ "journal.head", false, 1, { "journal", "verify" } },
	{ "journal.head", false, 1, { LINK } },
	{ "./rows.csv", true, 1, { FROM } },
	{ "./rows.csv.results", true, 1, { FROM } },
	{ "./snapshot", true, 1, { "snapshot", "diff", "snapshot", "snapshot" } },
	{ "./log", false, 1, { LINK, "--log", "log" } },
	{ "./config/backroom/config.conf", true, 1, { LINK } },
	{ "./config/backroom/keys.conf", true, 1, { "config", "check" } },
};

static void
check_use(size_t u, size_t k, struct hostile *server)
{
	auto_run_result r = { 0 };
	auto_buf path = { 0 };
	if (uses[u].file[0] == '.')
		buf_addz(&path, uses[u].file);
	else
		state_file_path(&path, uses[u].file);
	if (strcmp(uses[u].file, "./rows.csv") != 0) {
		int fd = open_new("rows.csv");
		assert_true(dprintf(fd, "owner,iss,sub\nid-1,https://a,7\n") > 0);
		close(fd);
	}
	clear(buf_z(&path));
	kinds[k].put(buf_z(&path));
	run_to(&r, NULL, hostile_url(server), "t.o.k", uses[u].args);
	clear(buf_z(&path));
	const char *words = uses[u].follows ? kinds[k].followed : kinds[k].words;
	if (words &&
	    (r.code != uses[u].code || !strstr(buf_z(&r.words), words) ||
		strstr(buf_z(&r.words), "chmod")))
		fail_msg("%s%s: %d, %s", uses[u].file, words, r.code, buf_z(&r.words));
	if (words)
		assert_int_equal(hostile_count(server), 0);
}

FRESH(files_of_the_wrong_type_are_named)
{
	auto_buf fine = { 0 };
	hostile_json(&fine, "{}");
	const struct hostile_rule rule = { .answer = buf_str(&fine) };
	mkdir("config/backroom", 0700);
	for (size_t u = 0; u < sizeof(uses) / sizeof(*uses); u++)
		for (size_t k = 0; k < KIND_COUNT; k++) {
			auto_hostile *server = hostile_start(&rule, 1);
			fresh(NULL);
			clear("rows.csv");
			clear("rows.csv.results");
			check_use(u, k, server);
		}
	clear("elsewhere");
}

/* Files named in the configuration; for certificates the library would block on a pipe. */
FRESH(configured_files_of_the_wrong_type_are_named)
{
	static const char *const names[] = { "token-file", "ca-file" };
	mkdir("config/backroom", 0700);
	for (size_t n = 0; n < 2; n++)
		for (size_t k = 0; k < KIND_COUNT; k++) {
			const char *words = n || kinds[k].followed ? kinds[k].followed
								   : " is a broken symbolic link";
			auto_run_result r = { 0 };
			int fd = open_new("config/backroom/config.conf");
			assert_true(dprintf(fd,
					"environment \"a\" {\n url = \"http://127.0.0.1:9\"\n"
					" %s = \"place\"\n}\n",
					names[n]) > 0);
			close(fd);
			clear("place");
			kinds[k].put("place");
			run_to(
			    &r, NULL, NULL, NULL, (const char *const[]){ "get", "baskets", NULL });
			clear("place");
			if (words &&
			    (r.code == 0 || r.code >= 128 || !strstr(buf_z(&r.words), words)))
				fail_msg("%s%s: %d, %s", names[n], words, r.code, buf_z(&r.words));
		}
	clear("config/backroom/config.conf");
}

/* A snapshot may be written to a pipe, but only if a reader has opened it. */
FRESH(a_pipe_without_a_reader_is_not_waited_for)
{
	auto_run_result r = { 0 };
	clear("pipe");
	put_pipe("pipe");
	EXITS(1, &r, NULL, "demo", "--", "snapshot", "save", "pipe");
	assert_non_null(
	    strstr(buf_z(&r.words), "pipe is a pipe, but no program is reading from it"));
	clear("pipe");
}

/* ---- the service's files ---- */

static void
run_service(struct run_result *r, const char *const *args)
{
	const char *argv[WORDS_MAX] = { getenv("BACKROOM_SERVICE_BIN") };
	for (size_t i = 0; args[i]; i++)
		argv[i + 1] = args[i];
	run_program(r, argv, NULL, open_new("out"), 20000);
}

FRESH(the_services_files_of_the_wrong_type_are_named)
{
	static const struct {
		bool follows;
		const char *args[WORDS_MAX];
	} runs[] = {
		{ false, { "token", "--key-file", "place" } },
		{ false, { "serve", "--listen", "127.0.0.1:0", "--key-file", "place" } },
		{ true, { "serve", "--listen", "127.0.0.1:0", "--config", "place" } },
		{ true, { "serve", "--listen", "127.0.0.1:0", "--store", "sqlite:place" } },
		{ true, { "import", "place", "--store", "sqlite::memory:" } },
	};
	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		for (size_t k = 0; k < KIND_COUNT; k++) {
			const char *words = runs[i].follows ? kinds[k].followed : kinds[k].words;
			auto_run_result r = { 0 };
			if (!words)
				continue; /* a dangling link: some options create the file */
			clear("place");
			kinds[k].put("place");
			run_service(&r, runs[i].args);
			clear("place");
			if (r.code == 0 || r.code >= 128 || !strstr(buf_z(&r.words), words))
				fail_msg("%zu%s: %d, %s", i, words, r.code, buf_z(&r.words));
		}
}
