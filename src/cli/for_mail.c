#include "cli/for_mail.h"

#include "app/app_context.h"
#include "base/json_quote.h"
#include "base/utf8.h"
#include "basket/same_person.h"
#include "basket/sent_links.h"
#include "cli/args.h"
#include "cli/exits.h"
#include "identity/row.h"
#include "wire/basket.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- contact log ---- */

static bool
names_contact_status(struct str name)
{
	return str_eqz(name, "status") || str_eqz(name, "consent") || str_eqz(name, "contacted") ||
	    str_eqz(name, "recovered");
}

/* The statuses that a term of status=, or a word such as `called`, asks for; 0: none. */
static unsigned
statuses_of_term(const struct view_term *t)
{
	struct buf folded = { 0 };
	text_fold(&folded, t->value);
	bool asks = !t->key.n || str_eqz(t->key, "status");
	unsigned statuses = asks ? basket_statuses_by_word(buf_str(&folded)) : 0;
	buf_free(&folded);
	return statuses;
}

/* A word finds the baskets with that status. */
static bool
has_status_word(const struct view *view)
{
	for (size_t i = 0; i < view->terms.n; i++)
		if (!view->terms.v[i].key.n && statuses_of_term(&view->terms.v[i]))
			return true;
	return false;
}

/* Completed baskets are known without the contact log. */
static bool
is_term_of_basket(const struct view_term *t)
{
	unsigned completed = BASKET_COMPLETED | BASKET_MAYBE_COMPLETED;
	return str_eqz(t->key, "status") && statuses_of_term(t) & completed;
}

/* True for baskets, and for persons and groups built from them, if a term or column uses contact
 * data. */
static bool
needs_contact_log(const struct view *view)
{
	if (view->resource->endpoint != ENDPOINT_BASKETS)
		return false;
	for (size_t i = 0; i < view->terms.n; i++)
		if (names_contact_status(view->terms.v[i].key) &&
		    !is_term_of_basket(&view->terms.v[i]))
			return true;
	for (size_t i = 0; i < view->columns.n; i++)
		if (names_contact_status(view->columns.v[i].name))
			return true;
	for (size_t i = 0; i < view->group_keys.n; i++)
		if (names_contact_status(view->group_keys.v[i]))
			return true;
	for (size_t i = 0; i < view->sort_count; i++)
		if (names_contact_status(view->sorts[i].column))
			return true;
	return false;
}

/* Later purchases are known once a person's baskets are read: that is a list of persons. */
static bool
check_status_terms(const struct view *view, struct err *err)
{
	for (size_t i = 0; i < view->terms.n; i++)
		if (view->terms.v[i].key.n &&
		    statuses_of_term(&view->terms.v[i]) & (BASKET_BOUGHT | BASKET_MAYBE_BOUGHT))
			return err_set(err, ERR_USAGE,
			    "status=bought works in the console; for a command use the list of "
			    "people: persons bought=since");
	return true;
}

static void
print_damage(const struct contact_log *l)
{
	if (l->damaged_line_count)
		dprintf(STDERR_FILENO, "backroom: %zu damaged %s of %s ignored\n",
		    l->damaged_line_count, l->damaged_line_count == 1 ? "line" : "lines",
		    l->file.path);
}

bool
contact_source_open(struct contact_source **out, const struct app_context *app,
    const struct view *view, bool needed, bool fills_columns, struct err *err)
{
	*out = NULL;
	bool lists_links = view_is_of_sent_links(view);
	if (view->resource->row_ops == &known_row_ops) /* its status is that of a link */
		return true;
	needed = needed || lists_links || needs_contact_log(view);
	if (!check_status_terms(view, err))
		return false;
	if (!needed && !fills_columns && (app->masked || !has_status_word(view)))
		return true;
	if (app->masked && !lists_links)
		return err_set(
		    err, ERR_USAGE, "status= and consent= need people's data, which --mask hides");
	struct contact_source *o = x_new(struct contact_source);
	*out = o;
	o->consent_field = app->environment->consent_field;
	o->shared_emails = app->environment->shared_emails;
	if (!contact_log_init(&o->contact_log, app_context_keeps_state(app),
		app->environment->contact_log_path, err))
		return false;
	print_damage(&o->contact_log);
	if (!needed && !o->contact_log.entries.n && !o->consent_field) {
		contact_source_free(o);
		*out = NULL;
	}
	return true;
}

void
contact_source_free(struct contact_source *o)
{
	if (!o)
		return;
	contact_log_free(&o->contact_log);
	x_free(o);
}

/* ---- options ---- */

struct for_mail {
	struct report report;
	struct arena text_arena;
	struct arena row_texts;
	VEC(struct basket_row) rows;
	VEC(struct str) json; /* JSON of wanted baskets; STR_NONE for others */
	int64_t pause_ms;
	bool records_contacts;
};

static bool
read_pause(struct for_mail *f, const char *text, int64_t now, struct err *err)
{
	int64_t then;
	if (!when_parse_typed(str_of(text ? text : "7d"), now, &then) || then > now)
		return err_set(err, ERR_USAGE, "--not-within takes a time such as 14d, 12h or 2w");
	f->pause_ms = now - then;
	return true;
}

static bool
check_mail_options(const struct args *args, const struct app_context *app, const struct view *view,
    struct err *err)
{
	if (!str_eqz(str_of(args->option_values[OPTION_FOR]), "mail"))
		return err_set(err, ERR_USAGE, "--for takes mail");
	if (!str_eqz(str_of(view->resource->name), "baskets"))
		return err_set(err, ERR_USAGE, "--for mail needs a VIEW of baskets");
	if (view->sort_count || view->columns.n || view->group_keys.n)
		return err_set(err, ERR_USAGE,
		    "--for mail has its own order and columns: remove sort=, group= and cols= "
		    "from the VIEW");
	if (args->option_values[OPTION_CURL])
		return err_set(err, ERR_USAGE, "use --for mail or --curl, not both");
	return !app->masked ||
	    err_set(err, ERR_USAGE, "--for mail needs people's data, which --mask hides");
}

