/*
 * Files that contain a token: the user's own, and those of systemd and Kubernetes. Others are
 * refused with a command that fixes them, and running it does. Owners can be tested only as root.
 */
#include "client/session.h"
#include "lib/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SOMEBODY = 65534 };

/* The files to create; names are relative to the test's folder. */
struct file_entry {
	const char *name, *link; /* link: a symlink's target */
	mode_t mode;             /* 0: a file with mode 0600 */
	bool folder;
	uid_t owner;
};

static void
make_file(const struct file_entry *t)
{
	if (t->folder) {
		assert_int_equal(mkdir(t->name, 0700), 0);
	} else if (t->link) {
		assert_int_equal(symlink(t->link, t->name), 0);
	} else {
		int fd = open(t->name, O_WRONLY | O_CREAT | O_EXCL, 0600);
		assert_true(fd >= 0);
		assert_int_equal(write(fd, "tok.en.1\n", 9), 9);
		close(fd);
	}
	if (t->mode)
		assert_int_equal(chmod(t->name, t->mode), 0);
	if (t->owner && lchown(t->name, t->owner, t->owner) < 0)
		fail_msg("%s cannot be given away", t->name);
}

static void
sweep(void)
{
	assert_int_equal(system("rm -rf files && mkdir -m 755 files"), 0);
}

struct shape {
	const char *what;
	struct file_entry things[6];
	const char *words; /* the error message */
	const char *mends; /* the command in it, with paths in the test's folder */
	bool root;         /* can be tested only as root */
};

#define K8S "files/secret"

static const struct shape good[] = {
	{ .what = "one's own", .things = { { .name = "files/token" } } },
	{ .what = "one's own, to be read only",
	    .things = { { .name = "files/token", .mode = 0400 } } },
	{ .what = "one's own behind a link",
	    .things = { { .name = "files/real" }, { .name = "files/token", .link = "real" } } },
	{ .what = "systemd, LoadCredential= of root's unit",
	    .things = { { .name = "files/run", .folder = true, .mode = 0700 },
		{ .name = "files/run/token", .mode = 0400 },
		{ .name = "files/token", .link = "run/token" } } },
	{ .what = "systemd, LoadCredential= with User=: the group's by its list of rights",
	    .things = { { .name = "files/run", .folder = true, .mode = 0550 },
		{ .name = "files/run/token", .mode = 0440 },
		{ .name = "files/token", .link = "run/token" } },
	    .root = true },
	{ .what = "Kubernetes, a secret's volume as it comes",
	    .things = { { .name = K8S, .folder = true, .mode = 01777 },
		{ .name = K8S "/..2026_11_24", .folder = true, .mode = 0755 },
		{ .name = K8S "/..2026_11_24/token", .mode = 0644 },
		{ .name = K8S "/..data", .link = "..2026_11_24" },
		{ .name = K8S "/token", .link = "..data/token" },
		{ .name = "files/token", .link = "secret/token" } },
	    .root = true },
	{ .what = "Kubernetes with fsGroup and defaultMode 0440",
	    .things = { { .name = K8S, .folder = true, .mode = 03777 },
		{ .name = K8S "/..2026_11_24", .folder = true, .mode = 02755 },
		{ .name = K8S "/..2026_11_24/token", .mode = 0440 },
		{ .name = K8S "/..data", .link = "..2026_11_24" },
		{ .name = K8S "/token", .link = "..data/token" },
		{ .name = "files/token", .link = "secret/token" } },
	    .root = true },
	{ .what = "Kubernetes, a projected token",
	    .things = { { .name = K8S, .folder = true, .mode = 01777 },
		{ .name = K8S "/..2026_11_24", .folder = true, .mode = 0755 },
		{ .name = K8S "/..2026_11_24/token", .mode = 0600 },
		{ .name = K8S "/..data", .link = "..2026_11_24" },
		{ .name = K8S "/token", .link = "..data/token" },
		{ .name = "files/token", .link = "secret/token" } } },
};

