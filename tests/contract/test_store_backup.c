/* labels: slow */
/* `backroom store backup`, `restore` and `check`: a copy made while the service writes is complete and
 * sound, damage is found, and nothing is overwritten. */
#include "lib/api.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const files[] = { "live.db", "live.db-wal", "live.db-shm", "backup.db",
	"backup.db.part", "backup.db-wal", "backup.db-shm", "back.db", "back.db-wal", "back.db-shm" };

static int
forget_files(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		unlink(files[i]);
	return 0;
}

static struct service *
start_live(void)
{
	return service_start((const char *const[]){ "--store", "sqlite:live.db", NULL });
}

/* Runs `store …` and expects its exit code and a text on stderr. */
static void
expect(struct service *s, const char *const args[], int code, const char *words)
{
	auto_buf out = { 0 }, said = { 0 };
	int got = service_run(s, args, &out, &said);
	if (got != code || !strstr(buf_z(&said), words))
		fail_msg("%s %s: %d, not %d and \"%s\": %s", args[1], args[2] ? args[2] : "", got,
		    code, words, buf_z(&said));
}

#define EXPECT(s, code, words, ...) \
	expect((s), (const char *const[]){ "store", __VA_ARGS__, NULL }, (code), (words))

struct writer {
	struct api *api;
	atomic_bool is_ending;
	int writes;
};

static void *
write_always(void *arg)
{
	struct writer *w = arg;
	char value[20];
	while (!atomic_load(&w->is_ending)) {
		snprintf(value, sizeof(value), "v%d", w->writes);
		w->writes += api_change_segment(w->api, value) == 200;
	}
	return NULL;
}

TEST_WITH(a_backup_made_during_writes_is_complete, forget_files, forget_files)
{
	struct stat st;
	pthread_t thread;
	struct api *live = api_of(start_live());
	struct writer w = { .api = live };
	assert_int_equal(pthread_create(&thread, NULL, write_always, &w), 0);
	EXPECT(live->service, 0, "backed up and verified: 243 baskets, ", "backup", "backup.db",
	    "--store", "sqlite:live.db");
	atomic_store(&w.is_ending, true);
	pthread_join(thread, NULL);
	assert_true(w.writes > 0);
	assert_int_equal(stat("backup.db", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(access("backup.db.part", F_OK), -1);
	assert_int_equal(access("backup.db-wal", F_OK), -1);
	EXPECT(live->service, 0, "restored and verified: 243 baskets, ", "restore", "backup.db",
	    "--store", "sqlite:back.db");
	EXPECT(live->service, 0, "sound: 243 baskets, ", "check", "--store", "sqlite:back.db");
	EXPECT(live->service, 0, "sound: 243 baskets, ", "check", "--store", "sqlite:live.db");
	assert_int_equal(api_close(live), 0);
}

TEST_WITH(nothing_is_overwritten, forget_files, forget_files)
{
	auto_buf left = { 0 };
	struct service *s = start_live();
	write_file("backup.db", "mine");
	EXPECT(s, 1, "backup.db exists already", "backup", "backup.db", "--store", "sqlite:live.db");
	assert_true(process_read_file("backup.db", &left));
	assert_string_equal(buf_z(&left), "mine");
	unlink("backup.db");
	write_file("backup.db.part", "a backup that runs");
	EXPECT(s, 1, "remove it if no backup is running", "backup", "backup.db", "--store",
	    "sqlite:live.db");
	unlink("backup.db.part");
	EXPECT(s, 0, "backed up", "backup", "backup.db", "--store", "sqlite:live.db");
	EXPECT(s, 1, "holds data already", "restore", "backup.db", "--store", "sqlite:live.db");
	EXPECT(s, 1, "none.db", "restore", "none.db", "--store", "sqlite:back.db");
	EXPECT(s, 1, "none.db", "backup", "backup2.db", "--store", "sqlite:none.db");
	assert_int_equal(access("back.db", F_OK), -1);
	assert_int_equal(access("backup2.db", F_OK), -1);
	EXPECT(s, 2, "store needs backup FILE", "backup");
	EXPECT(s, 2, "store needs restore FILE", "restore", "a", "b");
	EXPECT(s, 2, "store needs check", "check", "a");
	assert_int_equal(service_stop(s), 0);
}

/* Overwrites a page in the middle of the file. */
static void
damage(const char *file)
{
	enum { PAGE = 8192, PAGES_SKIPPED = 20 };
	char noise[PAGE];
	memset(noise, 0x5a, sizeof(noise));
	int fd = open(file, O_WRONLY | O_CLOEXEC);
	assert_int_equal(pwrite(fd, noise, sizeof(noise), PAGE * PAGES_SKIPPED), PAGE);
	close(fd);
}

TEST_WITH(damage_is_found_and_not_restored, forget_files, forget_files)
{
	struct service *s = start_live();
	EXPECT(s, 0, "backed up", "backup", "backup.db", "--store", "sqlite:live.db");
	damage("backup.db");
	EXPECT(s, 1, "damaged", "check", "--store", "sqlite:backup.db");
	EXPECT(s, 1, "damaged", "restore", "backup.db", "--store", "sqlite:back.db");
	assert_int_equal(access("back.db", F_OK), -1);
	assert_int_equal(service_stop(s), 0);
}
