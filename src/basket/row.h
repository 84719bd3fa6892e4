/*
 * row.h - the part of a basket that a list keeps: the texts of its columns, and the folded text
 * that filters search. Texts are as the service sent them and live in the page's arena or are
 * shared with similar baskets (common.h); clean them before drawing. There may be a million rows,
 * so values needed only for a single basket, such as the link, are read from its JSON.
 */
#ifndef BASKET_ROW_H
#define BASKET_ROW_H

#include "basket/common.h"
#include "contact/contact_entry.h"
#include "list/columns.h"
#include "model/basket.h"

/* The result of a sent link: its basket is still open, was completed, is no longer listed, or was
 * not read. */
enum sent_link_result {
	SENT_LINK_OPEN,
	SENT_LINK_COMPLETED,
	SENT_LINK_GONE,
	SENT_LINK_UNKNOWN,
	SENT_LINK_RESULTS
};
/* Words for a VIEW's `became=`, and for sentences. */
extern const char *const sent_link_result_words[SENT_LINK_RESULTS];
extern const char *const sent_link_result_labels[SENT_LINK_RESULTS];

struct sent_link {
	struct str sent_by;  /* the account that sent the last link */
	uint32_t sent_count; /* links sent for the basket */
	enum sent_link_result became;
};

/* Rare parts of a basket: further identities, and an unreadable date as sent; and the link in a
 * list of sent links (sent_links.h). */
struct basket_row_extras {
	struct str created;
	const struct sent_link *sent_link;
	size_t n;
	struct {
		struct str iss, sub;
	} v[];
};

/* Whether another basket of the same person was completed, or may have been, after this one was
 * abandoned. */
enum purchase { PURCHASE_NONE, PURCHASE_MAYBE, PURCHASE_CERTAIN };

enum { BASKET_PAGE_BITS = 22, BASKET_ESTIMATE_BITS = 10 };

struct basket_row {
	struct str id;
	int64_t created;
	struct str name; /* first and last name */
	struct str company, email;
	struct str sub;                         /* subject of the first identity */
	const struct basket_row_extras *extras; /* NULL: none */
	struct str search_text; /* folded: name, company, e-mail, id, items, page, subjects */
	/* NULL in a row that could not be read: use basket_row_goods() and the like. */
	const struct basket_goods *goods;
	const struct basket_origin *origin;
	const struct basket_total *total; /* NULL until estimated (offer_today.h) */
	uint32_t read_at_s;               /* time of the last read, seconds since 1970 */
	uint32_t
	    contacted_at_s; /* of the last contact with the person; 0: none; by row_contact.h */
	uint32_t items_n : 24;
	uint32_t maybe_completed : 1, ambiguous : 1; /* copied from the basket */
	enum contact_status contact_status : 4;      /* set by row_contact.h, as is consent */
	enum consent consent : 2;
	/* With item_no, the location of its JSON; and the time of its estimate, 0 if there is
	 * none. */
	uint32_t page_no : BASKET_PAGE_BITS, estimated : BASKET_ESTIMATE_BITS;
	uint32_t item_no : 20;
	/* Whether the person completed another basket later; set by baskets_rows.c. */
	enum purchase later_purchase : 2;
	enum basket_reach reach : 3;
	bool offer_changed : 1; /* an offer in it changed after it was abandoned */
	bool completed : 1, malformed : 1;
	bool found_by_refresh : 1; /* found by the running refresh */
	bool added_by_refresh : 1; /* added by the last refresh */
	bool has_unsafe_text : 1;  /* one of its texts had to be made visible */
	bool shares_email : 1;     /* several people use its e-mail; set by same_person.h */
	enum contact_status own_status : 4; /* contact_status without links of other baskets */
};

/* Statuses of a basket besides those of its contacts, as bits after `1 << CONTACT_STATUSES`. */
enum basket_status {
	BASKET_COMPLETED = 1 << CONTACT_STATUSES,
	BASKET_MAYBE_COMPLETED = BASKET_COMPLETED << 1,
	BASKET_BOUGHT = BASKET_COMPLETED << 2, /* a later basket of the person is completed */
	BASKET_MAYBE_BOUGHT = BASKET_COMPLETED << 3,
	BASKET_SENT_OTHER = BASKET_COMPLETED << 4 /* the person got the link of another basket */
};

/* Compares one other basket of the person. */
enum purchase basket_row_purchase(const struct basket_row *row, const struct basket_row *other);

/* Fills a row from an item as sent; one that cannot be read leaves the texts empty. `common` may be
 * NULL. */
void basket_row_read(struct basket_row *row, struct arena *a, struct basket_common *common,
    struct str json, unsigned flags);
/* Fills a row from a basket; `common` may be NULL. */
void basket_row_fill(
    struct basket_row *row, struct arena *a, struct basket_common *common, const struct basket *b);
/* These never return NULL; they have no texts if there is no value. */
const struct basket_goods *basket_row_goods(const struct basket_row *row);
const struct basket_origin *basket_row_origin(const struct basket_row *row);
const struct basket_total *basket_row_total(const struct basket_row *row);
/* The link, in a list of sent links; else NULL. */
const struct sent_link *basket_row_sent_link(const struct basket_row *row);
/* True for a sent link whose basket was not read: gone, or not known. */
bool basket_row_is_unread(const struct basket_row *row);
/* The date as sent if it could not be parsed; otherwise STR_NONE. */
struct str basket_row_unread_date(const struct basket_row *row);
bool basket_row_has_customer(const struct basket_row *row);
/* Appends the name, else the company, else the e-mail, else "sub …", else "no name"; not
 * cleaned. */
void basket_row_write_customer(struct buf *out, const struct basket_row *row);
/* The item to show: the first one that matches the filter, else the first. */
struct str basket_row_item(const struct basket_row *row, const struct row_filter *wanted);
/* Bits of its statuses: 1 << contact status, and enum basket_status. Never 0. */
unsigned basket_row_statuses(const struct basket_row *row);
/* The word shown for the first of them, a purchase before a contact; "" if there is none. */
const char *basket_row_status_word(const struct basket_row *row);
/* The name of one of these bits in `status=`. */
const char *basket_status_name(unsigned status);
/* The bits that a word of `status=` selects; 0: not a word of it. */
unsigned basket_statuses_by_word(struct str folded);
/* The last part of the tag, and of the page where the checkout started. */
struct str basket_row_channel(const struct basket_row *row);
struct str basket_row_start_page(const struct basket_row *row);

extern const struct column basket_columns[];

/* row_ops.c */
extern const struct row_ops basket_row_ops;
/* Compares by creation time, then by id. */
int compare_baskets_by_age(const void *a, const void *b);
/* True if the view is sorted as the service sends baskets: by "created", newest first. */
bool basket_view_is_service_order(const struct view *v);

#endif
