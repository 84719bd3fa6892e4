/* Other token sources: the configuration, a file, or none; with values at the limits. */
#include "client/session.h"
#include "lib/files.h"
#include "lib/test.h"
#include "unit/client/session_told.h"
#include "unit/client/small_loop.h"

#include <string.h>
#include <unistd.h>

enum { FILE_SIZE_MAX = 65536 };

static const char *const a_command[] = { "echo", "tok", NULL }, *const no_command[] = { NULL };

/* A byte that is not allowed in a header makes the token invalid, at any place. */
TEST(a_byte_not_allowed_in_a_header_is_refused)
{
	for (int byte = 0; byte < 256; byte++) {
		const char text[] = { 'a', (char)byte, 'b' };
		auto_buf token = { 0 };
		struct err err;
		write_bytes("token", str_from(text, sizeof(text)), 0600);
		bool read = session_read_file(&token, "token", &err);
		if (read != (byte > 32 && byte < 127))
			fail_msg("byte %d: %s", byte, read ? "taken" : err.text);
		if (!read)
			assert_string_equal(err.text, "token contains more than one token");
	}
}

TEST(a_file_has_at_most_64_kib)
{
	for (size_t n = FILE_SIZE_MAX - 1; n <= FILE_SIZE_MAX + 1; n++) {
		auto_buf text = { 0 }, token = { 0 };
		struct err err = { 0 };
		buf_pad(&text, 'a', n);
		write_bytes("token", buf_str(&text), 0600);
		assert_int_equal(session_read_file(&token, "token", &err), n <= FILE_SIZE_MAX);
		assert_string_equal(
		    err.text, n <= FILE_SIZE_MAX ? "" : "token contains more than one token");
	}
}

/* The file can be opened, but reading it fails. */
TEST(an_unreadable_file_is_reported)
{
	auto_buf token = { 0 };
	struct err err = { 0 };
	assert_false(session_read_file(&token, "/proc/self/mem", &err));
	assert_int_equal(err.kind, ERR_AUTH);
	assert_string_equal(err.text, "/proc/self/mem cannot be read");
}

/* An unusable token is not kept, and the file is read again each time. */
TEST(a_file_is_read_each_time)
{
	CLEANUP(small_loop_free) struct small_loop loop;
	struct token_result told = { 0 };
	small_loop_init(&loop);
	struct session *s = session_new(&loop.io,
	    &(struct session_source){ .token_file = "token", .token_command = no_command });
	write_bytes("token", STR("two words"), 0600);
	for (int i = 1; i <= 2; i++) {
		session_get_token(s, false, on_token, &told);
		assert_int_equal(told.calls, i);
		assert_int_equal(told.err.kind, ERR_AUTH);
		assert_int_equal(told.token.n, 0);
	}
	write_bytes("token", STR("one"), 0600);
	session_get_token(s, false, on_token, &told);
	assert_string_equal(buf_z(&told.token), "one");
	write_bytes("token", STR("another"), 0600);
	session_get_token(s, false, on_token, &told);
	assert_string_equal(buf_z(&told.token), "one");
	session_get_token(s, true, on_token, &told);
	assert_string_equal(buf_z(&told.token), "another");
	assert_int_equal(told.calls, 5);
	session_free(s);
	buf_free(&told.token);
}

/* A given token has precedence over other sources; without any source the token is empty. */
TEST(a_given_token_has_precedence_and_none_is_not_an_error)
{
	static const struct {
		struct session_source source;
		const char *token;
		bool refreshes;
	} cases[] = {
		{ { .token = "given" }, "given", false },
		{ { .token = "given", .token_file = "token" }, "given", false },
		{ { .token = "given", .token_command = a_command }, "given", false },
		{ { .token_file = "token" }, "kept", true },
		{ { .token_command = no_command }, "", false },
		{ { 0 }, "", false },
	};
	write_bytes("token", STR("kept"), 0600);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(small_loop_free) struct small_loop loop;
		struct token_result told = { 0 };
		small_loop_init(&loop);
		struct session *s = session_new(&loop.io, &cases[i].source);
		assert_int_equal(session_can_refresh(s), cases[i].refreshes);
		session_get_token(s, i % 2, on_token, &told);
		session_get_token(s, true, on_token, &told);
		assert_int_equal(told.calls, 2);
		assert_int_equal(told.err.kind, ERR_NONE);
		assert_string_equal(buf_z(&told.token), cases[i].token);
		session_free(s);
		buf_free(&told.token);
	}
}

TEST(a_command_can_be_run_again)
{
	CLEANUP(small_loop_free) struct small_loop loop;
	small_loop_init(&loop);
	struct session *s = session_new(
	    &loop.io, &(struct session_source){ .token_command = a_command });
	assert_true(session_can_refresh(s));
	session_free(s);
}

/* A whole token is recognized from four characters on; a part of it must have twenty. */
TEST(a_short_token_is_found_from_four_characters_on)
{
	for (size_t n = 1; n <= 22; n++) {
		CLEANUP(small_loop_free) struct small_loop loop;
		auto_buf token = { 0 }, text = { 0 };
		small_loop_init(&loop);
		for (size_t i = 0; i < n; i++)
			buf_addc(&token, (char)('a' + i));
		buf_addf(&text, "not %s here", buf_z(&token));
		struct session *s = session_new(
		    &loop.io, &(struct session_source){ .token = buf_z(&token) });
		assert_int_equal(session_text_has_token(s, buf_str(&text)), n >= 4);
		assert_int_equal(
		    session_text_has_token(s, str_sub(buf_str(&token), 1, n - 1)), n >= 21);
		session_free(s);
	}
}
