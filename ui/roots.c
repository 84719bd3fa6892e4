#include "ui/roots.h"

#include "ui/baskets_pane.h"
#include "ui/catalog_pane.h"
#include "ui/checks_pane.h"
#include "ui/identities_pane.h"
#include "ui/journal_pane.h"
#include "ui/journeys_pane.h"

const struct root_info roots[ROOTS] = {
	[ROOT_BASKETS] = { "Baskets", baskets_pane_new, 1, ACT_PANE_BASKETS },
	[ROOT_CAMPAIGNS] = { "Campaigns", campaigns_pane_new, 2, ACT_PANE_CAMPAIGNS },
	[ROOT_OFFERS] = { "Offers", offers_pane_new, 3, ACT_PANE_OFFERS },
	[ROOT_CATALOG] = { "Catalog", catalog_pane_new, 4, ACT_PANE_CATALOG },
	[ROOT_JOURNEYS] = { "Journeys", journeys_pane_new, 5, ACT_PANE_JOURNEYS },
	[ROOT_IDENTITIES] = { "Identities", identities_pane_new, 6, ACT_PANE_IDENTITIES },
	[ROOT_JOURNAL] = { "Journal", journal_pane_new, 7, ACT_PANE_JOURNAL },
	[ROOT_CHECKS] = { "Checks", checks_pane_new, 8, ACT_PANE_CHECKS },
};
