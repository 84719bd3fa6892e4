/* Opening files by name: only regular files are opened, and opening never blocks. */
#include "base/regular_file.h"
#include "lib/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define PLACE "place"

static void
make_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static void
put_nothing(void)
{
}
static void
put_file(void)
{
	make_file(PLACE, "text");
}
static void
put_folder(void)
{
	assert_int_equal(mkdir(PLACE, 0700), 0);
}
static void
put_pipe(void)
{
	assert_int_equal(mkfifo(PLACE, 0600), 0);
}
static void
put_socket(void)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX, .sun_path = PLACE };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	assert_true(fd >= 0);
	assert_int_equal(bind(fd, (const struct sockaddr *)&at, sizeof(at)), 0);
	close(fd);
}
static void
put_link(void)
{
	make_file("target", "text");
	assert_int_equal(symlink("target", PLACE), 0);
}
static void
put_link_to_nothing(void)
{
	assert_int_equal(symlink("nowhere", PLACE), 0);
}
static void
put_link_to_a_pipe(void)
{
	assert_int_equal(mkfifo("target", 0600), 0);
	assert_int_equal(symlink("target", PLACE), 0);
}
static void
put_link_to_a_device(void)
{
	assert_int_equal(symlink("/dev/zero", PLACE), 0);
}
static void
put_link_to_itself(void)
{
	assert_int_equal(symlink(PLACE, PLACE), 0);
}

static int
clear(void **state)
{
	(void)state;
	unlink("target");
	if (unlink(PLACE) < 0)
		rmdir(PLACE);
	return 0;
}

static const struct {
	void (*put)(void);
	const char *words, *followed; /* NULL: the file is opened */
} cases[] = {
	{ put_nothing, PLACE ": No such file or directory", PLACE ": No such file or directory" },
	{ put_file, NULL, NULL },
	{ put_folder, PLACE " is a folder, not a file", PLACE " is a folder, not a file" },
	{ put_pipe, PLACE " is a pipe, not a file", PLACE " is a pipe, not a file" },
	{ put_socket, PLACE " is a socket, not a file", PLACE " is a socket, not a file" },
	{ put_link, PLACE " is a link, not a file, and is not followed", NULL },
	{ put_link_to_nothing, PLACE " is a link, not a file, and is not followed",
	    PLACE ": No such file or directory" },
	{ put_link_to_a_pipe, PLACE " is a link, not a file, and is not followed",
	    PLACE " is a pipe, not a file" },
	{ put_link_to_a_device, PLACE " is a link, not a file, and is not followed",
	    PLACE " is a device, not a file" },
	{ put_link_to_itself, PLACE " is a link, not a file, and is not followed",
	    PLACE ": Too many levels of symbolic links" },
};

enum { CASES = sizeof(cases) / sizeof(*cases) };

static void
check_open(int flags, unsigned rules, const char *words)
{
	struct err err = { 0 };
	int fd = regular_file_open(PLACE, flags, rules, &err);
	int why = errno;
	if (!words) {
		if (fd < 0)
			fail_msg("%s", err.text);
		close(fd);
		return;
	}
	assert_int_equal(fd, -1);
	assert_string_equal(err.text, words);
	bool missing = strstr(words, "No such file") != NULL;
	assert_int_equal(err.kind, missing ? ERR_NOT_FOUND : ERR_IO);
	assert_int_equal(why == ENOENT, missing);
}

TEST_WITH(files_of_the_wrong_type_are_refused, clear, clear)
{
	static const int flags[] = { O_RDONLY, O_WRONLY, O_RDWR, O_RDWR | O_APPEND };
	for (size_t i = 0; i < CASES; i++)
		for (size_t f = 0; f < sizeof(flags) / sizeof(*flags); f++) {
			clear(state);
			cases[i].put();
			check_open(flags[f], 0, cases[i].words);
			check_open(flags[f], REGULAR_FILE_PRIVATE, cases[i].words);
			check_open(flags[f], REGULAR_FILE_FOLLOW, cases[i].followed);
		}
}

TEST_WITH(created_files_are_private, clear, clear)
{
	struct err err;
	struct stat st;
	mode_t was = umask(0);
	int fd = regular_file_open(PLACE, O_WRONLY | O_CREAT, REGULAR_FILE_PRIVATE, &err);
	umask(was);
	assert_true(fd >= 0 && fstat(fd, &st) == 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	close(fd);
}

/* Each permission bit of other users, by itself. */
TEST_WITH(files_readable_by_others_are_not_used, clear, clear)
{
	put_file();
	for (mode_t bit = 01; bit <= 0100; bit <<= 1) {
		bool private = bit == 0100;
		assert_int_equal(chmod(PLACE, 0600 | bit), 0);
		check_open(O_RDONLY, REGULAR_FILE_PRIVATE,
		    private ? NULL
			    : "others can read " PLACE ", so it is not used. Fix it: chmod 600 "
			      "'" PLACE "'");
		check_open(O_RDONLY, 0, NULL);
	}
}

TEST_WITH(one_byte_over_the_limit_is_read, clear, clear)
{
	static const size_t limits[] = { 0, 1, 3, 4, 5, 100 };
	put_file();
	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		struct buf text = { 0 };
		struct err err;
		int fd = regular_file_open(PLACE, O_RDONLY, 0, &err);
		buf_addz(&text, "before");
		assert_true(regular_file_read(&text, fd, limits[i]));
		assert_int_equal(text.n, 6 + (limits[i] < 4 ? limits[i] + 1 : 4));
		assert_true(str_starts(STR("beforetext"), buf_str(&text)));
		buf_free(&text);
		close(fd);
	}
}

/* If a stopped program holds the lock, waiting ends at the timeout. */
TEST_WITH(a_lock_is_waited_for_until_the_timeout, clear, clear)
{
	struct err err = { 0 };
	put_file();
	int holder = open(PLACE, O_RDWR | O_CLOEXEC), fd = open(PLACE, O_RDWR | O_CLOEXEC);
	assert_true(regular_file_lock(holder, LOCK_SH, 0, PLACE, &err));
	assert_true(regular_file_lock(fd, LOCK_SH, 0, PLACE, &err));
	assert_false(regular_file_lock(fd, LOCK_EX, 20, PLACE, &err));
	assert_int_equal(err.kind, ERR_IO);
	assert_string_equal(err.text,
	    PLACE
	    " is locked by another program, which may be suspended: resume or end that program, then "
	    "try again");
	close(holder);
	assert_true(regular_file_lock(fd, LOCK_EX, 0, PLACE, &err));
	close(fd);
}
