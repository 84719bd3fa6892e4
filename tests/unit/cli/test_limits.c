/* For each numeric option: the last number accepted, and the first one refused. */
#include "unit/cli/run.h"

#include <string.h>

#define DEMO "demo", "--now", "2026-11-20T10:42:00Z", "--"
#define GET DEMO, "get", "campaigns", "--max"
#define LINK DEMO, "identity", "link", "--from", "rate.csv", "--dry-run", "--yes", "--rate"

static void
expect(int code, const char *words, const char *const *args)
{
	auto_run_result r = { 0 };
	run_to(&r, NULL, NULL, NULL, args);
	if (r.code != code || !strstr(buf_z(&r.words), words))
		fail_msg("%s: %d and not %d\n%s", words, r.code, code, buf_z(&r.words));
}

#define TAKES(...) expect(0, "", (const char *const[]){ __VA_ARGS__, NULL })
#define REFUSES(words, ...) expect(2, words, (const char *const[]){ __VA_ARGS__, NULL })

TEST(numbers_have_two_ends)
{
	static const char rows[] =
	    "owner,iss,sub\nid-01a7d3f05e9b4c62881f7be02d94c6a3,https://i,1\n";
	int fd = open_new("rate.csv");
	assert_true(write(fd, rows, sizeof(rows) - 1) == (ssize_t)sizeof(rows) - 1);
	close(fd);
	REFUSES("--max takes a number of 1 or more", GET, "0");
	TAKES(GET, "1");
	TAKES(GET, "100000000");
	REFUSES("--max takes a number of 1 or more", GET, "100000001");
	REFUSES("--rate takes 1 to 1000", LINK, "0");
	TAKES(LINK, "1");
	TAKES(LINK, "1000");
	REFUSES("--rate takes 1 to 1000", LINK, "1001");
	REFUSES("--rate takes 1 to 1000", LINK, "x");
}

TEST(twenty_four_fields_are_accepted)
{
	auto_buf fields = { 0 };
	buf_addz(&fields, "id");
	for (int i = 2; i <= 24; i++)
		buf_addz(&fields, ",id");
	TAKES(GET, "1", "-o", "csv", "--fields", buf_z(&fields));
	buf_addz(&fields, ",id");
	REFUSES(
	    "--fields takes at most 24 paths", GET, "1", "-o", "csv", "--fields", buf_z(&fields));
	REFUSES("--fields takes paths such as", GET, "1", "--fields", "id,");
	REFUSES("--fields takes paths such as", GET, "1", "--fields", ".id");
	REFUSES("--fields takes paths such as", GET, "1", "--fields", "id.");
}
