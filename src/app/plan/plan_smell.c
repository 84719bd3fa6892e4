#include "app/plan/plan_smell.h"

const struct smell_info smells[] = {
	[SMELL_FREE] = { "free", "free from now on" },
	[SMELL_WAS_FREE] = { "was-free", "it was free" },
	[SMELL_TIMES_EIGHT] = { "times-eight",
	    "eight times the old price or more: a slipped digit?" },
	[SMELL_AN_EIGHTH] = { "an-eighth", "an eighth of the old price or less: a slipped digit?" },
	[SMELL_DOUBLED] = { "doubled", "more than double the old price" },
	[SMELL_HALVED] = { "halved", "less than half of the old price" },
	[SMELL_LOWERS] = { "lowers", "lower, though the rules raise" },
	[SMELL_RAISES] = { "raises", "higher, though the rules lower" },
	[SMELL_ENDING] = { "ending", "it ended in .99" },
	[SMELL_THRESHOLD] = { "threshold", NULL },
	[SMELL_BELOW_SIBLING] = { "below-sibling", NULL },
	[SMELL_FAR_FROM_SIBLING] = { "far-from-sibling", NULL },
	[SMELL_STALE] = { "stale-sheet", "the offer was changed since the sheet was written" },
	[SMELL_NEW_ATTRIBUTE] = { "new-attribute", "no offer has such an attribute so far" },
	[SMELL_RETYPED] = { "retyped", "once removed, it can be set again as a text alone" },
	[SMELL_REWRITTEN] = { "rewritten",
	    "the same number or date, written otherwise: did a spreadsheet change it?" },
};
_Static_assert(sizeof(smells) / sizeof(*smells) == SMELLS, "a row for each");

static struct str
joined(struct plan *p, struct str before, const char *between, struct str more)
{
	return arena_printf(
	    &p->texts, "%.*s%s%.*s", STR_ARG(before), before.n ? between : "", STR_ARG(more));
}

void
smell_note(struct plan *p, struct plan_row *row, enum smell smell, struct str words)
{
	if (row->refused.n)
		return;
	row->smells = joined(p, row->smells, " ", str_of(smells[smell].id));
	row->doubt = joined(p, row->doubt, "; ", words.n ? words : str_of(smells[smell].words));
}
