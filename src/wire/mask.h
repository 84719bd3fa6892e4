/*
 * mask.h - what answers say of people, replaced before anybody sees it: names, e-mails, companies,
 * subjects, issuers, owners, custom fields, links.
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

/* A key of its own for each run; with a `seed` (not NULL) the same one each time. */
void mask_init(struct mask *m, const char *seed);
/* Appends the pseudonym of a text. */
void mask_text(struct buf *out, const struct mask *m, struct str text);
/* Appends an item of a list as it was sent, with pseudonyms in it. */
void mask_item(struct buf *out, const struct mask *m, struct str json);
/* The same to all items of a page. What surrounds them leaves the body. */
void mask_page(struct strict *page, const struct mask *m);

#endif
