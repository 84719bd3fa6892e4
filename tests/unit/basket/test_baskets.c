/* The list of baskets: paging, search, reload and failures, against scripted servers. */
#include "basket/row_contact.h"
#include "identity/identities.h"
#include "unit/basket/read_bench.h"

TEST(pages_are_read_when_wanted)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 0, "?limit=500&queryMore=c%201", 150, 101, NULL);
	add_page(&s, 0, "?limit=50", 200, 151, "\"c 1\"");
	start(&s);
	check_count(&s, "");
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	assert_int_equal(s.baskets->rows.n, 50);
	assert_int_equal(hostile_count(s.server), 1);
	check_count(&s, "newest 50, back to 19 Nov \xC2\xB7 the service has more");
	assert_string_equal(shown_id(&s, 0), "basket-200");
	baskets_request_rows(s.baskets, 20); /* already read */
	finish_reading(&s);
	assert_int_equal(hostile_count(s.server), 1);
	baskets_read_older(s.baskets);
	finish_reading(&s);
	assert_int_equal(s.baskets->rows.n, 100);
	assert_true(baskets_has_all_requested(s.baskets));
	check_count(&s, "100 baskets, all read");
	baskets_request_rows(s.baskets, 5000); /* no older baskets */
	finish_reading(&s);
	assert_int_equal(hostile_count(s.server), 2);
	struct str json = baskets_json(s.baskets, baskets_shown_row(s.baskets, 99), NULL);
	assert_true(str_starts(json, STR("{\"id\":\"basket-101\"")));
	assert_int_equal(baskets_find(s.baskets, STR("basket-150")), 50);
	assert_true(baskets_find(s.baskets, STR("basket-1")) == SIZE_MAX);
}

/* Every tenth basket has the same identity; further pages add to its count, and no basket counts
 * twice. */
TEST(identities_are_counted_from_baskets_read)
{
	struct identities *ids = identities_new();
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 0, "?limit=500&queryMore=c%201", 150, 101, NULL);
	add_page(&s, 0, "?limit=50", 200, 151, "\"c 1\"");
	start(&s);
	identities_add_baskets(ids, s.baskets);
	assert_int_equal(identities_count(ids), 0);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	for (int i = 0; i < 2; i++)
		identities_add_baskets(ids, s.baskets);
	assert_int_equal(identities_count(ids), 1);
	assert_int_equal(
	    identities_at(ids, 0)->basket_count, 5); /* baskets 200, 190, 180, 170, 160 */
	assert_true(str_eqz(identities_at(ids, 0)->newest_basket_id, "basket-200"));
	baskets_read_older(s.baskets);
	finish_reading(&s);
	identities_add_baskets(ids, s.baskets);
	assert_int_equal(identities_at(ids, 0)->basket_count, 10);
	assert_true(str_eqz(identities_at(ids, 0)->customer_name, "Zoe"));
	identities_free(ids);
}

TEST(a_filter_searches_older_pages)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 0, "?limit=1000&queryMore=c1", 950, 1, NULL);
	add_page(&s, 0, "?limit=50", 1000, 951, "\"c1\"");
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	view(&s, "baskets zoe");
	assert_int_equal(s.baskets->shown_rows.n, 5);
	check_count(&s, "5 of 50 read \xC2\xB7 the service has more");
	assert_int_equal(hostile_count(s.server), 1); /* no search was requested */
	baskets_search(s.baskets);
	assert_true(s.baskets->searching);
	finish_reading(&s);
	assert_false(s.baskets->searching);
	assert_false(s.baskets->search_paused);
	check_count(&s, "100 of 1,000 baskets");
	view(&s, "baskets zoe sort=created");
	assert_string_equal(shown_id(&s, 0), "basket-10");
	view(&s, "baskets zoo");
	assert_int_equal(s.baskets->shown_rows.n, 0);
	view(&s, "baskets");
	assert_int_equal(s.baskets->shown_rows.n, 1000);
}

