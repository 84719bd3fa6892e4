/* Writing to paths that users choose: which are replaced, which links are followed, and what is
 * never replaced. */
#include "app/file.h"
#include "lib/test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void
assert_holds(const char *path, const char *text)
{
	auto_buf found = { 0 };
	struct err err;
	assert_true(file_read(&found, path, 100, &err));
	assert_string_equal(buf_z(&found), text);
}

TEST(a_file_is_created_and_replaced)
{
	struct err err;
	struct stat before, after;
	assert_true(file_replace("plain", STR("one"), &err));
	assert_holds("plain", "one");
	assert_int_equal(stat("plain", &before), 0);
	assert_int_equal(before.st_mode & 0777, 0600);
	assert_true(file_replace("plain", STR("two"), &err));
	assert_holds("plain", "two");
	assert_int_equal(stat("plain", &after), 0);
	assert_true(before.st_ino != after.st_ino); /* a new file: no reader sees a partial one */
	assert_false(file_replace("missing/plain", STR("x"), &err));
	assert_int_equal(err.kind, ERR_NOT_FOUND);
	unlink("plain");
}

TEST(a_symlink_stays_and_its_target_is_replaced)
{
	struct err err;
	struct stat st;
	assert_true(file_replace("target", STR("old"), &err));
	assert_int_equal(symlink("target", "first"), 0);
	assert_int_equal(symlink("first", "second"), 0);
	assert_int_equal(symlink("nowhere", "dangling"), 0);
	assert_true(file_replace("second", STR("new"), &err));
	assert_holds("target", "new");
	assert_true(lstat("first", &st) == 0 && S_ISLNK(st.st_mode));
	assert_true(lstat("second", &st) == 0 && S_ISLNK(st.st_mode));
	assert_false(file_replace("dangling", STR("x"), &err));
	assert_int_equal(err.kind, ERR_NOT_FOUND);
	assert_true(lstat("dangling", &st) == 0 && S_ISLNK(st.st_mode));
	unlink("target");
	unlink("first");
	unlink("second");
	unlink("dangling");
}

TEST(a_pipe_is_written_to)
{
	struct err err;
	struct stat st;
	char text[10] = "";
	unlink("pipe"); /* left over from a failed run */
	assert_int_equal(mkfifo("pipe", 0600), 0);
	int fd = open("pipe", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_true(file_replace("pipe", STR("through"), &err));
	assert_int_equal(read(fd, text, sizeof(text) - 1), 7);
	assert_string_equal(text, "through");
	assert_true(lstat("pipe", &st) == 0 && S_ISFIFO(st.st_mode));
	close(fd);
	unlink("pipe");
}

/* Uses a pseudo-terminal of the test's own, so that a failure cannot replace a real device. */
TEST(a_device_is_written_to)
{
	struct err err;
	struct stat st;
	char text[10] = "";
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
	const char *device = ptsname(master);
	int keep = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(keep >= 0);
	unlink("device");
	assert_int_equal(symlink(device, "device"), 0);
	assert_true(file_replace("device", STR("through"), &err));
	assert_int_equal(read(master, text, sizeof(text) - 1), 7);
	assert_string_equal(text, "through");
	assert_true(lstat("device", &st) == 0 && S_ISLNK(st.st_mode));
	assert_true(stat("device", &st) == 0 && S_ISCHR(st.st_mode));
	close(keep);
	close(master);
	unlink("device");
}

TEST(a_folder_is_refused)
{
	struct err err;
	struct stat st;
	assert_int_equal(mkdir("folder", 0700), 0);
	assert_false(file_replace("folder", STR("x"), &err));
	assert_int_equal(err.kind, ERR_IO);
	assert_true(stat("folder", &st) == 0 && S_ISDIR(st.st_mode));
	rmdir("folder");
}
