/* Audit entries read page by page from a scripted server: empty pages, repeats, terms, failures. */
#include "app/loop.h"
#include "audit/entries.h"
#include "client/client.h"
#include "lib/deadline.h"
#include "lib/hostile.h"
#include "lib/test.h"

#include <string.h>

enum { RULES_MAX = 4, PAGE_SIZE = 200 };

#define ENTRY(id) "{\"id\":\"" id "\",\"at\":\"2026-11-20T10:00:00Z\",\"subject\":\"ben\"}"

struct reader {
	struct loop *loop;
	struct hostile *server;
	struct client *client;
	struct clock clock;
	struct audit_entries *entries;
	struct hostile_rule rules[RULES_MAX];
	struct buf answers[RULES_MAX];
	size_t n, changes;
};

static void
add_answer(struct reader *k, int status, const char *body)
{
	struct buf *answer = &k->answers[k->n];
	hostile_answer(answer, status, "Content-Type: application/json\r\n", str_of(body));
	k->rules[k->n] = (struct hostile_rule){ .answer = buf_str(answer), .nth = k->n + 1 };
	k->n++;
}

static void
count_change(void *ctx)
{
	((struct reader *)ctx)->changes++;
}

static void
reader_start(struct reader *k)
{
	k->server = hostile_start(k->rules, k->n);
	struct client_config config = { .base_url = hostile_url(k->server),
		.wire_names = wire_names_default(),
		.token_source = { .token = "t" } };
	k->clock = (struct clock){ .fixed = true, .fixed_ms = 1795171320000 };
	k->loop = loop_new();
	struct io_watch io = loop_io(k->loop);
	k->client = client_new(&config, &io);
	k->entries = audit_entries_new(k->client, &k->clock, count_change, k);
}

static void
reader_end(struct reader *k)
{
	audit_entries_free(k->entries);
	client_free(k->client);
	loop_free(k->loop);
	hostile_stop(k->server);
	for (size_t i = 0; i < k->n; i++)
		buf_free(&k->answers[i]);
}

static void
read_page(struct reader *k)
{
	int64_t until = deadline_in(20000);
	audit_entries_read_more(k->entries, PAGE_SIZE);
	while (k->entries->state == AUDIT_READING && clock_ticks() < until)
		loop_run_once(k->loop, 50);
	assert_int_not_equal(k->entries->state, AUDIT_READING);
}

static const char *
target(struct reader *k, size_t i)
{
	const struct hostile_request *r = hostile_request(k->server, i);
	return r ? r->target : "";
}

TEST(pages_are_read_one_by_one)
{
	CLEANUP(reader_end) struct reader k = { 0 };
	add_answer(&k, 200, "{\"items\":[" ENTRY("0-9") "," ENTRY("0-8") "],\"queryMore\":\"a\"}");
	add_answer(&k, 200, "{\"items\":[],\"queryMore\":\"b\"}");
	add_answer(&k, 200, "{\"items\":[" ENTRY("0-8") "," ENTRY("0-7") "]}");
	reader_start(&k);
	read_page(&k);
	assert_int_equal(k.entries->rows.n, 2);
	assert_string_equal(target(&k, 0), "/audit?limit=50");
	read_page(&k); /* no items, and yet more */
	assert_int_equal(k.entries->rows.n, 2);
	assert_false(audit_entries_at_end(k.entries));
	read_page(&k);
	assert_string_equal(target(&k, 2), "/audit?limit=200&queryMore=b");
	assert_int_equal(k.entries->rows.n, 3); /* one came again */
	assert_true(str_eqz(k.entries->rows.v[2].id, "0-7"));
	assert_true(str_eqz(k.entries->json.v[2], ENTRY("0-7")));
	assert_true(audit_entries_at_end(k.entries));
	assert_int_equal(k.changes, 3);
	audit_entries_read_more(k.entries, PAGE_SIZE);
	assert_int_equal(k.entries->state, AUDIT_IDLE);
}

TEST(a_restart_asks_for_the_terms_of_the_view)
{
	CLEANUP(reader_end) struct reader k = { 0 };
	struct view view;
	struct err err;
	add_answer(&k, 200, "{\"items\":[" ENTRY("0-9") "],\"queryMore\":\"a\"}");
	add_answer(&k, 200, "{\"items\":[]}");
	add_answer(&k, 200, "{\"items\":[]}");
	reader_start(&k);
	read_page(&k);
	assert_true(view_parse(&view, STR("audit user=ben result=refused action=link"), &err));
	audit_entries_restart(k.entries, &view, false);
	assert_int_equal(k.entries->rows.n, 0);
	assert_string_equal(buf_z(&k.entries->sent_terms), "user=ben action=link ");
	read_page(&k);
	assert_string_equal(
	    target(&k, 1), "/audit?limit=50&subject=ben&operation=linkExternalIdentity");
	audit_entries_restart(k.entries, &view, true);
	assert_string_equal(buf_z(&k.entries->sent_terms), "action=link ");
	read_page(&k);
	assert_string_equal(target(&k, 2), "/audit?limit=50&operation=linkExternalIdentity");
	view_free(&view);
}

TEST(a_failure_keeps_the_entries_and_is_explained)
{
	CLEANUP(reader_end) struct reader k = { 0 };
	add_answer(&k, 404, "{\"code\":\"not_found\",\"message\":\"no such page\"}");
	add_answer(&k, 200, "{\"items\":[" ENTRY("0-9") "],\"queryMore\":\"a\"}");
	add_answer(&k, 403, "{\"code\":\"forbidden\",\"message\":\"no\"}");
	add_answer(&k, 200, "{\"items\":[" ENTRY("0-8") "]}");
	reader_start(&k);
	read_page(&k);
	assert_int_equal(k.entries->state, AUDIT_FAILED);
	assert_string_equal(k.entries->err.text, "this service has no audit to read");
	read_page(&k);
	read_page(&k);
	assert_int_equal(k.entries->state, AUDIT_FAILED);
	assert_string_equal(k.entries->err.text, "no");
	assert_int_equal(k.entries->rows.n, 1);
	read_page(&k);
	assert_int_equal(k.entries->rows.n, 2);
	assert_string_equal(target(&k, 3), "/audit?limit=200&queryMore=a");
}
