/* labels: slow */
/*
 * Snapshots: one that can be read is written so that it reads back the same and does not differ
 * from itself; rows of a list are read to the end.
 */
#include "fuzz/fuzz.h"
#include "lib/cleanup.h"
#include "list/csv.h"
#include "snapshot/snapshot.h"

const char *const fuzz_seeds[] = {
	"{\"kind\":\"campaign\",\"item\":{\"id\":\"1\",\"path\":\"/a\",\"name\":\"b\"}}\n"
	"{\"kind\":\"offer\",\"published\":true,\"item\":{\"id\":\"2\",\"path\":\"/b\",\"data\":{"
	"\"price\":[1.50]}}}\n{\"kind\":\"journeys\",\"item\":{\"journeys\":[]}}\n",
	"{\"kind\":\"offer\",\"item\":{\"path\":\"/a\",\"a\":[[],{},\"\\ud800\"]}}\n{\"kind\":\"owner\"}\n",
	"owner,iss,sub,reason\nid-1,https://a,7,\"a, \"\"b\"\"\nc\"\r\n\r\n\xEF\xBB\xBFx,,\n",
	NULL,
};
const int fuzz_rounds = 100000;

static void
count(void *ctx, const struct snapshot_change *change)
{
	fuzz_assert(change->old_item || change->new_item);
	++*(size_t *)ctx;
}

static void
check_snapshot(struct str text)
{
	CLEANUP(snapshot_free) struct snapshot one = { 0 }, two = { 0 };
	auto_buf first = { 0 }, second = { 0 };
	struct err err = { 0 };
	size_t changes = 0;
	if (snapshot_read(&one, text, &err)) {
		snapshot_sort(&one);
		snapshot_write(&first, &one);
		if (!snapshot_read(&two, buf_str(&first), &err))
			fuzz_failed(err.text, __FILE__, __LINE__);
		snapshot_sort(&two);
		snapshot_write(&second, &two);
		fuzz_assert(str_eq(buf_str(&first), buf_str(&second)));
		fuzz_assert(snapshot_diff(&one, &two, SNAPSHOT_ALL_MEMBERS, count, &changes) == 0 &&
		    changes == 0);
	} else {
		fuzz_assert(err.kind != ERR_NONE);
	}
}

static void
check_rows(struct str text)
{
	auto_arena a = { 0 };
	struct err err = { 0 };
	struct csv csv;
	size_t last = 0;
	csv_start(&csv, text);
	while (csv_next(&csv, &a, &err)) {
		fuzz_assert(csv.line > last && csv.fields.n > 0);
		last = csv.line;
	}
	csv_free(&csv);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct str text = str_from((const char *)bytes, n);
	check_snapshot(text);
	check_rows(text);
	return 0;
}