TEST(a_search_stops_after_twenty_matches)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 0, "?limit=1000&queryMore=c1", 950, 700, "\"c2\"");
	add_page(&s, 0, "?limit=1000&queryMore=c2", 699, 1, NULL);
	add_page(&s, 0, "?limit=50", 1000, 951, "\"c1\"");
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	view(&s, "baskets zoe");
	baskets_search(s.baskets);
	finish_reading(&s);
	assert_true(s.baskets->search_paused);
	assert_int_equal(hostile_count(s.server), 2);
	assert_int_equal(s.baskets->shown_rows.n, 5 + 26);
	baskets_search(s.baskets);
	finish_reading(&s);
	assert_int_equal(s.baskets->shown_rows.n, 100);
}

/* A search reads at most ten thousand more baskets, even without a match; the page that reaches
 * that number is the last one requested. */
TEST(a_search_ends_after_ten_thousand)
{
	enum { PAGES = 11 };
	CLEANUP(end) struct set s = { 0 };
	char query[60], next[20];
	for (int i = 1; i <= PAGES; i++) {
		int from = 11050 - 1000 * (i - 1);
		snprintf(query, sizeof(query), "?limit=1000&queryMore=c%02d", i);
		snprintf(next, sizeof(next), "\"c%02d\"", i + 1);
		add_page(&s, 0, query, from, from - 999, next);
	}
	add_page(&s, 0, "?limit=50", 11100, 11051, "\"c01\"");
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	view(&s, "baskets nobody");
	baskets_search(s.baskets);
	finish_reading(&s);
	assert_true(s.baskets->search_paused);
	assert_int_equal(s.baskets->rows.n, 50 + 10000);
	assert_int_equal(hostile_count(s.server), PAGES);
}

/* A reload goes down to the oldest basket read before: it drops removed baskets and updates
 * changed ones. */
TEST(a_reload_replaces_all_baskets_read_so_far)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 0, "?limit=500&queryMore=c1", 10, 1, "\"c2\"");
	add_page(&s, 0, "?limit=1000&createdAfter=2026-11-19T06%3A56%3A19.999Z&queryMore=c9", 58, 1,
	    NULL);
	add_page(&s, 1, "?limit=50", 60, 11, "\"c1\"");
	/* 61 to 63 are new; 60 and 59 are gone: completed since */
	add_page(&s, 0, "?limit=50&createdAfter=2026-11-19T06%3A56%3A19.999Z", 63, 61, "\"c9\"");
	/* changes the name of basket 5 */
	char *five = strstr(buf_z(&s.answers[1]), "basket-5\"");
	memcpy(strstr(five, "Ann"), "Eve", 3);
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	baskets_read_older(s.baskets);
	finish_reading(&s);
	assert_int_equal(s.baskets->rows.n, 60);
	baskets_refresh(s.baskets);
	assert_int_equal(s.baskets->shown_rows.n, 60); /* rows stay during the reload */
	finish_reading(&s);
	assert_int_equal(s.baskets->new_row_count, 3);
	assert_int_equal(s.baskets->removed_row_count, 2);
	assert_int_equal(s.baskets->changed_row_count, 1);
	assert_int_equal(s.baskets->rows.n, 61);
	assert_string_equal(shown_id(&s, 0), "basket-63");
	assert_string_equal(shown_id(&s, 3), "basket-58");
	assert_string_equal(shown_id(&s, 60), "basket-1");
	assert_null(baskets_row(s.baskets, STR("basket-60")));
	const struct basket_row *changed = baskets_row(s.baskets, STR("basket-5"));
	assert_true(str_eqz(changed->name, "Eve"));
	assert_true(str_find(baskets_json(s.baskets, changed, NULL), STR("Eve")) != SIZE_MAX);
	view(&s, "baskets eve");
	assert_int_equal(s.baskets->shown_rows.n, 1);
}

/* An empty shop gets baskets: a reload or watching shows them. */
TEST(a_reload_of_an_empty_list_finds_new_baskets)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 3, "?limit=50", 60, 58, NULL);
	add_page(&s, 0, "?limit=50", 0, 1, NULL);
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	check_count(&s, "0 baskets, all read");
	baskets_refresh(s.baskets);
	finish_reading(&s);
	check_count(&s, "0 baskets, all read");
	assert_true(s.baskets->refreshed);
	assert_int_equal(s.baskets->new_row_count, 0);
	s.baskets->refreshed = false;
	baskets_read_new(s.baskets);
	finish_reading(&s);
	check_count(&s, "3 baskets, all read");
	assert_true(s.baskets->refreshed);
	assert_int_equal(s.baskets->new_row_count, 3);
	assert_true(s.baskets->rows.v[0].added_by_refresh);
}

