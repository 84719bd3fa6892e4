#include "ui/basket/user_command.h"

#include "base/utf8.h"
#include "basket/link.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/contact.h"
#include "ui/basket/hidden_marks.h"
#include "ui/basket/link_batch.h"
#include "ui/basket/link_questions.h"
#include "ui/basket/recheck.h"
#include "ui/basket/user_command_run.h"
#include "ui/kit/action_arguments.h"
#include "ui/kit/dialog.h"
#include "ui/kit/menu.h"

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
answer_run(struct console *c, void *ctx, int button)
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
	basket_link_examine(&link, &c->app->links, c->baskets, row);
	bool ok = link_is_sendable(&link);
	if (!link.present)
		console_show(c, ROLE_WARN, "Not run: %s needs the link, and this basket has none",
		    command->name);
	else if (!ok)
		console_show(c, ROLE_WARN,
		    "Not run: %s needs the link, and a check of it failed: %s", command->name,
		    link.checks[link.worst].text);
	link_free(&link);
	return ok;
}

/* Asks the questions about one basket in turn, then runs the command. */
static void
ask_one(struct console *c, struct str id, unsigned confirmed)
{
	struct user_command_run *o = user_command_of(c);
	const struct basket_row *row = baskets_row(c->baskets, id);
	struct buf words = { 0 };
	if (!row) {
		console_show(c, ROLE_WARN, "Not run: the basket is no longer listed");
	} else if (o->command->link) {
		contact_log_reload(c);
		if (can_run_on(c, o->command, row) && !link_confirm(c, row, confirmed, ask_one))
			user_command_begin(o);
	} else if (row->dangerous) {
		buf_addf(&words,
		    "A name or e-mail of this basket holds invisible or control characters, and "
		    "%s would get them unchanged. Run it anyway?",
		    o->command->name);
		dialog_ask(c, "Not what it looks like", buf_z(&words), "Run it", answer_run, NULL);
	} else {
		user_command_begin(o);
	}
	buf_free(&words);
}

/* Removes the baskets that the command must not run on, and appends their number to the text. */
static void
exclude_unwanted(struct user_command_run *o, struct buf *left)
{
	struct console *c = o->console;
	struct link_batch b = { 0 };
	size_t kept = 0, odd = 0, gone = 0;
	for (size_t i = 0; i < o->ids.n; i++) {
		const struct basket_row *row = baskets_row(c->baskets, str_of(o->ids.v[i]));
		bool take = row &&
		    (o->command->link ? link_batch_add(&b, c, row->id) : !row->dangerous);
		gone += !row;
		odd += row && !o->command->link && !take;
		if (take)
			o->ids.v[kept++] = o->ids.v[i];
		else
			x_free(o->ids.v[i]);
	}
	o->ids.n = kept;
	if (gone)
		buf_addf(left, " %zu left the list.", gone);
	if (odd)
		buf_addf(left, " %zu left out: invisible or control characters.", odd);
	if (b.none)
		buf_addf(left, " %zu left out: no link.", b.none);
	if (b.failed)
		buf_addf(left, " %zu left out: a check failed.", b.failed);
	if (b.no_contact)
		buf_addf(left, " %zu left out: do not contact.", b.no_contact);
	buf_addc(left, ' ');
	size_t before = left->n;
	if (o->command->link && link_batch_append_warnings(left, &b))
		buf_addc(left, '.');
	left->n -= left->n == before;
	link_batch_free(&b);
}

static void
ask_many(struct console *c, struct user_command_run *o)
{
	struct buf words = { 0 }, left = { 0 };
	size_t marked = o->ids.n;
	contact_log_reload(c);
	exclude_unwanted(o, &left);
	if (!o->ids.n) {
		console_show(c, ROLE_WARN, "%s is not run:%s", o->command->name, buf_z(&left));
	} else {
		append_hidden_marks(&words, c);
		buf_addf(&words, "Run %s%s for ", o->command->name,
		    o->command->link ? ", with the link," : "");
		if (o->ids.n < marked)
			buf_addf(&words, "%zu of ", o->ids.n);
		format_plural(&words, marked, "marked basket", "marked baskets");
		buf_addf(&words, "%s?%s", o->ids.n > 1 ? ", one after the other" : "",
		    left.n ? buf_z(&left) : "");
		dialog_ask(c, "Marked baskets", buf_z(&words), "Run it", answer_run, NULL);
	}
	buf_free(&words);
	buf_free(&left);
}

/* Continues with the baskets that are still listed after the reload. */
static void
ask_reread(struct console *c, const char *const *ids, size_t n)
{
	struct user_command_run *o = user_command_of(c);
	ids_copy(&o->ids, ids, n);
	ask_many(c, o);
}

static void
run_command(struct console *c, const struct user_command *command)
{
	struct user_command_run *o = user_command_of(c);
	o->command = command;
	if (o->marked && command->link &&
	    recheck_many(c, (const char *const *)o->ids.v, o->ids.n, ask_reread))
		return;
	if (o->marked)
		ask_many(c, o);
	else
		ask_one(c, str_of(o->ids.v[0]), 0);
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
	buf_addz(&title, n > 1 ? "Run what for the marked baskets?" : "Run what for this basket?");
	struct menu *m = menu_new(c, buf_z(&title), false, on_command_chosen, NULL);
	for (size_t i = 0; i < config->commands.n; i++) {
		const struct user_command *command = &config->commands.v[i];
		buf_reset(&what);
		append_command_help(&what, c, command);
		menu_add(m, (int)i, false, "%-12s %s", command->name, buf_z(&what));
	}
	menu_closed_by(m, ACT_RUN);
	menu_open(m);
	buf_free(&title);
	buf_free(&what);
}

void
user_command_open(struct console *c, const char *const *ids, size_t n, bool marked)
{
	struct user_command_run *o = user_command_of(c);
	const struct user_command *command = config_command(&c->app->config, o->named);
	if (o->named.n && !command) {
		show_no_such_command(c, o->named);
		return;
	}
	o->marked = marked;
	ids_copy(&o->ids, ids, n);
	if (command)
		run_command(c, command);
	else
		choose_command(c, n);
}

void
user_command_run_named(struct console *c, struct str name)
{
	user_command_of(c)->named = name;
	c->nav->act(c, ACT_RUN);
	user_command_of(c)->named = STR_NONE;
}
