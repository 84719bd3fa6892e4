/* A feed applied to a store: results, the store's data, and the place where it continues. */
#include "lib/test.h"
#include "service/feed/feed.h"
#include "service/feed/stream.h"
#include "store/feed.h"
#include "wire/object_line.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define BASKET(seq, id, more) \
	"{\"kind\":\"basket\",\"seq\":" #seq ",\"item\":{\"id\":\"" id "\"" more "}}\n"

struct fixture {
	struct store *store;
	struct feed_pace pace;
	struct buf results;
	struct feed_settings settings;
};

static void
add_result(void *ctx, const struct feed_line *line)
{
	buf_addf(ctx, "%zu %s", line->number, feed_outcome_names[line->outcome]);
	if (line->outcome == FEED_REFUSED)
		buf_addf(ctx, ": %.*s", STR_ARG(line->error));
	buf_addz(ctx, "\n");
}

static int
open_fixture(void **state)
{
	struct fixture *f = x_new(struct fixture);
	struct err err;
	f->store = store_open(STR("sqlite::memory:"), &err);
	feed_pace_init(&f->pace);
	f->settings = (struct feed_settings){ .store = f->store,
		.pace = &f->pace,
		.source = STR("shop"),
		.subject = "ann",
		.request_id = "",
		.on_result = add_result,
		.ctx = &f->results };
	*state = f;
	return f->store ? 0 : -1;
}

static int
close_fixture(void **state)
{
	struct fixture *f = *state;
	store_close(f->store);
	feed_pace_free(&f->pace);
	buf_free(&f->results);
	x_free(f);
	return 0;
}

static bool
no_flush(void *ctx, struct err *err)
{
	(void)ctx;
	(void)err;
	return true;
}

