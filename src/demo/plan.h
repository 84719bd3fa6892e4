/*
 * plan.h - who left which kind of basket when: shares that are dealt out exactly. The
 * plan knows numbers only; baskets.c makes texts of it.
 */
#ifndef DEMO_PLAN_H
#define DEMO_PLAN_H

#include "demo/catalog.h"

enum {
	PLAN_OPEN = 240,
	PLAN_COMPLETED = 3,
	PLAN_SLOTS = PLAN_OPEN + PLAN_COMPLETED,
	PLAN_DAYS = 30,
	PLAN_SPIKE_DAY = 6, /* days before today: the winback mail went out */
	PLAN_ZERO_DAY = 12, /* nobody came: the shop was down */
};

/* Slots with a story. */
enum {
	SLOT_NEWEST,    /* a clean basket on top of the list */
	SLOT_MARA,      /* three of hers: 18 minutes, 3 days, 26 days old */
	SLOT_SPIKE = 4, /* those who followed the mail */
	SLOT_REST = 26,
};

enum reach { REACH_NOBODY, REACH_MAIL, REACH_IDENT, REACH_MAIL_IDENT, REACH_KINDS };
enum channel { DIRECT, NEWSLETTER, SOCIAL, REFERRAL, RESELLER, AFFILIATE, CHANNELS };
enum checkout { CHECKOUT_NEW, CHECKOUT_UPDATE, CHECKOUT_RENEWAL, CHECKOUT_KINDS };
enum trouble { SOUND, PRICE_CHANGED, UNPUBLISHED, DELETED, WRONG_COUNTRY, TROUBLES };

struct slot {
	unsigned char reach, channel, checkout, trouble;
	unsigned char trouble_number; /* the n-th of its kind */
	bool relative_link, without_utm, completed;
	bool many;       /* of the pack `big`: its first offer is one of thousands */
	unsigned person; /* unless reach is REACH_NOBODY */
	int64_t created; /* ms */
};

/* Fills slots[PLAN_SLOTS]; only the times depend on now_ms. */
void plan_make(struct slot *slots, int64_t now_ms);
/* The times alone (plan_times.c). */
void plan_set_times(struct slot *slots, int64_t now_ms);
/* Times for ordinary baskets, newest first, by the curve of hours and days; none on `zero_day`,
 * counted back from today. */
void plan_spread(struct slot *slots, size_t n, int64_t now_ms, int days, int zero_day);

#endif
