#include "ui/basket/outside.h"

#include "app/basket/variables.h"
#include "app/link/link.h"
#include "base/utf8.h"
#include "client/helper.h"
#include "client/redact.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/contact.h"
#include "ui/basket/link_batch.h"
#include "ui/basket/link_questions.h"
#include "ui/kit/dialog.h"
#include "ui/kit/menu.h"

enum { LINES_SAID = 10, LINE_CELLS = 400 };

/* A command and the baskets that it is run on; asked about, or under way. */
struct outside {
	struct console *console;
	struct str named; /* while `:run NAME` looks for its rows; else none */
	const struct outside_command *command;
	VEC(char *) ids;
	bool marked;
	bool runs;
	size_t at; /* of the ids: the one it is run on */
	size_t done, gone;
	size_t left_out; /* since it was asked: not to be contacted any more */
	struct helper *helper; /* NULL between two of them */
};

static struct outside *
outside_of(struct console *c)
{
	if (!c->outside) {
		c->outside = x_new(struct outside);
		c->outside->console = c;
	}
	return c->outside;
}

static void
forget_ids(struct outside *o)
{
	for (size_t i = 0; i < o->ids.n; i++)
		x_free(o->ids.v[i]);
	o->ids.n = 0;
}

void
outside_free(struct console *c)
{
	if (!c->outside)
		return;
	helper_stop(c->outside->helper);
	forget_ids(c->outside);
	vec_free(&c->outside->ids);
	x_free(c->outside);
	c->outside = NULL;
}

/* Nobody is told who people are, or it may write. */
static const char *
not_now(const struct console *c)
{
	if (c->launch->masked) /* which is read-only, too */
		return "Masked: commands of your own are told who people are. :mask off first";
	if (c->launch->read_only)
		return "Read-only: commands of your own may write, and are not run";
	if (c->present)
		return "An audience watches: :present off first";
	return NULL;
}

const char *
outside_refuse(const struct console *c)
{
	if (!c->launch->config.commands.n)
		return "No command of your own: command \"crm\" { run = {\"crm-note\"} } in "
		       "config.conf makes one";
	if (c->outside && c->outside->runs)
		return "One is running already; Esc ends it";
	return c->progress.n ? "A plan is being sent; when it is done" : not_now(c);
}

void
outside_say_left(const struct console *c, struct buf *out)
{
	if (c->outside && c->outside->runs)
		buf_addf(out, "%s%s is running and would be ended.", out->n ? " " : "",
		    c->outside->command->name);
}

/* ---- while it runs ---- */

static void
say_progress(struct outside *o)
{
	struct console *c = o->console;
	buf_reset(&c->progress);
	if (o->runs && o->ids.n > 1)
		buf_addf(&c->progress, "%s: %zu of %zu", o->command->name, o->at + 1, o->ids.n);
	else if (o->runs)
		buf_addf(&c->progress, "%s is running", o->command->name);
	console_changed(c);
}

static void
stop_running(struct outside *o)
{
	o->runs = false;
	o->helper = NULL;
	say_progress(o);
}

/* " for Mara Ellison", of one among several; " for " is `before`. */
static void
say_whom(const struct outside *o, struct buf *out, const char *before)
{
	const struct basket_row *row = baskets_row(o->console->baskets, str_of(o->ids.v[o->at]));
	struct buf who = { 0 };
	if (o->ids.n < 2 || !row || o->console->launch->masked || o->console->present)
		return;
	basket_row_customer(&who, row);
	buf_addz(out, before);
	text_clean(out, buf_str(&who), o->console->look.ascii_lines);
	buf_free(&who);
}

static void
clean_line(const struct outside *o, struct buf *out, struct str line)
{
	struct buf bare = { 0 }, clean = { 0 };
	bool ascii = o->console->look.ascii_lines;
	redact_secrets(&bare, line);
	text_clean(&clean, buf_str(&bare), ascii);
	text_cut(out, buf_str(&clean), LINE_CELLS, ascii);
	buf_wipe(&bare);
	buf_wipe(&clean);
}

