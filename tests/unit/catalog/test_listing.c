/* One list read page by page: how responses affect it, and where an item's JSON is stored. */
#include "app/loop.h"
#include "catalog/listing.h"
#include "client/client.h"
#include "lib/deadline.h"
#include "lib/hostile.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

enum { RULES_MAX = 4 };

struct set {
	struct loop *loop;
	struct hostile *server;
	struct client *client;
	struct listing *list;
	struct hostile_rule rules[RULES_MAX];
	struct buf answers[RULES_MAX];
	size_t n;
	size_t told;
};

static const struct list_query whole = { .limit = 2, .changed_after = WHEN_NONE };

/* Adds a response to the next request. */
static void
add(struct set *s, const char *json)
{
	size_t i = s->n++;
	hostile_json(&s->answers[i], json);
	s->rules[i] = (struct hostile_rule){ .nth = i + 1, .answer = buf_str(&s->answers[i]) };
}

static void
count_change(void *ctx)
{
	struct set *s = ctx;
	s->told++;
}

static void
finish_reading(struct set *s)
{
	int64_t until = deadline_in(20000);
	while (s->list->state == LISTING_READING && clock_ticks() < until)
		loop_run_once(s->loop, 50);
	assert_int_not_equal(s->list->state, LISTING_READING);
}

static void
start(struct set *s, enum endpoint e, const struct list_query *query)
{
	s->server = hostile_start(s->rules, s->n);
	struct client_config config = { .base_url = hostile_url(s->server),
		.wire_names = wire_names_default(),
		.token_source = { .token = "t" } };
	s->loop = loop_new();
	struct io_watch io = loop_io(s->loop);
	s->client = client_new(&config, &io);
	s->list = listing_new(s->client, &io, e, query, count_change, s);
}

static void
read_all(struct set *s, enum endpoint e)
{
	start(s, e, &whole);
	listing_read(s->list);
	finish_reading(s);
}

static void
end(struct set *s)
{
	listing_free(s->list);
	client_free(s->client);
	loop_free(s->loop);
	hostile_stop(s->server);
	for (size_t i = 0; i < s->n; i++)
		buf_free(&s->answers[i]);
}

TEST(pages_follow_their_cursors)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s,
	    "{\"hits\":3,\"commitId\":\"c1\",\"items\":[{\"path\":\"/products/a\"},"
	    "{\"path\":\"/products/b\"}],\"queryMore\":{\"from\":\"b 1\",\"alias\":\"q\"}}");
	add(&s, "{\"hits\":3,\"commitId\":\"c1\",\"items\":[{\"path\":\"/products/c\"}]}");
	read_all(&s, ENDPOINT_PRODUCTS);
	assert_int_equal(s.list->state, LISTING_COMPLETE);
	assert_int_equal(s.list->rows.n, 3);
	assert_int_equal(s.list->pager.hits, 3);
	assert_int_equal(s.told, 2);
	assert_false(s.list->pager.revision_changed);
	assert_string_equal(buf_z(&s.list->pager.first_commit), "c1");
	assert_string_equal(
	    hostile_request(s.server, 0)->target, "/products?opt.pageSize=2&opt.all=true");
	assert_string_equal(hostile_request(s.server, 1)->target,
	    "/products?opt.pageSize=2&opt.all=true&opt.queryMoreFrom=b%201&opt.queryMoreAlias=q");
	assert_true(str_eqz(s.list->rows.v[2].path, "/products/c"));
	assert_true(str_eqz(listing_json(s.list, 1, NULL), "{\"path\":\"/products/b\"}"));
	/* A complete list is not read again. */
	listing_read(s.list);
	assert_int_equal(s.list->state, LISTING_COMPLETE);
}

TEST(a_repeated_cursor_ends_the_walk)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, "{\"items\":[{\"path\":\"/a\"}],\"queryMore\":{\"from\":\"1\"}}");
	add(&s, "{\"items\":[{\"path\":\"/b\"}],\"queryMore\":{\"from\":\"2\"}}");
	add(&s, "{\"items\":[{\"path\":\"/c\"}],\"queryMore\":{\"from\":\"1\"}}");
	read_all(&s, ENDPOINT_PRODUCTS);
	assert_int_equal(s.list->state, LISTING_COMPLETE);
	assert_int_equal(s.list->pager.end_reason, PAGER_REPEATED);
	assert_int_equal(s.list->rows.n, 3);
	assert_int_equal(hostile_count(s.server), 3);
}

TEST(another_revision_on_a_later_page_is_noted)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, "{\"commitId\":\"c1\",\"items\":[],\"queryMore\":{\"from\":\"1\"}}");
	add(&s, "{\"commitId\":\"c2\",\"items\":[]}");
	read_all(&s, ENDPOINT_PRODUCTS);
	assert_true(s.list->pager.revision_changed);
	assert_string_equal(buf_z(&s.list->pager.first_commit), "c1");
}

/* Row numbers are positions in the response: an element that is not an item keeps its number. */
TEST(an_invalid_item_keeps_its_row_number)
{
	CLEANUP(end) struct set s = { 0 };
	unsigned flags = 0;
	add(&s, "{\"items\":[17,{\"path\":\"/products/a\"},{\"path\":\"/products/\xFF\"}]}");
	read_all(&s, ENDPOINT_PRODUCTS);
	assert_int_equal(s.list->rows.n, 3);
	assert_int_equal(s.list->rows.v[0].path.n, 0);
	assert_true(s.list->rows.v[0].malformed);
	assert_true(str_eqz(listing_json(s.list, 0, NULL), "17"));
	assert_true(str_eqz(s.list->rows.v[1].path, "/products/a"));
	listing_json(s.list, 2, &flags);
	assert_true(flags & SPAN_BAD_UTF8);
	assert_int_equal(s.list->pager.hits, -1);
}

/* The list copies the query: the caller's texts may be freed. */
TEST(the_query_is_copied)
{
	CLEANUP(end) struct set s = { 0 };
	char source[] = "published", name[] = "label__svc", value[] = "winter";
	struct list_query query = {
		.limit = 5, .changed_after = WHEN_NONE, .source = str_of(source), .reduced = true
	};
	const struct list_attribute label = { str_of(name), str_of(value) };
	vec_push(&query.attributes, label);
	add(&s, "{\"items\":[],\"queryMore\":{\"from\":\"1\"}}");
	add(&s, "{\"items\":[]}");
	start(&s, ENDPOINT_STANDALONE, &query);
	memset(source, 'x', sizeof(source) - 1);
	memset(name, 'x', sizeof(name) - 1);
	memset(value, 'x', sizeof(value) - 1);
	listing_read(s.list);
	finish_reading(&s);
	for (size_t i = 0; i < 2; i++)
		assert_non_null(strstr(hostile_request(s.server, i)->target,
		    "offersSource=published&reducedData=true&attributes.label__svc=winter"));
	vec_free(&query.attributes);
}
