#include "cli/commands.h"

#include "base/utf8.h"
#include "cli/exits.h"
#include "cli/report.h"
#include "cli/walk.h"
#include "cli/writer.h"
#include "model/format.h"
#include "snapshot/baseline.h"
#include "snapshot/change_row.h"
#include "wire/json_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct snapshot_job {
	struct args *args;
	struct app_context app;
	struct connection connection;
	struct snapshot snapshot; /* catalog of the service */
	struct buf commit;        /* the catalog's revision */
	bool is_open;             /* app and connection are those of an environment */
	int attempt_count;
};

/* Connects to an environment, instead of the one before; NULL: the one of the options. */
static bool
open_environment(struct snapshot_job *j, const char *name, struct err *err)
{
	bool ok = true;
	if (j->is_open) {
		connection_close(&j->connection);
		j->connection = (struct connection){ 0 };
	} else {
		if (name && !getenv("BACKROOM_URL")) /* which allows no -e */
			j->args->app_options.environment = name;
		j->is_open = true;
		ok = app_context_init(&j->app, &j->args->app_options, err);
	}
	if (ok && name && strcmp(j->app.environment_name, name) != 0)
		ok = app_context_switch_environment(&j->app, name, err);
	return ok && connection_open(&j->connection, &j->app, err);
}

/* Reads the catalog from the service of an environment; NULL: the one of the options. */
static bool
read_service(struct snapshot_job *j, const char *name, struct snapshot *out, struct err *err)
{
	const struct catalog_scope all = {
		.wanted_parts = CATALOG_ALL, .required_parts = CATALOG_ALL, .unlinked = true
	};
	if (!open_environment(j, name, err))
		return false;
	struct catalog *catalog = catalog_read_all(&j->connection, all, &j->attempt_count, err);
	if (!catalog)
		return false;
	baseline_add_catalog(out, catalog);
	buf_reset(&j->commit);
	buf_adds(&j->commit, catalog_commit(catalog));
	catalog_free(catalog);
	return true;
}

/* A catalog that keeps changing could not be read completely, so the exit status differs. */
static int
exit_status_of(const struct err *err)
{
	return err->kind == ERR_CONFLICT && !err->http_status ? EXIT_PARTLY
							      : (int)exit_code_of(err);
}

/* ---- save ---- */

