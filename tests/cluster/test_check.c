/* The judge itself, tested with histories made by hand: it accepts the good ones, and reports
 * each violation by its kind and no other. */
#include "cluster/judge.h"
#include "lib/test.h"

#include <stdio.h>

#define WHOLE "audit whole\n"
#define LINK_A "op a 10 20 link i1 o1 ok r1 200\n"
#define DONE_A "effect 3 1 a linkExternalIdentity o1 done\n"
#define SET_S(name, start, end) "op " name " " start " " end " set s1 " name " ok 77 200\n"
#define DONE_S(seq, name) "effect 0 " seq " " name " bulkUpdateCatalog 1 done\n"
#define ITEMS(a, b) "item s1 0 " a "\nitem s1 1 " b "\n"

struct history {
	const char *what, *text;
	int wrong; /* WRONGS: no violation */
};

static const struct history histories[] = {
	/* ---- good histories ---- */
	{ "a link that stays", WHOLE LINK_A DONE_A "link i1 o1 r1\n", WRONGS },
	{ "linked, unlinked, linked by another",
	    WHOLE LINK_A DONE_A "op b 30 40 unlink i1 o1 ok 5 200\n"
				"effect 3 2 b unlinkExternalIdentity o1 undone\n"
				"op c 50 60 link i1 o2 ok r2 200\n"
				"effect 3 3 c linkExternalIdentity o2 done\nlink i1 o2 r2\n",
	    WRONGS },
	{ "no answer, and it happened",
	    WHOLE "op a 10 20 link i1 o1 unknown - 0\n" DONE_A "link i1 o1 r1\n", WRONGS },
	{ "no answer, and it did not happen", WHOLE "op a 10 20 link i1 o1 unknown - 504\n",
	    WRONGS },
	{ "no answer, and it happened long after",
	    WHOLE "op a 10 20 set s1 a unknown - 0\n" SET_S("b", "30", "40") DONE_S("1", "b")
		DONE_S("2", "a") "read s1 50 60 b\nread s1 70 80 a\n" ITEMS("a", "a"),
	    WRONGS },
	{ "failed, and it did not happen", WHOLE "op a 10 20 link i1 o1 failed - 502\n", WRONGS },
	{ "asked again with its key",
	    WHOLE "op a 10 20 link i1 o1 unknown - 0\n"
		  "op a 30 40 link i1 o1 ok r1 200\nop a 50 60 link i1 o1 ok r1 200\n" DONE_A
		  "link i1 o1 r1\n",
	    WRONGS },
	{ "refused to another, whose links overlap",
	    WHOLE LINK_A DONE_A "op b 12 15 link i1 o2 refused - 409\n"
				"op c 12 15 unlink i1 o2 refused - 404\n"
				"op d 30 35 unlink i1 o2 refused - 403\nlink i1 o1 r1\n",
	    WRONGS },
	{ "linked again by the same owner: the same record",
	    WHOLE LINK_A DONE_A "op b 30 40 link i1 o1 ok r1 200\n"
				"effect 3 2 b linkExternalIdentity o1 unchanged\nlink i1 o1 r1\n",
	    WRONGS },
	{ "reads beside a write see the one or the other",
	    WHOLE SET_S("a", "10", "30") DONE_S("1", "a") "read s1 5 12 none\nread s1 11 20 a\n"
							  "read s1 31 40 a\n" ITEMS("a", "a"),
	    WRONGS },
	{ "walks", WHOLE LINK_A DONE_A "link i1 o1 r1\nwalk 1 2 whole 3\n", WRONGS },
	/* ---- bad histories ---- */
	{ "acknowledged and not there", WHOLE LINK_A, WRONG_LOST },
	{ "acknowledged, in the audit alone", WHOLE LINK_A DONE_A, WRONG_END },
	{ "the end of a set is another one",
	    WHOLE SET_S("a", "10", "20") DONE_S("1", "a") ITEMS("none", "none"), WRONG_END },
	{ "a link that nobody made", WHOLE "link i1 o1 r1\n", WRONG_END },
	{ "another record than was answered", WHOLE LINK_A DONE_A "link i1 o1 r2\n", WRONG_END },
	{ "done twice under one key",
	    WHOLE "op a 10 20 set s1 a unknown - 0\nop a 30 40 set s1 a ok 7 200\n" DONE_S("1", "a")
		DONE_S("2", "a") ITEMS("a", "a"),
	    WRONG_TWICE },
	{ "said to have failed, and done",
	    WHOLE "op a 10 20 set s1 a failed - 502\n" DONE_S("1", "a") ITEMS("a", "a"),
	    WRONG_DONE },
	{ "refused, and done",
	    WHOLE LINK_A DONE_A "op b 30 40 unlink i1 o1 ok 5 200\n"
				"effect 3 2 b unlinkExternalIdentity o1 undone\n"
				"op c 25 45 link i1 o2 refused - 409\n"
				"effect 3 3 c linkExternalIdentity o2 done\nlink i1 o2 r9\n",
	    WRONG_DONE },
	{ "another answer to the same key",
	    WHOLE LINK_A DONE_A "op a 30 40 link i1 o1 ok r2 200\nlink i1 o1 r1\n", WRONG_ANSWER },
	{ "an entry of nobody's", WHOLE LINK_A DONE_A DONE_S("1", "x") "link i1 o1 r1\n",
	    WRONG_STRANGER },
	{ "an entry about another owner",
	    WHOLE LINK_A "effect 3 1 a linkExternalIdentity o2 done\nlink i1 o1 r1\n",
	    WRONG_STRANGER },
	{ "an order that the clock forbids",
	    WHOLE SET_S("a", "10", "20") SET_S("b", "30", "40") DONE_S("2", "a") DONE_S("1", "b")
		ITEMS("a", "a"),
	    WRONG_ORDER },
	{ "two lanes for one thing",
	    WHOLE SET_S("a", "10", "20") SET_S("b", "30", "40")
		DONE_S("1", "a") "effect 1 2 b bulkUpdateCatalog 1 done\n" ITEMS("b", "b"),
	    WRONG_ORDER },
	{ "a second owner",
	    WHOLE LINK_A DONE_A "op b 30 40 link i1 o2 ok r2 200\n"
				"effect 3 2 b linkExternalIdentity o2 done\nlink i1 o2 r2\n",
	    WRONG_REGISTER },
	{ "unlinked where it was not linked",
	    WHOLE LINK_A DONE_A "op b 30 40 unlink i1 o2 ok 5 200\n"
				"effect 3 2 b unlinkExternalIdentity o2 done\n",
	    WRONG_REGISTER },
	{ "unchanged, but it is another's",
	    WHOLE LINK_A DONE_A "op b 30 40 link i1 o2 ok r1 200\n"
				"effect 3 2 b linkExternalIdentity o2 unchanged\nlink i1 o1 r1\n",
	    WRONG_REGISTER },
	{ "refused as in use when it was not",
	    WHOLE "op b 1 5 link i1 o2 refused - 409\n" LINK_A DONE_A "link i1 o1 r1\n",
	    WRONG_REFUSAL },
	{ "refused as never linked when it was",
	    WHOLE LINK_A DONE_A "op b 30 40 unlink i1 o1 refused - 404\nlink i1 o1 r1\n",
	    WRONG_REFUSAL },
	{ "refused for no reason that there is", WHOLE "op b 30 40 link i1 o1 refused - 401\n",
	    WRONG_REFUSAL },
	{ "read too early",
	    WHOLE SET_S("a", "10", "20") DONE_S("1", "a") "read s1 5 9 a\n" ITEMS("a", "a"),
	    WRONG_READ },
	{ "read what was long gone",
	    WHOLE SET_S("a", "10", "20") SET_S("b", "30", "40") DONE_S("1", "a")
		DONE_S("2", "b") "read s1 41 42 a\n" ITEMS("b", "b"),
	    WRONG_READ },
	{ "read half",
	    WHOLE SET_S("a", "10", "20") DONE_S("1", "a") "read s1 12 18 mixed\n" ITEMS("a", "a"),
	    WRONG_HALF },
	{ "left half", WHOLE SET_S("a", "10", "20") DONE_S("1", "a") ITEMS("a", "none"),
	    WRONG_END },
	{ "a walk that missed one", WHOLE LINK_A DONE_A "link i1 o1 r1\nwalk 1 2 wrong 0\n",
	    WRONG_WALK },
	{ "a broken audit", "audit broken\n" LINK_A DONE_A "link i1 o1 r1\n", WRONG_AUDIT },
	{ "no word of the audit", LINK_A DONE_A "link i1 o1 r1\n", WRONG_AUDIT },
	{ "a line that was cut off", WHOLE LINK_A DONE_A "link i1 o1 r1\nop b 30 4", WRONG_LINE },
};

