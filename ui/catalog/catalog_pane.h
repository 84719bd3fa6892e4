/*
 * catalog_pane.h - the catalog's lists: campaigns, offers, products, segments, assets, and the
 * offers of one campaign.
 */
#ifndef UI_CATALOG_CATALOG_PANE_H
#define UI_CATALOG_CATALOG_PANE_H

#include "ui/catalog/item_doc.h"
#include "ui/rows/catalog_rows.h"
#include "ui/rows/catalog_status.h"

/* The tabs. */
struct pane *campaigns_pane_new(struct console *c);
struct pane *offers_pane_new(struct console *c);
struct pane *catalog_pane_new(struct console *c);

/* The offers of a campaign. */
struct pane *campaign_offers_pane_new(struct console *c, struct str campaign);
/* One item, as if its row had been opened; NULL when it is not in the catalog. */
struct pane *item_pane_new(struct console *c, enum catalog_part part, struct str path);
/* Shows a part in the pane that has it; "products" turns pane 4. */
struct rows_pane *catalog_pane_show_part(struct console *c, enum catalog_part part);

/* catalog_act.c: what their keys do. */
void catalog_run_start_date(struct pane *p);
void catalog_run_currencies(struct pane *p);
void catalog_run_plan(struct pane *p);
/* For items with prices: catalog_why_not(), and the refusals of actions that only a campaign has.
 */
const char *catalog_why_not_priced(const struct pane *p, enum action a);

/* The actions of the panes of items and of charges, except those of all rows. */
extern const struct pane_action catalog_actions[];

#endif
