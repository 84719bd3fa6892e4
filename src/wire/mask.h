/*
 * mask.h - replaces personal data in responses before it is shown: names, e-mails, companies,
 * subjects, issuers, owners, custom fields, links, and members that a service adds to a basket.
 *
 * A masked text keeps its length, capitals, digits and script, and equal texts have equal masks, so
 * that rows still group; without the key it cannot be reversed. Ids of baskets, items, offers,
 * prices, times and paths are kept. Pure.
 */
#ifndef WIRE_MASK_H
#define WIRE_MASK_H

#include "base/digest.h"
#include "wire/json_scan.h"

struct mask {
	unsigned char key[DIGEST_SIZE];
};

/* The key that a seed gives: the same seed, the same pseudonyms. */
void mask_init(struct mask *m, struct str seed);
/* Appends the pseudonym of a text. */
void mask_text(struct buf *out, const struct mask *m, struct str text);
/* Appends an item of a list as it was sent, with pseudonyms in it. */
void mask_item(struct buf *out, const struct mask *m, struct str json);
enum mask_envelope {
	MASK_DROP_ENVELOPE, /* only the items are needed */
	MASK_KEEP_ENVELOPE, /* the journeys: one object, of which the items are a part */
};
/* The same to all items of a page. */
void mask_page(struct json_scan *page, const struct mask *m, enum mask_envelope envelope_mode);

#endif
