#include "cli/check.h"

#include "app/config/mute.h"
#include "app/text/format.h"
#include "cli/args/exits.h"
#include "cli/out/report.h"
#include "cli/read/harvest.h"
#include "model/check.h"
#include "wire/catalog.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct finding {
	enum check_rule rule;
	struct str path, message;
	size_t journey; /* its number; 0: about none */
};

struct job {
	struct args *args;
	struct launch launch;
	struct connection connection;
	struct harvest harvest, journeys; /* the second of a catalog's check */
	struct mute mute;
	size_t muted; /* findings */
	struct arena texts;
	struct catalog_item *items; /* as many as the harvest, in its order */
	VEC(struct finding) findings;
	int tries;
};

/* ---- what is checked ---- */

/* The harvest is in the order kind, path: each kind is a run of it. */
static struct check_items
items_of(const struct job *j, enum snapshot_kind kind)
{
	const struct snapshot *s = &j->harvest.snapshot;
	size_t from = 0, n = 0;
	while (from < s->items.n && s->items.v[from].kind < kind)
		from++;
	while (from + n < s->items.n && s->items.v[from + n].kind == kind)
		n++;
	return (struct check_items){ j->items + from, n };
}

static void
note(void *ctx, const struct check_finding *found)
{
	struct job *j = ctx;
	if (j->mute.rules[found->rule]) {
		j->muted++;
		return;
	}
	const struct finding f = { .rule = found->rule,
		.path = arena_str(&j->texts, found->path),
		.message = arena_str(&j->texts, found->message),
		.journey = found->journey };
	vec_push(&j->findings, f);
}

/* What journeys look at is no orphan. A service without journeys has a catalog all the same: then
 * *out is NULL. */
static bool
read_journeys(struct job *j, const struct journeys **out, struct err *err)
{
	struct journeys *journeys = arena_new(&j->texts, struct journeys);
	*out = NULL;
	if (!harvest_read(&j->journeys, &j->connection, HARVEST(JOURNEYS), &j->tries, err))
		return err->kind == ERR_NOT_FOUND;
	const struct snapshot_item *whole = &j->journeys.snapshot.items.v[0];
	*out = journeys;
	return journeys_read(journeys, &j->texts, whole->json, whole->flags, err);
}

static bool
look_at_catalog(struct job *j, struct err *err)
{
	const struct journeys *journeys;
	if (!read_journeys(j, &journeys, err))
		return false;
	j->items = harvest_items(&j->harvest, &j->texts);
	const struct check_catalog catalog = { .campaigns = items_of(j, SNAPSHOT_CAMPAIGN),
		.offers = items_of(j, SNAPSHOT_OFFER),
		.assets = items_of(j, SNAPSHOT_ASSET),
		.products = items_of(j, SNAPSHOT_PRODUCT),
		.segments = items_of(j, SNAPSHOT_SEGMENT),
		.journeys = journeys,
		.now = clock_now(&j->launch.clock) };
	check_catalog(&catalog, note, j);
	return true;
}

static bool
look_at_journeys(struct job *j, struct err *err)
{
	struct journeys journeys;
	const struct snapshot *s = &j->harvest.snapshot;
	j->items = harvest_items(&j->harvest, &j->texts);
	const struct check_items segments = items_of(j, SNAPSHOT_SEGMENT);
	const struct check_items offers = items_of(j, SNAPSHOT_OFFER);
	const struct snapshot_item *whole = &s->items.v[s->items.n - 1];
	if (!journeys_read(&journeys, &j->texts, whole->json, whole->flags, err))
		return false;
	check_journeys(&journeys, &segments, &offers, note, j);
	return true;
}

static const struct {
	const char *word;
	unsigned kinds;
	bool (*look)(struct job *j, struct err *err);
} subjects[] = {
	{ "catalog",
	    HARVEST(CAMPAIGN) | HARVEST(OFFER) | HARVEST(ASSET) | HARVEST(PRODUCT) |
		HARVEST(SEGMENT),
	    look_at_catalog },
	{ "journeys", HARVEST(SEGMENT) | HARVEST(OFFER) | HARVEST(JOURNEYS), look_at_journeys },
};

/* ---- what is printed ---- */

struct finding_row {
	struct str id, severity, path, message;
};

#define TEXT(member) .text = offsetof(struct finding_row, member)

