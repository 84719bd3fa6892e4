/*
 * login.h - a whole sign-in: runs `login`, which waits, while the user approves or denies in a
 * browser.
 */
#ifndef TESTS_UNIT_CLI_LOGIN_H
#define TESTS_UNIT_CLI_LOGIN_H

#include "lib/deadline.h"
#include "unit/cli/home.h"

#include <poll.h>

#define FORM "Content-Type: application/x-www-form-urlencoded\r\n"

struct login {
	pid_t pid;
	int fd; /* the read end of its stderr */
	struct buf words;
};

static inline void
login_start(struct login *l, const char *option)
{
	const char *argv[] = { getenv("BACKROOM_BIN"), "login", option, NULL };
	const char *env[] = { "BACKROOM_URL=", "BACKROOM_TOKEN=", "BACKROOM_CONFIG=", NULL };
	int words[2], out = open_new("login-out");
	assert_int_equal(pipe2(words, O_CLOEXEC), 0);
	*l = (struct login){ .pid = process_start(argv, env, out, words[1]), .fd = words[0] };
	close(words[1]);
	close(out);
}

/* Reads more of its stderr; false at the end. */
static inline bool
login_read(struct login *l)
{
	struct pollfd in = { .fd = l->fd, .events = POLLIN };
	if (poll(&in, 1, deadline_left(deadline_in(20000))) <= 0)
		fail_msg("time is up; it said: %s", buf_z(&l->words));
	ssize_t n = read(l->fd, buf_reserve(&l->words, 4096), 4096);
	l->words.n += n > 0 ? (size_t)n : 0;
	buf_z(&l->words);
	return n > 0;
}

static inline void
login_wait(struct login *l, const char *text)
{
	while (str_find(buf_str(&l->words), str_of(text)) == SIZE_MAX)
		if (!login_read(l))
			fail_msg("it ended without \"%s\": %s", text, buf_z(&l->words));
}

/* Reads its stderr to the end; returns its exit code, or 128 plus the signal. */
static inline int
login_end(struct login *l)
{
	int status = 0;
	while (login_read(l))
		;
	close(l->fd);
	assert_true(process_wait(l->pid, 20000, &status));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Finds the text between two texts of a page; the first may be everything before it. */
static inline void
cut_between(struct str page, const char *before, char until, char out[100])
{
	size_t at = str_find(page, str_of(before));
	assert_true(at != SIZE_MAX);
	page = str_sub(page, at + strlen(before), page.n);
	page = str_sub(page, 0, str_find_char(page, until));
	snprintf(out, 100, "%.*s", STR_ARG(page));
}

/* The user reads the code from the terminal, opens the page and approves or denies there. */
static inline void
login_decide(struct login *l, const struct service *s, const char *decision)
{
	struct http_answer page = { 0 };
	char code[100], proof[100], target[200], form[400];
	login_wait(l, "Ctrl-C cancels.\n");
	cut_between(buf_str(&l->words), "/oauth2/device\n    ", '\n', code);
	snprintf(target, sizeof(target), "/oauth2/device?user_code=%s", code);
	assert_true(http_call(service_port(s), "GET", target, NULL, NULL, STR_NONE, &page));
	assert_int_equal(page.status, 200);
	cut_between(buf_str(&page.body), "name=\"proof\" value=\"", '"', proof);
	http_free(&page);
	snprintf(form, sizeof(form), "user_code=%s&decision=%s&proof=%s", code, decision, proof);
	assert_true(
	    http_call(service_port(s), "POST", "/oauth2/device", NULL, FORM, str_of(form), &page));
	assert_int_equal(page.status, 200);
	http_free(&page);
}

/* Signs in, without checking the output. */
static inline void
login_through(const struct service *s)
{
	struct login l;
	login_start(&l, NULL);
	login_decide(&l, s, "approve");
	if (login_end(&l) != 0)
		fail_msg("no sign-in: %s", buf_z(&l.words));
	buf_free(&l.words);
}

#endif
