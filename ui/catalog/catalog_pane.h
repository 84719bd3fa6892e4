/*
 * catalog_pane.h - the catalog's lists: campaigns, offers, products, segments, assets, and the
 * offers of one campaign.
 */
#ifndef UI_CATALOG_CATALOG_PANE_H
#define UI_CATALOG_CATALOG_PANE_H

#include "catalog/listing.h"
#include "ui/kit/pane.h"

struct command_variables;
struct rows_pane;

/* The panes of the catalog tabs. */
struct pane *campaigns_pane_new(struct console *c);
struct pane *offers_pane_new(struct console *c);
struct pane *catalog_pane_new(struct console *c);

/* One item, as if its row had been opened; NULL if it is not in the catalog. */
struct pane *item_pane_new(struct console *c, enum catalog_part part, struct str path);
/* Shows a part of the catalog in its own pane; "products" switches pane 4 to products. */
struct rows_pane *catalog_pane_show_part(struct console *c, enum catalog_part part);

/* catalog_act.c: the actions of these panes. */
void catalog_run_plan(struct pane *p);
/* For panes of priced items: like catalog_why_not(), plus refusals for actions that only
 * campaigns have. */
const char *catalog_why_not_priced(const struct pane *p, enum action a);

/* The rows_kind hook add_variables of the item panes. */
void catalog_add_variables(const struct rows_pane *r, size_t at, struct command_variables *v);

/* Actions of the item and charge panes, without those of all row panes. */
extern const struct pane_action catalog_actions[];

#endif
