/* `backroom audit list --store`: the audit of a store's file, by filters, as table and ndjson. */
#include "lib/api.h"
#include "lib/pty.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STORE "--store", "sqlite:audit.db"
#define OWNER "id-0123456789abcdef0123456789abcdef"

static int
remove_store(void **state)
{
	(void)state;
	unlink("audit.db");
	unlink("audit.db-wal");
	unlink("audit.db-shm");
	return 0;
}

static void
expect(struct api *a, const char *const words[], int code, const char *out, const char *said)
{
	auto_buf printed = { 0 }, messages = { 0 };
	int got = service_run(a->service, words, &printed, &messages);
	if (got != code || !strstr(buf_z(&printed), out) || !strstr(buf_z(&messages), said))
		fail_msg("%d, not %d, \"%s\" and \"%s\": %s%s", got, code, out, said,
		    buf_z(&printed), buf_z(&messages));
}

#define LISTS(a, out, said, ...)                                                                  \
	expect((a), (const char *const[]){ "audit", "list", STORE, __VA_ARGS__, NULL }, 0, (out), \
	    (said))
#define FAILS(a, said, ...) \
	expect((a), (const char *const[]){ "audit", __VA_ARGS__, NULL }, 2, "", (said))

static struct api *
open_with_entries(void)
{
	struct api *a = api_of(service_start((const char *const[]){ STORE, NULL }));
	assert_int_equal(
	    api_call(a, "POST", "/objects/externalidentity/" OWNER, NULL,
		"{\"id_token\":{\"iss\":\"https://id.example\",\"sub\":\"ann\\u001b[2J\"}}"),
	    404);
	assert_int_equal(api_change_segment(a, "v1"), 200);
	return a;
}

TEST_WITH(a_stores_audit_is_listed_by_filters, remove_store, remove_store)
{
	auto_api *a = open_with_entries();
	LISTS(a, "WHEN                  USER", "", "-o", "table");
	LISTS(a, "change catalog  done", "", "action=change catalog");
	LISTS(a, "link            not_found     " OWNER "  ann\\e[2J", "", "owner=" OWNER);
	LISTS(a, "\"sub\":\"ann\\u001b[2J\"", "", "-o", "ndjson",
	    "identity=https://id.example ann\x1b[2J");
	LISTS(a, "not_found", "", "since=2000-01-01", "action=link", "--all");
	LISTS(a, "", "No entries match", "owner=" OWNER, "until=2000-01-01");
	LISTS(a, "", "No entries match", "user=another-account");
	LISTS(a, "\"operation\":\"bulkUpdateCatalog\"", "1 entry, more in the store", "--max", "1",
	    "--output=ndjson");
}

/* A terminal would interpret C1 controls and bidirectional marks; a file gets them as sent. */
TEST_WITH(a_terminal_gets_no_control_characters, remove_store, remove_store)
{
	auto_api *a = api_of(service_start((const char *const[]){ STORE, NULL }));
	struct api_env env;
	assert_int_equal(
	    api_call(a, "POST", "/objects/externalidentity/" OWNER, NULL,
		"{\"id_token\":{\"iss\":\"https://id.example\",\"sub\":\"ann\\u009b2J\\u202e\"}}"),
	    404);
	api_env_init(&env, a);
	const char *const argv[] = { getenv("BACKROOM_BIN"), "audit", "list", STORE, "-o", "ndjson",
		NULL };
	auto_pty *p = pty_start(&(struct pty_options){ .cols = 300, .env = env.list }, argv);
	assert_true(pty_wait_text(p, "ann\\u009b2J\\u202e"));
	LISTS(a, "ann\xC2\x9B"
		 "2J\xE2\x80\xAE", "", "-o", "ndjson");
	api_env_free(&env);
}

TEST_WITH(wrong_words_are_refused_before_a_store_is_read, remove_store, remove_store)
{
	auto_api *a = open_with_entries();
	FAILS(a, "soon is not a time", "list", STORE, "since=soon");
	FAILS(a, "there is no term nobody=", "list", STORE, "nobody=x");
	FAILS(a, "owner is not a term", "list", STORE, "owner");
	FAILS(a, "prints table or ndjson, not csv", "list", STORE, "-o", "csv");
	FAILS(a, "--max takes a number from 1", "list", STORE, "--max", "0");
	FAILS(a, "--all and --max exclude each other", "list", STORE, "--max", "2", "--all");
	FAILS(a, "--last works with verify only", "list", STORE, "--last", "x");
	FAILS(a, "takes --store and --last only", "verify", STORE, "owner=x");
	FAILS(a, "takes list or verify, not lst", "lst", STORE);
}

/* The console's own `audit list` has the options of get; its help is that of both lists. */
TEST(the_help_of_the_list_is_its_own)
{
	auto_api *a = api_open(NULL);
	expect(a, (const char *const[]){ "audit", "list", "--help", NULL }, 0,
	    "Usage: backroom audit list|verify [TERM…]", "");
}
