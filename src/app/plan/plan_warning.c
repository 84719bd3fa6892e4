#include "app/plan/plan_warning.h"

const struct plan_warning_info plan_warnings[] = {
	[WARNING_FREE] = { "free", "free from now on" },
	[WARNING_WAS_FREE] = { "was-free", "it was free" },
	[WARNING_TIMES_EIGHT] = { "times-eight",
	    "eight times the old price or more: a slipped digit?" },
	[WARNING_ONE_EIGHTH] = { "an-eighth", "an eighth of the old price or less: a slipped digit?" },
	[WARNING_DOUBLED] = { "doubled", "more than double the old price" },
	[WARNING_HALVED] = { "halved", "less than half of the old price" },
	[WARNING_LOWERS] = { "lowers", "lower, though the rules raise" },
	[WARNING_RAISES] = { "raises", "higher, though the rules lower" },
	[WARNING_ENDING] = { "ending", "it ended in .99" },
	[WARNING_THRESHOLD] = { "threshold", NULL },
	[WARNING_BELOW_SIBLING] = { "below-sibling", NULL },
	[WARNING_FAR_FROM_SIBLING] = { "far-from-sibling", NULL },
	[WARNING_OUT_OF_DATE] = { "stale-sheet", "the offer was changed since the sheet was written" },
	[WARNING_NEW_ATTRIBUTE] = { "new-attribute", "no offer has such an attribute so far" },
	[WARNING_RETYPED] = { "retyped", "once removed, it can be set again as a text alone" },
	[WARNING_REWRITTEN] = { "rewritten",
	    "the same number or date, written otherwise: did a spreadsheet change it?" },
};
_Static_assert(sizeof(plan_warnings) / sizeof(*plan_warnings) == PLAN_WARNINGS, "a row for each");

static struct str
joined(struct plan *p, struct str before, const char *between, struct str more)
{
	return arena_printf(
	    &p->texts, "%.*s%s%.*s", STR_ARG(before), before.n ? between : "", STR_ARG(more));
}

void
plan_add_warning(struct plan *p, struct plan_row *row, enum plan_warning warning, struct str words)
{
	if (row->refused.n)
		return;
	row->warning_names = joined(p, row->warning_names, " ", str_of(plan_warnings[warning].id));
	row->warning = joined(p, row->warning, "; ", words.n ? words : str_of(plan_warnings[warning].words));
}
