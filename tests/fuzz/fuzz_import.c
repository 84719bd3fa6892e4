/* labels: slow */
/*
 * Imported files and feeds: any bytes are either put into the store, or refused with the line
 * number.
 */
#include "fuzz/fuzz.h"
#include "service/demo/load.h"
#include "service/feed/stream.h"

#include <sys/mman.h>
#include <unistd.h>

const char *const fuzz_seeds[] = {
	"{\"kind\":\"campaign\",\"item\":{\"id\":\"1\",\"path\":\"/a\",\"name\":\"b\"}}\n"
	"{\"kind\":\"offer\",\"published\":false,\"item\":{\"id\":\"2\",\"path\":\"/b\"}}\n",
	"{\"kind\":\"owner\",\"item\":{\"id\":\"id-1\",\"root\":\"R1\"}}\n"
	"{\"kind\":\"identity\",\"item\":{\"owner\":\"id-1\",\"iss\":\"https://a\",\"sub\":\"b\"}}\n",
	"{\"kind\":\"basket\",\"item\":{\"id\":\"basket-1\",\"created\":\"2026-11-20T10:42:00Z\","
	"\"completed\":false,\"recoveryLink\":\"/r\"}}\n{\"kind\":\"journeys\",\"item\":{}}\n",
	"{\"op\":\"complete\",\"kind\":\"basket\",\"id\":\"basket-1\",\"seq\":4,\"source\":\"s\","
	"\"at\":\"2026-11-20T10:42:00Z\"}\n{\"op\":\"remove\",\"kind\":\"offer\",\"path\":\"/b\"}\n",
	NULL,
};
const int fuzz_rounds = 30000;

enum { FRESH_AFTER = 500 }; /* a store that only grows would become slow */

static struct store *
store(void)
{
	static struct store *s;
	static int uses;
	struct err err;
	if (s && uses++ % FRESH_AFTER == 0) {
		store_close(s);
		s = NULL;
	}
	if (!s)
		s = store_open(STR("sqlite::memory:"), &err);
	fuzz_assert(s != NULL);
	return s;
}

static int
file_of(const void *bytes, size_t n)
{
	int fd = memfd_create("import", MFD_CLOEXEC);
	fuzz_assert(fd >= 0 && write(fd, bytes, n) == (ssize_t)n && lseek(fd, 0, SEEK_SET) == 0);
	return fd;
}

static void
check_fault_text(void *ctx, struct load_place place, const char *words)
{
	(void)ctx;
	fuzz_assert(place.line && place.column && *words);
}

static void
check_result(void *ctx, const struct feed_line *line)
{
	(void)ctx;
	fuzz_assert(line->number && (line->outcome != FEED_REFUSED || line->error.n));
}

static bool
no_flush(void *ctx, struct err *err)
{
	(void)ctx;
	(void)err;
	return true;
}

static void
feed_bytes(const uint8_t *bytes, size_t n)
{
	struct feed_pace pace;
	const struct feed_settings settings = { .store = store(),
		.pace = &pace,
		.source = STR("fuzz"),
		.subject = "fuzz",
		.request_id = "",
		.on_result = check_result };
	struct feed feed;
	struct err err;
	int fd = file_of(bytes, n);
	feed_pace_init(&pace);
	feed_init(&feed, &settings);
	fuzz_assert(feed_stream(&feed, fd, no_flush, NULL, &err));
	feed_free(&feed);
	feed_pace_free(&pace);
	close(fd);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct err err = { 0 };
	struct load_counts counts;
	int fd = file_of(bytes, n);
	for (int keep = 0; keep < 2; keep++)
		if (lseek(fd, 0, SEEK_SET) != 0 ||
		    !load_lines(store(), fd, "fuzz", keep, check_fault_text, NULL, &counts, &err))
			fuzz_assert(err.kind != ERR_NONE && *err.text);
	close(fd);
	feed_bytes(bytes, n);
	return 0;
}
