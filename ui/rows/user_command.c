#include "ui/rows/user_command.h"

#include "base/utf8.h"
#include "client/helper.h"
#include "client/redact.h"
#include "ui/kit/action_arguments.h"
#include "ui/kit/dialog.h"
#include "ui/kit/menu.h"

enum { SHOWN_LINES_MAX = 10, LINE_CELLS_MAX = 400 };

/* Reasons why no command may run: commands receive personal data, and may write. */
static const char *
why_not_now(const struct console *c)
{
	if (c->app->masked) /* masking also means read-only */
		return "People are masked, so your own commands do not run. :mask off shows them";
	if (c->app->read_only)
		return "Read-only: your own commands may write, so they do not run";
	if (c->presenting)
		return "Not while presenting. :present off ends it";
	if (c->is_tour_acting)
		return "A tour runs no commands. Press the key yourself";
	return NULL;
}

const char *
user_command_why_not(const struct console *c)
{
	if (!c->app->config.commands.n)
		return "No commands yet. config.conf: command \"crm\" { run = {\"crm\"} }";
	if (c->user_command && c->user_command->is_running)
		return "A command is running. Ctrl-C stops it";
	return c->progress.n ? "A plan is being sent. Try again when it is done" : why_not_now(c);
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

/* Returns NULL and sets err on failure. */
static struct helper *
start_on_row(struct user_command_run *o, struct str id, struct err *err)
{
	struct console *c = o->console;
	struct command_variables v = { 0 };
	struct helper *h = NULL;
	command_variables_add(&v, "BACKROOM_ENVIRONMENT", str_of(c->app->environment_name));
	if (o->kind->add_variables(o, id, &v, err)) {
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
	const char *why = why_not_now(o->console);
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
	const char *why = user_command_why_not(o->console);
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
	console_show(c, ROLE_WARN, "%s; what it did until then is not known", buf_z(&words));
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

void
user_command_free(struct console *c)
{
	if (!c->user_command)
		return;
	user_command_end(c->user_command);
	ids_free(&c->user_command->ids);
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
run_command(struct console *c, const struct user_command *command)
{
	struct user_command_run *o = user_command_of(c);
	o->command = command;
	o->kind->ask(o);
}

/* ---- choosing a command ---- */

static void
on_command_chosen(struct console *c, void *ctx, int value)
{
	(void)ctx;
	run_command(c, &c->app->config.commands.v[value]);
}

static void
show_no_such_command(struct console *c, struct str name)
{
	const struct config *config = &c->app->config;
	struct buf words = { 0 };
	buf_addz(&words, "There is no command ");
	text_clean(&words, name, c->look.ascii_lines);
	buf_addz(&words, ". There are: ");
	for (size_t i = 0; i < config->commands.n; i++)
		buf_addf(&words, "%s%s", i ? ", " : "", config->commands.v[i].name);
	console_show(c, ROLE_WARN, "%s", buf_z(&words));
	buf_free(&words);
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

void
user_command_open(struct console *c, const struct command_rows *rows)
{
	struct user_command_run *o = user_command_of(c);
	const struct user_command *command = config_find_command(&c->app->config, o->pending_name);
	if (o->pending_name.n && !command) {
		show_no_such_command(c, o->pending_name);
		return;
	}
	o->kind = rows->kind;
	o->row_name = rows->row_name;
	o->row_names = rows->row_names;
	o->for_marked = rows->marked;
	ids_copy(&o->ids, rows->ids, rows->n);
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
