#include "ui/basket/user_command.h"

#include "base/utf8.h"
#include "basket/link.h"
#include "basket/row_contact.h"
#include "basket/variables.h"
#include "client/helper.h"
#include "client/redact.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/contact.h"
#include "ui/basket/hidden_marks.h"
#include "ui/basket/link_questions.h"
#include "ui/basket/recheck.h"
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

/* Appends " for Mara Ellison" if there are several baskets; `before` is the " for ". */
static void
append_customer(const struct user_command_run *o, struct buf *out, const char *before)
{
	const struct basket_row *row = baskets_row(
	    o->console->baskets, str_of(o->ids.v[o->current_index]));
	struct buf who = { 0 };
	if (o->ids.n < 2 || !row || o->console->app->masked || o->console->presenting)
		return;
	basket_row_write_customer(&who, row);
	buf_addz(out, before);
	text_clean(out, buf_str(&who), o->console->look.ascii_lines);
	buf_free(&who);
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
		append_customer(o, &whole, " for ");
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
	append_customer(o, &words, ". ");
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
		format_plural(&words, o->done_count, "marked basket", "marked baskets");
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

static void run_on_next_basket(struct user_command_run *o, struct str last);

/* Records the person as known when the command started, since people may be masked by now. */
static void
record_link_sent(struct user_command_run *o)
{
	struct buf remark = { 0 };
	struct err ignored;
	if (!o->command->passes_link)
		return;
	buf_addf(&remark, "by %s", o->command->name);
	o->person.basket_id = str_of(o->ids.v[o->current_index]);
	o->unrecorded_count += !contact_record_identifiers(
	    o->console, CONTACT_LINK_SENT, &o->person, buf_str(&remark), &ignored);
	buf_free(&remark);
}

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
	record_link_sent(o);
	o->done_count++;
	o->current_index++;
	run_on_next_basket(o, buf_str(&last));
	buf_free(&last);
}

/* ---- starting a program ---- */

/* Returns NULL and sets err on failure. */
static struct helper *
start_on_basket(struct user_command_run *o, const struct basket_row *row, struct err *err)
{
	struct console *c = o->console;
	struct variables variables;
	struct arena a = { 0 };
	struct basket b;
	struct link link = { 0 };
	if (!baskets_read_basket(c->baskets, row, &b, &a, err)) {
		arena_free(&a);
		return NULL;
	}
	if (o->command->passes_link)
		basket_link_examine(&link, &c->app->link_rules, c->baskets, row);
	if (o->command->passes_link && !link_is_sendable(&link)) {
		err_set(err, ERR_INVALID, "the link has changed and fails a check");
		link_free(&link);
		arena_free(&a);
		return NULL;
	}
	variables_make(&variables, &b, link_address(&link), c->app->environment_name);
	struct helper *h = helper_start(&c->io,
	    &(struct helper_params){ .argv = (const char *const *)o->command->argv,
		.environment = (const char *const *)variables.names_and_values.v,
		.time_limit_ms = o->command->timeout_s * 1000,
		.verbose = true },
	    on_program_end, o, err);
	variables_free(&variables);
	link_free(&link);
	arena_free(&a);
	return h;
}

/* Several baskets are confirmed at once; a do-not-contact entry may have been added while the
 * first ones ran. */
static bool
is_left_out(const struct user_command_run *o, const struct basket_row *row)
{
	struct send_check check;
	if (!o->for_marked || !o->command->passes_link)
		return false;
	link_check(o->console, row, &check);
	return check.contact.no_contact_entry;
}

/* The next basket that is still listed and allowed; NULL after the last one. */
static const struct basket_row *
find_next_row(struct user_command_run *o)
{
	for (; o->current_index < o->ids.n; o->current_index++) {
		const struct basket_row *row = baskets_row(
		    o->console->baskets, str_of(o->ids.v[o->current_index]));
		if (row && !is_left_out(o, row))
			return row;
		o->gone_count += !row;
		o->left_out_count += row != NULL;
	}
	return NULL;
}

static void
run_on_next_basket(struct user_command_run *o, struct str last)
{
	const char *why = why_not_now(o->console);
	const struct basket_row *row = NULL;
	struct err err;
	if (o->command->passes_link && !why)
		contact_log_reload(o->console);
	if (!why)
		row = find_next_row(o);
	if (!row) {
		show_command_done(o, last, why);
		return;
	}
	set_command_progress(o);
	contact_identifiers_free(&o->person);
	basket_rows_add_identifiers(
	    &o->person, row, o->console->baskets->rows.v, o->console->baskets->rows.n);
	o->helper = start_on_basket(o, row, &err);
	if (!o->helper)
		show_command_failed(o, &err);
}

/* Runs the command on its baskets; shows the reason if it may not run. */
static void
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
	run_on_next_basket(o, STR_NONE);
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

static struct user_command_run *
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

static bool
can_run_on(struct console *c, const struct user_command *command, const struct basket_row *row)
{
	struct link link;
	basket_link_examine(&link, &c->app->link_rules, c->baskets, row);
	bool ok = link_is_sendable(&link);
	if (!link.present)
		console_show(c, ROLE_WARN, "Not run: %s needs the link, and this basket has none",
		    command->name);
	else if (!ok)
		console_show(c, ROLE_WARN,
		    "Not run: %s needs the link, and the link failed a check: %s", command->name,
		    link.checks[link.worst_check].text);
	link_free(&link);
	return ok;
}