TEST(each_history_is_judged_correctly)
{
	for (size_t i = 0; i < sizeof(histories) / sizeof(*histories); i++) {
		CLEANUP(verdict_free) struct verdict v;
		judge(str_of(histories[i].text), &v);
		for (int k = 0; k < WRONGS; k++)
			if (v.counts[k] != (size_t)(k == histories[i].wrong))
				fail_msg("%s: %zu %s\n%s", histories[i].what, v.counts[k],
				    wrong_words[k], buf_z(&v.examples));
	}
}

TEST(every_kind_of_fault_has_a_history)
{
	bool told[WRONGS + 1] = { false };
	for (size_t i = 0; i < sizeof(histories) / sizeof(*histories); i++)
		told[histories[i].wrong] = true;
	for (int k = 0; k <= WRONGS; k++)
		assert_true(told[k]);
}

TEST(the_longest_time_without_a_write_is_reported_by_kind)
{
	CLEANUP(verdict_free) struct verdict v;
	judge(STR(WHOLE SET_S("a", "900000", "1000000") SET_S("b", "1500000", "2000000")
		      SET_S("c", "2100000", "7000000") SET_S("d", "7000001", "9500000")
			  DONE_S("1", "a") DONE_S("2", "b") DONE_S("3", "c") DONE_S("4", "d")
			      ITEMS("d", "d") "fault kill 1 2500000\nfault cut 1 8000000\n"),
	    &v);
	assert_int_equal(verdict_wrongs(&v), 0);
	assert_int_equal(v.longest_us, 5000000);
	assert_string_equal(buf_z(&v.faults),
	    "kill, 1 times: at most 5.0 s without an acknowledged write\n"
	    "cut, 1 times: at most 2.5 s without an acknowledged write\n");
}