/* Feeds the text as a file would be and compares the results. */
static void
check_feed(struct fixture *f, struct str text, const char *want)
{
	struct feed feed;
	struct err err = { 0 };
	int fd = open("input", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_int_equal(write(fd, text.p, text.n), text.n);
	assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
	buf_reset(&f->results);
	feed_init(&feed, &f->settings);
	if (!feed_stream(&feed, fd, no_flush, NULL, &err))
		fail_msg("%s", err.text);
	feed_free(&feed);
	close(fd);
	unlink("input");
	assert_string_equal(buf_z(&f->results), want);
}

static bool
add_basket(void *ctx, const struct store_basket *b)
{
	buf_addf(ctx, "%.*s %d\n", STR_ARG(b->json), b->completed);
	return true;
}

static void
check_baskets(struct fixture *f, const char *want)
{
	const struct store_basket_query all = {
		.limit = 100, .include_completed = true, .created_after = WHEN_NONE
	};
	auto_buf found = { 0 };
	struct store_tx tx;
	struct err err;
	assert_true(store_begin(f->store, &tx, STORE_READ, &err));
	assert_true(store_list_baskets(&tx, &all, add_basket, &found, &err));
	assert_true(store_end(&tx, false, &err));
	assert_string_equal(buf_z(&found), want);
}

static bool
add_entry(void *ctx, const struct store_audit *e)
{
	buf_addf(ctx, "%.*s %.*s %.*s %.*s\n", STR_ARG(e->operation), STR_ARG(e->target),
	    STR_ARG(e->outcome), STR_ARG(e->detail));
	return true;
}

static void
check_audit(struct fixture *f, const char *want)
{
	auto_buf found = { 0 };
	struct store_tx tx;
	struct err err;
	assert_true(store_begin(f->store, &tx, STORE_READ, &err));
	assert_true(store_list_audit(&tx, add_entry, &found, &err));
	assert_true(store_end(&tx, false, &err));
	assert_string_equal(buf_z(&found), want);
}

#define WITH_STORE(name) TEST_WITH(name, open_fixture, close_fixture)

WITH_STORE(a_basket_is_put_completed_and_removed)
{
	struct fixture *f = *state;
	check_feed(f,
	    STR(BASKET(1, "a", ",\"n\":1.50") BASKET(2, "b",
		",\"completed\":false") "\r\n"
					"{\"op\":\"complete\",\"kind\":\"basket\",\"seq\":3,\"id\":\"b\",\"at\":"
					"\"2026-11-20T10:42:00Z\"}\r\n"
					"{\"op\":\"complete\",\"kind\":\"basket\",\"seq\":4,\"id\":\"a\"}\n"
					"{\"op\":\"complete\",\"kind\":\"basket\",\"seq\":5,\"id\":\"a\"}\n"
					"{\"op\":\"complete\",\"kind\":\"basket\",\"seq\":6,\"id\":\"c\"}"),
	    "1 done\n2 done\n4 done\n5 done\n6 unchanged\n"
	    "7 refused: there is no basket \"c\"\n");
	check_baskets(f,
	    "{\"id\":\"b\",\"completed\":true,\"completedAt\":\"2026-11-20T10:42:00Z\"} 1\n"
	    "{\"id\":\"a\",\"n\":1.50,\"completed\":true} 1\n");
	check_audit(f,
	    "feed shop done {\"done\":4,\"unchanged\":1,\"skipped\":0,\"refused\":1,\"first\":1,"
	    "\"last\":6}\n");
	check_feed(f,
	    STR("{\"op\":\"remove\",\"kind\":\"basket\",\"seq\":7,\"id\":\"a\"}\n"
		"{\"op\":\"remove\",\"kind\":\"basket\",\"seq\":8,\"id\":\"a\"}\n"
		"{\"op\":\"remove\",\"kind\":\"basket\",\"seq\":9,\"id\":\"b\"}\n"),
	    "1 done\n2 unchanged\n3 done\n");
	check_baskets(f, "");
}

WITH_STORE(a_line_that_was_applied_is_skipped_and_leaves_no_trace)
{
	struct fixture *f = *state;
	static const char lines[] = BASKET(5, "a", "") BASKET(5, "b", "") BASKET(4, "c", "")
	    BASKET(9, "d", "");
	check_feed(f, STR(lines), "1 done\n2 skipped\n3 skipped\n4 done\n");
	check_feed(f, STR(lines), "1 skipped\n2 skipped\n3 skipped\n4 skipped\n");
	check_audit(f,
	    "feed shop done {\"done\":2,\"unchanged\":0,\"skipped\":2,\"refused\":0,\"first\":5,"
	    "\"last\":9}\n");
	/* Another source has its own numbers; a line without one is applied each time. */
	f->settings.source = STR("crm");
	check_feed(f, STR(lines), "1 done\n2 skipped\n3 skipped\n4 done\n");
	check_feed(f, STR("{\"kind\":\"basket\",\"item\":{\"id\":\"e\"}}\n"), "1 done\n");
	check_feed(f, STR("{\"kind\":\"basket\",\"item\":{\"id\":\"e\"}}\n"), "1 done\n");
}

/* A wrong line does not block its source: it counts as processed. */
WITH_STORE(a_refused_line_is_passed)
{
	struct fixture *f = *state;
	check_feed(f, STR(BASKET(1, "a", ",\"completed\":0") "{\n" BASKET(2, "b", "")),
	    "1 refused: its completed must be true or false\n"
	    "2 refused: not valid JSON at byte 1: the text ends too early\n3 done\n");
	check_feed(f, STR(BASKET(1, "a", "") BASKET(3, "a", "")), "1 skipped\n2 done\n");
	check_baskets(f, "{\"id\":\"b\"} 0\n{\"id\":\"a\"} 0\n");
}

WITH_STORE(an_item_is_removed_by_its_path)
{
	struct fixture *f = *state;
	static const char two[] =
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"1\",\"path\":\"/offers/x\"}}\n"
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"2\",\"path\":\"/offers/x\"}}\n"
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"2\",\"path\":\"/offers/x\"}}\n";
	check_feed(f, STR(two), "1 done\n2 done\n3 unchanged\n");
	check_feed(f,
	    STR("{\"op\":\"remove\",\"kind\":\"asset\",\"path\":\"/offers/x\"}\n"
		"{\"op\":\"remove\",\"kind\":\"offer\",\"path\":\"/offers/x\"}\n"
		"{\"op\":\"remove\",\"kind\":\"offer\",\"path\":\"/offers/x\",\"id\":\"2\"}\n"
		"{\"op\":\"remove\",\"kind\":\"offer\",\"path\":\"/offers/x\",\"id\":\"2\"}\n"
		"{\"op\":\"remove\",\"kind\":\"offer\",\"path\":\"/offers/x\"}\n"
		"{\"op\":\"remove\",\"kind\":\"offer\",\"path\":\"/offers/x\"}\n"),
	    "1 unchanged\n2 refused: 2 items have this path: name the id\n3 done\n4 unchanged\n"
	    "5 done\n6 unchanged\n");
}

WITH_STORE(an_owner_with_an_identity_is_not_removed)
{
	struct fixture *f = *state;
	static const char identity[] =
	    "{\"kind\":\"identity\",\"item\":{\"data\":{\"iss\":\"i\",\"sub\":\"s\"},\"owner\":\"%s\","
	    "\"status\":\"%s\",\"created\":\"2026-11-20T10:42:00Z\"}}\n";
	auto_buf lines = { 0 };
	buf_addz(&lines, "{\"kind\":\"owner\",\"item\":{\"id\":\"ann\",\"root\":\"r\"}}\n");
	buf_addf(&lines, identity, "ann", "active");
	buf_addf(&lines, identity, "bob", "active");
	buf_addz(&lines, "{\"op\":\"remove\",\"kind\":\"owner\",\"id\":\"ann\"}\n");
	buf_addf(&lines, identity, "ann", "removed");
	buf_addz(&lines, "{\"op\":\"remove\",\"kind\":\"owner\",\"id\":\"ann\"}\n");
	check_feed(f, buf_str(&lines),
	    "1 done\n2 done\n3 refused: this identity is linked to another owner\n"
	    "4 refused: an identity is linked to this owner\n5 done\n6 done\n");
	f->settings.refusals[OBJECT_OWNER] = "not you";
	check_feed(f, buf_str(&lines),
	    "1 refused: not you\n2 done\n3 refused: this identity is linked to another owner\n"
	    "4 refused: not you\n5 done\n6 refused: not you\n");
}

/* More lines than a batch has, and one that is too long: each has its result. */
WITH_STORE(long_inputs_are_applied_in_batches)
{
	struct fixture *f = *state;
	auto_buf lines = { 0 }, want = { 0 };
	int i = 1;
	for (; i <= 2000; i++) {
		buf_addf(
		    &lines, "{\"kind\":\"basket\",\"seq\":%d,\"item\":{\"id\":\"b%d\"}}\n", i, i);
		buf_addf(&want, "%d done\n", i);
	}
	for (size_t n = 0; n < OBJECT_LINE_SIZE_MAX + 100000; n++)
		buf_addc(&lines, 'x');
	buf_addz(&lines, "\n" BASKET(3000, "last", ""));
	buf_addf(&want, "%d refused: the line is longer than %d bytes\n%d done\n", i,
	    OBJECT_LINE_SIZE_MAX, i + 1);
	check_feed(f, buf_str(&lines), buf_z(&want));
}