bool
for_mail_open(struct for_mail **out, const struct args *args, const struct app_context *app,
    const struct view *view, struct err *err)
{
	*out = NULL;
	if (!args->option_values[OPTION_FOR]) {
		const char *lone = args->option_values[OPTION_RECORD] ? "--record"
		    : args->option_values[OPTION_NOT_WITHIN]          ? "--not-within"
								      : NULL;
		return !lone || err_set(err, ERR_USAGE, "%s works with --for mail only", lone);
	}
	if (!check_mail_options(args, app, view, err))
		return false;
	struct for_mail *f = x_new(struct for_mail);
	*out = f;
	f->records_contacts = args->option_values[OPTION_RECORD] != NULL;
	return read_pause(f, args->option_values[OPTION_NOT_WITHIN], clock_now(&app->clock), err) &&
	    report_open(&f->report, args, &mail_resource, NULL, err);
}

void
for_mail_free(struct for_mail *f)
{
	if (!f)
		return;
	report_free(&f->report);
	arena_wipe(&f->text_arena);
	arena_wipe(&f->row_texts);
	vec_free(&f->rows);
	vec_free(&f->json);
	x_free(f);
}

/* ---- reading ---- */

bool
for_mail_add_basket(struct for_mail *f, const struct contact_source *o,
    const struct row_filter *filter, struct view_dependencies *needs, struct str json,
    unsigned flags)
{
	struct basket_row row;
	struct str kept = STR_NONE;
	basket_row_ops.fill_row(&row, &f->row_texts, json, flags);
	same_person_mark_shared(&row, o->shared_emails);
	basket_row_set_contact(&row, &o->contact_log, o->consent_field, json);
	if (needs)
		view_dependencies_complete(needs, &row, &f->row_texts, json, flags);
	bool wanted = row_filter_match(filter, &row, json);
	if (wanted)
		kept = arena_str(&f->text_arena, json);
	vec_push(&f->rows, row);
	vec_push(&f->json, kept);
	return wanted;
}

static bool
is_marked_for_mail(void *ctx, size_t row)
{
	const struct for_mail *f = ctx;
	return f->json.v[row].n > 0;
}

static bool
read_stored_basket(void *ctx, size_t row, struct basket *b, struct arena *a)
{
	const struct for_mail *f = ctx;
	struct err ignored;
	return basket_read(b, a, f->json.v[row], 0, &ignored);
}

/* ---- output ---- */

static void
print_row(struct report *r, const struct mail_row *row)
{
	struct buf json = { 0 };
	for (const struct column *c = mail_columns; c->id; c++)
		report_add_text_member(&json, c->id, column_text(c, row));
	buf_addc(&json, '}');
	report_add(r, row, buf_str(&json));
	buf_wipe(&json);
}

static void
print_list_notes(
    const struct for_mail *f, const struct contact_source *o, const struct mail_list *m)
{
	struct buf words = { 0 };
	format_plural(&words, m->rows.n, "person", "people");
	if (m->left_out_total)
		buf_addz(&words, "; ");
	mail_list_append_exclusions(&words, m);
	if (m->left_out_by_reason[MAIL_CONSENT_UNKNOWN])
		buf_addz(&words,
		    "\nA known consent is required. To list baskets without one: "
		    "get baskets consent=unknown");
	if (m->rows.n && m->none_completed)
		buf_addc(&words, '\n');
	if (m->rows.n)
		mail_list_append_unknown_purchases(&words, m);
	if (m->rows.n && !f->records_contacts)
		buf_addz(
		    &words, "\nNot recorded. With --record, these people are left out next time");
	else if (m->rows.n && !o->contact_log.persistent)
		buf_addz(&words, "\nNot recorded: the demo does not keep records");
	fprintf(stderr, "%s\n", buf_z(&words));
	buf_free(&words);
}

/* Records links as sent only after printing: a list that failed to print does not count. */
int
for_mail_print(
    struct for_mail *f, struct contact_source *o, const struct app_context *app, int status)
{
	const struct mail_source from = { .rows = f->rows.v,
		.n = f->rows.n,
		.is_included = is_marked_for_mail,
		.read_basket = read_stored_basket,
		.ctx = f };
	const struct mail_rules rules = { .contact_log = &o->contact_log,
		.consent_field = o->consent_field,
		.link_rules = &app->link_rules,
		.now = clock_now(&app->clock),
		.pause_ms = f->pause_ms };
	struct mail_list m;
	struct err err;
	size_t noted = 0;
	mail_list_build(&m, &from, &rules);
	for (size_t i = 0; i < m.rows.n; i++)
		print_row(&f->report, &m.rows.v[i]);
	int printed = report_end(&f->report, EXIT_OK);
	if (printed == EXIT_OK)
		print_list_notes(f, o, &m);
	if (printed == EXIT_OK && f->records_contacts &&
	    !mail_list_record_sent(&m, &from, &o->contact_log, rules.now, &noted, &err)) {
		fprintf(
		    stderr, "backroom: of %zu people, only %zu were recorded\n", m.rows.n, noted);
		printed = fail_with_exit_code(&err, 0);
	}
	mail_list_free(&m);
	/* An unreadable line may have been a do-not-contact entry. */
	if (printed == EXIT_OK && status == EXIT_OK && o->contact_log.damaged_line_count)
		status = EXIT_PARTLY;
	return printed == EXIT_OK ? status : printed;
}
