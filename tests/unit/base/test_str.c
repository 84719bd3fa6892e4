/* Borrowed texts, growable buffers and arenas. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/vec.h"
#include "lib/test.h"
#include <stdio.h>
#include <string.h>

TEST(substrings_are_clipped)
{
	struct str s = STR("hello");
	assert_true(str_eqz(str_sub(s, 1, 3), "ell"));
	assert_true(str_eqz(str_sub(s, 3, 99), "lo"));
	assert_int_equal(str_sub(s, 9, 1).n, 0);
	assert_int_equal(str_sub(STR_NONE, 0, 5).n, 0);
	assert_true(str_eqz(str_trim(STR(" \t a b\r\n")), "a b"));
	assert_int_equal(str_trim(STR(" \n")).n, 0);
}

TEST(cut_texts_end_with_a_whole_letter)
{
	assert_true(str_eqz(str_head(STR("hello"), 3), "hel"));
	assert_true(str_eqz(str_head(STR("hi"), 2), "hi"));
	assert_int_equal(str_head(STR("hi"), 0).n, 0);
	assert_int_equal(str_head(STR_NONE, 3).n, 0);
	assert_true(str_eqz(str_head(STR("a\303\244b"), 2), "a"));
	assert_true(str_eqz(str_head(STR("a\303\244b"), 3), "a\303\244"));
	assert_true(str_eqz(str_head(STR("\360\237\221\215b"), 3), ""));
	assert_true(str_eqz(str_head(STR("\200\200\200\200\200\200"), 5), "\200\200\200\200\200"));
	assert_true(str_eqz(str_tail(STR("hello"), 3), "llo"));
	assert_true(str_eqz(str_tail(STR("hi"), 3), "hi"));
	assert_int_equal(str_tail(STR("hi"), 0).n, 0);
	assert_int_equal(str_tail(STR_NONE, 3).n, 0);
	assert_true(str_eqz(str_tail(STR("\303\244\303\266\303\274"), 2), "\303\266\303\274"));
	assert_true(str_eqz(
	    str_tail(STR("a\342\202\254\360\237\221\215"), 2), "\342\202\254\360\237\221\215"));
	assert_true(str_eqz(str_tail(STR("\200\200\200\200\200"), 2), "\200\200"));
	assert_true(str_eqz(str_tail(STR("ab\377\376"), 3), "b\377\376"));
}

TEST(finds_and_compares)
{
	assert_int_equal(str_find(STR("banana"), STR("nan")), 2);
	assert_true(str_find(STR("banana"), STR("nab")) == SIZE_MAX);
	assert_int_equal(str_find(STR("x"), STR("")), 0);
	assert_true(str_find(STR("ab"), STR("abc")) == SIZE_MAX);
	assert_int_equal(str_find_char(STR("a=b=c"), '='), 1);
	assert_true(str_cmp(STR("a"), STR("ab")) < 0);
	assert_true(str_cmp(STR("\xFF"), STR("a")) > 0);
	assert_int_equal(str_cmp(STR("a"), STR("a")), 0);
	assert_true(str_eq_nocase(STR("E-Mail"), STR("e-mAIL")));
	assert_false(str_eq_nocase(STR("a"), STR("ab")));
	assert_true(str_starts(STR("abc"), STR("ab")));
	assert_false(str_starts(STR("a"), STR("ab")));
	assert_true(str_ends(STR("abc"), STR("bc")));
	assert_false(str_ends(STR("c"), STR("bc")));
}

TEST(pieces_are_split_off_one_by_one)
{
	struct str rest = STR("a,,b"), piece;
	assert_true(str_next(&rest, ',', &piece) && str_eqz(piece, "a"));
	assert_true(str_next(&rest, ',', &piece) && piece.n == 0);
	assert_true(str_next(&rest, ',', &piece) && str_eqz(piece, "b"));
	assert_false(str_next(&rest, ',', &piece));
	assert_true(str_has_word(STR("read write"), STR("write")));
	assert_true(str_has_word(STR("read write"), STR("read")));
	assert_false(str_has_word(STR("read write"), STR("rea")));
	assert_false(str_has_word(STR_NONE, STR("read")));
}

TEST(integers_are_parsed_whole)
{
	static const char *const bad[] = { "", " 1", "1 ", "1x", "0x10", "9223372036854775808",
		"-9223372036854775809", "1e3", "-", "\xD9\xA1" };
	int64_t n = 7;
	assert_true(str_to_int64(STR("9223372036854775807"), &n) && n == INT64_MAX);
	assert_true(str_to_int64(STR("-9223372036854775808"), &n) && n == INT64_MIN);
	assert_true(str_to_int64(STR("0"), &n) && n == 0);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		if (str_to_int64(str_of(bad[i]), &n))
			fail_msg("\"%s\" was taken for %lld", bad[i], (long long)n);
}

TEST(distances_count_edits)
{
	assert_int_equal(str_distance(STR("fields"), STR("fields")), 0);
	assert_int_equal(str_distance(STR("feilds"), STR("fields")), 1); /* two letters swapped */
	assert_int_equal(str_distance(STR("tag"), STR("tags")), 1);
	assert_int_equal(str_distance(STR("kitten"), STR("sitting")), 3);
	assert_int_equal(str_distance(STR(""), STR("abc")), 3);
}