/* A reload after a failed first page had no baskets before, so none counts as new. */
TEST(a_reload_after_a_failed_first_page_counts_none_as_new)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 2, "?limit=50", 60, 58, NULL);
	add_page(&s, 0, "?limit=50", 0, 1, NULL);
	hostile_answer(&s.answers[2], 404, "", STR("{}"));
	s.rules[1].answer = buf_str(&s.answers[2]);
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	assert_int_equal(s.baskets->state, BASKETS_FAILED);
	baskets_refresh(s.baskets);
	finish_reading(&s);
	check_count(&s, "3 baskets, all read");
	assert_false(s.baskets->refreshed);
	assert_false(s.baskets->rows.v[0].added_by_refresh);
	buf_free(&s.answers[2]);
}

/* The newest basket's time is two minutes ahead of this machine's clock: baskets from then on
 * are still requested. */
TEST(a_basket_from_the_future_does_not_hide_later_baskets)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 1, "?limit=50", 1668, 1660, NULL);
	add_page(&s, 2, "?limit=50", 1668, 1660, NULL);
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	assert_true(baskets_shown_row(s.baskets, 1)->created > s.clock.fixed_ms);
	baskets_read_new(s.baskets);
	finish_reading(&s);
	assert_int_equal(hostile_count(s.server), 2);
	/* Ten minutes before basket-1666, which is from 10:41:20. */
	assert_non_null(strstr(
	    hostile_request(s.server, 1)->target, "createdAfter=2026-11-20T10%3A31%3A20.000Z"));
	assert_int_equal(s.baskets->rows.n, 9);
}

/* The user presses R twice: the baskets of the first reload keep their places. */
TEST(two_reloads_at_once_keep_the_order)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 0, "?limit=1000&queryMore=slow", 0, 0, NULL);
	s.rules[0].answer = STR_NONE; /* never responds */
	add_page(&s, 1, "?limit=50", 60, 11, NULL);
	add_page(&s, 2, "?limit=50", 64, 63, "\"slow\"");
	add_page(&s, 3, "?limit=50", 64, 15, NULL);
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	baskets_refresh(s.baskets);
	int64_t until = deadline_in(20000);
	while (hostile_count(s.server) < 3 && clock_ticks() < until)
		loop_run_once(s.loop, 50);
	baskets_refresh(s.baskets);
	finish_reading(&s);
	for (size_t i = 1; i < s.baskets->shown_rows.n; i++)
		assert_true(baskets_shown_row(s.baskets, i - 1)->created >=
		    baskets_shown_row(s.baskets, i)->created);
	assert_string_equal(shown_id(&s, 0), "basket-64");
	assert_string_equal(shown_id(&s, 2), "basket-62");
	assert_int_equal(s.baskets->rows.n, 50);
}

TEST(a_repeated_cursor_ends_reading)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 0, "?limit=500", 50, 1, "\"c1\"");
	add_page(&s, 0, "?limit=50", 100, 51, "\"c1\"");
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	baskets_request_rows(s.baskets, 100000);
	finish_reading(&s);
	assert_true(baskets_at_end(s.baskets));
	assert_false(baskets_has_all_requested(s.baskets));
	assert_int_equal(s.baskets->rows.n, 100);
	check_count(&s, "newest 100, back to 19 Nov \xC2\xB7 the service sent the same page twice");
	struct buf words = { 0 };
	assert_true(baskets_append_cursor_loop(&words, s.baskets));
	assert_string_equal(buf_z(&words),
	    "100 read; the service sent the same page twice, older baskets may be missing");
	buf_free(&words);
	assert_int_equal(hostile_count(s.server), 2);
}

