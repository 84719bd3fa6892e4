/*
 * plan.h - the randomly chosen properties of a basket. The plan contains only numbers; baskets.c
 * turns them into text.
 */
#ifndef DEMO_BIG_PLAN_H
#define DEMO_BIG_PLAN_H

#include <stdbool.h>

enum demo_reach { REACH_NOBODY, REACH_MAIL, REACH_IDENT, REACH_MAIL_IDENT, REACH_KINDS };
enum demo_channel { DIRECT, NEWSLETTER, SOCIAL, REFERRAL, RESELLER, AFFILIATE, CHANNELS };
enum demo_checkout { CHECKOUT_NEW, CHECKOUT_UPDATE, CHECKOUT_RENEWAL, CHECKOUT_KINDS };
enum basket_trouble { SOUND, PRICE_CHANGED, UNPUBLISHED, DELETED, WRONG_COUNTRY, TROUBLES };

struct basket_slot {
	unsigned char reach, channel, checkout, trouble;
	unsigned char trouble_seed; /* random number that selects a variant of the trouble */
	bool relative_link, without_utm;
	bool generated_offer; /* its first offer is a generated one */
	unsigned person;      /* set unless reach is REACH_NOBODY */
};

#endif
