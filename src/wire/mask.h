/*
 * mask.h - replaces personal data in responses before it is displayed: names, e-mails, companies,
 * subjects, issuers, owners, custom fields, links, and unknown members that a service adds to a
 * basket.
 *
 * A masked text keeps its length, capitals, digits and script. Equal texts get equal masks, so that
 * rows can still be grouped; without the key masking cannot be reversed. Ids of baskets, items,
 * offers, prices, times and paths are unchanged. Pure.
 */
#ifndef WIRE_MASK_H
#define WIRE_MASK_H

#include "base/digest.h"
#include "wire/json_scan.h"

struct mask {
	unsigned char key[DIGEST_SIZE];
};

/* Derives the key from a seed: the same seed gives the same masks. */
void mask_init(struct mask *m, struct str seed);
/* Appends the masked form of a text. */
void mask_text(struct buf *out, const struct mask *m, struct str text);
/* Appends an item of a list with its personal data masked. */
void mask_item(struct buf *out, const struct mask *m, struct str json);
enum mask_envelope {
	MASK_DROP_ENVELOPE, /* keep only the items */
	MASK_KEEP_ENVELOPE, /* for journeys: one object that contains the items */
};
/* Masks all items of a page. */
void mask_page(struct json_scan *page, const struct mask *m, enum mask_envelope envelope_mode);

#endif