/* Texts of all lengths that differ in one bit, by several keys: all hashes are different. */
TEST(hashes_differ)
{
	static const uint64_t keys[] = { 0, 1, UINT64_MAX, UINT64_C(0x0123456789ABCDEF) };
	char text[40] = { 0 };
	for (size_t k = 0; k < sizeof(keys) / sizeof(*keys); k++) {
		uint64_t seen[sizeof(text) * 41 * 8 / 2];
		size_t n = 0;
		for (size_t len = 0; len < sizeof(text); len++) {
			seen[n++] = str_hash(str_from(text, len), keys[k]);
			for (size_t bit = 0; bit < len * 8; bit++) {
				text[bit / 8] ^= (char)(1 << bit % 8);
				seen[n++] = str_hash(str_from(text, len), keys[k]);
				text[bit / 8] ^= (char)(1 << bit % 8);
			}
		}
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < i; j++)
				assert_true(seen[i] != seen[j]);
	}
}

TEST(bufs_grow_and_stop_at_their_limit)
{
	struct buf b = { 0 }, small = { .max = 4 };
	for (int i = 0; i < 1000; i++)
		buf_addf(&b, "%d,", i);
	assert_true(str_starts(buf_str(&b), STR("0,1,2,")));
	assert_true(str_ends(buf_str(&b), STR(",999,")));
	assert_int_equal(strlen(buf_z(&b)), b.n);
	buf_addz(&small, "abc");
	assert_false(small.overflowed);
	buf_addz(&small, "def");
	assert_true(small.overflowed);
	assert_true(small.n <= 4);
	buf_free(&small);
	char *text = buf_detach(&b);
	assert_int_equal(b.n, 0);
	assert_memory_equal(text, "0,1,2,", 6);
	x_free(text);
	buf_free(&b);
}

/* Whatever capacity a buf has left: less than, exactly, or more than the text with its NUL
 * needs. */
TEST(formats_fit_any_remaining_capacity)
{
	for (size_t before = 0; before < 130; before++) {
		auto_buf b = { 0 };
		buf_pad(&b, 'x', before);
		buf_addf(&b, "%s %d", "seven", 42);
		assert_int_equal(b.n, before + 8);
		assert_string_equal(buf_z(&b) + before, "seven 42");
	}
	auto_buf full = { .max = 10 };
	buf_addf(&full, "%s", "ten bytes.");
	buf_addf(&full, "%d", 1);
	assert_true(full.overflowed);
	assert_true(str_eqz(buf_str(&full), "ten bytes."));
}

