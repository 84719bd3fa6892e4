/*
 * groups.h - counts baskets by a common value: `baskets TERMS group=tag,day`. Each group has a row:
 * the count, the share, how many customers are identified and can be reached, the total amount, and
 * counts over time. Pure.
 *
 * A basket with several values of a key counts in the group of each: then the shares add up to more
 * than 100. Values that the API does not have are not counted: no visits, no orders, no rate.
 */
#ifndef APP_BASKET_GROUPS_H
#define APP_BASKET_GROUPS_H

#include "app/basket/group_keys.h"

enum { GROUP_LEVELS = 2, GROUP_BINS = 12, GROUP_MONEYS = 4 };

/* Equal pieces of time up to now, the last one still running, or to the VIEW's until=: of a year at most,
 * so that one old basket does not press all others into one piece. */
struct group_bins {
	int64_t width, end;  /* ms; the end of the last one */
	int64_t read_from;   /* of what is older nothing is known; WHEN_NONE: all is */
	uint32_t known_from; /* the first one of which all is known */
	const char *one;     /* "hour", "day", "week" */
	int64_t to;          /* up to now, or the last time that is asked for: within the last one */
};

struct group_sum {
	struct str currency;
	int64_t amount; /* as decimal_read() has it */
};

struct group_row {
	struct str id;                  /* of the row */
	struct str value[GROUP_LEVELS]; /* as sent; empty: it has none */
	const struct groups *of;
	uint32_t count, identified, reachable, completed;
	uint32_t contacted, recovered; /* as far as outcomes were noted */
	uint32_t unpriced; /* of which what they come to is not known */
	struct group_sum sums[GROUP_MONEYS];
	uint32_t sums_n, sums_left; /* currencies; of further ones so many baskets */
	int64_t newest, oldest;
	uint32_t bins[GROUP_BINS];
};

struct groups {
	struct view view;         /* as it was asked for */
	struct row_filter filter; /* of its terms, for baskets */
	const struct group_key *keys[GROUP_LEVELS];
	size_t levels;
	int64_t now;
	struct arena texts;
	VEC(struct group_row) rows;
	struct group_bins bins;
	struct group_row total;
	uint32_t most; /* baskets of the largest one */
	bool shared; /* some basket is in several groups */
	bool priced; /* rows know what they come to: likewise */
	bool noted;  /* rows have their outcomes; set by the caller */

	/* inside */
	struct index *places;
	uint32_t of_basket[64];
	size_t of_basket_n;
};

/* Takes the view, whose group= is set. False (and nothing is taken) when a term's value cannot be.
 */
bool groups_init(struct groups *g, struct view *view, int64_t now, struct err *err);
void groups_free(struct groups *g);
/* Begins to count; what was counted is forgotten. `oldest` is the first time of what will be
 * counted, which pieces of time are chosen by; `whole`: nothing older exists. */
void groups_begin(struct groups *g, int64_t now, int64_t oldest, bool whole);
/* Counts a basket if it matches. */
void groups_add(struct groups *g, const struct basket_row *row, struct str json);
/* The groups in their own order: of times by these, else the largest first. */
void groups_end(struct groups *g);
/* Appends a group as JSON: its keys by their names, count, share, ... */
void group_row_write(struct buf *out, const struct group_row *row);
/* Appends the VIEW of its baskets. */
void group_row_view(struct buf *out, const struct group_row *row);
/* group_row.c: */
/* Appends an amount without its currency. */
void group_sum_write(struct buf *out, const struct group_sum *sum);
/* A value of it in words: "none" where there is none. */
struct str group_row_name(const struct group_row *row, size_t level);
/* "GBP 12.00, EUR 3.00" */
void group_row_total(struct buf *out, const struct group_row *row);
/* Appends the counts over time as one cell each; unknown ones are blank, the current one is
 * apart. */
void group_row_trend(struct buf *out, const struct group_row *row, bool ascii);
/* Percent of all that were counted, with one decimal. */
void group_row_share(struct buf *out, const struct group_row *row);

/* By one key, and by two. */
extern const struct view_resource baskets_grouped, baskets_paired;

#endif
