/*
 * group_doc.h - the detail of a group: its funnel, amounts and counts over time. Pure.
 */
#ifndef UI_BASKET_GROUP_DOC_H
#define UI_BASKET_GROUP_DOC_H

#include "basket/groups.h"
#include "list/doc.h"

void group_doc(struct doc *d, const struct group_row *row, bool utc);

#endif
