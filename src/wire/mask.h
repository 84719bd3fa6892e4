/*
 * mask.h - what answers say of people, replaced before anybody sees it: names, e-mails, companies,
 * subjects, issuers, owners, custom fields, links, and what a service adds to a basket of its own.
 *
 * A pseudonym has its text's length, capitals, digits and script, and the same text has the same
 * one wherever it stands, so that rows still group; without the key nobody gets back. Ids of
 * baskets, items, offers, prices, times and paths stay. Pure.
 */
#ifndef WIRE_MASK_H
#define WIRE_MASK_H

#include "base/digest.h"
#include "wire/strict.h"

struct mask {
	unsigned char key[DIGEST_SIZE];
};

/* The key that a seed gives: the same seed, the same pseudonyms. */
void mask_init(struct mask *m, struct str seed);
/* Appends the pseudonym of a text. */
void mask_text(struct buf *out, const struct mask *m, struct str text);
/* Appends an item of a list as it was sent, with pseudonyms in it. */
void mask_item(struct buf *out, const struct mask *m, struct str json);
enum mask_around {
	MASK_DROPS_AROUND, /* nobody needs more than the items */
	MASK_KEEPS_AROUND, /* the journeys: one object, of which the items are a part */
};
/* The same to all items of a page. */
void mask_page(struct strict *page, const struct mask *m, enum mask_around around);

#endif
