#include "ui/rows/user_command.h"

#include "base/utf8.h"
#include "client/helper.h"
#include "client/redact.h"
#include "ui/kit/action_arguments.h"
#include "ui/kit/dialog.h"
#include "ui/kit/masked.h"
#include "ui/kit/menu.h"
#include "ui/kit/prompt.h"

enum { SHOWN_LINES_MAX = 10, LINE_CELLS_MAX = 400 };

/* Reasons why a command may not run: it receives personal data, and may write. */
static const char *
why_not_now(const struct console *c, const struct user_command *command)
{
	if (c->app->masked) /* masking also means read-only */
		return masked_why_not(c->app, MASKED_OWN_COMMAND);
	if (c->app->read_only && command->writes)
		return "Read-only: your own commands may write, so they do not run";
	if (c->presenting)
		return "Not while presenting. :present off ends it";
	if (c->is_tour_acting)
		return "A tour runs no commands. Press the key yourself";
	return NULL;
}

const char *
user_command_why_not_run(const struct console *c, const struct user_command *command)
{
	if (c->user_command && c->user_command->is_running)
		return "A command is running. Ctrl-C stops it";
	return c->progress.n ? "A plan is being sent. Try again when it is done"
			     : why_not_now(c, command);
}

const char *
user_command_why_not(const struct console *c, const char *pane)
{
	const struct config *config = &c->app->config;
	const char *why = !config->commands.n
	    ? "No commands yet. config.conf: command \"crm\" { run = {\"crm\"} }"
	    : "None of your commands runs in this list. config.conf: panes = {\"all\"}";
	for (size_t i = 0; i < config->commands.n; i++) {
		if (!command_runs_in(&config->commands.v[i], pane))
			continue;
		why = user_command_why_not_run(c, &config->commands.v[i]);
		if (!why)
			return NULL;
	}
	return why;
}

void
user_command_append_running(const struct console *c, struct buf *out)
{
	if (c->user_command && c->user_command->is_running)
		buf_addf(out, "%s%s is running and would be stopped.", out->n ? " " : "",
		    c->user_command->command->name);
}

/* ---- messages ---- */

static void
set_command_progress(struct user_command_run *o)
{
	struct console *c = o->console;
	buf_reset(&c->progress);
	if (o->is_running && o->ids.n > 1)
		buf_addf(&c->progress, "%s: %zu of %zu", o->command->name, o->current_index + 1,
		    o->ids.n);
	else if (o->is_running)
		buf_addf(&c->progress, "%s is running", o->command->name);
	console_notify_panes(c);
}

static void
mark_stopped(struct user_command_run *o)
{
	o->is_running = false;
	o->helper = NULL;
	set_command_progress(o);
}

/* Appends " for Mara Ellison" if there are several rows; `before` is the " for ". */
static void
append_row_name(const struct user_command_run *o, struct buf *out, const char *before)
{
	struct buf name = { 0 };
	if (o->ids.n < 2 || !o->kind->append_row_name || o->console->app->masked ||
	    o->console->presenting)
		return;
	o->kind->append_row_name(o, str_of(o->ids.v[o->current_index]), &name);
	if (name.n)
		buf_addf(out, "%s%s", before, buf_z(&name));
	buf_free(&name);
}

static void
clean_line(const struct user_command_run *o, struct buf *out, struct str line)
{
	struct buf bare = { 0 }, clean = { 0 };
	bool ascii = o->console->look.ascii_lines;
	redact_secrets(&bare, line);
	text_clean(&clean, buf_str(&bare), ascii);
	text_cut(out, buf_str(&clean), LINE_CELLS_MAX, ascii);
	buf_wipe(&bare);
	buf_wipe(&clean);
}