static void
print_saved(const struct snapshot_job *j, const char *path)
{
	struct buf line = { 0 };
	text_clean(&line, str_eqz(str_of(path), "-") ? STR("stdout") : str_of(path), false);
	buf_addz(&line, ": ");
	snapshot_append_summary(&line, &j->snapshot, buf_str(&j->commit));
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

/* Escapes characters in the JSON that a terminal would interpret; it still reads back the same. */
static void
escape_for_terminal(struct buf *text)
{
	struct buf shown = { 0 };
	struct str rest = buf_str(text), line;
	while (rest.n && str_next(&rest, '\n', &line)) {
		json_text_add(&shown, line, JSON_ONE_LINE | JSON_TERMINAL_SAFE);
		buf_addc(&shown, '\n');
	}
	buf_free(text);
	*text = shown;
}

/* Writes to a file, or to stdout if the name is -. */
static bool
write_snapshot_file(const char *path, struct buf *text, struct err *err)
{
	if (str_eqz(str_of(path), "-") && isatty(STDOUT_FILENO))
		escape_for_terminal(text);
	return writer_write_file(path, text, err);
}

static int
save_snapshot(struct snapshot_job *j)
{
	struct buf text = { 0 };
	struct err err;
	const char *path = j->args->positional_args.v[1];
	bool ok = writer_may_replace_file(path, j->args->option_values[OPTION_YES], &err) &&
	    read_service(j, NULL, &j->snapshot, &err);
	if (ok) {
		snapshot_write(&text, &j->snapshot);
		ok = write_snapshot_file(path, &text, &err);
	}
	buf_free(&text);
	if (ok)
		print_saved(j, path);
	else
		fail_with_exit_code(&err, j->attempt_count);
	return ok ? EXIT_OK : exit_status_of(&err);
}

/* ---- diff ---- */

/* Change, kind and path identify a row; member, old and new value follow. */
static const char *const columns[] = { "change", "kind", "path", "member", "old", "new", NULL };
enum { DEFAULT_COLUMN_COUNT = 3 };

static const char *const optional_members[] = { "member", "old", "new",
	NULL }; /* optional members */

static void
add_change_json(struct buf *json, const struct change_row *row)
{
	report_add_text_member(json, "change", row->change);
	report_add_text_member(json, "kind", row->kind);
	report_add_text_member(json, "path", row->path);
	if (row->member.p)
		report_add_text_member(json, "member", row->member);
	if (row->old.p)
		report_add_json_member(json, "old", row->old);
	if (row->new.p)
		report_add_json_member(json, "new", row->new);
	buf_addc(json, '}');
}

static int
compare_snapshots(struct snapshot_job *j, struct report *report, const struct snapshot *before)
{
	struct changes changes;
	struct buf line = { 0 };
	report_choose_columns(report, columns, DEFAULT_COLUMN_COUNT);
	changes_collect(&changes, before, &j->snapshot,
	    j->args->option_values[OPTION_ALL_MEMBERS] ? SNAPSHOT_ALL_MEMBERS
						       : SNAPSHOT_SHARED_MEMBERS,
	    j->args->app_options.ascii);
	for (size_t i = 0; i < changes.rows.n; i++) {
		struct buf json = { 0 };
		add_change_json(&json, &changes.rows.v[i]);
		report_add(report, &changes.rows.v[i], buf_str(&json));
		buf_free(&json);
	}
	format_plural(&line, changes.changed_item_count, "item differs", "items differ");
	int status = report_end(report, changes.changed_item_count ? EXIT_FAILED : EXIT_OK);
	fprintf(stderr, "%s\n", changes.changed_item_count ? buf_z(&line) : "No differences");
	changes_free(&changes);
	buf_free(&line);
	return status;
}

/* A file, or @NAME for an environment. */
static bool
read_side(struct snapshot_job *j, const char *operand, struct snapshot *out, struct err *err)
{
	return operand[0] == '@' ? read_service(j, operand + 1, out, err)
				 : snapshot_load(out, operand, err);
}

static int
diff_files(struct snapshot_job *j)
{
	struct snapshot before = { 0 };
	struct report report = { 0 };
	struct err err;
	int status;
	bool two = j->args->positional_args.n == 3;
	const char *const *operands = j->args->positional_args.v + 1;
	/* Without a second operand: the environment of the options before another one, since a
	 * switch would leave it. */
	bool other_first = !two && operands[0][0] == '@';
	bool ok = report_open(&report, j->args, &changes_resource, optional_members, &err) &&
	    (!other_first || read_service(j, NULL, &j->snapshot, &err)) &&
	    read_side(j, operands[0], &before, &err) &&
	    (other_first ||
		(two ? read_side(j, operands[1], &j->snapshot, &err)
		     : read_service(j, NULL, &j->snapshot, &err)));
	if (ok) {
		status = compare_snapshots(j, &report, &before);
	} else {
		report_free(&report);
		report_fail(j->args, &err, j->attempt_count);
		status = exit_status_of(&err);
	}
	snapshot_free(&before);
	return status;
}

static int
run_job(struct snapshot_job *j)
{
	const struct args *args = j->args;
	struct err err;
	struct str verb = args->positional_args.n ? str_of(args->positional_args.v[0]) : STR_NONE;
	bool saves = str_eqz(verb, "save");
	const enum option others = saves ? OPTION_ALL_MEMBERS : OPTION_YES;
	if (args->positional_args.n && args->option_values[others]) {
		err_set(&err, ERR_USAGE, "%s does not work with snapshot %s",
		    option_infos[others].name, saves ? "save" : "diff");
		return report_fail(args, &err, 0);
	}
	if (saves && args->positional_args.n == 2)
		return save_snapshot(j);
	if (str_eqz(verb, "diff") && args->positional_args.n == 3 &&
	    args->option_values[OPTION_ENVIRONMENT]) {
		err_set(&err, ERR_USAGE,
		    "-e works with snapshot diff FILE only: both sides are given");
		return report_fail(args, &err, 0);
	}
	if (str_eqz(verb, "diff") && (args->positional_args.n == 2 || args->positional_args.n == 3))
		return diff_files(j);
	err_set(&err, ERR_USAGE, "snapshot takes save FILE, or diff FILE [FILE]; @NAME is an environment");
	return report_fail(args, &err, 0);
}

int
snapshot_run(struct args *args)
{
	struct snapshot_job j = { .args = args };
	args->app_options.view_line = NULL; /* the words are not a VIEW */
	int status = run_job(&j);
	snapshot_free(&j.snapshot);
	buf_free(&j.commit);
	connection_close(&j.connection);
	app_context_free(&j.app);
	return status;
}
