/* An SQLite file that another program locks, removes or replaces while the service runs: no
 * write is acknowledged that would be lost, readiness reports it, and afterwards the same
 * process continues. */
#include "lib/api.h"
#include "lib/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static const char file[] = "lost.db", log_file[] = "lost.db-wal", shared_file[] = "lost.db-shm",
		  aside[] = "lost.db.aside", log_aside[] = "lost.db-wal.aside";

static int
set_up(void **state)
{
	const char *const all[] = { file, log_file, shared_file, aside, log_aside };
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		unlink(all[i]);
	*state = api_open((const char *const[]){ "--store", "sqlite:lost.db", NULL });
	return 0;
}

/* Locks the file as a program does that writes to it (SQLite's WAL_WRITE_LOCK); closing the
 * descriptor unlocks it. */
static int
lock_as_writer(void)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 120, .l_len = 1 };
	int fd = open(shared_file, O_RDWR);
	assert_true(fd >= 0);
	assert_int_equal(fcntl(fd, F_SETLK, &lock), 0);
	return fd;
}

static void
check_away(struct api *a)
{
	api_change_segment(a, "lost");
	assert_true(api_is_error(a, 503, "unavailable"));
	assert_non_null(api_header(a, "Retry-After"));
	assert_int_equal(api_page(a, "/readyz"), 503);
	assert_int_equal(api_page(a, "/healthz"), 200);
}

/* Afterwards the service is ready, and the refused write was not made. */
static void
check_back(struct api *a, const char *value)
{
	int status;
	while ((status = api_page(a, "/readyz")) == 503)
		usleep(20000);
	assert_int_equal(status, 200);
	assert_int_equal(api_get(a, "/segments?path=/segments/student"), 200);
	assert_false(api_body_contains(a, "lost"));
	assert_int_equal(api_change_segment(a, value), 200);
	assert_int_equal(api_page(a, "/readyz"), 200);
}

TEST_WITH(a_locked_file, set_up, api_tear_down)
{
	struct api *a = *state;
	assert_int_equal(api_change_segment(a, "0"), 200);
	assert_int_equal(api_page(a, "/readyz"), 200);
	int lock = lock_as_writer();
	assert_int_equal(api_page(a, "/readyz"), 503); /* even before any attempt to write */
	check_away(a);
	assert_int_equal(api_get(a, "/segments?path=/segments/student"), 200);
	close(lock);
	check_back(a, "1");
}

TEST_WITH(a_file_moved_away_and_back, set_up, api_tear_down)
{
	struct api *a = *state;
	assert_int_equal(api_change_segment(a, "2"), 200);
	assert_int_equal(rename(file, aside), 0);
	check_away(a);
	FILE *other = fopen(file, "w"); /* another file with the same name */
	assert_non_null(other);
	fclose(other);
	check_away(a);
	assert_int_equal(rename(aside, file), 0);
	check_back(a, "3");
	assert_int_equal(rename(log_file, log_aside), 0);
	check_away(a);
	assert_int_equal(rename(log_aside, log_file), 0);
	check_back(a, "4");
}

TEST_WITH(a_removed_file, set_up, api_tear_down)
{
	struct api *a = *state;
	assert_int_equal(unlink(file), 0);
	for (int i = 0; i < 3; i++)
		check_away(a);
}