/* Returns the last non-blank lines of the output, last line first. */
static size_t
find_last_lines(struct str output, struct str out[SHOWN_LINES_MAX])
{
	size_t n = 0;
	while (output.n && n < SHOWN_LINES_MAX) {
		size_t from = output.n;
		while (from && output.p[from - 1] != '\n')
			from--;
		struct str line = str_trim(str_sub(output, from, output.n));
		if (line.n)
			out[n++] = line;
		output = str_sub(output, 0, from ? from - 1 : 0);
	}
	return n;
}

/* Adds its output to the messages, and appends the last line. The output may contain names, so
 * it is dropped while people are masked. */
static void
log_last_lines(struct user_command_run *o, struct str output, struct buf *last)
{
	struct str lines[SHOWN_LINES_MAX];
	struct console *c = o->console;
	size_t n = c->app->masked || c->presenting ? 0 : find_last_lines(output, lines);
	struct buf whole = { 0 };
	for (size_t i = n; i-- > (o->ids.n > 1 ? 0 : 1);) {
		buf_reset(&whole);
		buf_addf(&whole, "%s", o->command->name);
		append_row_name(o, &whole, " for ");
		buf_addz(&whole, ": ");
		clean_line(o, &whole, lines[i]);
		console_log_message(c, ROLE_TEXT, buf_str(&whole), NULL);
	}
	if (n)
		clean_line(o, last, lines[0]);
	buf_free(&whole);
}

static void
show_command_failed(struct user_command_run *o, const struct err *err)
{
	struct console *c = o->console;
	struct buf words = { 0 };
	buf_addf(&words, "%s", o->command->name);
	if (o->ids.n > 1)
		buf_addf(&words, ": done for %zu of %zu, not run for %zu", o->done_count, o->ids.n,
		    o->ids.n - o->current_index - 1);
	append_row_name(o, &words, ". ");
	buf_addz(&words, ": ");
	if (c->app->masked || c->presenting)
		buf_addz(&words, "it failed");
	else
		clean_line(o, &words, str_of(err->text));
	if (o->command->passes_link)
		buf_addz(&words, ". It may have passed on the link");
	mark_stopped(o);
	console_show(c, ROLE_BAD, "%s", buf_z(&words));
	buf_free(&words);
}

static void
append_marked_count(const struct user_command_run *o, struct buf *out, size_t n)
{
	struct buf one = { 0 }, many = { 0 };
	buf_addf(&one, "marked %s", o->row_name);
	buf_addf(&many, "marked %s", o->row_names);
	format_plural(out, n, buf_z(&one), buf_z(&many));
	buf_free(&one);
	buf_free(&many);
}

static void
show_command_done(struct user_command_run *o, struct str last, const char *why)
{
	struct console *c = o->console;
	struct buf words = { 0 };
	enum role role = o->gone_count || o->left_out_count || why ? ROLE_WARN : ROLE_GOOD;
	if (o->unrecorded_count)
		buf_addf(&words, "Link used but not saved in the contact log: %zu. ",
		    o->unrecorded_count);
	buf_addz(&words, o->command->name);
	if (o->ids.n > 1) {
		buf_addz(&words, " is done for ");
		append_marked_count(o, &words, o->done_count);
	} else if (last.n) {
		buf_addz(&words, ": ");
		buf_adds(&words, last);
	} else {
		buf_addz(&words, " is done");
	}
	if (o->gone_count)
		buf_addf(&words, ". %zu %s left the list", o->gone_count,
		    o->gone_count == 1 ? "has" : "have");
	if (o->left_out_count)
		buf_addf(&words, ". %zu left out: now do not contact", o->left_out_count);
	if (why && o->current_index < o->ids.n)
		buf_addf(&words, " and not run for the %zu after %s. %s",
		    o->ids.n - o->current_index, o->done_count == 1 ? "it" : "them", why);
	mark_stopped(o);
	console_show(c, o->unrecorded_count ? ROLE_BAD : role, "%s", buf_z(&words));
	buf_free(&words);
}

static void run_on_next_row(struct user_command_run *o, struct str last);

