#include "cli/plan.h"

#include "app/config/saved_views.h"
#include "app/local/account.h"
#include "app/local/file.h"
#include "app/plan/plan_make.h"
#include "app/plan/plan_row.h"
#include "app/text/format.h"
#include "base/utf8.h"
#include "cli/args/exits.h"
#include "cli/out/report.h"
#include "cli/read/catalog_run.h"
#include "model/when.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

struct job {
	struct args *args;
	struct launch launch;
	struct connection connection;
	struct catalog *catalog;
	struct plan plan;
	struct report report;
	int tries;
};

/* What a row always has; then what not each has. */
static const char *const columns[] = { "name", "charge", "currency", "old", "new", "difference",
	"note", "path", NULL };
static const char *const checked[] = { "state", "name", "charge", "currency", "old", "new", "note",
	"path", NULL };
static const char *const members[] = { "charge", "currency", "old", "new", "difference", "refused",
	"doubt", "reaches", "state", NULL };
enum { HEAD = 6 };

static bool
read_catalog(struct job *j, struct err *err)
{
	const unsigned offers = CATALOG_LIST(CATALOG_OFFERS) | CATALOG_LIST(CATALOG_CAMPAIGNS) |
	    CATALOG_LIST(CATALOG_PRODUCTS);
	const struct catalog_scope scope = { .wanted = offers, .needed = offers };
	if (!launch_init(&j->launch, &j->args->launch, err) ||
	    !connection_open(&j->connection, &j->launch, err))
		return false;
	j->catalog = catalog_run(&j->connection, scope, &j->tries, err);
	return j->catalog;
}

/* ---- rows ---- */

static void
add_row(struct report *report, const struct plan_row *row)
{
	struct buf json = { 0 }, by = { 0 };
	plan_row_difference(&by, row);
	const struct {
		const char *name;
		struct str text;
	} texts[] = {
		{ "state", row->state },
		{ "charge", row->charge },
		{ "currency", row->currency },
		{ "old", row->old },
		{ "new", row->new },
		{ "difference", buf_str(&by) },
		{ "refused", row->refused },
		{ "doubt", row->doubt },
		{ "reaches", row->reaches },
	};
	report_text(&json, "path", row->path);
	report_text(&json, "name", row->name);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (texts[i].text.n)
			report_text(&json, texts[i].name, texts[i].text);
	buf_addc(&json, '}');
	report_add(report, row, buf_str(&json));
	buf_free(&json);
	buf_free(&by);
}

static int
print_rows(struct job *j, const char *const *which, int status)
{
	report_choose(&j->report, which, HEAD);
	for (size_t i = 0; i < j->plan.rows.n; i++)
		add_row(&j->report, &j->plan.rows.v[i]);
	return report_end(&j->report, status);
}

