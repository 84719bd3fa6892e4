/* Before a link is sent: a basket read more than a minute ago is read again, and if it is
 * completed the user must confirm. */
#include "ui/basket/basket_doc.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/link_questions.h"
#include "ui/basket/recheck.h"
#include "ui/kit/dialog.h"
#include "unit/basket/read_bench.h"

#define BASKET(id, more)                                        \
	"{\"id\":\"" id "\",\"created\":\"2026-11-20T10:0" more \
	",\"customerDetails\":{\"email\":\"a@example.com\"}}"
#define OPEN BASKET("b-1", "1:00Z\",\"completed\":false")
#define DONE BASKET("b-1", "1:00Z\",\"completed\":true")
#define UNREAD BASKET("b-1", "1:00Z\",\"completed\":\"perhaps\"")
#define OTHER_DONE BASKET("b-2", "2:00Z\",\"completed\":true")
#define EARLIER_DONE BASKET("b-2", "0:00Z\",\"completed\":true")
#define OTHER_OPEN BASKET("b-2", "2:00Z\",\"completed\":false")

struct bench {
	struct set set;
	struct app_context app;
	struct console console;
};

static size_t rechecked;
static unsigned rechecked_value;

static void
on_rechecked(struct console *c, struct str id, unsigned value)
{
	assert_true(str_eqz(id, "b-1"));
	assert_non_null(baskets_row(c->baskets, id));
	rechecked++;
	rechecked_value = value;
}

/* items NULL: the request fails. */
static void
answer_with_items(struct set *s, size_t nth, const char *items)
{
	auto_buf body = { 0 };
	size_t i = s->n++;
	buf_addf(&body, "{\"items\":[%s]}", items ? items : "");
	if (items)
		hostile_json(&s->answers[i], buf_z(&body));
	else
		hostile_answer(&s->answers[i], 404, "", STR("{\"message\":\"away\"}"));
	s->rules[i] = (struct hostile_rule){ .nth = nth, .answer = buf_str(&s->answers[i]) };
}

/* The basket is open at first; its state is `later` when it is read again after this many
 * seconds. */
static void
bench_start(struct bench *b, const char *later, int seconds)
{
	struct err err;
	*b = (struct bench){ 0 };
	rechecked = 0;
	answer_with_items(&b->set, 1, OPEN);
	answer_with_items(&b->set, 0, later);
	start(&b->set);
	b->app.clock = b->set.clock;
	b->console.app = &b->app;
	b->console.baskets = b->set.baskets;
	assert_true(contact_log_init(&b->console.contact_log, false, NULL, &err));
	b->set.baskets->contact_log = &b->console.contact_log;
	baskets_request_rows(b->set.baskets, 1);
	finish_reading(&b->set);
	b->set.clock.fixed_ms += (int64_t)seconds * 1000;
	b->app.clock = b->set.clock;
}

static bool
has_message(const struct bench *b, const char *words)
{
	for (size_t i = 0; i < b->console.messages.n; i++)
		if (strstr(b->console.messages.v[i].text, words))
			return true;
	return false;
}

static void
bench_end(struct bench *b)
{
	struct console *c = &b->console;
	while (c->modals.n)
		console_close_modal(c);
	vec_free(&c->modals);
	recheck_free(c);
	for (size_t i = 0; i < c->messages.n; i++)
		x_free(c->messages.v[i].text);
	vec_free(&c->messages);
	buf_free(&c->message_line);
	contact_log_free(&c->contact_log);
	end(&b->set);
}

static const struct basket_row *
basket(const struct bench *b)
{
	return baskets_row(b->set.baskets, STR("b-1"));
}

static void
read_again(struct bench *b)
{
	finish_reading(&b->set);
	recheck_on_baskets_changed(&b->console);
	recheck_on_baskets_changed(&b->console); /* a second notification must not send twice */
}

TEST(a_recently_read_basket_is_not_read_again)
{
	CLEANUP(bench_end) struct bench b;
	bench_start(&b, DONE, 60);
	assert_false(recheck_basket(&b.console, basket(&b), on_rechecked, 7, 0));
	assert_int_equal(hostile_count(b.set.server), 1);
}

TEST(an_unchanged_basket_is_sent_once)
{
	CLEANUP(bench_end) struct bench b;
	bench_start(&b, OPEN, 61);
	assert_true(recheck_basket(&b.console, basket(&b), on_rechecked, 7, 0));
	recheck_on_baskets_changed(&b.console); /* while the reload is in progress */
	assert_int_equal(rechecked, 0);
	read_again(&b);
	assert_int_equal(rechecked, 1);
	assert_int_equal(rechecked_value, 7);
	assert_false(recheck_basket(&b.console, basket(&b), on_rechecked, 7, 0));
	/* Requests only baskets as new as this one. */
	assert_non_null(strstr(
	    hostile_request(b.set.server, 1)->target, "createdAfter=2026-11-20T10%3A00%3A59.999Z"));
}

