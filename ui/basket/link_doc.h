/*
 * link_doc.h - a recovery link as text: the person it belongs to, its parts without the secret, and
 * its checks.
 */
#ifndef UI_BASKET_LINK_DOC_H
#define UI_BASKET_LINK_DOC_H

#include "list/doc.h"
#include "ui/kit/console.h"

struct link;

void link_doc_add_for(struct doc *doc, const struct console *c, const struct basket_row *row);
void link_doc_add_address(struct doc *doc, const struct console *c, const struct link *l);
/* Failed checks come first. */
void link_doc_add_checks(
    struct doc *doc, const struct console *c, const struct link *l, const struct basket_row *row);

#endif