static void
on_program_end(void *ctx, struct str output, const struct err *err)
{
	struct user_command_run *o = ctx;
	struct buf last = { 0 };
	o->helper = NULL;
	if (err) {
		show_command_failed(o, err);
		return;
	}
	log_last_lines(o, output, &last);
	if (o->kind->on_row_done)
		o->kind->on_row_done(o, str_of(o->ids.v[o->current_index]));
	o->done_count++;
	o->current_index++;
	run_on_next_row(o, buf_str(&last));
	buf_free(&last);
}

/* ---- starting a program ---- */

static struct command_answers *
answers_of(struct user_command_run *o, const struct user_command *command)
{
	for (size_t i = 0; i < o->answers.n; i++)
		if (o->answers.v[i].command == command)
			return &o->answers.v[i];
	const struct command_answers none = { .command = command };
	vec_push(&o->answers, none);
	return &o->answers.v[o->answers.n - 1];
}

static void
add_answers(struct user_command_run *o, struct command_variables *v)
{
	struct buf name = { 0 };
	const struct command_answers *answers = answers_of(o, o->command);
	for (size_t i = 0; i < o->answered_count; i++) {
		buf_reset(&name);
		buf_addf(&name, "BACKROOM_ASK_%zu", i + 1);
		command_variables_add(v, buf_z(&name), str_of(answers->texts[i]));
	}
	buf_free(&name);
}

/* Returns NULL and sets err on failure. */
static struct helper *
start_on_row(struct user_command_run *o, struct str id, struct err *err)
{
	struct console *c = o->console;
	struct command_variables v = { 0 };
	struct helper *h = NULL;
	command_variables_add(&v, "BACKROOM_ENVIRONMENT", str_of(c->app->environment_name));
	command_variables_add(
	    &v, "BACKROOM_KIND", str_of(command_pane_find(str_of(o->pane))->row_kind));
	add_answers(o, &v);
	if (o->kind->add_variables(o, id, &v, err) && command_variables_check(&v, err)) {
		command_variables_finish(&v);
		h = helper_start(&c->io,
		    &(struct helper_params){ .argv = (const char *const *)o->command->argv,
			.environment = (const char *const *)v.names_and_values.v,
			.time_limit_ms = o->command->timeout_s * 1000,
			.verbose = true },
		    on_program_end, o, err);
	}
	command_variables_free(&v);
	return h;
}

/* Goes to the next row that is still listed and allowed. Returns false after the last one. */
static bool
find_next_row(struct user_command_run *o)
{
	for (; o->current_index < o->ids.n; o->current_index++) {
		enum command_row_state state = o->kind->check_row(
		    o, str_of(o->ids.v[o->current_index]));
		if (state == COMMAND_ROW_READY)
			return true;
		o->gone_count += state == COMMAND_ROW_GONE;
		o->left_out_count += state == COMMAND_ROW_LEFT_OUT;
	}
	return false;
}

static void
run_on_next_row(struct user_command_run *o, struct str last)
{
	const char *why = why_not_now(o->console, o->command);
	struct err err;
	if (why || !find_next_row(o)) {
		show_command_done(o, last, why);
		return;
	}
	set_command_progress(o);
	o->helper = start_on_row(o, str_of(o->ids.v[o->current_index]), &err);
	if (!o->helper)
		show_command_failed(o, &err);
}

void
user_command_begin(struct user_command_run *o)
{
	const char *why = user_command_why_not_run(o->console, o->command);
	if (why) { /* the confirmation may have been open for a long time */
		console_show(o->console, ROLE_WARN, "%s", why);
		return;
	}
	o->is_running = true;
	o->current_index = o->done_count = o->gone_count = o->left_out_count = o->unrecorded_count =
	    0;
	run_on_next_row(o, STR_NONE);
}

/* Ends the running program without a message. */
static void
user_command_end(struct user_command_run *o)
{
	helper_stop(o->helper);
	o->helper = NULL;
	contact_identifiers_free(&o->person);
}

