#include "journey/row.h"

#include "list/columns.h"
#include "wire/catalog.h"

#include <stddef.h>

static void
write_conditions(struct buf *out, const void *of, const struct cell_context *c)
{
	struct str rest = ((const struct journey_row *)of)->conditions, line;
	bool first = true;
	if (!rest.n)
		buf_addz(out, "always");
	while (rest.n && str_next(&rest, '\n', &line)) {
		buf_addz(out, first ? "" : " and ");
		cell_add_text(out, line, c);
		first = false;
	}
}

static void
write_destinations(struct buf *out, const void *of, const struct cell_context *c)
{
	struct str rest = ((const struct journey_row *)of)->destinations, line;
	bool first = true;
	while (rest.n && str_next(&rest, '\n', &line)) {
		buf_addz(out, first ? "" : " / ");
		cell_add_text(out, line, c);
		first = false;
	}
}

#define TEXT(member) .text_offset = offsetof(struct journey_row, member)

const struct column journey_columns[] = {
	{ COLUMN("id", "ID", 12, 20, ALWAYS), .flags = COLUMN_PRIVATE, TEXT(id) },
	{ COLUMN("condition", "WHEN", 24, 40, ALWAYS), .alias = "when",
	    .flags = COLUMN_SHOWN_IF_EMPTY, .write_cell = write_conditions },
	{ COLUMN("destination", "GOES TO", 24, 50, ROOM), .alias = "goes",
	    .write_cell = write_destinations },
	{ .id = NULL },
};

static struct str
text_or_mark(struct str text)
{
	return text.p ? text : STR("?");
}

static void
fill_lines(struct journey_row *row, struct arena *a, const struct journey *j)
{
	struct buf b = { 0 };
	for (size_t i = 0; i < j->conditions_n; i++)
		buf_addf(&b, "%s%.*s is %.*s", i ? "\n" : "",
		    STR_ARG(text_or_mark(j->conditions[i].type)),
		    STR_ARG(text_or_mark(j->conditions[i].value)));
	if (j->conditions_unreadable)
		buf_addf(&b, "%s? unreadable", j->conditions_n ? "\n" : "");
	row->conditions = arena_move_buf(a, &b);
	for (size_t i = 0; i < j->destinations_n; i++)
		buf_addf(&b, "%s%.*s %.*s", i ? "\n" : "",
		    STR_ARG(text_or_mark(j->destinations[i].tag)),
		    STR_ARG(text_or_mark(j->destinations[i].split)));
	if (j->destinations_unreadable)
		buf_addf(&b, "%s? unreadable", j->destinations_n ? "\n" : "");
	row->destinations = arena_move_buf(a, &b);
	row_fold_line(&b, row->id);
	row_fold_line(&b, row->conditions);
	row_fold_line(&b, row->destinations);
	row->search_text = arena_move_buf(a, &b);
	buf_free(&b);
}

static void
fill_journey(void *of, struct arena *a, struct str json, unsigned flags)
{
	struct journey_row *row = of;
	struct journey j;
	struct err err;
	*row = (struct journey_row){ .malformed = true };
	if (!journey_read(&j, a, json, flags, &err))
		return;
	row->id = arena_str(a, j.id);
	row->malformed = j.malformed;
	fill_lines(row, a, &j);
}

/* Matches the value of a condition and the tag of a destination; the text around them is
 * ignored. */
static bool
match_journey(const struct row_term *t, const void *of, struct str json)
{
	const struct journey_row *row = of;
	struct row_term part = *t;
	struct view_term contains = *t->term;
	(void)json;
	contains.op = VIEW_CONTAINS;
	part.term = &contains;
	if (row_term_has_key(t, "id"))
		return row_term_matches_text(t, row->id);
	if (row_term_has_key(t, "condition"))
		return row_term_matches_lines(&part, row->conditions) ||
		    row_term_matches_column(t, row);
	if (row_term_has_key(t, "destination"))
		return row_term_matches_lines(&part, row->destinations) ||
		    row_term_matches_column(t, row);
	return row_term_matches_any(t, row->search_text);
}

/* Journeys stay in the order in which they are tried. */
static int
compare_journeys(const void *x, const void *y)
{
	(void)x;
	(void)y;
	return 0;
}

static bool
is_odd_journey(const void *row)
{
	return ((const struct journey_row *)row)->malformed;
}

const struct row_ops journey_row_ops = {
	.size = sizeof(struct journey_row),
	.fill_row = fill_journey,
	.is_malformed = is_odd_journey,
	.match_term = match_journey,
	.compare = compare_journeys,
	.search_text_offset = offsetof(struct journey_row, search_text),
};
