#include "ui/shell/script.h"

#include "app/file.h"
#include "base/utf8.h"
#include "ui/shell/shell.h"
#include "ui/term/surface.h"
#include "ui/term/term.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCRIPT_LINE_TIMEOUT_MS = 60000, SCRIPT_SIZE_MAX = 1 << 20 };

struct script_step {
	struct str command, arguments;
	int line;
};

struct script {
	char *path;
	struct buf text;
	VEC(struct script_step) steps;
	size_t current_step;
	unsigned timeout_timer; /* set when the line takes too long; 0: fired, or demo starting */
	bool timed_out;
	int key_count; /* keys since `count`; a paste is one key */
	char problem[600];
};

/* Runs one line. Returns false and sets s->problem if the script fails. */
typedef bool script_word_fn(struct script *s, struct console *c, struct str rest);

static bool fail_script(struct script *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool
fail_script(struct script *s, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(s->problem, sizeof(s->problem), format, args);
	va_end(args);
	return false;
}

static bool
parse_size(struct str text, int *rows, int *cols)
{
	int64_t w, h;
	size_t x = str_find_char(text, 'x');
	if (x == SIZE_MAX || !str_to_int64(str_sub(text, 0, x), &w) ||
	    !str_to_int64(str_sub(text, x + 1, text.n), &h) || w < 1 || h < 1 || w > 1000 ||
	    h > 1000)
		return false;
	*rows = (int)h;
	*cols = (int)w;
	return true;
}

static bool
run_size_command(struct script *s, struct console *c, struct str rest)
{
	int rows, cols;
	if (!parse_size(rest, &rows, &cols))
		return fail_script(s, "size takes COLSxROWS");
	term_resize(rows, cols);
	console_request_redraw(c);
	return true;
}

static bool
run_keys_command(struct script *s, struct console *c, struct str rest)
{
	struct str word;
	while (rest.p && str_next(&rest, ' ', &word)) {
		uint32_t keys[KEYS_PER_BINDING_MAX];
		size_t n;
		if (word.n == 0)
			continue;
		if (!keys_parse(word, keys, &n))
			return fail_script(s, "'%.*s' is not a key", STR_ARG(word));
		for (size_t i = 0; i < n; i++)
			shell_press_key(c, keys[i]);
		s->key_count += (int)n;
	}
	return true;
}

static bool
run_type_command(struct script *s, struct console *c, struct str rest)
{
	for (size_t i = 0; i < rest.n; s->key_count++) {
		uint32_t cp;
		size_t len = utf8_decode(str_sub(rest, i, UTF8_BYTES_MAX), &cp);
		if (len == 0)
			return fail_script(s, "the text is not UTF-8");
		shell_press_key(c, cp);
		i += len;
	}
	return true;
}

static bool
run_paste_command(struct script *s, struct console *c, struct str rest)
{
	struct buf text = { 0 };
	s->key_count++;
	for (size_t i = 0; i < rest.n; i++) {
		bool newline = rest.p[i] == '\\' && i + 1 < rest.n && rest.p[i + 1] == 'n';
		buf_addc(&text, newline ? '\n' : rest.p[i]);
		i += newline;
	}
	shell_paste(c, buf_str(&text));
	buf_free(&text);
	return true;
}

static bool
run_paste_copied_command(struct script *s, struct console *c, struct str rest)
{
	(void)rest;
	s->key_count++;
	shell_paste(c, buf_str(&c->copied_text));
	return true;
}

static bool
run_count_command(struct script *s, struct console *c, struct str rest)
{
	(void)c;
	(void)rest;
	s->key_count = 0;
	return true;
}

static bool
run_keys_at_most_command(struct script *s, struct console *c, struct str rest)
{
	int64_t most;
	(void)c;
	if (!str_to_int64(rest, &most))
		return fail_script(s, "keys-at-most takes a number");
	return s->key_count <= most ||
	    fail_script(
		s, "it took %d keys, more than the limit of %lld", s->key_count, (long long)most);
}

static bool
run_proven_command(struct script *s, struct console *c, struct str rest)
{
	(void)s;
	(void)rest;
	c->terminal_proof = PROOF_WORKS;
	return true;
}

static bool
run_unproven_command(struct script *s, struct console *c, struct str rest)
{
	(void)s;
	(void)rest;
	c->terminal_proof = PROOF_NONE;
	return true;
}

static bool
run_last_visit_command(struct script *s, struct console *c, struct str rest)
{
	struct last_visit *l = &shell_of(c)->last_visit;
	if (!when_parse_typed(rest, console_now(c), &l->visited_at))
		return fail_script(s, "looked takes a time: 2h, 1d");
	l->newest_basket_at = l->visited_at;
	l->basket_news_shown = false;
	last_visit_show_news(l, c);
	return true;
}

static bool
screen_shows_text(struct str text)
{
	struct buf screen = { 0 };
	append_screen_text(&screen);
	bool found = str_find(buf_str(&screen), text) != SIZE_MAX;
	buf_free(&screen);
	return found;
}

static bool
run_expect_command(struct script *s, struct console *c, struct str rest)
{
	(void)c;
	return screen_shows_text(rest) ||
	    fail_script(s, "the screen does not show \"%.*s\"", STR_ARG(rest));
}

static bool
run_expect_not_command(struct script *s, struct console *c, struct str rest)
{
	(void)c;
	return !screen_shows_text(rest) ||
	    fail_script(s, "the screen shows \"%.*s\"", STR_ARG(rest));
}

static bool
run_expect_copied_command(struct script *s, struct console *c, struct str rest)
{
	return str_eq(buf_str(&c->copied_text), rest) ||
	    fail_script(s, "the text sent was \"%s\"", buf_z(&c->copied_text));
}

static bool
run_expect_copied_end_command(struct script *s, struct console *c, struct str rest)
{
	return (c->copied_text.n && str_ends(buf_str(&c->copied_text), rest)) ||
	    fail_script(s, "the text sent was \"%s\"", buf_z(&c->copied_text));
}

static bool
run_screen_command(struct script *s, struct console *c, struct str rest)
{
	const char *folder = getenv("BACKROOM_SCREENS");
	struct buf path = { 0 }, screen = { 0 };
	(void)c;
	if (!rest.n || str_find_char(rest, '/') != SIZE_MAX)
		return fail_script(s, "screen takes a name, not a path");
	buf_addf(&path, "%s/%.*s.txt", folder && *folder ? folder : ".", STR_ARG(rest));
	append_screen_text(&screen);
	FILE *f = fopen(buf_z(&path), "we");
	bool ok = f && fwrite(screen.p, 1, screen.n, f) == screen.n;
	if (f && fclose(f) != 0)
		ok = false;
	if (!ok)
		fail_script(s, "%s: %s", buf_z(&path), strerror(errno));
	buf_free(&path);
	buf_free(&screen);
	return ok;
}

static bool
do_nothing(struct script *s, struct console *c, struct str rest)
{
	(void)s;
	(void)c;
	(void)rest;
	return true;
}

static const struct {
	const char *word;
	script_word_fn *run;
	bool retries; /* retry until it succeeds, not only until the console is idle */
} script_words[] = {
	{ "size", run_size_command, false },
	{ "keys", run_keys_command, false },
	{ "type", run_type_command, false },
	{ "paste", run_paste_command, false },
	{ "paste-copied", run_paste_copied_command, false },
	{ "count", run_count_command, false },
	{ "keys-at-most", run_keys_at_most_command, false },
	{ "proven", run_proven_command, false },
	{ "unproven", run_unproven_command, false },
	{ "looked", run_last_visit_command, false },
	{ "expect", run_expect_command, false },
	{ "expect-not", run_expect_not_command, false },
	{ "expect-copied", run_expect_copied_command, false },
	{ "expect-copied-end", run_expect_copied_end_command, false },
	{ "screen", run_screen_command, false },
	{ "wait", run_expect_command, true },
	{ "wait-idle", do_nothing, false },
};

enum { SCRIPT_WORD_COUNT = sizeof(script_words) / sizeof(*script_words) };

static int
find_command_index(struct str word)
{
	for (int i = 0; i < SCRIPT_WORD_COUNT; i++)
		if (str_eqz(word, script_words[i].word))
			return i;
	return -1;
}

struct script *
script_open(const char *path, struct err *err)
{
	struct script *s = x_new(struct script);
	struct str rest, line;
	int number = 0;
	bool ok = file_read(&s->text, path, SCRIPT_SIZE_MAX, err);
	if (!ok)
		err->kind = ERR_USAGE;
	s->path = x_strdup(path);
	rest = buf_str(&s->text);
	while (ok && rest.n && str_next(&rest, '\n', &line)) {
		struct script_step step = { .line = ++number };
		if (str_trim(line).n == 0 || line.p[0] == '#')
			continue;
		size_t space = str_find_char(line, ' ');
		step.command = str_sub(line, 0, space);
		step.arguments = space == SIZE_MAX ? STR("") : str_sub(line, space + 1, line.n);
		if (find_command_index(step.command) < 0)
			ok = err_set(err, ERR_USAGE, "%s:%d: \"%.*s\" is not a script command",
			    path, number, STR_ARG(step.command));
		vec_push(&s->steps, step);
	}
	if (ok)
		return s;
	script_free(s);
	return NULL;
}

void
script_free(struct script *s)
{
	if (!s)
		return;
	x_free(s->path);
	buf_free(&s->text);
	vec_free(&s->steps);
	x_free(s);
}

void
script_read_size(const struct script *s, int *rows, int *cols)
{
	*rows = 24;
	*cols = 80;
	for (size_t i = 0; i < s->steps.n; i++)
		if (str_eqz(s->steps.v[i].command, "size") &&
		    parse_size(s->steps.v[i].arguments, rows, cols))
			return;
}

static void
append_failed_step(const struct script *s, const struct script_step *step)
{
	struct buf screen = { 0 }, line = { 0 };
	text_clean(&line, str_of(s->path), false);
	buf_addf(&line, ":%d: ", step->line);
	text_clean(&line, str_of(s->problem), false);
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
	append_screen_text(&screen);
	fwrite(screen.p, 1, screen.n, stderr);
	buf_free(&screen);
}

/* True while the demo starts, which has its own, longer limit. */
static bool
is_demo_starting(const struct console *c)
{
	return c->app->options.demo_pack && !client_has_address(c->client) &&
	    !shell_of(c)->demo_failed;
}

static void
on_line_timeout(void *arg)
{
	struct script *s = arg;
	s->timeout_timer = 0;
	s->timed_out = true;
}

static void
start_line_timer(struct script *s, struct console *c)
{
	c->io.cancel_timer(c->io.ctx, s->timeout_timer);
	s->timeout_timer = c->io.start_timer(c->io.ctx, SCRIPT_LINE_TIMEOUT_MS, on_line_timeout, s);
	s->timed_out = false;
}

enum line_result { LINE_DONE, LINE_WAITS, LINE_FAILS };

static enum line_result
try_line(struct script *s, struct console *c, const struct script_step *step)
{
	int word = find_command_index(step->command);
	bool failed = shell_of(c)->demo_failed;
	bool over = failed || s->timed_out;
	if (!script_words[word].retries && !shell_is_idle(c)) {
		if (failed)
			fail_script(s, "the demo did not start");
		else
			fail_script(
			    s, "the console was not idle in %d s", SCRIPT_LINE_TIMEOUT_MS / 1000);
		return over ? LINE_FAILS : LINE_WAITS;
	}
	if (script_words[word].run(s, c, step->arguments))
		return LINE_DONE;
	return script_words[word].retries && !over ? LINE_WAITS : LINE_FAILS;
}

bool
script_run(struct script *s, struct console *c, int *status)
{
	enum line_result end = LINE_DONE;
	*status = 0;
	if (!s->timeout_timer && !s->timed_out && !is_demo_starting(c))
		start_line_timer(s, c);
	while (end == LINE_DONE) {
		shell_draw(c);
		if (s->current_step == s->steps.n)
			break;
		end = try_line(s, c, &s->steps.v[s->current_step]);
		if (end == LINE_DONE) {
			s->current_step++;
			start_line_timer(s, c);
		}
	}
	if (end == LINE_WAITS)
		return true;
	c->io.cancel_timer(c->io.ctx, s->timeout_timer);
	s->timeout_timer = 0;
	if (end == LINE_FAILS)
		append_failed_step(s, &s->steps.v[s->current_step]);
	*status = end == LINE_FAILS;
	return false;
}
