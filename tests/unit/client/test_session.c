/* Sources of tokens: private files, commands, and a new token after a 401. */
#include "client/client.h"
#include "client/session.h"
#include "client/url.h"
#include "lib/hostile.h"
#include "lib/test.h"
#include "unit/client/made_token.h"
#include "unit/client/session_told.h"
#include "unit/client/small_loop.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
write_file(const char *path, const char *text, mode_t mode)
{
	unlink(path);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	assert_int_equal(fchmod(fd, mode), 0);
	close(fd);
}

TEST(a_private_file_is_read_and_trimmed)
{
	auto_buf token = { 0 };
	struct err err;
	write_file("token", "  abc.def\n\n", 0600);
	assert_true(session_read_file(&token, "token", &err));
	assert_string_equal(buf_z(&token), "abc.def");
	buf_reset(&token);
	write_file("token", "abc", 0400);
	assert_true(session_read_file(&token, "token", &err));
	buf_reset(&token);
	write_file("token", " \n", 0600);
	assert_false(session_read_file(&token, "token", &err));
	assert_string_equal(err.text, "token is empty");
}

TEST(files_of_the_wrong_type_are_refused)
{
	auto_buf token = { 0 };
	struct err err;
	unlink("link");
	assert_int_equal(symlink("nowhere", "link"), 0);
	assert_false(session_read_file(&token, "link", &err));
	assert_non_null(strstr(err.text, "link is a broken symbolic link"));
	assert_false(session_read_file(&token, ".", &err));
	assert_false(session_read_file(&token, "missing", &err));
	unlink("pipe");
	assert_int_equal(mkfifo("pipe", 0600), 0);
	assert_false(session_read_file(&token, "pipe", &err)); /* does not block on a pipe */
	write_file("token", " \n", 0600);
	buf_reset(&token);
	assert_false(session_read_file(&token, "token", &err));
	write_file("token", "two\nlines", 0600);
	buf_reset(&token);
	assert_false(session_read_file(&token, "token", &err));
}

TEST(a_file_over_64_kib_is_refused)
{
	auto_buf big = { 0 }, token = { 0 };
	struct err err;
	buf_pad(&big, 'a', 70000);
	write_file("token", buf_z(&big), 0600);
	assert_false(session_read_file(&token, "token", &err));
}

/* ---- getting a token ---- */

static void
get_token(const struct session_source *source, struct token_result *told)
{
	CLEANUP(small_loop_free) struct small_loop loop;
	*told = (struct token_result){ 0 };
	small_loop_init(&loop);
	struct session *s = session_new(&loop.io, source);
	session_get_token(s, false, on_token, told);
	assert_true(small_loop_until(&loop, has_token_result, told, 20000));
	session_free(s);
}

TEST(commands_supply_tokens)
{
	static const char *const plain[] = { "printf", "%s", "abc.def\n", NULL };
	static const char *const object[] = { "printf", "%s", "{\"access_token\":\"x.y\",\"n\":1}",
		NULL };
	struct token_result told;
	get_token(&(struct session_source){ .token_command = plain }, &told);
	assert_string_equal(buf_z(&told.token), "abc.def");
	buf_free(&told.token);
	get_token(&(struct session_source){ .token_command = object }, &told);
	assert_string_equal(buf_z(&told.token), "x.y");
	buf_free(&told.token);
}

TEST(failing_commands_are_reported)
{
	static const char *const nothing[] = { "true", NULL },
				 *const failing[] = { "sh", "-c", "echo abc; exit 3", NULL },
				 *const missing[] = { "no-such-program-here", NULL };
	static const char *const lines[] = { "printf", "a\\nb", NULL };
	static const char *const *const all[] = { nothing, failing, missing, lines };
	for (size_t i = 0; i < 4; i++) {
		struct token_result told;
		get_token(&(struct session_source){ .token_command = all[i] }, &told);
		assert_int_equal(told.err.kind, ERR_AUTH);
		assert_int_equal(told.token.n, 0);
		assert_non_null(strstr(told.err.text, all[i][0]));
		assert_null(strstr(told.err.text, "abc"));
		buf_free(&told.token);
	}
}

/* After its output is complete the command may do more: it is waited for, not killed. */
TEST(a_command_can_run_on_after_its_output)
{
	static const char *const slow[] = { "sh", "-c",
		"printf abc.def; exec >&-; sleep 0.05; exit 0", NULL };
	struct token_result told;
	get_token(&(struct session_source){ .token_command = slow }, &told);
	assert_string_equal(buf_z(&told.token), "abc.def");
	buf_free(&told.token);
}

static int
lowest_free(void)
{
	int fd = dup(0);
	assert_true(fd >= 0);
	close(fd);
	return fd;
}

TEST(a_missing_command_leaks_no_descriptor)
{
	static const char *const missing[] = { "no-such-program-here", NULL };
	struct token_result told;
	int before = lowest_free();
	get_token(&(struct session_source){ .token_command = missing }, &told);
	assert_int_equal(told.err.kind, ERR_AUTH);
	assert_int_equal(lowest_free(), before);
	buf_free(&told.token);
}