static const struct column columns[] = {
	{ COLUMN("id", "RULE", 14, 18, 1), TEXT(id) },
	{ COLUMN("severity", "SEVERITY", 8, 8, 1), TEXT(severity) },
	{ COLUMN("path", "PATH", 24, 44, 1), TEXT(path) },
	{ COLUMN("message", "FINDING", 24, 60, 1), .shape = COLUMN_FLEXIBLE, TEXT(message) },
	{ .id = NULL },
};

static const char *const printed[] = { "id", "severity", "path", "message", NULL };
enum { HEAD = 3 };

static const struct view_resource rows = {
	.name = "findings", .one = "finding", .columns = columns
};

static int
by_rule(const void *x, const void *y)
{
	const struct finding *a = x, *b = y;
	int order = (a->rule > b->rule) - (a->rule < b->rule);
	order = order ? order : (a->journey > b->journey) - (a->journey < b->journey);
	order = order ? order : str_cmp(a->path, b->path);
	return order ? order : str_cmp(a->message, b->message);
}

/* Several journeys may have one id: the number says which it is. */
static void
write_where(struct buf *out, const struct finding *f)
{
	if (f->journey)
		buf_addf(out, "journey %zu%s", f->journey, f->path.n ? ", " : "");
	buf_adds(out, f->path);
}

static void
print_finding(struct report *report, const struct finding *f)
{
	const struct check_rule_info *rule = &check_rules[f->rule];
	struct buf json = { 0 }, where = { 0 };
	write_where(&where, f);
	const struct finding_row row = { .id = str_of(rule->id),
		.severity = str_of(check_severities[rule->severity]),
		.path = buf_str(&where),
		.message = f->message };
	report_text(&json, "id", row.id);
	report_text(&json, "severity", row.severity);
	report_text(&json, "path", f->path);
	if (f->journey)
		report_number(&json, "journey", (int64_t)f->journey);
	report_text(&json, "message", row.message);
	buf_addc(&json, '}');
	report_add(report, &row, buf_str(&json));
	buf_free(&where);
	buf_free(&json);
}

static int
print_all(struct job *j, struct report *report)
{
	struct buf line = { 0 };
	report_choose(report, printed, HEAD);
	if (j->findings.n)
		qsort(j->findings.v, j->findings.n, sizeof(*j->findings.v), by_rule);
	for (size_t i = 0; i < j->findings.n; i++)
		print_finding(report, &j->findings.v[i]);
	format_plural(&line, j->findings.n, "finding", "findings");
	buf_addz(&line, " in ");
	format_plural(&line, j->harvest.snapshot.items.n, "item", "items");
	if (j->muted)
		buf_addf(&line, ", %zu muted", j->muted);
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
	return report_end(report, j->findings.n ? EXIT_FAILED : EXIT_OK);
}

/* ---- the command ---- */

static int
subject_of(const struct args *args)
{
	for (size_t i = 0; i < sizeof(subjects) / sizeof(*subjects); i++)
		if (args->words.n == 1 && str_eqz(str_of(args->words.v[0]), subjects[i].word))
			return (int)i;
	return -1;
}

/* What the configuration says, and --mute. */
static bool
read_mute(struct job *j, struct err *err)
{
	const char *more = j->args->values[OPTION_MUTE];
	j->mute = j->launch.config.mute;
	return !more || mute_add_list(&j->mute, str_of(more), err);
}

static int
run_checks(struct job *j)
{
	struct report report = { 0 };
	struct err err;
	int subject = subject_of(j->args);
	bool ok = subject >= 0 || err_set(&err, ERR_USAGE, "check takes catalog or journeys");
	ok = ok && report_open(&report, j->args, &rows, &err) &&
	    launch_init(&j->launch, &j->args->launch, &err) && read_mute(j, &err) &&
	    connection_open(&j->connection, &j->launch, &err) &&
	    harvest_read(&j->harvest, &j->connection, subjects[subject].kinds, &j->tries, &err) &&
	    subjects[subject].look(j, &err);
	if (ok)
		return print_all(j, &report);
	report_free(&report);
	return report_fail(j->args, &err, j->tries);
}

int
check_run(struct args *args)
{
	struct job j = { .args = args };
	signal(SIGPIPE, SIG_IGN);
	args->launch.view = NULL; /* the words are none */
	int status = run_checks(&j);
	harvest_free(&j.harvest);
	harvest_free(&j.journeys);
	connection_close(&j.connection);
	launch_free(&j.launch);
	vec_free(&j.findings);
	arena_free(&j.texts);
	return status;
}