static const struct shape bad[] = {
	{ .what = "read by all",
	    .things = { { .name = "files/token", .mode = 0644 } },
	    .words = "others can read",
	    .mends = "chmod 600 'files/token'" },
	{ .what = "read by the group",
	    .things = { { .name = "files/token", .mode = 0640 } },
	    .words = "others can read",
	    .mends = "chmod 600 'files/token'" },
	{ .what = "written by the group",
	    .things = { { .name = "files/token", .mode = 0620 } },
	    .words = "others can read",
	    .mends = "chmod 600 'files/token'" },
	{ .what = "run by others",
	    .things = { { .name = "files/token", .mode = 0601 } },
	    .words = "others can read",
	    .mends = "chmod 600 'files/token'" },
	{ .what = "everybody's",
	    .things = { { .name = "files/token", .mode = 0666 } },
	    .words = "others can read",
	    .mends = "chmod 600 'files/token'" },
	{ .what = "another account's",
	    .things = { { .name = "files/token", .owner = SOMEBODY } },
	    .words = "belongs to another account",
	    .mends = "chown 0 'files/token'",
	    .root = true },
	{ .what = "another account's, which root could read",
	    .things = { { .name = "files/token", .mode = 0444, .owner = SOMEBODY } },
	    .words = "belongs to another account",
	    .mends = "chown 0 'files/token' && chmod 600 'files/token'",
	    .root = true },
	{ .what = "behind a link of another account",
	    .things = { { .name = "files/real" },
		{ .name = "files/token", .link = "real", .owner = SOMEBODY } },
	    .words = "a symbolic link of another account",
	    .mends = "chown -h root '%s/files/token'",
	    .root = true },
	{ .what = "in a folder that others write to",
	    .things = { { .name = "files/open", .folder = true, .mode = 0777 },
		{ .name = "files/open/token" }, { .name = "files/token", .link = "open/token" } },
	    .words = "a folder that others can write to",
	    .mends = "chmod go-w '%s/files/open'" },
	{ .what = "in a folder that the group writes to",
	    .things = { { .name = "files/open", .folder = true, .mode = 0770 },
		{ .name = "files/open/token" }, { .name = "files/token", .link = "open/token" } },
	    .words = "a folder that others can write to",
	    .mends = "chmod go-w '%s/files/open'" },
	{ .what = "in another account's folder",
	    .things = { { .name = "files/theirs", .folder = true, .mode = 0755, .owner = SOMEBODY },
		{ .name = "files/theirs/token" },
		{ .name = "files/token", .link = "theirs/token" } },
	    .words = "another account's folder",
	    .mends = "chown root '%s/files/theirs'",
	    .root = true },
	{ .what = "root's, and others write to it",
	    .things = { { .name = "files/real", .mode = 0664 },
		{ .name = "files/token", .link = "real" } },
	    .words = "can be written by others",
	    .mends = "chmod go-w 'files/token'",
	    .root = true },
};

static void
make_files(const struct shape *s)
{
	sweep();
	for (size_t i = 0; i < sizeof(s->things) / sizeof(*s->things) && s->things[i].name; i++)
		make_file(&s->things[i]);
}

static bool
can_be_tried(const struct shape *s)
{
	if (s->root && geteuid() != 0)
		print_message("%s: only root can try it\n", s->what);
	return !s->root || geteuid() == 0;
}

TEST(token_files_of_systemd_and_kubernetes_are_accepted)
{
	assert_int_equal(sizeof(good) / sizeof(*good), 8);
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		auto_buf token = { 0 };
		struct err err;
		if (!can_be_tried(&good[i]))
			continue;
		make_files(&good[i]);
		if (!session_read_file(&token, "files/token", &err))
			fail_msg("%s: %s", good[i].what, err.text);
		assert_string_equal(buf_z(&token), "tok.en.1");
	}
}

/* Runs the command that the message suggests, exactly as printed. */
static void
run_suggested_command(const struct err *err)
{
	const char *at = strstr(err->text, "Fix it");
	assert_non_null(at);
	at = strstr(at, ": ") + 2;
	assert_int_equal(system(at), 0);
}

TEST(other_files_are_refused_with_the_fix)
{
	char here[4096];
	assert_int_equal(sizeof(bad) / sizeof(*bad), 12);
	assert_non_null(getcwd(here, sizeof(here)));
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		auto_buf token = { 0 }, mends = { 0 };
		struct err err;
		bool taken = false;
		if (!can_be_tried(&bad[i]))
			continue;
		make_files(&bad[i]);
		const char *first = strstr(bad[i].mends, "&&");
		size_t n = first ? (size_t)(first - bad[i].mends) - 1 : strlen(bad[i].mends);
		const char *folder = strstr(bad[i].mends, "%s");
		buf_add(&mends, bad[i].mends, folder ? (size_t)(folder - bad[i].mends) : n);
		buf_addf(&mends, "%s%s", folder ? here : "", folder ? folder + 2 : "");
		for (int turn = 0; turn < 3 && !taken; turn++) {
			buf_reset(&token);
			taken = session_read_file(&token, "files/token", &err);
			if (turn == 0 &&
			    (taken || err.kind != ERR_AUTH || !strstr(err.text, bad[i].words) ||
				!strstr(err.text, buf_z(&mends)) || strstr(err.text, "tok.en")))
				fail_msg(
				    "%s: %s, without %s", bad[i].what, err.text, buf_z(&mends));
			if (!taken)
				run_suggested_command(&err);
		}
		if (!taken)
			fail_msg("%s: still %s", bad[i].what, err.text);
	}
	sweep();
}
