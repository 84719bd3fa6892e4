/* labels: slow postgres
 *
 * `backroom store copy`: from SQLite to PostgreSQL and back, with writes by a service in
 * between; and what it refuses. */
#include "lib/api.h"
#include "lib/files.h"
#include "lib/postgres.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LINKS = 12 };

/* Runs a command that uses stores only, without the service. */
static int
run(struct service *s, const char *const *args, struct buf *out, struct buf *words)
{
	buf_reset(out);
	buf_reset(words);
	return service_run(s, args, out, words);
}

static void
copy(struct service *s, const char *from, const char *to)
{
	auto_buf out = { 0 }, words = { 0 };
	const char *const args[] = { "store", "copy", from, to, NULL };
	if (run(s, args, &out, &words) != 0)
		fail_msg("%s", buf_z(&words));
	assert_true(str_starts(buf_str(&words), STR("copied and verified: ")));
}

/* Parses the numbers in "N entries are intact, in K chains; …". */
static void
verify(struct service *s, const char *store, int *entries, int *chains)
{
	auto_buf out = { 0 }, words = { 0 };
	const char *const args[] = { "audit", "verify", "--store", store, NULL };
	if (run(s, args, &out, &words) != 0)
		fail_msg("%s", buf_z(&words));
	*chains = 1;
	assert_true(sscanf(buf_z(&out), "%d entries are intact, in %d chains", entries, chains) >= 1);
}

static void
save(struct service *s, const char *file, struct buf *out)
{
	const char *const args[] = { "snapshot", "save", file, NULL };
	auto_buf words = { 0 };
	unlink(file);
	if (service_run(s, args, NULL, &words) != 0)
		fail_msg("%s", buf_z(&words));
	FILE *f = fopen(file, "r");
	assert_non_null(f);
	size_t n;
	while ((n = fread(buf_reserve(out, 65536), 1, 65536, f)) > 0)
		out->n += n;
	fclose(f);
}

/* Appends the baskets as a client reads them, page by page. */
static void
read_baskets(struct service *s, struct buf *out)
{
	const char *const args[] = { "get", "baskets", "--all", "-o", "raw", NULL };
	auto_buf words = { 0 };
	if (service_run(s, args, out, &words) != 0)
		fail_msg("%s", buf_z(&words));
}

/* Appends everything readable in a store, with its revision. */
static void
read_everything(struct service *s, struct buf *out)
{
	save(s, "copy.snap", out);
	read_baskets(s, out);
}

static void
write_some(struct service *s)
{
	auto_api *a = api_of(s);
	for (int i = 0; i < LINKS; i++) {
		char body[120], owner[80];
		snprintf(body, sizeof(body),
		    "{\"id_token\":{\"iss\":\"https://id.example\",\"sub\":\"sub-%d\"}}", i);
		snprintf(owner, sizeof(owner), "/objects/externalidentity/owner-%d", i % 3);
		assert_int_equal(api_call(a, "POST", owner, NULL, body), 200);
	}
	assert_int_equal(
	    api_call(a, "PUT", "/svc/catalogs/1/bulk-update", "Idempotency-Key: k\r\n",
		"{\"diffs\":[{\"path\":\"/segments/student\",\"diff\":{\"attributes\":{\"x\":\"1\"}}}]}"),
	    200);
}

/* Imports owners for the writes. */
static void
import_owners(struct service *s, const char *store)
{
	const char *const args[] = { "import", "owners.jsonl", "--store", store, NULL };
	FILE *f = fopen("owners.jsonl", "w");
	for (int i = 0; i < 3; i++)
		fprintf(
		    f, "{\"kind\":\"owner\",\"item\":{\"id\":\"owner-%d\",\"root\":\"r\"}}\n", i);
	fclose(f);
	assert_int_equal(service_run(s, args, NULL, NULL), 0);
}