/* Asks the questions about one basket in turn, then runs the command. */
static void
ask_to_run_on_basket(struct console *c, struct str id, unsigned confirmed)
{
	struct user_command_run *o = user_command_of(c);
	const struct basket_row *row = baskets_row(c->baskets, id);
	struct buf words = { 0 };
	if (!row) {
		console_show(c, ROLE_WARN, "Not run: the basket is no longer listed");
	} else if (o->command->passes_link) {
		contact_log_reload(c);
		if (can_run_on(c, o->command, row) &&
		    !link_confirm(c, row, confirmed, ask_to_run_on_basket))
			user_command_begin(o);
	} else if (row->has_unsafe_text) {
		buf_addf(&words,
		    "A name or e-mail of this basket contains invisible or control characters, "
		    "and %s would get them unchanged. Run it anyway?",
		    o->command->name);
		dialog_ask(
		    c, "Misleading characters", buf_z(&words), "Run it", on_run_answered, NULL);
	} else {
		user_command_begin(o);
	}
	buf_free(&words);
}

/* Removes the baskets that the command must not run on, and appends their number to the text. */
static void
exclude_unwanted_baskets(struct user_command_run *o, struct buf *left)
{
	struct console *c = o->console;
	struct link_batch b = { 0 };
	size_t kept = 0, odd = 0, gone = 0;
	for (size_t i = 0; i < o->ids.n; i++) {
		const struct basket_row *row = baskets_row(c->baskets, str_of(o->ids.v[i]));
		bool take = row &&
		    (o->command->passes_link ? link_batch_add(&b, c, row->id)
					     : !row->has_unsafe_text);
		gone += !row;
		odd += row && !o->command->passes_link && !take;
		if (take)
			o->ids.v[kept++] = o->ids.v[i];
		else
			x_free(o->ids.v[i]);
	}
	o->ids.n = kept;
	if (gone)
		buf_addf(left, " %zu no longer listed.", gone);
	if (odd)
		buf_addf(left, " %zu left out: invisible or control characters.", odd);
	if (b.without_link_count)
		buf_addf(left, " %zu left out: no link.", b.without_link_count);
	if (b.failed_count)
		buf_addf(left, " %zu left out: a check failed.", b.failed_count);
	if (b.no_contact_count)
		buf_addf(left, " %zu left out: do not contact.", b.no_contact_count);
	buf_addc(left, ' ');
	size_t before = left->n;
	if (o->command->passes_link && link_batch_append_warnings(left, &b))
		buf_addc(left, '.');
	left->n -= left->n == before;
	link_batch_free(&b);
}

static void
ask_to_run_on_marked(struct console *c, struct user_command_run *o)
{
	struct buf words = { 0 }, left = { 0 };
	size_t marked = o->ids.n;
	contact_log_reload(c);
	exclude_unwanted_baskets(o, &left);
	if (!o->ids.n) {
		console_show(c, ROLE_WARN, "%s was not run:%s", o->command->name, buf_z(&left));
	} else {
		append_hidden_marks(&words, c);
		buf_addf(&words, "Run %s%s for ", o->command->name,
		    o->command->passes_link ? ", with the link," : "");
		if (o->ids.n < marked)
			buf_addf(&words, "%zu of ", o->ids.n);
		format_plural(&words, marked, "marked basket", "marked baskets");
		buf_addf(&words, "%s?%s", o->ids.n > 1 ? ", one after the other" : "",
		    left.n ? buf_z(&left) : "");
		dialog_ask(c, "Marked baskets", buf_z(&words), "Run it", on_run_answered, NULL);
	}
	buf_free(&words);
	buf_free(&left);
}

/* Continues with the baskets that are still listed after the reload. */
static void
on_baskets_reread(struct console *c, const char *const *ids, size_t n)
{
	struct user_command_run *o = user_command_of(c);
	ids_copy(&o->ids, ids, n);
	ask_to_run_on_marked(c, o);
}

static void
run_command(struct console *c, const struct user_command *command)
{
	struct user_command_run *o = user_command_of(c);
	o->command = command;
	if (o->for_marked && command->passes_link &&
	    recheck_baskets(c, (const char *const *)o->ids.v, o->ids.n, on_baskets_reread))
		return;
	if (o->for_marked)
		ask_to_run_on_marked(c, o);
	else
		ask_to_run_on_basket(c, str_of(o->ids.v[0]), 0);
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
choose_command(struct console *c, size_t n)
{
	const struct config *config = &c->app->config;
	struct buf title = { 0 }, what = { 0 };
	buf_addz(&title,
	    n > 1 ? "Run which command for the marked baskets?"
		  : "Run which command for this basket?");
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
user_command_open(struct console *c, const char *const *ids, size_t n, bool marked)
{
	struct user_command_run *o = user_command_of(c);
	const struct user_command *command = config_find_command(&c->app->config, o->pending_name);
	if (o->pending_name.n && !command) {
		show_no_such_command(c, o->pending_name);
		return;
	}
	o->for_marked = marked;
	ids_copy(&o->ids, ids, n);
	if (command)
		run_command(c, command);
	else
		choose_command(c, n);
}

void
user_command_run_named(struct console *c, struct str name)
{
	user_command_of(c)->pending_name = name;
	c->nav->run_action(c, ACT_RUN);
	user_command_of(c)->pending_name = STR_NONE;
}
