#include "cli/commands.h"

#include "base/utf8.h"
#include "cli/exits.h"
#include "cli/report.h"
#include "cli/walk.h"
#include "journey/flow.h"
#include "model/format.h"

#include <stddef.h>
#include <stdio.h>

struct whatif_job {
	struct args *args;
	struct app_context app;
	struct connection connection;
	struct catalog *catalog;
	struct arena membership_arena;
	struct check_items segments; /* owned by the catalog, like the journeys */
	const struct journeys *journeys;
	struct flow_doc_context context;
	struct whatif_memberships memberships; /* memberships of the visitor */
	struct whatif_visitor visitor;
	struct whatif whatif;
	int attempt_count;
};

/* ---- visitor ---- */

/* True if the name is the path, or its part after /segments/. */
static bool
is_named(struct str segment, const char *name)
{
	return str_eqz(segment, name) || str_eqz(flow_short_name(segment), name);
}

/* Sets a segment's membership. A segment that is not given means not a member; giving one as
 * both is an error. */
static bool
set_membership(struct whatif_membership *t, const struct args *args, struct err *err)
{
	bool has = false, unknown = false;
	for (size_t i = 0; i < args->given_options.n; i++) {
		const struct given_option *g = &args->given_options.v[i];
		bool named = is_named(t->segment, g->value);
		has = has || (named && g->option == OPTION_SEGMENT);
		unknown = unknown || (named && g->option == OPTION_UNKNOWN);
	}
	t->membership = has ? WHATIF_YES : unknown ? WHATIF_UNKNOWN : WHATIF_NO;
	return !(has && unknown) ||
	    err_set(err, ERR_USAGE, "%.*s is in both --segment and --unknown", STR_ARG(t->segment));
}

static bool
set_memberships(struct whatif_job *j, struct err *err)
{
	struct whatif_membership *ticks = arena_array(
	    &j->membership_arena, struct whatif_membership, j->segments.n + 1);
	for (size_t i = 0; i < j->segments.n; i++) {
		ticks[i].segment = j->segments.v[i].path;
		if (!set_membership(&ticks[i], j->args, err))
			return false;
	}
	j->memberships = (struct whatif_memberships){ ticks, j->segments.n };
	return true;
}

static bool
set_unknown_segment_error(const struct whatif_job *j, const char *name, struct err *err)
{
	struct str best = STR_NONE;
	size_t least = 4;
	for (size_t i = 0; i < j->segments.n; i++) {
		size_t d = str_distance(
		    flow_short_name(str_of(name)), flow_short_name(j->segments.v[i].path));
		if (d >= least)
			continue;
		least = d;
		best = j->segments.v[i].path;
	}
	if (best.n)
		return err_set(err, ERR_USAGE, "segment \"%s\" does not exist; did you mean %.*s?",
		    name, STR_ARG(best));
	return err_set(err, ERR_USAGE,
	    "segment \"%s\" does not exist; backroom get segments lists them", name);
}

static bool
check_segment_names(const struct whatif_job *j, struct err *err)
{
	for (size_t i = 0; i < j->args->given_options.n; i++) {
		const struct given_option *g = &j->args->given_options.v[i];
		bool there = g->option != OPTION_SEGMENT && g->option != OPTION_UNKNOWN;
		for (size_t k = 0; k < j->segments.n && !there; k++)
			there = is_named(j->segments.v[k].path, g->value);
		if (!there)
			return set_unknown_segment_error(j, g->value, err);
	}
	return true;
}

/* ---- output ---- */

struct whatif_row {
	struct str kind, name, result, reason;
};

#define TEXT(member) .text_offset = offsetof(struct whatif_row, member)

