/* Whether this console may write: how long, why not, and the texts that show it. */
#include "lib/test.h"
#include "ui/journal/write_session.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

static const int64_t minute = 60000;

/* 20 November 2026, 18:02 UTC */
static const int64_t now = 1795197720000;

static void
expect_words(const struct write_lock *l, int64_t at, const char *want)
{
	auto_buf words = { 0 };
	write_lock_append_state(&words, l, at, true);
	assert_string_equal(buf_z(&words), want);
}

TEST(the_lock_is_open_for_ten_minutes)
{
	CLEANUP(write_lock_free) struct write_lock l = { 0 };
	assert_false(write_lock_is_open(&l, now));
	expect_words(&l, now, "locked");
	write_lock_open(&l, STR("INC-4711 purchaser asked"), now);
	assert_true(write_lock_is_open(&l, now));
	assert_true(write_lock_is_open(&l, now + 10 * minute - 1));
	expect_words(&l, now + minute, "unlocked until 18:12 (INC-4711)");
	assert_false(write_lock_is_open(&l, now + 10 * minute));
	expect_words(&l, now + 10 * minute, "locked");
}

/* Unlocking again within the time changes neither the end nor the reason. */
TEST(unlocking_again_changes_nothing)
{
	CLEANUP(write_lock_free) struct write_lock l = { 0 };
	write_lock_open(&l, STR("INC-1"), now);
	write_lock_open(&l, STR("INC-2"), now + 9 * minute);
	expect_words(&l, now + 9 * minute, "unlocked until 18:12 (INC-1)");
	write_lock_open(&l, STR("INC-3"), now + 11 * minute);
	expect_words(&l, now + 11 * minute, "unlocked until 18:23 (INC-3)");
	write_lock_close(&l);
	assert_false(write_lock_is_open(&l, now + 11 * minute));
	assert_int_equal(l.reason.n, 0);
}

TEST(a_read_only_lock_never_opens)
{
	CLEANUP(write_lock_free) struct write_lock l = { .read_only = true };
	write_lock_open(&l, STR("INC-4711"), now);
	assert_false(write_lock_is_open(&l, now));
	expect_words(&l, now, "read-only");
}

TEST(a_reason_is_shown_by_its_first_word)
{
	static const char *const cases[][2] = {
		{ "", "unlocked until 18:12" },
		{ "INC-4711", "unlocked until 18:12 (INC-4711)" },
		{ "because he asked", "unlocked until 18:12 (because)" },
		{ "INC-4711-0815-4712", "unlocked until 18:12 (INC-4711-08\xE2\x80\xA6)" },
		{ "\033[2J x", "unlocked until 18:12 (\\e[2J)" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(write_lock_free) struct write_lock l = { 0 };
		write_lock_open(&l, str_of(cases[i][0]), now);
		expect_words(&l, now, cases[i][1]);
	}
}

TEST(the_obstacle_is_named)
{
	assert_null(write_lock_why_not(&(struct write_lock){ 0 }));
	assert_string_equal(write_lock_why_not(&(struct write_lock){ .read_only = true }),
	    "Read-only: nothing is written to the service");
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
