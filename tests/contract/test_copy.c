/* A catalog that is saved, imported into an empty store, served from there and saved again has
 * the same bytes. With the tour and the awkward pack. */
#include "lib/process.h"
#include "lib/service.h"
#include "lib/test.h"

#include <string.h>
#include <unistd.h>

static void
save(struct service *s, const char *file)
{
	assert_int_equal(
	    service_run(
		s, (const char *const[]){ "snapshot", "save", file, "--yes", NULL }, NULL, NULL),
	    0);
}

static void
check_copy_of_pack(const char *pack, const char *line)
{
	auto_buf first = { 0 }, second = { 0 };
	static const char *const files[] = { "copy.db", "copy.db-wal", "copy.db-shm", "a", "b" };
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		unlink(files[i]);
	struct service *s = service_start((const char *const[]){ "--demo", pack, NULL });
	save(s, "a");
	assert_int_equal(
	    service_run(s,
		(const char *const[]){ "import", "a", "--store", "sqlite:copy.db", NULL }, NULL,
		NULL),
	    0);
	assert_int_equal(service_stop(s), 0);
	s = service_start_on_store((const char *const[]){ "--store", "sqlite:copy.db", NULL });
	save(s, "b");
	assert_int_equal(service_stop(s), 0);
	assert_true(process_read_file("a", &first));
	assert_true(process_read_file("b", &second));
	assert_true(str_find(buf_str(&first), str_of(line)) != SIZE_MAX);
	assert_int_equal(first.n, second.n);
	assert_memory_equal(first.p, second.p, first.n);
}

TEST(the_tour_is_exported_and_imported_unchanged)
{
	check_copy_of_pack("tour", "{\"kind\":\"offer\",\"published\":false,");
}

TEST(awkward_data_is_exported_and_imported_unchanged)
{
	check_copy_of_pack("awkward", "1e400");
}
