/* The key file: created once, private, refused if others could have read it. */
#include "lib/test.h"
#include "service/auth/key.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int
enter_folder(void **state)
{
	char folder[] = "key-test-XXXXXX";
	(void)state;
	return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int
leave_folder(void **state)
{
	char here[4096];
	(void)state;
	unlink("k");
	unlink("link");
	if (!getcwd(here, sizeof(here)) || chdir("..") != 0)
		return -1;
	return rmdir(here);
}

static void
write_key(const char *name, size_t n, mode_t mode)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(write(fd, "k", 1), 1);
	fchmod(fd, mode);
	close(fd);
}

#define IN_FOLDER(name) TEST_WITH(name, enter_folder, leave_folder)

IN_FOLDER(the_first_process_creates_the_key)
{
	struct buf a = { 0 }, b = { 0 };
	struct err err;
	struct stat st;
	assert_true(key_load(&a, "k", &err));
	assert_true(key_load(&b, "k", &err));
	assert_int_equal(a.n, 32);
	assert_memory_equal(a.p, b.p, 32);
	assert_int_equal(stat("k", &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(st.st_nlink, 1);
	buf_wipe(&a);
	buf_wipe(&b);
}

/* Processes that create the key at the same time agree on one. */
IN_FOLDER(concurrent_processes_agree_on_one_key)
{
	enum { RACERS = 8 };
	int ends[2];
	char keys[RACERS * 32];
	assert_int_equal(pipe(ends), 0);
	for (int i = 0; i < RACERS; i++) {
		if (fork() == 0) {
			struct buf k = { 0 };
			struct err err;
			bool ok = key_load(&k, "k", &err) && write(ends[1], k.p, 32) == 32;
			_exit(ok ? 0 : 1);
		}
	}
	for (int i = 0; i < RACERS; i++) {
		int status;
		wait(&status);
		assert_int_equal(status, 0);
		assert_int_equal(read(ends[0], keys + i * 32, 32), 32);
		assert_memory_equal(keys, keys + i * 32, 32);
	}
	close(ends[0]);
	close(ends[1]);
}

IN_FOLDER(files_readable_by_others_are_refused_with_the_fix)
{
	static const mode_t lax[] = { 0644, 0640, 0604, 0620, 0660, 0601, 0777 };
	struct buf k = { 0 };
	struct err err;
	for (size_t i = 0; i < sizeof(lax) / sizeof(*lax); i++) {
		write_key("k", 32, lax[i]);
		assert_false(key_load(&k, "k", &err));
		assert_int_equal(err.kind, ERR_CONFIG);
		assert_non_null(strstr(err.text, "chmod 600 k"));
		assert_int_equal(k.n, 0);
	}
	write_key("k", 32, 0400);
	assert_true(key_load(&k, "k", &err));
	buf_wipe(&k);
}

IN_FOLDER(files_of_the_wrong_type_are_refused)
{
	struct buf k = { 0 };
	struct err err;
	write_key("k", 31, 0600);
	assert_false(key_load(&k, "k", &err));
	write_key("k", 5000, 0600);
	assert_false(key_load(&k, "k", &err));
	write_key("k", 64, 0600);
	assert_int_equal(symlink("k", "link"), 0);
	assert_false(key_load(&k, "link", &err));
	assert_int_equal(err.kind, ERR_CONFIG);
	assert_false(key_load(&k, ".", &err));
	assert_false(key_load(&k, "no/such/folder", &err));
	assert_int_equal(err.kind, ERR_IO);
	unlink("k");
	assert_int_equal(mkfifo("k", 0600), 0);
	assert_false(key_load(&k, "k", &err));
}

/* A key has 32 to 4096 bytes. */
IN_FOLDER(keys_of_minimum_and_maximum_size_are_accepted)
{
	struct buf k = { 0 };
	struct err err;
	write_key("k", 31, 0600);
	assert_false(key_load(&k, "k", &err));
	assert_int_equal(err.kind, ERR_CONFIG);
	assert_non_null(strstr(err.text, "has 31 bytes, not 32 to 4096"));
	write_key("k", 32, 0600);
	assert_true(key_load(&k, "k", &err));
	assert_int_equal(k.n, 32);
	buf_reset(&k);
	write_key("k", 4096, 0600);
	assert_true(key_load(&k, "k", &err));
	assert_int_equal(k.n, 4096);
	buf_reset(&k);
	write_key("k", 4097, 0600);
	assert_false(key_load(&k, "k", &err));
	assert_int_equal(err.kind, ERR_CONFIG);
	assert_non_null(strstr(err.text, "not 32 to 4096"));
	buf_wipe(&k);
}

/* A client's secret has 16 to 4096 bytes, without the newline. */
IN_FOLDER(client_secrets_of_minimum_and_maximum_size_are_accepted)
{
	static const struct {
		size_t n;
		const char *end;
		bool ok;
	} sizes[] = { { 15, "", false }, { 15, "\n", false }, { 16, "", true },
		{ 16, "\r\n\n", true }, { 4096, "", true }, { 4097, "", false } };
	struct err err;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct buf k = { 0 };
		write_key("k", sizes[i].n, 0600);
		int fd = open("k", O_WRONLY | O_APPEND);
		size_t end = strlen(sizes[i].end);
		assert_int_equal(write(fd, sizes[i].end, end), end);
		close(fd);
		assert_int_equal(key_load_client(&k, "k", &err), sizes[i].ok);
		assert_int_equal(k.n, sizes[i].ok ? sizes[i].n : 0);
		if (!sizes[i].ok)
			assert_non_null(strstr(err.text, "not 16 to 4096"));
		buf_wipe(&k);
	}
}

/* systemd gives root the file and the service an access list, so its group seems to have access. */
IN_FOLDER(credentials_may_have_the_mode_of_an_access_list)
{
	char here[4096];
	struct buf path = { 0 }, k = { 0 };
	struct err err;
	assert_non_null(getcwd(here, sizeof(here)));
	write_key("k", 32, 0440);
	buf_addf(&path, "%s/k", here);
	assert_false(key_load(&k, buf_z(&path), &err));
	setenv("CREDENTIALS_DIRECTORY", here, 1);
	assert_true(key_load(&k, buf_z(&path), &err));
	buf_reset(&k);
	assert_true(key_load_client(&k, buf_z(&path), &err));
	buf_reset(&k);
	chmod("k", 0444);
	assert_false(key_load(&k, buf_z(&path), &err));
	chmod("k", 0460);
	assert_false(key_load(&k, buf_z(&path), &err));
	unsetenv("CREDENTIALS_DIRECTORY");
	buf_free(&path);
	buf_wipe(&k);
}

IN_FOLDER(a_credential_is_found_by_its_name)
{
	char here[4096];
	struct buf path = { 0 };
	assert_non_null(getcwd(here, sizeof(here)));
	write_key("k", 32, 0400);
	assert_false(key_find_credential(&path, "k"));
	setenv("CREDENTIALS_DIRECTORY", here, 1);
	assert_false(key_find_credential(&path, "other"));
	assert_int_equal(path.n, 0);
	assert_true(key_find_credential(&path, "k"));
	assert_int_equal(access(buf_z(&path), R_OK), 0);
	unsetenv("CREDENTIALS_DIRECTORY");
	buf_free(&path);
}
