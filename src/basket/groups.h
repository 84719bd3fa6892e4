/*
 * groups.h - counts baskets by a common value: `baskets TERMS group=channel,day`. Each group has a row:
 * the count, the share, how many customers are identified and can be reached, the total amount, and
 * counts over time. Pure.
 *
 * A basket with several values of a key counts in the group of each, so the shares may add up to
 * more than 100. Values that the API does not have are not counted: no visits, no orders, no rate.
 *
 * Sent links are grouped likewise (sent_links.h); then the amounts are those of completed baskets.
 */
#ifndef BASKET_GROUPS_H
#define BASKET_GROUPS_H

#include "basket/group_keys.h"

struct sent_links;

enum { GROUP_LEVELS_MAX = 2, GROUP_TREND_BIN_COUNT = 12, GROUP_CURRENCIES_MAX = 4 };

/* The time bins: equal periods up to now, the last one incomplete, or up to the VIEW's until=.
 * They cover a year at most, so that one old basket does not put all others into a single bin. */
struct group_bins {
	int64_t width_ms, end_ms;    /* ms; the end of the last bin */
	int64_t oldest_read;         /* older baskets were not read; WHEN_NONE: all were */
	uint32_t first_complete_bin; /* the first bin whose baskets were all read */
	const char *unit_name;       /* width in words: "hour", "day", "week" */
	int64_t until;               /* now, or the VIEW's until=; within the last bin */
};

/* The two periods that are compared, up to bins.until: equal in length and in their weekdays. */
enum group_period { GROUP_LAST_7_DAYS, GROUP_7_DAYS_BEFORE, GROUP_PERIODS };

/* The amounts of a group's baskets in one currency, as decimal_read() returns them. */
struct group_sum {
	struct str currency;
	int64_t amount, least, most;
	int64_t median; /* only if the groups have medians */
	uint32_t count;
};

enum group_amount { GROUP_SUM, GROUP_LEAST, GROUP_MOST, GROUP_AVERAGE, GROUP_MEDIAN };

/* An amount of one basket, for the median. */
struct group_median_input {
	uint32_t row, sum; /* index in rows, and in its sums */
	int64_t amount;
};

struct group_row {
	struct str id;                       /* unique id of the row */
	struct str values[GROUP_LEVELS_MAX]; /* as sent; empty: no value */
	const struct groups *groups;
	uint32_t basket_count, identified_count, reachable_count, completed_count;
	uint32_t contacted_count, recovered_count; /* counted only if contact statuses are loaded */
	uint32_t result_counts[SENT_LINK_RESULTS];      /* of sent links */
	uint32_t unpriced_count;                   /* baskets whose amount is not known */
	struct group_sum sums[GROUP_CURRENCIES_MAX];
	uint32_t sums_n;               /* number of currencies */
	uint32_t other_currency_count; /* baskets in further currencies */
	int64_t newest_created, oldest_created;
	uint32_t bin_counts[GROUP_TREND_BIN_COUNT];
	uint32_t period_counts[GROUP_PERIODS];
};

struct groups {
	struct view view;         /* the VIEW with group= */
	struct row_filter filter; /* the terms of the VIEW, for baskets */
	const struct group_key *keys[GROUP_LEVELS_MAX];
	size_t level_count;
	struct age_context ages; /* its time is that of groups_begin() */
	struct arena text_arena;
	VEC(struct group_row) rows;
	struct group_bins bins;
	struct group_row total;
	bool overlapping;        /* some basket is in several groups */
	bool has_amounts;        /* rows have estimated amounts; set by the caller */
	bool has_contact_status; /* rows have their contact status; set by the caller */
	bool has_medians;        /* the VIEW asks for them */

	/* private */
	struct index *row_index;
	uint32_t basket_groups[64];
	size_t basket_groups_n;
	VEC(struct group_median_input) median_inputs;
};

/* Takes ownership of the view, which must have group=. Returns false, without taking it, if a
 * term has an invalid value. */
bool groups_init(
    struct groups *g, struct view *view, struct age_context ages, struct err *err);
void groups_free(struct groups *g);
/* Starts a new count. `oldest` is the time of the oldest basket to be counted and determines the
 * bin width; `whole` means that nothing older exists. */
void groups_begin(struct groups *g, int64_t now, int64_t oldest, bool whole);
/* Counts a basket if it matches. */
void groups_add(struct groups *g, const struct basket_row *row, struct str json);
/* Computes the medians and sorts the groups: times in order, others with the largest first. */
void groups_end(struct groups *g);
/* As groups_begin(), groups_add() for each link, and groups_end(). All links are in the contact log,
 * so that no older ones are missing. */
void groups_count_sent_links(struct groups *g, const struct sent_links *l, int64_t now);
/* Appends a group as JSON: its keys, count, share and other members. */
void group_row_write(struct buf *out, const struct group_row *row);
/* Appends a VIEW line that selects the baskets or sent links of the group. */
void group_row_write_view(struct buf *out, const struct group_row *row);
/* group_row.c: */
/* Appends an amount without its currency; averages and medians are rounded half up. */
void group_sum_write(struct buf *out, const struct group_sum *sum, enum group_amount which);
/* False if baskets of the period were not read or not requested: its counts are not known. */
bool group_period_is_known(const struct group_bins *b, enum group_period period);
/* The group's name at a level; "none" if it has no value. */
struct str group_row_name(const struct group_row *row, size_t level);
/* True for the name of an account, which an audience does not see. */
bool group_row_is_private(const struct group_row *row, size_t level);
/* Appends an amount by currency: "GBP 1,212.00 + EUR 3.00"; as data without commas. */
void group_row_write_amounts(
    struct buf *out, const struct group_row *row, enum group_amount which, bool as_data);
/* Appends "12 open, 4 completed, 2 gone; completed est. due GBP 9.98" for sent links. */
void group_row_write_results(struct buf *out, const struct group_row *row);
/* Appends the counts over time, one cell per bin; unknown ones are blank, and the current one is
 * set apart. */
void group_row_write_trend(struct buf *out, const struct group_row *row, bool ascii);
/* Appends the group's percentage of all counted baskets, with one decimal. */
void group_row_write_share(struct buf *out, const struct group_row *row);

/* The resources of a VIEW with one group key, and with two. */
extern const struct view_resource basket_groups_resource, basket_group_pairs_resource;
extern const struct view_resource sent_link_groups_resource, sent_link_group_pairs_resource;

#endif