TEST(an_empty_buf_can_be_detached_as_text)
{
	struct buf b = { 0 };
	char *text = buf_detach(&b);
	assert_non_null(text);
	assert_string_equal(text, "");
	x_free(text);
}

TEST(arenas_keep_their_allocations)
{
	auto_arena a = { 0 };
	struct str texts[500];
	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < 500; i++)
			texts[i] = arena_printf(&a, "text number %zu", i);
		char *big = arena_alloc(&a, 1 << 20);
		assert_int_equal(big[(1 << 20) - 1], 0);
		memset(big, 'x', 1 << 20);
		for (size_t i = 0; i < 500; i++) {
			char want[32];
			snprintf(want, sizeof(want), "text number %zu", i);
			assert_true(str_eqz(texts[i], want));
			assert_int_equal(texts[i].p[texts[i].n], 0);
		}
		arena_reset(&a);
		assert_int_equal(a.used, 0);
	}
	assert_null(arena_str(&a, STR_NONE).p);
	assert_non_null(arena_str(&a, STR("")).p);
	uint64_t *numbers = arena_array(&a, uint64_t, 3);
	assert_int_equal((uintptr_t)numbers % 8, 0);
	assert_int_equal(numbers[2], 0);
}

TEST(arrays_keep_their_order)
{
	VEC(int) v = { 0 };
	for (int i = 0; i < 100; i++)
		vec_push(&v, i);
	vec_remove(&v, 0);
	vec_remove(&v, 50);
	assert_int_equal(v.n, 98);
	assert_int_equal(v.v[0], 1);
	assert_int_equal(v.v[50], 52);
	vec_free(&v);
	assert_null(v.v);
}

TEST(errors_have_their_kind)
{
	static const struct {
		int http;
		enum err_kind kind;
	} cases[] = { { 200, ERR_NONE }, { 204, ERR_NONE }, { 304, ERR_NONE }, { 400, ERR_INVALID },
		{ 401, ERR_AUTH }, { 403, ERR_DENIED }, { 404, ERR_NOT_FOUND },
		{ 409, ERR_CONFLICT }, { 412, ERR_CONFLICT }, { 413, ERR_INVALID },
		{ 422, ERR_INVALID }, { 429, ERR_UPSTREAM }, { 500, ERR_UPSTREAM },
		{ 502, ERR_UPSTREAM }, { 503, ERR_UPSTREAM } };
	struct err e;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (err_kind_of_status(cases[i].http) != cases[i].kind)
			fail_msg("%d", cases[i].http);
	assert_false(err_set_with_field(&e, ERR_INVALID, "limit", "limit is %d", 0));
	assert_string_equal(e.faulty_field, "limit");
	err_prefix(&e, "page %d", 2);
	assert_string_equal(e.text, "page 2: limit is 0");
}

/* At every position in texts of every length, next to texts that match only at their start or
 * end. */
TEST(needles_are_found_at_any_position)
{
	char text[64];
	for (size_t n = 1; n <= sizeof(text); n++)
		for (size_t size = 1; size <= n && size <= 20; size++)
			for (size_t at = 0; at + size <= n; at++) {
				memset(text, 'x', n);
				memset(text + at, 'b', size);
				text[at] = 'a';
				text[at + size - 1] = size > 1 ? 'c' : 'a';
				struct str whole = str_from(text, n),
					   needle = str_sub(whole, at, size);
				assert_int_equal(str_find(whole, needle), at);
				text[at] = 'x';
				assert_true(str_find(whole, STR("ax")) == SIZE_MAX);
			}
	memset(text, 'a', sizeof(text));
	assert_int_equal(str_find(str_from(text, 64), STR("aaaaaaaaaaaaaaaaaaaa")), 0);
	assert_true(str_find(str_from(text, 64), STR("aaaaaaaaaaaaaaaaaaab")) == SIZE_MAX);
	text[40] = 0;
	assert_int_equal(str_find(str_from(text, 64), (struct str){ "\0a", 2 }), 40);
}
