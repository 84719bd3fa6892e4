/*
 * row.h - what a list keeps of a basket: the texts of its columns, its link, and the
 * folded text that filters look at. Texts are as the service sent them and live in the arena of
 * the page they came with; clean them before drawing.
 */
#ifndef APP_BASKET_ROW_H
#define APP_BASKET_ROW_H

#include "app/list/columns.h"
#include "app/list/rows.h"
#include "model/basket.h"

struct basket_row {
	struct str id;
	int64_t created;
	struct str name; /* first and last */
	struct str company, email;
	struct str sub, iss; /* of the first identity */
	struct str items;    /* their names as sent, one a line; `\n` in them is a blank */
	struct str page, tag, link, kind, utm;
	struct str hay;      /* folded: name, company, e-mail, id, items, page */
	struct str products; /* folded: of each item name, codes and paths, one a line, then an
				empty one */
	struct str offers;   /* folded paths, one a line */
	struct str paths;    /* of its items' offers as sent, one a line */
	struct str country;  /* customFields.billingCountry or .country */
	/* By today's catalog; estimate.c fills them in. */
	struct str due; /* "GBP 3.49" */
	struct row_money due_money;
	uint32_t estimated; /* 0: not yet */
	bool changed;       /* an offer of it, since it was left */
	uint32_t items_n;
	uint32_t page_no, item_no; /* where its JSON is */
	enum basket_reach reach;
	bool completed, odd;
	bool seen;      /* by the refresh under way */
	bool dangerous; /* a text of it had to be made visible */
};

void basket_row_fill(struct basket_row *row, struct arena *a, const struct basket *b);
/* Name, else company, else e-mail, else "sub …", else "no name"; appended uncleaned. */
void basket_row_customer(struct buf *out, const struct basket_row *row);
/* The item that is shown: the first that the filter looks for, else the first. */
struct str basket_row_item(const struct basket_row *row, const struct row_filter *wanted);
/* The last part of the tag, or of the page where the checkout began. */
struct str basket_row_channel(const struct basket_row *row);
struct str basket_row_started(const struct basket_row *row);

extern const struct row_ops basket_row_ops;
extern const struct column basket_columns[];

/* Is it the order that the service gives them in: "created", newest first? */
bool basket_row_is_own_order(const struct view *v);

#endif