TEST(a_failure_keeps_the_rows)
{
	CLEANUP(end) struct set s = { 0 };
	for (size_t i = 1; i <= 4; i++)
		add_failure(&s, i, "?limit=500");
	add_page(&s, 0, "?limit=500", 50, 1, NULL);
	add_page(&s, 0, "?limit=50", 100, 51, "\"c1\"");
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	baskets_request_rows(s.baskets, 100);
	finish_reading(&s);
	assert_int_equal(s.baskets->state, BASKETS_FAILED);
	assert_int_equal(s.baskets->err.kind, ERR_UPSTREAM);
	assert_int_equal(s.baskets->attempt_count, 4);
	assert_int_equal(s.baskets->rows.n, 50);
	assert_int_equal(s.baskets->shown_rows.n, 50);
	check_count(&s, "newest 50, back to 19 Nov \xC2\xB7 the service has more");
	baskets_retry(s.baskets);
	finish_reading(&s);
	assert_int_equal(s.baskets->rows.n, 100);
}

TEST(known_baskets_are_not_listed_twice)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 0, "?limit=500", 60, 1, NULL); /* ten of them repeated */
	add_page(&s, 0, "?limit=50", 100, 51, "\"c1\"");
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	baskets_read_older(s.baskets);
	finish_reading(&s);
	assert_int_equal(s.baskets->rows.n, 100);
}

#define OF(id, email, minute, more)                                                           \
	"{\"id\":\"" id "\",\"created\":\"2026-11-20T10:" minute ":00Z\",\"completed\":" more \
	",\"customerDetails\":{\"email\":\"" email "\"}}"

/* Checks the ids shown in a view, separated by blanks. */
static void
check_shown(struct set *s, const char *line, const char *ids)
{
	struct buf shown = { 0 };
	view(s, line);
	for (size_t i = 0; i < s->baskets->shown_rows.n; i++)
		buf_addf(&shown, "%s%s", i ? " " : "", shown_id(s, i));
	assert_string_equal(buf_z(&shown), ids);
	buf_free(&shown);
}

static void
record(struct set *s, struct contact_log *l, const char *id, enum contact_status status)
{
	struct contact_identifiers who = { 0 };
	struct err err = { 0 };
	basket_row_add_identifiers(&who, baskets_row(s->baskets, str_of(id)));
	assert_true(contact_log_add(l, status, &who, s->clock.fixed_ms, STR_NONE, &err));
	contact_identifiers_free(&who);
	baskets_update_contacts(s->baskets);
}

/* Ann bought after one basket and before another, Bo may have bought, and Cy did not. */
TEST(a_basket_whose_person_bought_later_is_marked)
{
	CLEANUP(end) struct set s = { .n = 1 };
	hostile_json(&s.answers[0],
	    "{\"items\":[" OF("a-3", "a@example.com", "30", "false") "," OF(
		"b-2", "b@example.com", "25", "\"perhaps\"") "," OF("a-2", "A@example.com", "20",
		"true") "," OF("c-1", "c@example.com", "15", "false") "," OF("b-1", "b@example.com",
		"10", "false") "," OF("a-1", "a@example.com", "05", "false") "]}");
	s.rules[0] = (struct hostile_rule){ .answer = buf_str(&s.answers[0]) };
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	assert_int_equal(s.baskets->rows.n, 6);
	assert_int_equal(baskets_row(s.baskets, STR("a-1"))->later_purchase, PURCHASE_CERTAIN);
	assert_int_equal(baskets_row(s.baskets, STR("a-2"))->later_purchase, PURCHASE_NONE);
	assert_int_equal(baskets_row(s.baskets, STR("a-3"))->later_purchase, PURCHASE_NONE);
	assert_int_equal(baskets_row(s.baskets, STR("b-1"))->later_purchase, PURCHASE_MAYBE);
	assert_int_equal(baskets_row(s.baskets, STR("c-1"))->later_purchase, PURCHASE_NONE);
	/* The words of STATUS, as values of a term and as words. */
	check_shown(&s, "baskets status=completed", "a-2");
	check_shown(&s, "baskets status=completed?", "b-2");
	check_shown(&s, "baskets status=bought", "a-1");
	check_shown(&s, "baskets bought?", "b-1");
	check_shown(&s, "baskets completed", "a-2");
	check_shown(&s, "baskets status=none", "a-3 c-1");
	check_shown(&s, "baskets !status=none sort=status", "b-1 a-1 b-2 a-2");
}