/* "6 changes, 1 refused, 2 to look at; GBP charges: add 5 %, …" on stderr, beside the rows. */
static void
say_plan(const struct plan *p, const char *path)
{
	struct plan_counts n = plan_count(p);
	struct buf line = { 0 };
	text_clean(&line, str_of(path), false);
	buf_addz(&line, ": ");
	format_plural(&line, n.changes, "change", "changes");
	if (n.refused) {
		buf_addz(&line, ", ");
		format_count(&line, n.refused);
		buf_addz(&line, " refused");
	}
	if (n.doubtful) {
		buf_addz(&line, ", ");
		format_count(&line, n.doubtful);
		buf_addz(&line, " to look at");
	}
	buf_addz(&line, "; ");
	text_clean(&line, p->says, false);
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

/* ---- plan FILE --select VIEW RULE… ---- */

static bool
read_rules(const struct args *args, struct price_rules *rules, struct buf *typed, struct err *err)
{
	for (size_t i = 1; i < args->words.n; i++) {
		struct str word = str_of(args->words.v[i]);
		size_t at = str_find_char(word, '=');
		if (at == SIZE_MAX)
			return err_set(
			    err, ERR_USAGE, "%s: a rule is NAME=VALUE, as percent=5", word.p);
		if (!price_rules_add(
			rules, str_sub(word, 0, at), str_sub(word, at + 1, word.n), err))
			return false;
		buf_addf(typed, "%s%s", typed->n ? " " : "", word.p);
	}
	return rules->n ||
	    err_set(err, ERR_USAGE, "plan takes a rule that changes something, as percent=5");
}

static bool
read_select(const struct args *args, struct view *view, struct err *err)
{
	const char *line = args->values[OPTION_SELECT];
	*view = (struct view){ 0 };
	if (!line)
		return err_set(err, ERR_USAGE,
		    "plan FILE takes --select VIEW, as --select \"offers Winback\"");
	struct buf whole = { 0 };
	bool ok = saved_view_expand(&whole, str_of(line), err) &&
	    view_parse(view, buf_str(&whole), err);
	buf_free(&whole);
	return ok &&
	    (view->resource == view_resource("offers") ||
		err_set(err, ERR_USAGE, "--select takes offers: others have no price"));
}

static void
write_head(struct job *j, const struct price_rules *rules, const struct buf *typed)
{
	struct plan *p = &j->plan;
	struct arena *a = &p->texts;
	struct buf text = { 0 };
	char *who = account_name(), *host = account_host();
	const char *reason = j->args->values[OPTION_REASON];
	when_write(&text, clock_now(&j->launch.clock));
	p->made = arena_keep(a, &text);
	p->author = arena_printf(a, "%s@%s", who, host);
	p->reason = reason ? arena_str(a, str_of(reason)) : STR_NONE;
	p->environment = arena_str(a, str_of(j->launch.name));
	launch_service(&text, &j->launch);
	p->service = arena_keep(a, &text);
	p->commit = arena_str(a, catalog_commit(j->catalog));
	p->select = arena_str(a, str_of(j->args->values[OPTION_SELECT]));
	p->rules = arena_str(a, buf_str(typed));
	price_rules_write(&text, rules);
	p->says = arena_keep(a, &text);
	buf_free(&text);
	x_free(who);
	x_free(host);
}

static bool
put_plan(const struct plan *p, const char *path, struct err *err)
{
	struct buf text = { 0 };
	plan_write(&text, p);
	bool ok = file_replace(path, buf_str(&text), err);
	buf_free(&text);
	return ok;
}

static int
make_plan(struct job *j, const char *path, struct err *err)
{
	struct price_rules rules = { 0 };
	struct buf typed = { 0 };
	struct view view = { 0 };
	int status = -1;
	bool ok = read_rules(j->args, &rules, &typed, err) && read_select(j->args, &view, err);
	if (ok && access(path, F_OK) == 0)
		ok = err_set(err, ERR_USAGE, "%s: there is a file of that name", path);
	ok = ok && read_catalog(j, err);
	if (ok) {
		write_head(j, &rules, &typed);
		ok = plan_fill(&j->plan, j->catalog, &view, &rules, err);
	}
	if (ok && !plan_count(&j->plan).changes) {
		print_rows(j, columns, EXIT_OK);
		fprintf(stderr, "Nothing to change: no plan was written\n");
		status = EXIT_NOT_FOUND;
	} else if (ok && (ok = put_plan(&j->plan, path, err))) {
		status = print_rows(
		    j, columns, plan_count(&j->plan).refused ? EXIT_PARTLY : EXIT_OK);
		say_plan(&j->plan, path);
	}
	view_free(&view);
	buf_free(&typed);
	return ok ? status : -1;
}

/* ---- plan show, plan check ---- */

static int
show_plan(struct job *j, const char *path, struct err *err)
{
	if (!plan_load(&j->plan, path, err))
		return -1;
	int status = print_rows(j, columns, EXIT_OK);
	say_plan(&j->plan, path);
	return status;
}

static bool
is_same_service(const struct job *j, struct err *err)
{
	struct buf service = { 0 }, clean = { 0 };
	launch_service(&service, &j->launch);
	text_clean(&clean, j->plan.service, false);
	bool same = str_eq(buf_str(&service), j->plan.service) ||
	    err_set(
		err, ERR_CONFIG, "the plan is for %s, not for %s", buf_z(&clean), buf_z(&service));
	buf_free(&service);
	buf_free(&clean);
	return same;
}

static int
check_plan(struct job *j, const char *path, struct err *err)
{
	if (!plan_load(&j->plan, path, err) || !read_catalog(j, err) || !is_same_service(j, err))
		return -1;
	size_t others = plan_compare(&j->plan, j->catalog);
	int status = print_rows(j, checked, others ? EXIT_FAILED : EXIT_OK);
	struct buf line = { 0 };
	format_plural(&line, others, "change is no longer as it was planned",
	    "changes are no longer as they were planned");
	fprintf(stderr, "%s\n", others ? buf_z(&line) : "All of it is as it was planned");
	buf_free(&line);
	return status;
}

/* ---- the command ---- */

static int
run_verb(struct job *j, struct err *err)
{
	const struct args *args = j->args;
	struct str verb = args->words.n ? str_of(args->words.v[0]) : STR_NONE;
	bool two = args->words.n == 2;
	if (two && str_eqz(verb, "show"))
		return show_plan(j, args->words.v[1], err);
	if (two && str_eqz(verb, "check"))
		return check_plan(j, args->words.v[1], err);
	if (verb.n && !str_eqz(verb, "show") && !str_eqz(verb, "check"))
		return make_plan(j, args->words.v[0], err);
	err_set(err, ERR_USAGE, "plan takes FILE --select VIEW RULE…, show FILE or check FILE");
	return -1;
}

int
plan_run(struct args *args)
{
	struct job j = { .args = args };
	struct err err;
	signal(SIGPIPE, SIG_IGN);
	args->launch.view = NULL; /* the words are none */
	int status = -1;
	if (report_open(&j.report, args, &plan_resource, members, &err))
		status = run_verb(&j, &err);
	if (status < 0) {
		report_free(&j.report);
		status = report_fail(args, &err, j.tries);
	}
	catalog_free(j.catalog);
	plan_free(&j.plan);
	connection_close(&j.connection);
	launch_free(&j.launch);
	return status;
}
