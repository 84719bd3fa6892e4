/*
 * mask.h - replaces personal data in responses before it is displayed: names, e-mails, companies,
 * subjects, issuers, owners, custom fields, links, and unknown members that a service adds to a
 * basket.
 *
 * Names of people, companies, streets and towns become real-looking names of the same script: the
 * number of words, capitals, hyphens and apostrophes are kept, and equal names get equal masks.
 * Different names may get equal masks, e-mails practically never: baskets are grouped by e-mail
 * and sign-in, not by name. Any other masked text keeps its length, capitals, digits and script.
 * Without the key masking cannot be reversed. Ids of baskets, items, offers, prices, times and
 * paths are unchanged. Pure.
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
/* The kinds of a text. An e-mail is recognized in any of them. */
enum mask_kind {
	MASK_TEXT,   /* an id, a URL or a remark: its letters are replaced one by one */
	MASK_PERSON, /* a full name, or one word of it */
	MASK_GIVEN,
	MASK_FAMILY,
	MASK_COMPANY,
	MASK_STREET,
	MASK_TOWN,
};

/* The kind of the values of a VIEW key. */
enum mask_kind mask_kind_of_key(struct str key);
/* Appends the masked form of a text. */
void mask_text(struct buf *out, const struct mask *m, enum mask_kind kind, struct str text);
/* Appends a JSON number, which may be a phone or customer number, with other digits; the first is
 * not 0. */
void mask_number(struct buf *out, const struct mask *m, struct str number);
/* Appends an item of a list with its personal data masked. */
void mask_item(struct buf *out, const struct mask *m, struct str json);
enum mask_envelope {
	MASK_DROP_ENVELOPE, /* keep only the items */
	MASK_KEEP_ENVELOPE, /* for journeys: one object that contains the items */
};
/* Masks all items of a page. */
void mask_page(struct json_scan *page, const struct mask *m, enum mask_envelope envelope_mode);

#endif