TEST(copying_there_and_back_loses_nothing)
{
	char url[POSTGRES_URL];
	auto_buf first = { 0 }, there = { 0 }, before = { 0 }, back = { 0 };
	int entries, chains;
	if (!postgres_schema(url))
		skip_because("there is no PostgreSQL");
	unlink_store("copy-a.db");
	unlink_store("copy-b.db");
	struct service *a = service_start(
	    (const char *const[]){ "--store", "sqlite:copy-a.db", NULL });
	import_owners(a, "sqlite:copy-a.db");
	read_everything(a, &first);
	copy(a, "sqlite:copy-a.db", url); /* while the service runs */
	struct service *b = service_start_on_store((const char *const[]){ "--store", url, NULL });
	read_everything(b, &there);
	assert_true(str_eq(buf_str(&first), buf_str(&there)));
	write_some(b); /* also stops the service, which links the audit chains */
	verify(a, url, &entries, &chains);
	assert_true(entries == 1 + LINKS + 1 + 1 && chains > 3);
	b = service_start_on_store((const char *const[]){ "--store", url, NULL });
	read_everything(b, &before);
	copy(a, url, "sqlite:copy-b.db");
	struct service *c = service_start_on_store(
	    (const char *const[]){ "--store", "sqlite:copy-b.db", NULL });
	read_everything(c, &back);
	assert_true(str_eq(buf_str(&before), buf_str(&back)));
	assert_false(str_eq(buf_str(&first), buf_str(&back)));
	int entries_back, chains_back;
	verify(a, "sqlite:copy-b.db", &entries_back, &chains_back);
	assert_int_equal(entries_back, entries);
	assert_int_equal(chains_back, chains);
	/* A repeated request gets its earlier response without an audit entry, and the chains
	 * continue. */
	struct api *api = api_of(c);
	assert_int_equal(
	    api_call(api, "PUT", "/svc/catalogs/1/bulk-update", "Idempotency-Key: k\r\n",
		"{\"diffs\":[{\"path\":\"/segments/student\",\"diff\":{\"attributes\":{\"x\":\"1\"}}}]}"),
	    200);
	assert_int_equal(api_call(api, "POST", "/objects/externalidentity/owner-1", NULL,
			     "{\"id_token\":{\"iss\":\"https://id.example\",\"sub\":\"new\"}}"),
	    200);
	assert_int_equal(api_close(api), 0);
	verify(a, "sqlite:copy-b.db", &entries_back, &chains_back);
	assert_int_equal(entries_back, entries + 1);
	assert_int_equal(service_stop(b), 0);
	assert_int_equal(service_stop(a), 0);
	postgres_drop(url);
}

TEST(impossible_copies_are_refused)
{
	static const struct {
		const char *args[6];
		int code;
		const char *words;
	} tries[] = {
		{ { "store", "copy", "sqlite:none.db", "sqlite:copy-c.db" }, 1, "none.db" },
		{ { "store", "copy", "sqlite:copy-a.db", "sqlite:copy-b.db" }, 1,
		    "holds data already" },
		{ { "store", "copy", "sqlite:copy-a.db" }, 2, "store needs copy FROM TO" },
		{ { "store", "copy", "sqlite:a", "sqlite:b", "sqlite:c" }, 2, "sqlite:c" },
		{ { "store", "move", "sqlite:copy-a.db", "sqlite:copy-c.db" }, 2,
		    "store takes copy, backup, restore or check, not move" },
		{ { "store", "copy", "sqlite:copy-a.db", "mysql://x" }, 2, "unknown kind of store" },
	};
	auto_buf out = { 0 }, words = { 0 };
	unlink_store("copy-a.db");
	unlink_store("copy-b.db");
	unlink_store("copy-c.db");
	struct service *a = service_start(
	    (const char *const[]){ "--store", "sqlite:copy-a.db", NULL });
	copy(a, "sqlite:copy-a.db", "sqlite:copy-b.db");
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		int code = run(a, tries[i].args, &out, &words);
		if (code != tries[i].code || !strstr(buf_z(&words), tries[i].words))
			fail_msg("try %zu: %d, %s", i, code, buf_z(&words));
	}
	assert_int_equal(access("copy-c.db", F_OK), -1);
	assert_int_equal(service_stop(a), 0);
}
