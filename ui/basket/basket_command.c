#include "ui/basket/basket_command.h"

#include "base/utf8.h"
#include "basket/link.h"
#include "basket/row_contact.h"
#include "basket/variables.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/contact.h"
#include "ui/basket/hidden_marks.h"
#include "ui/basket/link_questions.h"
#include "ui/basket/recheck.h"

static void
append_customer(const struct user_command_run *o, struct str id, struct buf *out)
{
	const struct basket_row *row = baskets_row(o->console->baskets, id);
	struct buf who = { 0 };
	if (row)
		basket_row_write_customer(&who, row);
	text_clean(out, buf_str(&who), o->console->look.ascii_lines);
	buf_free(&who);
}

/* Records the person as known when the command started, since people may be masked by now. */
static void
record_link_sent(struct user_command_run *o, struct str id)
{
	struct buf remark = { 0 };
	struct err ignored;
	if (!o->command->passes_link)
		return;
	struct buf typed = { 0 };
	buf_addf(&typed, "by %s", o->command->name);
	contact_override_take(o->console, id, &typed);
	append_contact_remark(&remark, buf_str(&typed));
	buf_free(&typed);
	o->person.basket_id = id;
	o->unrecorded_count += !contact_record_identifiers(
	    o->console, CONTACT_LINK_SENT, &o->person, buf_str(&remark), &ignored);
	buf_free(&remark);
}

/* ---- running on one basket ---- */

static bool
add_basket_variables(
    struct user_command_run *o, struct str id, struct command_variables *v, struct err *err)
{
	struct console *c = o->console;
	const struct basket_row *row = baskets_row(c->baskets, id);
	struct arena a = { 0 };
	struct basket b;
	struct link link = { 0 };
	contact_identifiers_free(&o->person);
	basket_rows_add_identifiers(&o->person, row, c->baskets->rows.v, c->baskets->rows.n);
	bool ok = baskets_read_basket(c->baskets, row, &b, &a, err);
	if (ok && o->command->passes_link) {
		basket_link_examine(&link, &c->app->link_rules, c->baskets, row);
		ok = link_is_sendable(&link) ||
		    err_set(err, ERR_INVALID, "the link has changed and fails a check");
	}
	if (ok)
		basket_variables_add(v, &b, link_address(&link));
	link_free(&link);
	arena_free(&a);
	return ok;
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

static enum command_row_state
check_basket(struct user_command_run *o, struct str id)
{
	if (o->command->passes_link)
		contact_log_reload(o->console);
	const struct basket_row *row = baskets_row(o->console->baskets, id);
	return !row               ? COMMAND_ROW_GONE
	    : is_left_out(o, row) ? COMMAND_ROW_LEFT_OUT
				  : COMMAND_ROW_READY;
}

/* ---- questions ---- */

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
		user_command_confirm(o, "Misleading characters", buf_z(&words));
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
		user_command_append_confirm(o, &words);
		buf_addz(&words, words.n ? " " : "");
		append_hidden_marks(&words, c);
		buf_addf(&words, "Run %s%s for ", o->command->name,
		    o->command->passes_link ? ", with the link," : "");
		if (o->ids.n < marked)
			buf_addf(&words, "%zu of ", o->ids.n);
		format_plural(&words, marked, "marked basket", "marked baskets");
		buf_addf(&words, "%s?%s", o->ids.n > 1 ? ", one after the other" : "",
		    left.n ? buf_z(&left) : "");
		user_command_confirm(o, "Marked baskets", buf_z(&words));
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
ask_to_run(struct user_command_run *o)
{
	struct console *c = o->console;
	if (o->for_marked && o->command->passes_link &&
	    recheck_baskets(c, (const char *const *)o->ids.v, o->ids.n, on_baskets_reread))
		return;
	if (o->for_marked)
		ask_to_run_on_marked(c, o);
	else
		ask_to_run_on_basket(c, str_of(o->ids.v[0]), 0);
}

void
basket_command_open(
    struct console *c, const char *pane, const char *const *ids, size_t n, bool marked)
{
	static const struct command_kind baskets = { ask_to_run, check_basket, add_basket_variables,
		append_customer, record_link_sent };
	user_command_open(c,
	    &(struct command_rows){ .kind = &baskets,
		.pane = pane,
		.row_name = "basket",
		.row_names = "baskets",
		.ids = ids,
		.n = n,
		.marked = marked });
}
