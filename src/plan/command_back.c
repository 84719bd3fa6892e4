#include "plan/command_back.h"

#include "app/account.h"
#include "app/file.h"
#include "base/mem.h"
#include "cli/confirm.h"
#include "cli/exits.h"
#include "model/when.h"
#include "plan/command_send.h"
#include "plan/rollback.h"

#include <stdio.h>
#include <unistd.h>

/* ---- rollback ---- */

static void
write_head_back(struct plan *back, const struct plan_job *j, struct str commit)
{
	const struct plan *p = &j->plan;
	const char *reason = j->args->values[OPTION_REASON];
	plan_sign(back, clock_now(&j->app.clock));
	back->reason = reason ? str_of(reason) : p->reason;
	back->environment = p->environment;
	back->service = p->service;
	back->commit = commit;
	back->undoes = p->seal;
	back->rules_sentence = arena_printf(
	    &back->texts, "undo of: %.*s", STR_ARG(p->rules_sentence));
}

static int
write_rollback(struct plan_job *j, const struct plan *back, const char *to, struct err *err)
{
	struct plan_counts n = plan_count(back);
	struct buf text = { 0 };
	bool dry = j->args->values[OPTION_DRY_RUN] != NULL;
	plan_write(&text, back);
	bool ok = !n.changes || dry || file_replace(to, buf_str(&text), err);
	buf_free(&text);
	if (!ok)
		return -1;
	int status = plan_print(j, back, plan_columns,
	    !n.changes      ? EXIT_NOT_FOUND
		: n.refused ? EXIT_PARTLY
		: dry       ? EXIT_CHANGES
			    : EXIT_OK);
	if (n.changes)
		plan_print_summary(back, to);
	if (n.changes && dry)
		fprintf(stderr, "Nothing was written\n");
	if (!n.changes)
		fprintf(stderr, "Nothing to undo: no plan was written\n");
	return status;
}

int
plan_rollback_run(struct plan_job *j, const char *path, const char *to, struct err *err)
{
	struct plan_send_job s = { .job = j, .path = path, .dry = true };
	struct plan back = { 0 };
	int status = -1;
	bool ok = access(to, F_OK) != 0 || err_set(err, ERR_USAGE, "%s exists", to);
	ok = ok && plan_send_open(&s, err);
	if (ok && !s.log.there)
		ok = err_set(err, ERR_USAGE, "nothing of %s was sent from here", path);
	if (ok && plan_send_read(&s, err) && plan_select_rows(j, err)) {
		write_head_back(&back, j, plan_apply_commit(s.apply));
		plan_fill_rollback(&back, &j->plan);
		status = write_rollback(j, &back, to, err);
	}
	plan_send_close(&s);
	plan_free(&back);
	return status;
}

/* ---- approve ---- */

static bool
add_approval(const char *path, struct str at, struct str by, struct err *err)
{
	struct buf text = { 0 };
	bool ok = file_read(&text, path, PLAN_FILE_SIZE_MAX, err);
	if (ok) {
		plan_approve(&text, at, by);
		ok = file_replace(path, buf_str(&text), err);
	}
	buf_free(&text);
	return ok;
}

/* Runs after the output, so it prints its own errors. */
static int
confirm_and_add(struct plan_job *j, const char *path, const struct plan *signature)
{
	struct buf expected = { 0 };
	struct err err;
	buf_addf(&expected, "%zu", plan_count(&j->plan).changes);
	bool ok = confirm(j->args, "Approve it? Type the number of its changes", buf_str(&expected),
		      &err) &&
	    add_approval(path, signature->made, signature->author, &err);
	buf_free(&expected);
	if (!ok)
		return exit_with(&err, 0);
	fprintf(stderr, "Approved by %.*s\n", STR_ARG(signature->author));
	return EXIT_OK;
}

int
plan_approve_run(struct plan_job *j, const char *path, struct err *err)
{
	struct plan signature = { 0 };
	int status = -1;
	plan_sign(&signature, clock_now(&(struct clock){ 0 }));
	bool ok = plan_load(&j->plan, path, err);
	if (ok && str_eq(plan_account(j->plan.author), plan_account(signature.author)))
		ok = err_set(err, ERR_DENIED, "you made this plan; someone else must approve it");
	if (ok) {
		status = plan_print(j, &j->plan, plan_columns, EXIT_OK);
		plan_print_summary(&j->plan, path);
		int asked = confirm_and_add(j, path, &signature);
		status = asked ? asked : status;
	}
	plan_free(&signature);
	return status;
}