/* The last lines that say something, the last one first. */
static size_t
last_lines(struct str output, struct str out[LINES_SAID])
{
	size_t n = 0;
	while (output.n && n < LINES_SAID) {
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

/* What it printed is among the messages; appends the last line. What people are called may stand in
 * it, so that who must not see that sees none of it. */
static void
keep_lines(struct outside *o, struct str output, struct buf *last)
{
	struct str lines[LINES_SAID];
	struct console *c = o->console;
	size_t n = c->launch->masked || c->present ? 0 : last_lines(output, lines);
	struct buf whole = { 0 };
	for (size_t i = n; i-- > (o->ids.n > 1 ? 0 : 1);) {
		buf_reset(&whole);
		buf_addf(&whole, "%s", o->command->name);
		say_whom(o, &whole, " for ");
		buf_addz(&whole, ": ");
		clean_line(o, &whole, lines[i]);
		console_note(c, ROLE_TEXT, buf_str(&whole), NULL);
	}
	if (n)
		clean_line(o, last, lines[0]);
	buf_free(&whole);
}

static void
say_failed(struct outside *o, const struct err *err)
{
	struct console *c = o->console;
	struct buf words = { 0 };
	buf_addf(&words, "%s", o->command->name);
	if (o->ids.n > 1)
		buf_addf(&words, ": done for %zu of %zu, not run for %zu", o->done, o->ids.n,
		    o->ids.n - o->at - 1);
	say_whom(o, &words, ". ");
	buf_addz(&words, ": ");
	if (c->launch->masked || c->present)
		buf_addz(&words, "it failed");
	else
		clean_line(o, &words, str_of(err->text));
	if (o->command->link)
		buf_addz(&words, ". What became of the link is not known");
	stop_running(o);
	console_say(c, ROLE_BAD, "%s", buf_z(&words));
	buf_free(&words);
}

static void
say_done(struct outside *o, struct str last, const char *why)
{
	struct console *c = o->console;
	struct buf words = { 0 };
	buf_addz(&words, o->command->name);
	if (o->ids.n > 1) {
		buf_addz(&words, " is done for ");
		format_plural(&words, o->done, "marked basket", "marked baskets");
	} else if (last.n) {
		buf_addz(&words, ": ");
		buf_adds(&words, last);
	} else {
		buf_addz(&words, " is done");
	}
	if (o->gone)
		buf_addf(&words, ". %zu %s left the list", o->gone, o->gone == 1 ? "has" : "have");
	if (o->left_out)
		buf_addf(&words, ". %zu left out: do not contact by now", o->left_out);
	if (why && o->at < o->ids.n)
		buf_addf(&words, " and not run for the %zu behind %s. %s", o->ids.n - o->at,
		    o->done == 1 ? "it" : "them", why);
	stop_running(o);
	console_say(c, o->gone || o->left_out || why ? ROLE_WARN : ROLE_GOOD, "%s", buf_z(&words));
	buf_free(&words);
}

static void run_next(struct outside *o, struct str last);

static void
ended(void *ctx, struct str output, const struct err *err)
{
	struct outside *o = ctx;
	struct console *c = o->console;
	const struct basket_row *row = baskets_row(c->baskets, str_of(o->ids.v[o->at]));
	struct buf last = { 0 }, remark = { 0 };
	o->helper = NULL;
	if (err) {
		say_failed(o, err);
		return;
	}
	keep_lines(o, output, &last);
	buf_addf(&remark, "by %s", o->command->name);
	if (o->command->link && row)
		contact_note(c, OUTCOME_LINK, &row, 1, buf_str(&remark));
	o->done++;
	o->at++;
	run_next(o, buf_str(&last));
	buf_free(&last);
	buf_free(&remark);
}

/* ---- starting it ---- */

/* NULL with err. */
static struct helper *
start_on(struct outside *o, const struct basket_row *row, struct err *err)
{
	struct console *c = o->console;
	struct variables variables;
	struct arena a = { 0 };
	struct basket b;
	struct link link = { 0 };
	if (!baskets_read(c->baskets, row, &b, &a, err)) {
		arena_free(&a);
		return NULL;
	}
	if (o->command->link)
		basket_link_examine(&link, &c->launch->links, c->baskets, row);
	struct str address = o->command->link ? link_address(&link) : STR_NONE;
	if (o->command->link && (!address.n || link.verdict > LINK_UNKNOWN)) {
		err_set(err, ERR_INVALID, "the link is another one by now, and fails a check");
		link_free(&link);
		arena_free(&a);
		return NULL;
	}
	variables_make(&variables, &b, address, c->launch->name);
	struct helper *h = helper_start(&c->io,
	    &(struct helper_order){ .argv = (const char *const *)o->command->run,
		.environment = (const char *const *)variables.list.v,
		.limit_ms = o->command->seconds * 1000,
		.talkative = true },
	    ended, o, err);
	variables_free(&variables);
	link_free(&link);
	arena_free(&a);
	return h;
}

/* Of many one asked about at once; somebody may have said no while the first ones ran. */
static bool
is_left_out(const struct outside *o, const struct basket_row *row)
{
	struct outcome_state state;
	if (!o->marked || !o->command->link)
		return false;
	contact_state(o->console, row, &state);
	return state.no_contact;
}

/* The next basket that is still there, and may be told; NULL behind the last one. */
static const struct basket_row *
next_row(struct outside *o)
{
	for (; o->at < o->ids.n; o->at++) {
		const struct basket_row *row =
		    baskets_row(o->console->baskets, str_of(o->ids.v[o->at]));
		if (row && !is_left_out(o, row))
			return row;
		o->gone += !row;
		o->left_out += row != NULL;
	}
	return NULL;
}

static void
run_next(struct outside *o, struct str last)
{
	const char *why = not_now(o->console);
	const struct basket_row *row = NULL;
	struct err err;
	if (o->command->link && !why)
		contact_refresh(o->console);
	if (!why)
		row = next_row(o);
	if (!row) {
		say_done(o, last, why);
		return;
	}
	say_progress(o);
	o->helper = start_on(o, row, &err);
	if (!o->helper)
		say_failed(o, &err);
}

static void
begin(struct outside *o)
{
	const char *why = outside_refuse(o->console);
	if (why) { /* a question may have waited long */
		console_say(o->console, ROLE_WARN, "%s", why);
		return;
	}
	o->runs = true;
	o->at = o->done = o->gone = o->left_out = 0;
	run_next(o, STR_NONE);
}

bool
outside_cancel(struct console *c)
{
	struct outside *o = c->outside;
	struct buf words = { 0 };
	if (!o || !o->runs)
		return false;
	helper_stop(o->helper);
	buf_addf(&words, "%s was ended", o->command->name);
	if (o->ids.n > 1)
		buf_addf(&words, " at %zu of %zu", o->at + 1, o->ids.n);
	stop_running(o);
	console_say(c, ROLE_WARN, "%s; what it did until then is not known", buf_z(&words));
	buf_free(&words);
	return true;
}

/* ---- asking ---- */

static void
answer_run(struct console *c, void *ctx, int button)
{
	(void)ctx;
	if (button == 1)
		begin(outside_of(c));
	else if (button == 0)
		console_say(c, ROLE_TEXT, "Nothing was run");
}

static bool
link_may_go(struct console *c, const struct outside_command *command, const struct basket_row *row)
{
	struct link link;
	basket_link_examine(&link, &c->launch->links, c->baskets, row);
	bool ok = link.present && link.verdict <= LINK_UNKNOWN;
	if (!link.present)
		console_say(c, ROLE_WARN, "Not run: %s is given the link, and this basket has none",
		    command->name);
	else if (!ok)
		console_say(c, ROLE_WARN, "Not run: %s is given the link, and its check failed: %s",
		    command->name, link.checks[link.worst].text);
	link_free(&link);
	return ok;
}

/* The questions that one basket is asked, one after the other; then it is run. */
static void
ask_one(struct console *c, struct str id, unsigned confirmed)
{
	struct outside *o = outside_of(c);
	const struct basket_row *row = baskets_row(c->baskets, id);
	struct buf words = { 0 };
	if (!row) {
		console_say(c, ROLE_WARN, "Not run: the basket has left the list");
	} else if (o->command->link) {
		if (link_may_go(c, o->command, row) && !link_asks(c, row, confirmed, ask_one))
			begin(o);
	} else if (row->dangerous) {
		buf_addf(&words,
		    "A name or e-mail of this basket holds invisible or control characters, and %s "
		    "is given them as they are. Run it all the same?",
		    o->command->name);
		dialog_ask(
		    c, "Not what it looks like", buf_z(&words), "Run it", answer_run, NULL);
	} else {
		begin(o);
	}
	buf_free(&words);
}

/* Keeps those that it may be run on; the others are counted in words. */
static void
leave_out(struct outside *o, struct buf *left)
{
	struct console *c = o->console;
	struct link_batch b = { 0 };
	size_t kept = 0, odd = 0, gone = 0;
	for (size_t i = 0; i < o->ids.n; i++) {
		const struct basket_row *row = baskets_row(c->baskets, str_of(o->ids.v[i]));
		size_t may = b.rows.n;
		if (row && o->command->link)
			link_batch_add(&b, c, row->id);
		bool take = row && (o->command->link ? b.rows.n > may : !row->dangerous);
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
	if (o->command->link && link_batch_say_doubts(left, &b))
		buf_addc(left, '.');
	left->n -= left->n == before;
	link_batch_free(&b);
}

static void
ask_many(struct console *c, struct outside *o)
{
	struct buf words = { 0 }, left = { 0 };
	size_t marked = o->ids.n;
	contact_refresh(c);
	leave_out(o, &left);
	if (!o->ids.n) {
		console_say(c, ROLE_WARN, "%s is not run:%s", o->command->name, buf_z(&left));
	} else {
		buf_addf(&words, "Run %s for ", o->command->name);
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

static void
run_command(struct console *c, const struct outside_command *command)
{
	struct outside *o = outside_of(c);
	o->command = command;
	if (o->marked)
		ask_many(c, o);
	else
		ask_one(c, str_of(o->ids.v[0]), 0);
}

/* ---- which ---- */

static void
command_chosen(struct console *c, void *ctx, int value)
{
	(void)ctx;
	run_command(c, &c->launch->config.commands.v[value]);
}

static void
say_there_is_none(struct console *c, struct str name)
{
	const struct config *config = &c->launch->config;
	struct buf words = { 0 };
	buf_addz(&words, "There is no command ");
	text_clean(&words, name, c->look.ascii_lines);
	buf_addz(&words, ". There are: ");
	for (size_t i = 0; i < config->commands.n; i++)
		buf_addf(&words, "%s%s", i ? ", " : "", config->commands.v[i].name);
	console_say(c, ROLE_WARN, "%s", buf_z(&words));
	buf_free(&words);
}

/* What it is for; else what is run. */
static void
add_what(const struct console *c, struct buf *out, const struct outside_command *command)
{
	if (command->help)
		text_clean(out, str_of(command->help), c->look.ascii_lines);
	for (char **word = command->run; !command->help && *word; word++) {
		buf_addz(out, word == command->run ? "" : " ");
		text_clean(out, str_of(*word), c->look.ascii_lines);
	}
}

static void
choose_command(struct console *c, size_t n)
{
	const struct config *config = &c->launch->config;
	struct buf title = { 0 }, what = { 0 };
	buf_addz(&title, n > 1 ? "Run what for the marked baskets?" : "Run what for this basket?");
	struct menu *m = menu_new(c, buf_z(&title), false, command_chosen, NULL);
	for (size_t i = 0; i < config->commands.n; i++) {
		const struct outside_command *command = &config->commands.v[i];
		buf_reset(&what);
		add_what(c, &what, command);
		menu_add(m, (int)i, false, "%-12s %s%s", command->name,
		    command->link ? "with the link: " : "", buf_z(&what));
	}
	menu_closed_by(m, ACT_RUN);
	menu_open(m);
	buf_free(&title);
	buf_free(&what);
}

void
outside_open(struct console *c, const char *const *ids, size_t n, bool marked)
{
	struct outside *o = outside_of(c);
	const struct outside_command *command = config_command(&c->launch->config, o->named);
	if (o->named.n && !command) {
		say_there_is_none(c, o->named);
		return;
	}
	forget_ids(o);
	o->marked = marked;
	for (size_t i = 0; i < n; i++) {
		char *id = x_strdup(ids[i]);
		vec_push(&o->ids, id);
	}
	if (command)
		run_command(c, command);
	else
		choose_command(c, n);
}

void
outside_command(struct console *c, struct str name)
{
	outside_of(c)->named = name;
	c->nav->act(c, ACT_RUN);
	outside_of(c)->named = STR_NONE;
}
