/*
 * contact_menu.h - the `outcome` action: the user chooses a contact status for a person and may add
 * a remark; both are recorded.
 */
#ifndef UI_BASKET_CONTACT_MENU_H
#define UI_BASKET_CONTACT_MENU_H

#include "ui/kit/console.h"

/* The reason why the menu does not open while people are masked. */
extern const char contact_menu_masked[];

/* Offers the outcomes for the marked baskets, or for the basket under the cursor. */
void contact_menu_open(struct console *c, const char *const *ids, size_t n, bool marked);
/* Discards an outcome that is waiting for its remark. */
void contact_prompt_free(struct console *c);

#endif
