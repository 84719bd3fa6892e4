/*
 * row.h - what a list keeps of a basket: the texts of its columns, and the folded text that
 * filters look at. Texts are as the service sent them and live in the arena of the page they came
 * with, or with others alike (common.h); clean them before drawing. There may be a million of
 * them: what one basket alone is asked for, its link among it, is read from its JSON.
 */
#ifndef APP_BASKET_ROW_H
#define APP_BASKET_ROW_H

#include "app/basket/common.h"
#include "app/contact/consent.h"
#include "app/contact/contact_entry.h"
#include "app/list/columns.h"
#include "model/basket.h"

/* Rare parts of a basket: further identities, and an unreadable date as sent. */
struct basket_row_extras {
	struct str created;
	size_t n;
	struct {
		struct str iss, sub;
	} v[];
};

enum { BASKET_PAGE_BITS = 22, BASKET_ESTIMATED_BITS = 10 };

struct basket_row {
	struct str id;
	int64_t created;
	struct str name; /* first and last */
	struct str company, email;
	struct str sub;                     /* of the first identity */
	const struct basket_row_extras *others; /* NULL: neither */
	struct str search_text; /* folded: name, company, e-mail, id, items, page, subjects */
	/* NULL in a row that could not be read: ask basket_row_goods() and its kin. */
	const struct basket_goods *goods;
	const struct basket_origin *origin;
	const struct basket_total *total; /* NULL: not known yet; estimate.c fills it in, */
	uint32_t read_s;              /* when it was read last, seconds since 1970 */
	uint32_t items_n : 24;
	uint32_t maybe_completed : 1, unsure : 1; /* as of the basket */
	enum contact_status contact_status : 4;   /* this and consent row_contact.h fills in */
	enum consent consent : 2;
	/* The place of its JSON, with item_no; and the time of its estimate, 0: none yet. */
	uint32_t page_no : BASKET_PAGE_BITS, estimated : BASKET_ESTIMATED_BITS;
	uint32_t item_no : 22;
	enum basket_reach reach : 3;
	bool changed : 1; /* an offer of it, since it was left */
	bool completed : 1, odd : 1;
	bool seen : 1;      /* by the refresh under way */
	bool fresh : 1;     /* the last refresh brought it */
	bool dangerous : 1; /* a text of it had to be made visible */
	bool shared : 1;    /* its e-mail is several people's: same_person.h fills it in */
};

/* Was the other one of the same person completed, or may it have been, after this one was left? */
enum purchase { PURCHASE_NONE, PURCHASE_MAYBE, PURCHASE_SINCE };
enum purchase basket_row_purchase(const struct basket_row *row, const struct basket_row *other);

/* `common` may be NULL. */
void basket_row_fill(
    struct basket_row *row, struct arena *a, struct basket_common *common, const struct basket *b);
/* Without texts where there are none. */
const struct basket_goods *basket_row_goods(const struct basket_row *row);
const struct basket_origin *basket_row_origin(const struct basket_row *row);
const struct basket_total *basket_row_total(const struct basket_row *row);
/* Its date as sent, where it could not be read; STR_NONE where it could, or there is none. */
struct str basket_row_unread_date(const struct basket_row *row);
bool basket_row_has_customer(const struct basket_row *row);
/* Name, else company, else e-mail, else "sub …", else "no name"; appended uncleaned. */
void basket_row_customer(struct buf *out, const struct basket_row *row);
/* The item that is shown: the first that the filter looks for, else the first. */
struct str basket_row_item(const struct basket_row *row, const struct row_filter *wanted);
/* The last part of the tag, or of the page where the checkout began. */
struct str basket_row_channel(const struct basket_row *row);
struct str basket_row_started(const struct basket_row *row);

extern const struct column basket_columns[];

/* row_ops.c */
extern const struct row_ops basket_row_ops;
/* By when they were created, then by their ids. */
int compare_baskets_by_age(const void *a, const void *b);
/* Is it the order that the service gives them in: "created", newest first? */
bool basket_row_is_service_order(const struct view *v);

#endif
