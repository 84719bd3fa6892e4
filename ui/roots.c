#include "ui/roots.h"

#include "ui/baskets_pane.h"
#include "ui/catalog_pane.h"
#include "ui/checks_pane.h"
#include "ui/journeys_pane.h"

const struct root_info roots[ROOTS] = {
	[ROOT_BASKETS] = { 1, "Baskets", ACT_PANE_BASKETS, baskets_pane_new },
	[ROOT_CAMPAIGNS] = { 2, "Campaigns", ACT_PANE_CAMPAIGNS, campaigns_pane_new },
	[ROOT_OFFERS] = { 3, "Offers", ACT_PANE_OFFERS, offers_pane_new },
	[ROOT_CATALOG] = { 4, "Catalog", ACT_PANE_CATALOG, catalog_pane_new },
	[ROOT_JOURNEYS] = { 5, "Journeys", ACT_PANE_JOURNEYS, journeys_pane_new },
	[ROOT_CHECKS] = { 8, "Checks", ACT_PANE_CHECKS, checks_pane_new },
};