static const struct column columns[] = {
	{ COLUMN("what", "WHAT", 10, 11, ALWAYS), TEXT(kind) },
	{ COLUMN("name", "NAME", 24, 36, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(name) },
	{ COLUMN("result", "RESULT", 12, 14, ALWAYS), TEXT(result) },
	{ COLUMN("why", "WHY", 20, 46, ALWAYS), TEXT(reason) },
	{ .id = NULL },
};

/* Optional members: of journeys, and of exact shares. */
static const char *const optional_members[] = { "number", "id", "when", "result", "why", "tag",
	"least", "most", "fallback", "drawn", NULL };

static const struct view_resource whatif_resource = {
	.name = "answers", .singular = "answer", .columns = columns
};

static void
print_journey(struct whatif_job *j, struct report *report, size_t at)
{
	struct buf what = { 0 }, name = { 0 }, result = { 0 }, why = { 0 }, json = { 0 };
	buf_addf(&what, "journey %zu", at + 1);
	flow_write_conditions(&name, &j->journeys->v[at], &j->context.policy, false);
	flow_write_verdict(&result, &j->whatif.results.v[at]);
	flow_write_reason(&why, &j->context, at);
	const struct whatif_row row = { .kind = buf_str(&what),
		.name = buf_str(&name),
		.result = buf_str(&result),
		.reason = buf_str(&why) };
	report_add_text_member(&json, "what", STR("journey"));
	report_add_number_member(&json, "number", (int64_t)at + 1);
	report_add_text_member(&json, "id", j->journeys->v[at].id);
	report_add_text_member(&json, "when", row.name);
	report_add_text_member(&json, "result", row.result);
	report_add_text_member(&json, "why", row.reason);
	buf_addc(&json, '}');
	report_add(report, &row, buf_str(&json));
	buf_free(&what);
	buf_free(&name);
	buf_free(&result);
	buf_free(&why);
	buf_free(&json);
}

/* Adds a decimal as a JSON number: its text is valid JSON. */
static void
add_decimal(struct buf *json, const char *name, int64_t share)
{
	struct buf text = { 0 };
	decimal_write(&text, share);
	report_add_json_member(json, name, buf_str(&text));
	buf_free(&text);
}

static void
print_share(const struct whatif_job *j, struct report *report, const struct whatif_share *s,
    const uint32_t *drawn)
{
	struct buf result = { 0 }, why = { 0 }, json = { 0 };
	flow_write_share(&result, s);
	buf_addz(&result, " %");
	if (drawn) {
		format_count(&why, *drawn);
		buf_addz(&why, " of ");
		format_count(&why, FLOW_VISITOR_COUNT);
		buf_addf(&why, " simulated, seed %d", FLOW_SEED);
	}
	if (s->fallback)
		buf_addf(&why, "%sthe fallback", why.n ? "; " : "");
	const struct whatif_row row = { .kind = STR("goes to"),
		.name = s->tag.n ? s->tag : str_of(flow_no_fallback_words(j->journeys)),
		.result = buf_str(&result),
		.reason = why.n ? buf_str(&why) : STR_NONE };
	report_add_text_member(&json, "what", STR("share"));
	report_add_text_member(&json, "tag", s->tag);
	add_decimal(&json, "least", s->min_percent);
	add_decimal(&json, "most", s->max_percent);
	report_add_json_member(&json, "fallback", s->fallback ? STR("true") : STR("false"));
	if (drawn)
		report_add_number_member(&json, "drawn", *drawn);
	buf_addc(&json, '}');
	report_add(report, &row, buf_str(&json));
	buf_free(&result);
	buf_free(&why);
	buf_free(&json);
}

/* Adds a row to the output itself: the results are simulated, and depend on these assumptions. */
static void
print_policy(const struct whatif_job *j, struct report *report)
{
	struct buf words = { 0 }, json = { 0 };
	flow_write_policy(&words, &j->context.policy);
	const struct whatif_row row = { .kind = STR("simulated"),
		.name = STR("from the configuration"),
		.reason = buf_str(&words) };
	report_add_text_member(&json, "what", STR("simulated"));
	report_add_text_member(&json, "assumed", buf_str(&words));
	buf_addc(&json, '}');
	report_add(report, &row, buf_str(&json));
	buf_free(&words);
	buf_free(&json);
}

static int
print_findings(struct whatif_job *j, struct report *report)
{
	uint32_t *drawn = x_new_array(uint32_t, j->whatif.shares.n + 1);
	struct buf words = { 0 };
	bool exact = whatif_is_exact(&j->whatif);
	if (exact)
		whatif_sample(&j->whatif, FLOW_SEED, FLOW_VISITOR_COUNT, drawn);
	for (size_t i = 0; i < j->journeys->n; i++)
		print_journey(j, report, i);
	for (size_t i = 0; i < j->whatif.shares.n; i++)
		print_share(j, report, &j->whatif.shares.v[i], exact ? &drawn[i] : NULL);
	print_policy(j, report);
	int status = report_end(report, EXIT_OK);
	flow_write_policy(&words, &j->context.policy);
	fprintf(stderr, "Simulation: the API does not define the order of journeys. Assumes: %s\n",
	    buf_z(&words));
	buf_free(&words);
	x_free(drawn);
	return status;
}

/* ---- command ---- */

static bool
read_segments_and_journeys(struct whatif_job *j, struct err *err)
{
	const unsigned both = CATALOG_LIST(CATALOG_SEGMENTS) | CATALOG_JOURNEYS;
	const struct catalog_scope scope = { .wanted_parts = both, .required_parts = both };
	j->catalog = catalog_read_all(&j->connection, scope, &j->attempt_count, err);
	if (!j->catalog)
		return false;
	j->segments = catalog_items(j->catalog, CATALOG_SEGMENTS);
	j->journeys = catalog_journeys(j->catalog);
	return check_segment_names(j, err) && set_memberships(j, err);
}

static void
evaluate_whatif(struct whatif_job *j)
{
	const char *const *values = j->args->option_values;
	j->visitor = (struct whatif_visitor){ whatif_find_membership, &j->memberships };
	j->context = (struct flow_doc_context){ .journeys = j->journeys,
		.policy = { .any_condition = values[OPTION_ANY] != NULL,
		    .last_match_wins = values[OPTION_LAST] != NULL,
		    .scales_splits = values[OPTION_SCALED] != NULL },
		.visitor = &j->visitor };
	whatif_run(&j->whatif, j->journeys, &j->context.policy, &j->visitor);
	j->context.whatif = &j->whatif;
}

static int
run_whatif(struct whatif_job *j)
{
	struct report report = { 0 };
	struct err err;
	bool ok = j->args->positional_args.n == 0 ||
	    err_set(&err, ERR_USAGE, "whatif takes --segment PATH and --unknown PATH");
	ok = ok && report_open(&report, j->args, &whatif_resource, optional_members, &err) &&
	    app_context_init(&j->app, &j->args->app_options, &err) &&
	    connection_open(&j->connection, &j->app, &err) && read_segments_and_journeys(j, &err);
	if (ok) {
		evaluate_whatif(j);
		return print_findings(j, &report);
	}
	report_free(&report);
	return report_fail(j->args, &err, j->attempt_count);
}

int
whatif_run_command(struct args *args)
{
	struct whatif_job j = { .args = args };
	args->app_options.view_line = NULL;
	int status = run_whatif(&j);
	whatif_free(&j.whatif);
	catalog_free(j.catalog);
	connection_close(&j.connection);
	app_context_free(&j.app);
	arena_free(&j.membership_arena);
	return status;
}