TEST(concurrent_callers_share_one_response)
{
	static const char *const counting[] = { "sh", "-c", "echo x >>asked; echo tok", NULL };
	CLEANUP(small_loop_free) struct small_loop loop;
	struct token_result one = { 0 }, two = { 0 }, gone = { 0 };
	auto_buf asked = { 0 };
	unlink("asked");
	small_loop_init(&loop);
	struct session *s = session_new(
	    &loop.io, &(struct session_source){ .token_command = counting });
	session_get_token(s, false, on_token, &one);
	session_get_token(s, false, on_token, &gone);
	session_get_token(s, false, on_token, &two);
	session_cancel_waiter(s, &gone);
	assert_true(small_loop_until(&loop, has_token_result, &two, 20000));
	assert_int_equal(one.calls, 1);
	assert_int_equal(gone.calls, 0);
	assert_string_equal(buf_z(&two.token), "tok");
	session_get_token(s, false, on_token, &two); /* from memory */
	assert_int_equal(two.calls, 2);
	session_free(s);
	FILE *f = fopen("asked", "r");
	assert_non_null(f);
	asked.n = fread(buf_reserve(&asked, 100), 1, 100, f);
	fclose(f);
	assert_int_equal(asked.n, 2);
	buf_free(&one.token);
	buf_free(&two.token);
}

/* The clock is moved instead of waiting: ten seconds, not a hundred. */
TEST(a_hanging_command_is_killed_after_ten_seconds)
{
	static const char *const hanging[] = { "sh", "-c", "echo $$ >pid; exec sleep 1000", NULL };
	CLEANUP(small_loop_free) struct small_loop loop;
	struct token_result told = { 0 };
	int64_t latest = 0;
	unlink("pid");
	small_loop_init(&loop);
	struct session *s = session_new(
	    &loop.io, &(struct session_source){ .token_command = hanging });
	int64_t before = clock_ticks();
	session_get_token(s, false, on_token, &told);
	int64_t after = clock_ticks();
	assert_true(small_loop_until(&loop, has_written, NULL, 20000));
	for (size_t i = 0; i < loop.timers.n; i++)
		if (loop.timers.v[i].due > latest)
			latest = loop.timers.v[i].due;
	assert_true(latest >= before + 10000 && latest <= after + 10000);
	assert_int_equal(told.calls, 0);
	for (size_t i = 0; i < loop.timers.n; i++)
		loop.timers.v[i].due = 0;
	assert_true(small_loop_until(&loop, has_token_result, &told, 20000));
	assert_int_equal(told.err.kind, ERR_AUTH);
	assert_string_equal(told.err.text, "sh did not respond within 10 s");
	assert_true(small_loop_until(&loop, is_dead, NULL, 20000));
	session_free(s);
}

TEST(a_command_with_endless_output_is_killed)
{
	static const char *const chatter[] = { "sh", "-c", "echo $$ >pid; exec yes", NULL };
	CLEANUP(small_loop_free) struct small_loop loop;
	struct token_result told = { 0 };
	unlink("pid");
	small_loop_init(&loop);
	struct session *s = session_new(
	    &loop.io, &(struct session_source){ .token_command = chatter });
	session_get_token(s, false, on_token, &told);
	assert_true(small_loop_until(&loop, has_token_result, &told, 20000));
	assert_int_equal(told.err.kind, ERR_AUTH);
	assert_int_equal(told.token.n, 0);
	assert_true(small_loop_until(&loop, is_dead, NULL, 20000));
	session_free(s);
}

/* A long part of the token counts like all of it; a few characters, which any text may share, do
 * not. */
TEST(a_token_is_found_whole_and_in_part)
{
	static const char token[] = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYXJhIn0.c2ln";
	CLEANUP(small_loop_free) struct small_loop loop;
	struct token_result told = { 0 };
	small_loop_init(&loop);
	struct session *s = session_new(&loop.io, &(struct session_source){ .token = token });
	session_get_token(s, false, on_token, &told);
	for (size_t n = 0; n < sizeof(token); n++)
		for (size_t from = 0; from + n < sizeof(token); from++)
			assert_int_equal(
			    session_text_has_token(s, str_from(token + from, n)), n >= 20);
	assert_false(session_text_has_token(s, STR("eyJhbGciOiJIUzI1NiJ and so on")));
	session_free(s);
	s = session_new(&loop.io, &(struct session_source){ .token = "t.o.k" });
	session_get_token(s, false, on_token, &told);
	assert_true(session_text_has_token(s, STR("not t.o.k here")));
	assert_false(session_text_has_token(s, STR("not t.o. here")));
	session_free(s);
	s = session_new(&loop.io, &(struct session_source){ .token = "xyz" });
	session_get_token(s, false, on_token, &told);
	assert_false(session_text_has_token(s, STR("the letters xyz")));
	session_free(s);
	buf_free(&told.token);
}

/* ---- after a 401 ---- */