/* A word finds the status that a row shows, and a sent link only its own basket. */
TEST(a_status_is_found_by_its_word)
{
	CLEANUP(end) struct set s = { .n = 1 };
	CLEANUP(contact_log_free) struct contact_log l;
	struct err err = { 0 };
	hostile_json(&s.answers[0],
	    "{\"items\":[" OF("a-2", "a@example.com", "30", "false") "," OF("a-1", "a@example.com",
		"20", "false") "," OF("kim", "kim@example.com", "10", "false") "]}");
	s.rules[0] = (struct hostile_rule){ .answer = buf_str(&s.answers[0]) };
	start(&s);
	assert_true(contact_log_init(&l, false, NULL, &err));
	s.baskets->contact_log = &l;
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	check_shown(&s, "baskets sent", "");
	record(&s, &l, "a-1", CONTACT_LINK_SENT);
	check_shown(&s, "baskets sent", "a-1");
	check_shown(&s, "baskets status=sent", "a-1");
	check_shown(&s, "baskets status=none", "kim");
	check_shown(&s, "baskets status=sent-other", "a-2");
	check_shown(&s, "baskets \"sent other\"", "a-2");
	check_shown(&s, "baskets lost", "");
	record(&s, &l, "kim", CONTACT_LOST); /* the view shows it at once */
	assert_int_equal(s.baskets->shown_rows.n, 1);
	check_shown(&s, "baskets kim", "kim");
	/* As it is typed: the start of the word finds nothing. */
	check_shown(&s, "baskets los", "");
	check_shown(&s, "baskets lost", "kim");
	/* The link of another basket, or a note, replaces no earlier outcome. */
	record(&s, &l, "a-2", CONTACT_CALLED);
	check_shown(&s, "baskets status=called", "a-2 a-1");
	record(&s, &l, "a-1", CONTACT_LINK_SENT);
	record(&s, &l, "kim", CONTACT_NOTE_SENT);
	check_shown(&s, "baskets status=called", "a-2");
	check_shown(&s, "baskets status=sent", "a-1");
	check_shown(&s, "baskets status=none", "");
	check_shown(&s, "baskets contacted", "a-2");
	record(&s, &l, "kim", CONTACT_UNWANTED);
	check_shown(&s, "baskets no-contact", "kim");
	s.baskets->contact_log = NULL;
}

TEST(since_is_sent_to_the_service_once)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 0, "?limit=50&createdAfter=2026-11-20T09%3A42%3A00.000Z", 1660, 1650, NULL);
	add_page(&s, 0, "?limit=50", 1660, 1611, "\"c1\"");
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	view(&s, "baskets since=1h");
	finish_reading(&s);
	assert_int_equal(s.baskets->rows.n, 11);
	assert_int_equal(hostile_count(s.server), 2);
	s.clock.fixed_ms += 5000; /* time passes, the terms stay the same */
	view(&s, "baskets since=1h ann");
	view(&s, "baskets since=1h zoe");
	finish_reading(&s);
	assert_int_equal(hostile_count(s.server), 2);
	assert_int_equal(s.baskets->rows.n, 11);
	view(&s, "baskets");
	finish_reading(&s);
	assert_int_equal(s.baskets->rows.n, 50);
}

TEST(reading_can_be_stopped)
{
	CLEANUP(end) struct set s = { 0 };
	s.n++;
	s.rules[0] = (struct hostile_rule){ .path = "/checkout/abandoned?limit=500" };
	add_page(&s, 0, "?limit=50", 100, 51, "\"c1\"");
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	assert_false(baskets_stop(s.baskets));
	baskets_read_older(s.baskets);
	assert_int_equal(s.baskets->state, BASKETS_READING);
	assert_true(baskets_stop(s.baskets));
	assert_int_equal(s.baskets->state, BASKETS_IDLE);
	assert_int_equal(s.baskets->rows.n, 50);
}