bool
user_command_cancel(struct console *c)
{
	struct user_command_run *o = c->user_command;
	struct buf words = { 0 };
	if (!o || !o->is_running)
		return false;
	user_command_end(o);
	buf_addf(&words, "%s was stopped", o->command->name);
	if (o->ids.n > 1)
		buf_addf(&words, " at %zu of %zu", o->current_index + 1, o->ids.n);
	mark_stopped(o);
	console_show(c, ROLE_WARN, "%s; its effects until then are not known", buf_z(&words));
	buf_free(&words);
	return true;
}

struct user_command_run *
user_command_of(struct console *c)
{
	if (!c->user_command) {
		c->user_command = x_new(struct user_command_run);
		c->user_command->console = c;
	}
	return c->user_command;
}

static void
free_rows(struct user_command_run *o)
{
	for (size_t i = 0; i < o->rows.n; i++) {
		command_variables_free(&o->rows.v[i].variables);
		x_free(o->rows.v[i].name);
	}
	vec_free(&o->rows);
}

static void
free_answers(struct user_command_run *o)
{
	for (size_t i = 0; i < o->answers.n; i++)
		for (int k = 0; k < COMMAND_QUESTIONS_MAX; k++)
			x_free(o->answers.v[i].texts[k]);
	vec_free(&o->answers);
}

void
user_command_free(struct console *c)
{
	if (!c->user_command)
		return;
	user_command_end(c->user_command);
	ids_free(&c->user_command->ids);
	free_rows(c->user_command);
	free_answers(c->user_command);
	x_free(c->user_command);
	c->user_command = NULL;
}

/* ---- confirmation ---- */

static void
on_run_answered(struct console *c, void *ctx, int button)
{
	(void)ctx;
	if (button == 1)
		user_command_begin(user_command_of(c));
	else if (button == 0)
		console_show(c, ROLE_TEXT, "Nothing was run");
}

void
user_command_confirm(struct user_command_run *o, const char *title, const char *words)
{
	dialog_ask(o->console, title, words, "Run it", on_run_answered, NULL);
}

static void
on_confirmed(struct console *c, void *ctx, int button)
{
	struct user_command_run *o = user_command_of(c);
	(void)ctx;
	if (button == 1)
		o->kind->ask(o);
	else
		console_show(c, ROLE_TEXT, "Nothing was run");
}

/* The question about several rows contains the text of the command. */
static void
ask_to_confirm(struct user_command_run *o)
{
	struct buf words = { 0 }, title = { 0 };
	if (!o->command->confirm || o->for_marked) {
		o->kind->ask(o);
		return;
	}
	buf_addf(&title, "Run %s", o->command->name);
	user_command_append_confirm(o, &words);
	dialog_ask(o->console, buf_z(&title), buf_z(&words), "Run it", on_confirmed, NULL);
	buf_free(&words);
	buf_free(&title);
}

void
user_command_append_confirm(const struct user_command_run *o, struct buf *out)
{
	if (!o->command->confirm)
		return;
	buf_addz(out, out->n ? " " : "");
	text_clean(out, str_of(o->command->confirm), o->console->look.ascii_lines);
}

static void ask_next_question(struct user_command_run *o);

static bool
take_answer(struct console *c, struct str text, struct err *err)
{
	struct user_command_run *o = user_command_of(c);
	char **answer = &answers_of(o, o->command)->texts[o->answered_count];
	(void)err;
	x_free(*answer);
	*answer = str_dup(text);
	o->answered_count++;
	ask_next_question(o);
	return true;
}

/* Asks the questions of the command one after the other, then goes on. */
static void
ask_next_question(struct user_command_run *o)
{
	char *const *question = o->command->questions;
	if (!question || !question[o->answered_count]) {
		ask_to_confirm(o);
		return;
	}
	const char *last = answers_of(o, o->command)->texts[o->answered_count];
	struct modal *prompt = prompt_text_new(
	    o->console, question[o->answered_count], last ? str_of(last) : STR_NONE, take_answer);
	prompt_set_enter_label(prompt, question[o->answered_count + 1] ? "next" : "run");
	console_push_modal(o->console, prompt);
}

