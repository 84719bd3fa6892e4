#include "cli/get_notes.h"

#include "base/utf8.h"
#include "basket/groups.h"
#include "basket/persons.h"
#include "basket/sent_links.h"
#include "cli/contract.h"
#include "cli/get_state.h"
#include "cli/list_needs.h"
#include "model/format.h"
#include "model/when.h"
#include "wire/json_lex.h"
#include "wire/member.h"

#include <stdio.h>
#include <unistd.h>

/* ---- counts ---- */

static bool
has_no_valid_time(const struct get_job *g, struct str json)
{
	enum endpoint e = g->service_query.endpoint;
	const char *name = e == ENDPOINT_BASKETS ? "created"
	    : e == ENDPOINT_AUDIT                ? "at"
						 : "modified";
	struct str value = member_find(json, str_of(name));
	struct buf text = { 0 };
	int64_t ignored;
	if (json_is_string(value))
		json_lex_unquote(&text, value);
	else
		buf_adds(&text, value);
	bool read = when_parse_lenient(buf_str(&text), &ignored);
	buf_free(&text);
	return !read;
}

void
get_note_time(struct get_job *g, struct str json)
{
	g->without_time_count += g->time_term && has_no_valid_time(g, json);
}

static size_t
count_printed_items(const struct get_job *g)
{
	return g->sorted && g->max_items && g->matched_count > g->max_items ? g->max_items
									    : g->matched_count;
}

/* Appends the number of matches: "3 baskets". */
static void
add_match_count(struct buf *out, const struct get_job *g)
{
	format_plural(
	    out, g->matched_count, g->view.resource->singular, view_plural_name(g->view.resource));
}

/* The first part of a list is described by its order. */
static bool
is_newest_first(const struct get_job *g)
{
	return list_is_newest_first(g->service_query.endpoint);
}

static bool
reads_baskets(const struct get_job *g)
{
	return g->service_query.endpoint == ENDPOINT_BASKETS;
}

/* Appends "50 of 240 baskets, in the order asked for; --all prints the others". */
static void
add_sorted_count(struct buf *out, const struct get_job *g)
{
	if (g->is_truncated) {
		format_count(out, g->max_items);
		buf_addz(out, " of ");
	}
	add_match_count(out, g);
	if (g->walk_end.reason != PAGER_WHOLE) {
		buf_addz(out, " in the ");
		buf_addz(out, is_newest_first(g) ? "newest " : "first ");
		format_count(out, g->read_count);
	}
	buf_addz(out, ", in the order you asked for");
	buf_addz(out,
	    g->walk_end.reason != PAGER_WHOLE ? "; there are more: use --all"
					      : "; --all prints the rest");
}

/* Appends which part of the list was printed, and how many items there are. */
static void
add_printed_part(struct buf *out, const struct get_job *g)
{
	const char *these = is_newest_first(g) ? "the newest" : "the first";
	if (g->service_query.has_local_terms && get_is_full(g)) {
		add_match_count(out, g);
		buf_addf(out, ", %s that match; use --all for more", these);
	} else if (g->service_query.has_local_terms) {
		add_match_count(out, g);
		buf_addf(out, " %s in %s ", g->matched_count == 1 ? "matches" : "match", these);
		format_count(out, g->read_count);
		buf_addf(out, "; %s: use --all", "the service has more");
	} else if (g->walk_end.hits > (int64_t)g->matched_count) {
		format_count(out, g->matched_count);
		buf_addz(out, " of ");
		format_plural(out, (uint64_t)g->walk_end.hits, g->view.resource->singular,
		    g->view.resource->name);
		buf_addf(out, ", %s; use --all for more", these);
	} else {
		add_match_count(out, g);
		buf_addf(out, ", %s; %s: use --all", these, "the service has more");
	}
}

static void
add_no_match(struct buf *out, const struct get_job *g)
{
	const struct view_resource *r = g->view.resource;
	if (g->read_count) {
		buf_addz(out, "No match in ");
		format_plural(out, g->read_count, r->singular, view_plural_name(r));
	} else if (g->service_query.has_service_terms && !reads_baskets(g)) {
		buf_addf(out, "No matching %s", view_plural_name(r));
	} else {
		buf_addf(out, "No %s%s", reads_baskets(g) ? "abandoned " : "", view_plural_name(r));
	}
}

/* Appends the count of derived rows, and of the baskets they were built from. */
static void
append_derived_count(struct buf *out, const struct get_job *g)
{
	bool all = g->is_truncated && (g->view.group_keys.n || !g->view.terms.n);
	format_plural(out, all ? derived_rows_count(g->derived_rows) : g->matched_count,
	    g->view.resource->singular, view_plural_name(g->view.resource));
	const struct group_row *results = derived_rows_link_results(g->derived_rows);
	if (results) {
		buf_addz(out, ": ");
		group_row_write_results(out, results);
		buf_addz(out, "; ");
	} else {
		buf_addz(out, g->view.group_keys.n ? " of " : " found in ");
	}
	format_plural(out, g->read_count, "basket", "baskets");
	buf_addz(out, results ? " read" : "");
	if (!g->view.group_keys.n && !results)
		buf_addz(out, "; the API cannot list them");
	if (g->is_truncated)
		buf_addf(out, ". These are %zu of %zu; --all prints the rest",
		    count_printed_items(g),
		    g->sorted ? g->matched_count : derived_rows_count(g->derived_rows));
	if (g->walk_end.reason != PAGER_WHOLE)
		buf_addz(out, ". There are older baskets: use --all");
	if (derived_rows_has_no_completed(g->derived_rows))
		buf_addf(out, "\n%s", person_none_completed_text);
	if (results)
		buf_addf(out, "\n%s", sent_links_limits_text);
}

