/* The command `contact`: records an outcome for the people of baskets, as the console's D does. */
#include "base/utf8.h"
#include "basket/row_contact.h"
#include "basket/same_person.h"
#include "cli/commands.h"
#include "cli/exits.h"
#include "cli/walk.h"
#include "model/format.h"

#include <stdio.h>

enum { CONTACT_PAGE_ITEMS = 500 };

struct contact_job {
	struct args *args;
	struct app_context app;
	struct connection connection;
	struct contact_log contact_log;
	enum contact_status status;
	struct buf remark;
	VEC(struct str) ids;                       /* of the baskets that were not found yet */
	size_t saved_count, without_outcome_count; /* the latter: there was nothing to undo */
	bool failed; /* nothing more is saved, for the reason in err */
	struct err err;
};

/* The words of the command; those of the VIEW's status=, and undo. */
static const struct {
	const char *word;
	enum contact_status status;
} outcomes[] = { { "called", CONTACT_CALLED }, { "written", CONTACT_WRITTEN },
	{ "recovered", CONTACT_RECOVERED }, { "lost", CONTACT_LOST },
	{ "no-contact", CONTACT_UNWANTED }, { "undo", CONTACT_UNDO } };

static bool
read_outcome(struct contact_job *job, struct str word, struct err *err)
{
	for (size_t i = 0; i < sizeof(outcomes) / sizeof(*outcomes); i++)
		if (str_eqz(word, outcomes[i].word)) {
			job->status = outcomes[i].status;
			return true;
		}
	return err_set(
	    err, ERR_USAGE, "contact takes called, written, recovered, lost, no-contact or undo");
}

static bool
read_arguments(struct contact_job *job, struct err *err)
{
	const struct args *args = job->args;
	const char *remark = args->option_values[OPTION_REMARK];
	if (args->positional_args.n < 2)
		return err_set(err, ERR_USAGE,
		    "contact takes an outcome and basket ids, as in: backroom contact called "
		    "basket-5f0c2b1e --remark \"back on Monday\"");
	if (!read_outcome(job, str_of(args->positional_args.v[0]), err))
		return false;
	for (size_t i = 1; i < args->positional_args.n; i++) {
		struct str id = str_of(args->positional_args.v[i]);
		for (size_t k = 0; k < job->ids.n; k++)
			if (str_eq(job->ids.v[k], id))
				return err_set(err, ERR_USAGE, "a basket is named twice");
		vec_push(&job->ids, id);
	}
	append_contact_remark(&job->remark, str_of(remark ? remark : ""));
	return true;
}

static bool
is_wanted(struct contact_job *job, struct str id)
{
	for (size_t i = 0; i < job->ids.n; i++)
		if (str_eq(job->ids.v[i], id)) {
			job->ids.v[i] = job->ids.v[--job->ids.n];
			return true;
		}
	return false;
}

static bool
record_basket(struct contact_job *job, struct basket_row *row)
{
	struct contact_identifiers who = { 0 };
	same_person_mark_shared(row, job->app.environment->shared_emails);
	if (job->status == CONTACT_UNDO &&
	    basket_row_outcome_to_undo(row, &job->contact_log) == CONTACT_NONE) {
		job->without_outcome_count++;
		return true;
	}
	basket_row_add_identifiers(&who, row);
	bool ok = contact_log_add(&job->contact_log, job->status, &who, clock_now(&job->app.clock),
	    buf_str(&job->remark), &job->err);
	contact_identifiers_free(&who);
	job->saved_count += ok;
	job->failed = !ok;
	return ok;
}

static enum walk_step
on_baskets_page(void *ctx, const struct json_scan *page)
{
	struct contact_job *job = ctx;
	struct arena texts = { 0 };
	bool ok = true;
	for (size_t i = 0; ok && i < page->items.n; i++) {
		struct basket_row row;
		basket_row_ops.fill_row(
		    &row, &texts, json_scan_item(page, i), page->items.v[i].flags);
		if (is_wanted(job, row.id))
			ok = record_basket(job, &row);
		arena_reset(&texts);
	}
	arena_wipe(&texts);
	return ok && job->ids.n ? WALK_CONTINUE : WALK_ENOUGH;
}

/* Returns the exit status. */
static int
print_result(const struct contact_job *job, const struct walk_end *end)
{
	struct buf line = { 0 }, clean = { 0 };
	int failed = EXIT_OK;
	if (job->saved_count) {
		buf_addz(&line, "Saved for ");
		format_plural(&line, job->saved_count, "basket", "baskets");
		fprintf(stderr, "%s: %s%s\n", buf_z(&line),
		    job->status == CONTACT_UNDO ? "the last outcome is undone"
						: contact_statuses[job->status].past_tense,
		    job->contact_log.persistent ? "" : ", until the demo ends");
	}
	if (job->without_outcome_count) {
		struct err err;
		buf_reset(&line);
		format_plural(&line, job->without_outcome_count, "basket has", "baskets have");
		err_set(&err, ERR_NOT_FOUND, "%s no outcome to undo", buf_z(&line));
		failed = fail_with_exit_code(&err, 0);
	}
	if (job->failed)
		failed = fail_with_exit_code(&job->err, 0);
	else if (end->err.kind)
		failed = fail_with_exit_code(&end->err, end->attempt_count);
	for (size_t i = 0; i < job->ids.n; i++) {
		struct err err;
		buf_reset(&clean);
		text_clean(&clean, str_sub(job->ids.v[i], 0, 80), false);
		err_set(&err, ERR_NOT_FOUND, "%s: not saved, %s", buf_z(&clean),
		    failed ? "not read" : "no basket has this id");
		int status = fail_with_exit_code(&err, 0);
		failed = failed ? failed : status;
	}
	buf_free(&line);
	buf_free(&clean);
	return failed && job->saved_count ? EXIT_PARTLY : failed;
}

static bool
open_job(struct contact_job *job, struct err *err)
{
	if (!read_arguments(job, err) || !app_context_init(&job->app, &job->args->app_options, err))
		return false;
	if (job->app.masked)
		return err_set(
		    err, ERR_USAGE, "--mask hides people, so nothing is recorded about them");
	return contact_log_init(&job->contact_log, !job->app.options.demo_pack,
		   job->app.environment->contact_log_path, err) &&
	    connection_open(&job->connection, &job->app, err);
}

int
contact_run(struct args *args)
{
	struct contact_job job = { .args = args };
	struct walk_end end;
	struct err err;
	int status;
	if (open_job(&job, &err)) {
		const struct walk_request request = { .connection = &job.connection,
			.endpoint = ENDPOINT_BASKETS,
			.query = { .limit = CONTACT_PAGE_ITEMS, .changed_after = WHEN_NONE },
			.singular = "basket",
			.plural = "baskets",
			.on_page = on_baskets_page,
			.ctx = &job };
		walk_run(&request, &end);
		status = print_result(&job, &end);
	} else {
		status = fail_with_exit_code(&err, 0);
	}
	connection_close(&job.connection);
	contact_log_free(&job.contact_log);
	app_context_free(&job.app);
	buf_free(&job.remark);
	vec_free(&job.ids);
	return status;
}
