/*
 * catalog_pane.h - the catalog's lists: campaigns, offers, products, segments, assets, and the
 * offers of one campaign.
 */
#ifndef UI_CATALOG_PANE_H
#define UI_CATALOG_PANE_H

#include "app/item_doc.h"
#include "ui/rows_pane.h"

/* The roots. */
struct pane *campaigns_pane_new(struct console *c);
struct pane *offers_pane_new(struct console *c);
struct pane *catalog_pane_new(struct console *c);

/* The offers of a campaign. */
struct pane *campaign_offers_pane_new(struct console *c, struct str campaign);
/* One item, as if its row had been opened; NULL when it is not in the catalog. */
struct pane *item_pane_new(struct console *c, enum catalog_part part, struct str path);
/* Shows a part in the pane whose root it has; "products" turns pane 4. */
struct rows_pane *catalog_pane_turn_to(struct console *c, enum catalog_part part);

/* For the other panes of the catalog. */
struct item_story catalog_story(const struct console *c);

/* catalog_say.c: what all of them say. */
/* Row 2 at the right: "6 of 42 offers · catalog e44d07a · read 14:03". */
void catalog_add_counts(
    const struct rows_pane *r, struct buf *out, const char *one, const char *many);
/* Its end, which edition is seen: " · catalog e44d07a · read 14:03". */
void catalog_add_edition(const struct console *c, struct buf *out);
/* What is to be said of the reading, if there is something. */
bool catalog_status(const struct pane *p, struct buf *out, enum role *role);
/* Appends which lists the service did not lead to the end of. */
void catalog_say_round(struct buf *out, const struct catalog *c);
/* What the status offers while the catalog is read: stops that. False when it is not read. */
bool catalog_stop_reading(struct pane *p);
/* Takes the topmost thing of such a pane away: the reading, a filter, a detail. */
bool catalog_cancel(struct pane *p);
/* Nothing to be seen yet, or anything that the reading explains; false: the rows are there. */
bool catalog_say_unread(const struct console *c, struct buf *out);
/* What was looked for, in how many, and where else it may be. */
void catalog_say_no_match(const struct rows_pane *r, const char *one, struct buf *out);

/* catalog_act.c: what all of them do. */
void catalog_run_send(struct pane *p);
void catalog_run_send_menu(struct pane *p);
void catalog_run_source(struct pane *p);
void catalog_run_used_by(struct pane *p);
void catalog_run_tree(struct pane *p);
void catalog_run_refresh(struct pane *p);
void catalog_run_start_date(struct pane *p);
void catalog_run_currencies(struct pane *p);
void catalog_run_in(struct pane *p);
/* As rows_pane_refuse(), and of following where nothing is to be followed. */
const char *catalog_refuse(const struct pane *p, enum action a);
/* Goes to what a link leads to. */
void catalog_follow(struct console *c, int link, struct str path);

/* Of lists whose rows point at items: users, findings, changes. */
extern const struct pane_action catalog_pointer_actions[];
const char *catalog_pointer_words(const struct pane *p, enum action a, struct buf *room);

/* clang-format off */
#define CATALOG_USUAL_OPS \
	ROWS_PANE_OPS, .scope = rows_pane_scope, .refuse = catalog_refuse, \
	.title = rows_pane_title, .changed = rows_pane_changed

#define CATALOG_POINTER_OPS \
	CATALOG_USUAL_OPS, .actions = catalog_pointer_actions, .words = catalog_pointer_words, \
	.status = catalog_status, .cancel = catalog_cancel

#define CATALOG_ACTIONS \
	{ ACT_IN, catalog_run_in }, { ACT_NEXT_SIBLING, rows_run_sibling }, \
	{ ACT_USED_BY, catalog_run_used_by }, { ACT_FILTER, rows_run_filter }, \
	{ ACT_START_DATE, catalog_run_start_date }, { ACT_CURRENCIES, catalog_run_currencies }, \
	{ ACT_SOURCE, catalog_run_source }, \
	{ ACT_TREE, catalog_run_tree }, { ACT_SEND_MAIN, catalog_run_send }, \
	{ ACT_REFRESH, catalog_run_refresh }, { ACT_SEND_MENU, catalog_run_send_menu }
/* clang-format on */

#endif
