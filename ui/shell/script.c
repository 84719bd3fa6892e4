#include "ui/shell/script.h"

#include "base/utf8.h"
#include "ui/shell/caption.h"
#include "ui/shell/shell.h"
#include "ui/term/surface.h"
#include "ui/term/term.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCRIPT_LINE_TIMEOUT_MS = 60000 };

struct script {
	struct script_file file;
	size_t current_line;
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
			c->nav->press_key(c, keys[i]);
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
		c->nav->press_key(c, cp);
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
	c->nav->paste_text(c, buf_str(&text));
	buf_free(&text);
	return true;
}

static bool
run_paste_copied_command(struct script *s, struct console *c, struct str rest)
{
	(void)rest;
	s->key_count++;
	c->nav->paste_text(c, buf_str(&c->copied_text));
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
	struct str time;
	if (!str_next(&rest, ' ', &time) ||
	    !when_parse_typed(time, console_now(c), &l->visited_at) ||
	    rest.n >= sizeof(l->commit))
		return fail_script(s, "looked takes a time, such as 2h or 1d, and a commit");
	l->newest_basket_at = l->visited_at;
	l->basket_news_shown = l->catalog_news_shown = false;
	memcpy(l->commit, rest.n ? rest.p : "", rest.n);
	l->commit[rest.n] = '\0';
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

/* Closes the part besides list and detail. */
static void
close_part(struct pane *p)
{
	struct rows_pane *r = rows_pane_or_null(p);
	if (!r || !r->part)
		return;
	while (r->part_focused && pane_cancel(p))
		;
	r->part = NULL;
	pane_notify_change(p);
}

/* Makes the list the visible part with the focus. */
static void
focus_list(struct pane *p)
{
	struct rows_pane *r = rows_pane_or_null(p);
	if (r && !r->shows_detail_only && !r->part_focused)
		r->in_detail = r->detail_covers_list = false;
}

/* Closes prompts, dialogs and panels, and opens the text as if it had been typed at `:`. */
static bool
run_open_command(struct script *s, struct console *c, struct str rest)
{
	unsigned shown = c->messages_shown;
	while (console_top_modal(c))
		console_close_modal(c);
	for (int t = 0; t < TABS; t++)
		close_part(console_tab_pane(c, (enum tab)t));
	enum typed_kind kind = typed_classify_known(c, rest);
	if (kind == TYPED_WORDS || typed_is_secret(kind))
		return fail_script(
		    s, "\"%.*s\" is not a view or an action", STR_ARG(str_sub(rest, 0, 60)));
	c->nav->run_typed_text(c, kind, rest);
	focus_list(console_top_pane(c));
	if (c->messages_shown == shown || c->message_role == ROLE_TEXT)
		return true;
	fail_script(s, "%s", buf_z(&c->message_line));
	console_clear_message(c);
	return false;
}

static bool
run_mark_command(struct script *s, struct console *c, struct str rest)
{
	if (caption_mark(c, rest))
		return true;
	if (c->is_tour_acting && (c->app->masked || c->presenting)) /* it may be a name */
		return fail_script(s, "no row here shows the text to mark");
	return fail_script(s, "no row here shows \"%.*s\"", STR_ARG(str_sub(rest, 0, 60)));
}

static bool
run_step_command(struct script *s, struct console *c, struct str rest)
{
	(void)s;
	(void)rest;
	if (!c->is_tour_acting) /* a tour shows the caption of the step that it goes to */
		caption_set(c, STR_NONE);
	return true;
}

static bool
run_caption_command(struct script *s, struct console *c, struct str rest)
{
	(void)s;
	if (!c->is_tour_acting)
		caption_set(c, rest);
	return true;
}

/* The function of each word. A title and notes have none: the presenter's terminal shows them. */
static const struct {
	script_word_fn *run;
	bool retries; /* retry until it succeeds, not only until the console is idle */
} script_commands[SCRIPT_WORDS] = {
	[SCRIPT_TITLE] = { do_nothing },
	[SCRIPT_STEP] = { run_step_command },
	[SCRIPT_OPEN] = { run_open_command },
	[SCRIPT_MARK] = { run_mark_command },
	[SCRIPT_CAPTION] = { run_caption_command },
	[SCRIPT_NOTE] = { do_nothing },
	[SCRIPT_KEYS] = { run_keys_command },
	[SCRIPT_TYPE] = { run_type_command },
	[SCRIPT_EXPECT] = { run_expect_command },
	[SCRIPT_SIZE] = { run_size_command },
	[SCRIPT_PASTE] = { run_paste_command },
	[SCRIPT_PASTE_COPIED] = { run_paste_copied_command },
	[SCRIPT_COUNT] = { run_count_command },
	[SCRIPT_KEYS_AT_MOST] = { run_keys_at_most_command },
	[SCRIPT_PROVEN] = { run_proven_command },
	[SCRIPT_UNPROVEN] = { run_unproven_command },
	[SCRIPT_LOOKED] = { run_last_visit_command },
	[SCRIPT_EXPECT_NOT] = { run_expect_not_command },
	[SCRIPT_EXPECT_COPIED] = { run_expect_copied_command },
	[SCRIPT_EXPECT_COPIED_END] = { run_expect_copied_end_command },
	[SCRIPT_SCREEN] = { run_screen_command },
	[SCRIPT_WAIT] = { run_expect_command, .retries = true },
	[SCRIPT_WAIT_IDLE] = { do_nothing },
};

struct script *
script_new(const struct script_file *file)
{
	struct script *s = x_new(struct script);
	s->file = *file;
	return s;
}

struct script *
script_open(const char *path, struct err *err)
{
	struct script_file file;
	if (script_file_read(&file, path, err))
		return script_new(&file);
	script_file_free(&file);
	return NULL;
}

void
script_free(struct script *s)
{
	if (!s)
		return;
	script_file_free(&s->file);
	x_free(s);
}

void
script_read_size(const struct script *s, int *rows, int *cols)
{
	*rows = 24;
	*cols = 80;
	for (size_t i = 0; i < s->file.lines.n; i++)
		if (s->file.lines.v[i].word == SCRIPT_SIZE &&
		    parse_size(s->file.lines.v[i].text, rows, cols))
			return;
}

static void
print_failed_line(const struct script *s, const struct script_line *failed)
{
	struct buf screen = { 0 }, line = { 0 };
	text_clean(&line, str_of(s->file.name), false);
	buf_addf(&line, ":%d: ", failed->number);
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

static enum script_result
try_line(struct script *s, struct console *c, const struct script_line *line)
{
	bool retries = script_commands[line->word].retries;
	bool failed = shell_of(c)->demo_failed;
	bool over = failed || s->timed_out;
	if (!retries && !c->nav->is_idle(c)) {
		if (failed)
			fail_script(s, "the demo did not start");
		else
			fail_script(
			    s, "the console was not idle in %d s", SCRIPT_LINE_TIMEOUT_MS / 1000);
		return over ? SCRIPT_FAILED : SCRIPT_WAITS;
	}
	if (script_commands[line->word].run(s, c, line->text))
		return SCRIPT_DONE;
	return retries && !over ? SCRIPT_WAITS : SCRIPT_FAILED;
}

enum script_result
script_run_lines(struct script *s, struct console *c, size_t *at, size_t end)
{
	enum script_result result = SCRIPT_DONE;
	if (!s->timeout_timer && !s->timed_out && !is_demo_starting(c))
		start_line_timer(s, c);
	while (result == SCRIPT_DONE) {
		c->nav->draw(c);
		if (*at == end)
			break;
		result = try_line(s, c, &s->file.lines.v[*at]);
		if (result == SCRIPT_DONE) {
			++*at;
			start_line_timer(s, c);
		}
	}
	if (result == SCRIPT_WAITS)
		return result;
	c->io.cancel_timer(c->io.ctx, s->timeout_timer);
	s->timeout_timer = 0;
	s->timed_out = false;
	return result;
}

bool
script_run(struct script *s, struct console *c, int *status)
{
	enum script_result result = script_run_lines(s, c, &s->current_line, s->file.lines.n);
	if (result == SCRIPT_FAILED)
		print_failed_line(s, &s->file.lines.v[s->current_line]);
	*status = result == SCRIPT_FAILED;
	return result == SCRIPT_WAITS;
}

const struct script_file *
script_file_of(const struct script *s)
{
	return &s->file;
}

const char *
script_problem(const struct script *s)
{
	return s->problem;
}
