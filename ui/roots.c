#include "ui/roots.h"

#include "ui/baskets_pane.h"
#include "ui/catalog_pane.h"
#include "ui/checks_pane.h"
#include "ui/identities_pane.h"
#include "ui/journal_pane.h"
#include "ui/journeys_pane.h"

const struct root_info roots[] = {
	[ROOT_BASKETS] = { .name = "Baskets",
	    .open = baskets_pane_new,
	    .digit = 1,
	    .action = ACT_PANE_BASKETS },
	[ROOT_CAMPAIGNS] = { .name = "Campaigns",
	    .open = campaigns_pane_new,
	    .digit = 2,
	    .action = ACT_PANE_CAMPAIGNS },
	[ROOT_OFFERS] = { .name = "Offers",
	    .open = offers_pane_new,
	    .digit = 3,
	    .action = ACT_PANE_OFFERS },
	[ROOT_CATALOG] = { .name = "Catalog",
	    .open = catalog_pane_new,
	    .digit = 4,
	    .action = ACT_PANE_CATALOG },
	[ROOT_JOURNEYS] = { .name = "Journeys",
	    .open = journeys_pane_new,
	    .digit = 5,
	    .action = ACT_PANE_JOURNEYS },
	[ROOT_IDENTITIES] = { .name = "Identities",
	    .open = identities_pane_new,
	    .digit = 6,
	    .action = ACT_PANE_IDENTITIES },
	[ROOT_JOURNAL] = { .name = "Journal",
	    .open = journal_pane_new,
	    .digit = 7,
	    .action = ACT_PANE_JOURNAL },
	[ROOT_CHECKS] = { .name = "Checks",
	    .open = checks_pane_new,
	    .digit = 8,
	    .action = ACT_PANE_CHECKS },
};
_Static_assert(sizeof(roots) / sizeof(*roots) == ROOTS, "a row for every root");