void
get_print_count(struct get_job *g)
{
	struct buf line = { 0 };
	if (g->derived_rows)
		append_derived_count(&line, g);
	else if (g->sorted && (g->is_truncated || g->walk_end.reason != PAGER_WHOLE))
		add_sorted_count(&line, g);
	else if (g->is_truncated || g->walk_end.reason != PAGER_WHOLE)
		add_printed_part(&line, g);
	else if (g->matched_count == 0)
		add_no_match(&line, g);
	suggestions_sort(&g->suggestions);
	buf_addz(&line, g->matched_count == 0 && g->suggestions.n ? ". Nearest: " : "");
	append_suggestions(&line, &g->suggestions, 0, g->matched_count ? 0 : SUGGESTIONS_SHOWN_MAX);
	if (line.n)
		fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

void
get_print_oddities(const struct get_job *g)
{
	struct buf line = { 0 };
	if (g->output.repaired_count) {
		format_plural(&line, g->output.repaired_count, "item was", "items were");
		fprintf(stderr, "%s malformed: invalid bytes are shown as U+FFFD\n", buf_z(&line));
	}
	if (g->duplicate_path_count && !g->tree) {
		buf_reset(&line);
		format_plural(&line, g->duplicate_path_count, "item has", "items have");
		fprintf(stderr, "%s the same path as another item; a table marks them with !\n",
		    buf_z(&line));
	}
	if (g->malformed_count && !g->tree) {
		buf_reset(&line);
		format_plural(&line, g->malformed_count, "item is", "items are");
		fprintf(stderr, "%s malformed; a table marks them with !\n", buf_z(&line));
	}
	const struct view_resource *listed = reads_baskets(g) ? view_find_resource("baskets")
							      : g->view.resource;
	if (g->without_time_count) {
		buf_reset(&line);
		format_plural(
		    &line, g->without_time_count, listed->singular, view_plural_name(listed));
		fprintf(stderr, "%s left out by %.*s=: no readable date\n", buf_z(&line),
		    STR_ARG(g->time_term->term->key));
	}
	if (g->seen_ids.repeat_count) {
		buf_reset(&line);
		format_plural(
		    &line, g->seen_ids.repeat_count, listed->singular, view_plural_name(listed));
		fprintf(stderr, "%s appeared again on a later page and %s printed once\n",
		    buf_z(&line), g->seen_ids.repeat_count == 1 ? "is" : "are");
	}
	buf_free(&line);
}

void
get_print_cursor_loop(const struct get_job *g)
{
	struct buf line = { 0 };
	/* derived rows are built from baskets */
	format_plural(&line, g->read_count,
	    reads_baskets(g) ? "basket" : g->view.resource->singular,
	    reads_baskets(g) ? "baskets" : view_plural_name(g->view.resource));
	buf_addf(&line, " read; %s after ", pager_loop_reason(g->walk_end.reason));
	format_plural(&line, g->walk_end.page_count, "page", "pages");
	buf_addf(&line, ", %s may be missing",
	    reads_baskets(g)         ? "older baskets"
		: is_newest_first(g) ? "older ones"
				     : "more");
	dprintf(STDERR_FILENO, "backroom: %s\n", buf_z(&line));
	buf_free(&line);
}

/* ---- unknown fields ---- */

/* True if the field has an arbitrary name and the list was not read to its end: later items may
 * have it. */
static bool
unread_items_may_have(const struct get_job *g, const struct field *field)
{
	struct buf plain = { 0 };
	field_append_path(&plain, field);
	bool may = g->walk_end.reason != PAGER_WHOLE && contract_allows_unknown(buf_str(&plain));
	buf_free(&plain);
	return may;
}

bool
get_check_fields(const struct get_job *g, struct err *err)
{
	const struct fields *f = &g->output.fields;
	struct buf path = { 0 };
	bool ok = true;
	for (size_t i = 0; i < f->n && g->read_count && ok; i++) {
		if (f->v[i].found)
			continue;
		ok = f->v[i].is_known_member || unread_items_may_have(g, &f->v[i]) ||
		    field_set_unknown_error(f, &f->v[i], g->view.resource, err);
		buf_reset(&path);
		text_clean(&path, f->v[i].path, false);
		if (ok)
			fprintf(stderr, "No %s has %s\n", g->view.resource->singular, buf_z(&path));
	}
	buf_free(&path);
	return ok;
}

/* ---- request ---- */

void
get_print_local_terms(const struct get_job *g)
{
	struct buf line = { 0 };
	for (size_t i = 0; i < g->filter.terms.n; i++) {
		struct buf term = { 0 };
		if (g->filter.terms.v[i].sent_to_service)
			continue;
		view_write_term(&term, g->view.term_resource, g->filter.terms.v[i].term);
		buf_addz(&line, line.n ? ", " : "");
		text_clean(&line, str_sub(buf_str(&term), 0, 80), false);
		buf_free(&term);
	}
	if (line.n)
		fprintf(stderr, "Applied by Backroom, so the service returns more items: %s\n",
		    buf_z(&line));
	buf_reset(&line);
	view_write_sort(&line, &g->view);
	if (g->sorted)
		fprintf(stderr, "Sorted by Backroom, not by the service: %s\n", buf_z(&line));
	buf_free(&line);
}
