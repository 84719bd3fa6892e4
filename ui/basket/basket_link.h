/*
 * basket_link.h - the recovery links of baskets. Rows do not store the link: it is read from the
 * basket's JSON.
 */
#ifndef UI_BASKET_BASKET_LINK_H
#define UI_BASKET_BASKET_LINK_H

#include "basket/baskets.h"
#include "basket/link.h"
#include "list/doc.h"
#include "ui/kit/console.h"

/* Runs link_examine() on this basket's link. */
void basket_link_examine(struct link *l, const struct link_rules *rules, const struct baskets *b,
    const struct basket_row *row);
/* Appends the link as the service sent it; nothing if the basket has none. */
void basket_link_add(struct buf *out, const struct baskets *b, const struct basket_row *row);
/* The first row at or after `from` whose JSON contains the last word of the address, so that it
 * may have this link; SIZE_MAX if there is none. */
size_t basket_link_find(const struct baskets *b, size_t from, struct str address);

/*
 * A recovery link as text: the person it belongs to, its parts without the secret, and
 * its checks.
 */

struct link;

void link_doc_add_customer(struct doc *doc, const struct console *c, const struct basket_row *row);
void link_doc_add_address(struct doc *doc, const struct console *c, const struct link *l);
/* Failed checks come first. */
void link_doc_add_checks(
    struct doc *doc, const struct console *c, const struct link *l, const struct basket_row *row);
/* True if consent is required and the service did not send it. A link is sent all the same, without a
 * question. */
bool is_consent_unknown(const struct console *c, const struct basket_row *row);

#endif
