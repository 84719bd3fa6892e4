#include "plan/warning.h"

const struct plan_warning_info plan_warnings[] = {
	[WARNING_BECOMES_FREE] = { "free", "becomes free" },
	[WARNING_WAS_FREE] = { "was-free", "was free" },
	[WARNING_TIMES_EIGHT] = { "times-eight", "at least 8 times the old price: extra digit?" },
	[WARNING_ONE_EIGHTH] = { "an-eighth", "at most 1/8 of the old price: missing digit?" },
	[WARNING_DOUBLED] = { "doubled", "more than double the old price" },
	[WARNING_HALVED] = { "halved", "less than half of the old price" },
	[WARNING_UNEXPECTED_FALL] = { "lowers", "falls, but the rules raise prices" },
	[WARNING_UNEXPECTED_RISE] = { "raises", "rises, but the rules lower prices" },
	[WARNING_ENDING_LOST] = { "ending", "ended in .99 before" },
	[WARNING_OVER_THRESHOLD] = { "threshold", NULL },
	[WARNING_BELOW_SIBLING] = { "below-sibling", NULL },
	[WARNING_FAR_FROM_SIBLING] = { "far-from-sibling", NULL },
	[WARNING_OUT_OF_DATE] = { "stale-sheet", "offer changed since the sheet was written" },
	[WARNING_NEW_ATTRIBUTE] = { "new-attribute", "no offer has this attribute yet" },
	[WARNING_RETYPED] = { "retyped", "if removed, it can only be set again as text" },
	[WARNING_VALUE_REFORMATTED] = { "rewritten",
	    "same number or date in another format: changed by a spreadsheet?" },
};
_Static_assert(sizeof(plan_warnings) / sizeof(*plan_warnings) == PLAN_WARNINGS,
    "every value needs a row in this table");

static struct str
join_text(struct plan *p, struct str before, const char *between, struct str more)
{
	return arena_printf(
	    &p->text_arena, "%.*s%s%.*s", STR_ARG(before), before.n ? between : "", STR_ARG(more));
}

void
plan_add_warning(struct plan *p, struct plan_row *row, enum plan_warning warning, struct str words)
{
	if (row->refusal.n)
		return;
	row->warning_ids = join_text(p, row->warning_ids, " ", str_of(plan_warnings[warning].id));
	row->warning = join_text(
	    p, row->warning, "; ", words.n ? words : str_of(plan_warnings[warning].text));
}