/* The user does something else before the response arrives. */
TEST(a_key_or_another_link_cancels_the_recheck)
{
	for (int other = 0; other < 2; other++) {
		CLEANUP(bench_end) struct bench b;
		bench_start(&b, OPEN, 61);
		assert_true(recheck_basket(&b.console, basket(&b), on_rechecked, 7, 0));
		if (other)
			assert_true(recheck_basket(&b.console, basket(&b), on_rechecked, 8, 0));
		else
			recheck_cancel(&b.console);
		read_again(&b);
		assert_int_equal(rechecked, other);
		assert_int_equal(rechecked_value, other ? 8 : rechecked_value);
		assert_int_equal(has_message(&b, "Nothing sent: you pressed a key"), !other);
	}
}

TEST(a_basket_that_left_the_list_is_not_sent)
{
	CLEANUP(bench_end) struct bench b;
	bench_start(&b, OTHER_OPEN, 61);
	assert_true(recheck_basket(&b.console, basket(&b), on_rechecked, 7, 0));
	read_again(&b);
	assert_int_equal(rechecked, 0);
	assert_null(basket(&b));
	assert_true(has_message(&b, "Nothing sent: the basket is no longer listed"));
}

TEST(a_basket_that_cannot_be_read_again_asks_first)
{
	CLEANUP(bench_end) struct bench b;
	bench_start(&b, NULL, 61);
	assert_true(recheck_basket(&b.console, basket(&b), on_rechecked, 7, 0));
	read_again(&b);
	assert_int_equal(rechecked, 0);
	assert_int_equal(b.console.modals.n, 1);
}

/* The confirmations before a link is sent, after the basket was read again. */
TEST(completed_baskets_ask_first)
{
	static const struct {
		const char *later;
		bool asks;
	} cases[] = { { OPEN, false }, { DONE, true }, { UNREAD, true },
		{ OTHER_DONE "," OPEN, true }, { OPEN "," EARLIER_DONE, true },
		{ OTHER_OPEN "," OPEN, false } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(bench_end) struct bench b;
		bench_start(&b, cases[i].later, 61);
		assert_true(link_confirm_basket(&b.console, basket(&b), 0, on_rechecked));
		read_again(&b);
		assert_int_equal(rechecked, 1);
		bool asks = link_confirm_basket(
		    &b.console, basket(&b), rechecked_value, on_rechecked);
		if (asks != cases[i].asks || b.console.modals.n != cases[i].asks)
			fail_msg("%s: asks %d", cases[i].later, asks);
		/* After a yes there is nothing left to confirm. */
		assert_false(link_confirm_basket(
		    &b.console, basket(&b), rechecked_value | SEND_COMPLETED_BASKET, on_rechecked));
	}
}

/* The row's note in the list, and the detail. */
TEST(a_later_purchase_shows_in_list_and_detail)
{
	static const struct {
		const char *later, *note, *detail;
	} cases[] = {
		{ OTHER_DONE "," OPEN, "bought",
		    "! since: this person completed another basket, started 41 min ago" },
		{ BASKET("b-2", "2:00Z\",\"completed\":\"perhaps\"") "," OPEN, "bought?",
		    "! perhaps: another basket may be completed, started 41 min ago" },
		{ OPEN "," EARLIER_DONE, "", "" },
		{ DONE, "completed", "! completed: bought already" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(bench_end) struct bench b;
		auto_buf text = { 0 };
		struct cell_style style = { 0 };
		struct doc d = { .width = 80 };
		bench_start(&b, cases[i].later, 61);
		recheck_basket(&b.console, basket(&b), on_rechecked, 7, 0);
		read_again(&b);
		struct rows_pane list = { .pane.console = &b.console };
		struct basket_doc_context context = basket_doc_context_now(&b.console);
		baskets_pane_style_cell(&list, &basket_columns[1], basket(&b), &text, &style);
		assert_string_equal(style.right_text ? style.right_text : "", cases[i].note);
		basket_doc(&d, basket(&b), &context);
		buf_reset(&text);
		for (size_t line = 0; line < d.lines.n; line++)
			doc_write_line(&text, &d, line);
		if (!strstr(buf_z(&text), cases[i].detail))
			fail_msg("%s: %s", cases[i].later, buf_z(&text));
		doc_free(&d);
	}
}