static void
run_command(struct console *c, const struct user_command *command)
{
	struct user_command_run *o = user_command_of(c);
	const char *why = user_command_why_not_run(c, command);
	if (why) {
		console_show(c, ROLE_WARN, "%s", why);
		return;
	}
	o->command = command;
	o->answered_count = 0;
	ask_next_question(o);
}

/* ---- choosing a command ---- */

static void
on_command_chosen(struct console *c, void *ctx, int value)
{
	(void)ctx;
	run_command(c, &c->app->config.commands.v[value]);
}

static void
show_no_such_command(struct console *c, struct str name, const char *pane)
{
	size_t n = 0;
	const struct config *config = &c->app->config;
	struct buf words = { 0 };
	buf_addz(&words, "There is no command ");
	text_clean(&words, name, c->look.ascii_lines);
	buf_addz(&words, ". There are: ");
	for (size_t i = 0; i < config->commands.n; i++)
		if (command_runs_in(&config->commands.v[i], pane))
			buf_addf(&words, "%s%s", n++ ? ", " : "", config->commands.v[i].name);
	console_show(c, ROLE_WARN, "%s", buf_z(&words));
	buf_free(&words);
}

static void
show_other_lists(struct console *c, const struct user_command *command)
{
	struct buf panes = { 0 };
	command_append_panes(&panes, command);
	console_show(
	    c, ROLE_WARN, "%s does not run in this list but in %s", command->name, buf_z(&panes));
	buf_free(&panes);
}

static void
choose_command(struct console *c)
{
	const struct user_command_run *o = user_command_of(c);
	const struct config *config = &c->app->config;
	struct buf title = { 0 }, what = { 0 };
	if (o->ids.n > 1)
		buf_addf(&title, "Run which command for the marked %s?", o->row_names);
	else
		buf_addf(&title, "Run which command for this %s?", o->row_name);
	struct menu *m = menu_new(c, buf_z(&title), false, on_command_chosen, NULL);
	for (size_t i = 0; i < config->commands.n; i++) {
		const struct user_command *command = &config->commands.v[i];
		if (!command_runs_in(command, o->pane))
			continue;
		buf_reset(&what);
		append_command_help(&what, c, command);
		menu_add(m, (int)i, false, "%-12s %s", command->name, buf_z(&what));
	}
	menu_set_closing_action(m, ACT_RUN);
	menu_set_place(m, MENU_AT_CURSOR);
	menu_open(m);
	buf_free(&title);
	buf_free(&what);
}

static void
take_rows(struct user_command_run *o, const struct command_rows *rows)
{
	free_rows(o);
	for (size_t i = 0; rows->rows && i < rows->n; i++)
		vec_push(&o->rows, rows->rows[i]);
	o->hidden_count = rows->hidden_count;
	o->kind = rows->kind;
	o->pane = rows->pane;
	o->row_name = rows->row_name;
	o->row_names = rows->row_names;
	o->for_marked = rows->marked;
	ids_copy(&o->ids, rows->ids, rows->n);
}

void
user_command_open(struct console *c, const struct command_rows *rows)
{
	struct user_command_run *o = user_command_of(c);
	const struct user_command *command = config_find_command(&c->app->config, o->pending_name);
	take_rows(o, rows);
	if (o->pending_name.n && !command) {
		show_no_such_command(c, o->pending_name, rows->pane);
		return;
	}
	if (command && !command_runs_in(command, rows->pane)) {
		show_other_lists(c, command);
		return;
	}
	if (command)
		run_command(c, command);
	else
		choose_command(c);
}

void
user_command_run_named(struct console *c, struct str name)
{
	user_command_of(c)->pending_name = name;
	c->nav->run_action(c, ACT_RUN);
	user_command_of(c)->pending_name = STR_NONE;
}
