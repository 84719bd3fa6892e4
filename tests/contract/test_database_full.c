/* labels: slow
 *
 * A PostgreSQL whose disk is full, either that of the tables or that of the write-ahead log:
 * writes are refused with a message, reads work as long as the server runs, no acknowledged
 * write is lost, and once there is space the same service writes again. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/postgres.h"
#include "lib/process.h"
#include "lib/test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAIT_MS = 20000, WRITES_MAX = 300, VALUE_N = 200000, SKIPPED = 77 };

static const char bulk[] = "/svc/catalogs/1/bulk-update";

struct fixture {
	pid_t pid; /* the process of the server's script; 0: none */
	char url[POSTGRES_URL], folder[100];
	struct api *api;
	int last;     /* number of the last acknowledged value */
	int doubtful; /* number of a later value whose result is not known; 0: none */
};

static int
set_up(void **state)
{
	static struct fixture fixture;
	struct fixture *f = &fixture;
	char script[1000], line[200] = "";
	const char *argv[] = { script, NULL };
	int out[2], port = 0, status;
	memset(f, 0, sizeof(*f));
	*state = f;
	snprintf(script, sizeof(script), "%s/tests/lib/pgsmall.sh", getenv("BACKROOM_SOURCE"));
	assert_int_equal(pipe(out), 0);
	f->pid = process_start(argv, NULL, out[1], STDERR_FILENO);
	close(out[1]);
	FILE *said = fdopen(out[0], "r");
	bool started = fgets(line, sizeof(line), said) != NULL;
	fclose(said);
	if (!started) {
		assert_true(process_wait(f->pid, WAIT_MS, &status));
		assert_int_equal(WEXITSTATUS(status), SKIPPED);
		f->pid = 0;
		return 0;
	}
	assert_int_equal(sscanf(line, "%d %99s", &port, f->folder), 2);
	snprintf(f->url, sizeof(f->url),
	    "postgresql://backroom@127.0.0.1:%d/postgres?connect_timeout=20", port);
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	int status;
	if (!f->pid)
		return 0;
	kill(f->pid, SIGTERM);
	return process_wait(f->pid, WAIT_MS, &status) ? 0 : -1;
}

/* ---- the disks ---- */

/* The server's mounts are visible only through its process's /proc entry. */
static void
filler_path(const struct fixture *f, const char *disk, char path[200])
{
	snprintf(path, 200, "/proc/%ld/root%s/%s/filler", (long)f->pid, f->folder, disk);
}

static void
fill_disk(const struct fixture *f, const char *disk)
{
	static const char zeros[4096];
	char path[200];
	filler_path(f, disk, path);
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	assert_true(fd >= 0);
	while (write(fd, zeros, sizeof(zeros)) > 0)
		;
	close(fd);
}

static void
empty_disk(const struct fixture *f, const char *disk)
{
	char path[200];
	filler_path(f, disk, path);
	assert_int_equal(unlink(path), 0);
}

/* ---- requests ---- */

/* Writes a long value that does not compress; it starts with its number. */
static int
write_value(struct fixture *f, int number)
{
	static char body[VALUE_N + 200];
	uint64_t random = (uint64_t)number + 1;
	int n = snprintf(body, sizeof(body),
	    "{\"diffs\":[{\"path\":\"/segments/student\",\"diff\":{\"attributes\":{\"x\":\"%d:",
	    number);
	for (int i = 0; i < VALUE_N; i++) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		body[n++] = (char)('A' + (random >> 33) % 26);
	}
	snprintf(body + n, sizeof(body) - (size_t)n, "\"}}}]}");
	int status = api_call(f->api, "PUT", bulk, NULL, body);
	if (status == 200)
		f->last = number;
	f->doubtful = status == 200 ? 0 : status == 504 || status == 0 ? number : f->doubtful;
	return status;
}

/* Reads the value's number; 0 if it cannot be read. */
static int
read_value(struct fixture *f)
{
	if (api_get(f->api, "/segments?path=/segments/student") != 200)
		return 0;
	const char *value = api_value(f->api, "items.0.data.attributes.x");
	return value ? (int)strtol(value, NULL, 10) : 0;
}

static void
check_stored(struct fixture *f)
{
	int value = read_value(f);
	assert_true(value == f->last || (f->doubtful && value == f->doubtful));
}

static void
start_service(struct fixture *f)
{
	f->api = api_open((const char *const[]){ "--store", f->url, NULL });
	assert_int_equal(write_value(f, 1), 200);
}

static int
write_until_refused(struct fixture *f)
{
	int status, number = f->last;
	do
		status = write_value(f, ++number);
	while (status == 200 && number < WRITES_MAX);
	return status;
}

static void
check_writes_again(struct fixture *f)
{
	int64_t deadline = deadline_in(3 * WAIT_MS);
	int number = WRITES_MAX + 1;
	while (write_value(f, number) != 200) {
		assert_true(deadline_left(deadline) > 0);
		number++;
	}
	assert_int_equal(read_value(f), number);
	assert_int_equal(api_page(f->api, "/readyz"), 200);
	assert_int_equal(
	    service_run(f->api->service,
		(const char *const[]){ "audit", "verify", "--store", f->url, NULL }, NULL, NULL),
	    0);
	assert_int_equal(api_close(f->api), 0);
}

/* ---- the tests ---- */

#define ON_SMALL_DISK(name) TEST_WITH(name, set_up, tear_down)

ON_SMALL_DISK(without_disk_space_for_tables_writes_are_refused)
{
	struct fixture *f = *state;
	if (!f->pid)
		skip_because("a PostgreSQL on small file systems needs root and mounts");
	start_service(f);
	fill_disk(f, "tables");
	for (int i = 0; i < 3; i++) {
		assert_int_equal(write_until_refused(f), 507);
		assert_true(api_is_error(f->api, 507, "full"));
		assert_true(api_body_contains(f->api, "no disk space"));
		check_stored(f);
	}
	assert_int_equal(api_page(f->api, "/healthz"), 200);
	empty_disk(f, "tables");
	check_writes_again(f);
}

/* PostgreSQL itself then ends, and the test starts it again. */
ON_SMALL_DISK(without_disk_space_for_the_log_no_acknowledged_write_is_lost)
{
	struct fixture *f = *state;
	if (!f->pid)
		skip_because("a PostgreSQL on small file systems needs root and mounts");
	start_service(f);
	fill_disk(f, "wal");
	int status = write_until_refused(f);
	print_message("the first refusal: %d, after %d writes\n", status, f->last);
	assert_int_not_equal(status, 200);
	if (status)
		assert_true(api_value(f->api, "code") && api_value(f->api, "message"));
	assert_int_equal(api_page(f->api, "/healthz"), 200);
	empty_disk(f, "wal");
	int64_t deadline = deadline_in(3 * WAIT_MS);
	while (read_value(f) == 0)
		assert_true(deadline_left(deadline) > 0);
	check_stored(f);
	check_writes_again(f);
}
