/* The columns of each list at the usual widths (widths.txt in this folder), and each column by
 * itself (columns.txt). UPDATE=1 rewrites both files; review the difference. */
#include "basket/groups.h"
#include "basket/mail_list.h"
#include "catalog/charge_row.h"
#include "catalog/finding_row.h"
#include "catalog/user_row.h"
#include "identity/known_row.h"
#include "journal/row.h"
#include "journey/flow.h"
#include "lib/process.h"
#include "lib/reference.h"
#include "lib/test.h"
#include "list/columns.h"
#include "plan/row.h"
#include "snapshot/change_row.h"

#include <stdio.h>

enum { WIDEST = 400 };

static const int widths[] = { 60, 80, 100, 120, 140, 160, 200, 250 };

/* Several lists of baskets have the same name. */
static const char *
list_name(const struct view_resource *resource)
{
	return resource == &basket_groups_resource     ? "groups"
	    : resource == &basket_group_pairs_resource ? "pairs"
	    : resource == &sent_link_group_pairs_resource ? "link-pairs"
	    : resource == &mail_resource               ? "mail"
						       : resource->name;
}

/* "offers 80: name 30, due 14, …": column names and their widths in cells, in order. */
static void
add_widths(struct buf *out, const struct view_resource *resource, int width)
{
	const struct view view = { .resource = resource };
	struct placed_column placed[COLUMNS_MAX];
	size_t n = columns_place(placed, &view, NULL, width - 2, 0, 0);
	buf_addf(out, "%s %d:", list_name(resource), width);
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "%s %s %d", i ? "," : "", placed[i].column->id, placed[i].width);
	buf_addc(out, '\n');
}

static void
add_all_widths(struct buf *out, const struct view_resource *resource)
{
	for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++)
		add_widths(out, resource, widths[i]);
}

/* The smallest pane width that shows the column when all others are empty; 0 if none does. */
static int
least_width_shown(const struct view_resource *resource, const struct column *column)
{
	const struct view view = { .resource = resource };
	uint32_t others = ~columns_mask_by_id(resource->columns, column->id);
	struct placed_column placed[COLUMNS_MAX];
	for (int width = 1; width <= WIDEST; width++)
		if (columns_place(placed, &view, NULL, width, others, 0))
			return width;
	return 0;
}

/* A column's width as the first of two columns in a pane of this width. */
static int
width_of_first(const struct view_resource *resource, const struct column *column, int width)
{
	struct view_column twice[] = { { str_of(column->id), 0 }, { str_of(column->id), 0 } };
	const struct view view = { .resource = resource, .columns = { twice, 2, 2 } };
	struct placed_column placed[COLUMNS_MAX];
	columns_place(placed, &view, NULL, width, 0, 0);
	return placed[0].width;
}

/* "offers name OFFER: 20 to 30 cells, from 1": its least width, its width with enough room, and
 * the least pane width that shows it. */
static void
add_columns(struct buf *out, const struct view_resource *resource)
{
	for (const struct column *c = resource->columns; c->id; c++) {
		if (c->min_width > c->ideal_width)
			fail_msg("%s %s: %d cells are more than its best", list_name(resource),
			    c->id, c->min_width);
		buf_addf(out, "%s %s %s: %d to %d cells, from %d\n", list_name(resource), c->id,
		    c->header, width_of_first(resource, c, 1), width_of_first(resource, c, WIDEST),
		    least_width_shown(resource, c));
	}
}

/* Compares this text of every list with the file. */
static void
compare(void (*add)(struct buf *out, const struct view_resource *resource), const char *file)
{
	const struct view_resource *const others[] = { &charge_resource, &findings_resource,
		&used_by_resource, &identities_resource, &journal_resource, &flow_resource,
		&changes_resource, &basket_groups_resource, &basket_group_pairs_resource,
		&sent_link_group_pairs_resource,
		&mail_resource, &plan_resource };
	auto_buf now = { 0 };
	for (const struct view_resource *r = view_resources; r->name; r++)
		add(&now, r);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		add(&now, others[i]);
	expect_as_in(file, &now, NULL);
}

TEST(columns_exist_with_their_expected_widths)
{
	compare(add_all_widths, "unit/list/widths.txt");
}

TEST(each_column_has_a_minimum_and_a_best_width)
{
	compare(add_columns, "unit/list/columns.txt");
}

/* Appends only letters, in lower case, so that "E-MAIL" matches email. */
static void
add_letters(struct buf *out, const char *text)
{
	for (; text && *text; text++)
		if (*text >= 'A' && *text <= 'Z')
			buf_addc(out, (char)(*text + 32));
		else if (*text >= 'a' && *text <= 'z')
			buf_addc(out, *text);
}

/* True if one contains the other. */
static bool
is_part_of_either(const char *heading, const char *name)
{
	auto_buf a = { 0 }, b = { 0 };
	add_letters(&a, heading);
	add_letters(&b, name);
	bool same = b.n &&
	    (str_find(buf_str(&a), buf_str(&b)) != SIZE_MAX ||
		str_find(buf_str(&b), buf_str(&a)) != SIZE_MAX);
	return same;
}

static void
expect_named(const struct view_resource *r, const struct column *c)
{
	auto_buf line = { 0 };
	CLEANUP(view_free) struct view view;
	struct err err;
	if (!is_part_of_either(c->header, c->id) && !is_part_of_either(c->header, c->alias))
		fail_msg("%s: nothing is called as its heading %s says", r->name, c->header);
	if (c->flags & COLUMN_IF_NAMED)
		buf_addf(&line, "cols=%s", c->id);
	else
		buf_addf(&line, "sort=%s cols=%s %s:x", c->alias ? c->alias : c->id,
		    c->alias ? c->alias : c->id, c->alias ? c->alias : c->id);
	if (!view_parse_terms(&view, r, buf_str(&line), &err))
		fail_msg("%s: %s", r->name, err.text);
}

/* A narrow window drops columns at the right end, and every heading is a name to sort and filter
 * by. */
TEST(columns_are_dropped_from_the_right_and_headings_are_names)
{
	for (const struct view_resource *r = view_resources; r->name; r++)
		for (const struct column *c = r->columns; c->id; c++) {
			if (c != r->columns && c->visibility == COLUMN_ALWAYS &&
			    c[-1].visibility != COLUMN_ALWAYS)
				fail_msg("%s: %s stands behind one that leaves", r->name, c->id);
			expect_named(r, c);
		}
}
