#include "ui/shell/shell.h"

#include "ui/basket/baskets_pane.h"
#include "ui/catalog/catalog_pane.h"
#include "ui/catalog/checks_pane.h"
#include "ui/identity/identities_pane.h"
#include "ui/journal/journal_pane.h"
#include "ui/journey/journeys_pane.h"

const struct tab_info shell_tabs[] = {
	[TAB_BASKETS] = { .name = "Baskets",
	    .open = baskets_pane_new,
	    .digit = 1,
	    .action = ACT_PANE_BASKETS },
	[TAB_CAMPAIGNS] = { .name = "Campaigns",
	    .short_name = "Camps",
	    .open = campaigns_pane_new,
	    .digit = 2,
	    .action = ACT_PANE_CAMPAIGNS },
	[TAB_OFFERS] = { .name = "Offers",
	    .open = offers_pane_new,
	    .digit = 3,
	    .action = ACT_PANE_OFFERS },
	[TAB_CATALOG] = { .name = "Catalog",
	    .short_name = "Cat",
	    .open = catalog_pane_new,
	    .digit = 4,
	    .action = ACT_PANE_CATALOG },
	[TAB_JOURNEYS] = { .name = "Journeys",
	    .open = journeys_pane_new,
	    .digit = 5,
	    .action = ACT_PANE_JOURNEYS },
	[TAB_IDENTITIES] = { .name = "Identities",
	    .short_name = "Idents",
	    .open = identities_pane_new,
	    .digit = 6,
	    .action = ACT_PANE_IDENTITIES },
	[TAB_JOURNAL] = { .name = "Journal",
	    .open = journal_pane_new,
	    .digit = 7,
	    .action = ACT_PANE_JOURNAL },
	[TAB_CHECKS] = { .name = "Checks",
	    .open = checks_pane_new,
	    .digit = 8,
	    .action = ACT_PANE_CHECKS },
};
_Static_assert(
    sizeof(shell_tabs) / sizeof(*shell_tabs) == TABS, "every tab needs a row in this table");