/* The first token is refused; the command's next output is used. */
TEST(a_401_asks_the_command_once_more)
{
	static const char *const next[] = { "sh", "-c", "echo x >>turns; wc -l <turns | tr -d ' '",
		NULL };
	auto_buf no = { 0 }, yes = { 0 }, header = { 0 };
	hostile_answer(
	    &no, 401, "", STR("{\"code\":\"expired_token\",\"message\":\"token expired\"}"));
	hostile_json(&yes, "{\"items\":[]}");
	for (int round = 0; round < 2; round++) {
		const struct hostile_rule rules[] = { { .nth = round ? 0 : 1,
							  .answer = buf_str(&no) },
			{ .answer = buf_str(&yes) } };
		auto_hostile *server = hostile_start(rules, 2);
		struct client_config config = { .base_url = hostile_url(server),
			.wire_names = wire_names_default(),
			.token_source = { .token_command = next } };
		CLEANUP(small_loop_free) struct small_loop loop;
		struct token_result told = { 0 };
		unlink("turns");
		small_loop_init(&loop);
		struct client *client = client_new(&config, &loop.io);
		client_read(client, ENDPOINT_BASKETS, STR(""), on_page, &told);
		assert_true(small_loop_until(&loop, has_token_result, &told, 20000));
		assert_int_equal(told.err.kind, round ? ERR_AUTH : ERR_NONE);
		assert_int_equal(hostile_count(server), 2);
		buf_reset(&header);
		assert_true(hostile_header(hostile_request(server, 1), "Authorization", &header));
		assert_string_equal(buf_z(&header), "Bearer 2");
		client_free(client);
	}
}

TEST(a_given_token_with_a_newline_is_not_sent)
{
	struct token_result told;
	get_token(&(struct session_source){ .token = "abc\r\nX-Evil: 1" }, &told);
	assert_int_equal(told.err.kind, ERR_AUTH);
	assert_int_equal(told.token.n, 0);
	buf_free(&told.token);
}

/* ---- addresses and claims ---- */

static void
write_token(const char *claims)
{
	auto_buf token = { 0 };
	make_token(&token, str_of(claims), SIGNATURE);
	write_file("token", buf_z(&token), 0600);
}

/* Decoded claims must not outlive their token. */
TEST(claims_belong_to_the_current_token)
{
	CLEANUP(small_loop_free) struct small_loop loop;
	struct token_result told = { 0 };
	small_loop_init(&loop);
	struct session *s = session_new(
	    &loop.io, &(struct session_source){ .token_file = "token" });
	assert_null(session_claims(s)); /* there is no token yet */
	write_token("{\"sub\":\"first\"}");
	session_get_token(s, false, on_token, &told);
	assert_true(str_eqz(session_claims(s)->sub, "first"));
	assert_ptr_equal(session_claims(s), session_claims(s));
	write_token("{\"sub\":\"second\"}");
	session_get_token(s, true, on_token, &told);
	assert_true(str_eqz(session_claims(s)->sub, "second"));
	write_file("token", "opaque", 0600);
	session_get_token(s, true, on_token, &told);
	assert_null(session_claims(s));
	session_free(s);
	buf_free(&told.token);
}

TEST(loopback_is_recognized_by_address)
{
	static const char *const here[] = { "http://127.0.0.1/x", "http://127.9.9.9:80",
		"http://localhost", "http://LOCALHOST:1/", "http://[::1]:8080/api" };
	static const char *const elsewhere[] = { "http://127.evil.example/",
		"http://127.0.0.1.example/", "http://localhost.example/", "http://128.0.0.1/",
		"http://x@10.0.0.1/", "http://127.0.0.1@evil.example/", "nonsense",
		"http://[::2]/" };
	for (size_t i = 0; i < sizeof(here) / sizeof(*here); i++)
		if (!url_is_loopback(str_of(here[i])))
			fail_msg("%s", here[i]);
	for (size_t i = 0; i < sizeof(elsewhere) / sizeof(*elsewhere); i++)
		if (url_is_loopback(str_of(elsewhere[i])))
			fail_msg("%s was taken for this machine", elsewhere[i]);
}

TEST(urls_are_split)
{
	struct url u;
	auto_buf out = { 0 };
	assert_true(url_split(&u, "https://user@shop.example:8443/a/b?c=d%20e#f"));
	assert_string_equal(u.scheme, "https");
	assert_string_equal(u.user, "user");
	assert_string_equal(u.host, "shop.example");
	assert_string_equal(u.port, "8443");
	assert_string_equal(u.path, "/a/b");
	assert_string_equal(u.query, "c=d%20e");
	assert_string_equal(u.fragment, "f");
	url_free(&u);
	assert_false(url_split(&u, "no address"));
	url_free(&u);
	url_append_origin(&out, STR("https://shop.example:8443/a?b"));
	assert_string_equal(buf_z(&out), "https://shop.example:8443");
	buf_reset(&out);
	url_append_host(&out, STR("https://shop.example/a"));
	assert_string_equal(buf_z(&out), "shop.example");
}
