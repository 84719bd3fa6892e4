/*
 * contact_menu.h - `outcome`: what was done about a person, chosen, remarked upon and noted.
 */
#ifndef UI_BASKET_CONTACT_MENU_H
#define UI_BASKET_CONTACT_MENU_H

#include "ui/kit/console.h"

/* Why there is none while people are masked. */
extern const char contact_menu_masked[];

/* Offers the outcomes for the marked baskets, or for the one under the cursor. */
void contact_menu_open(struct console *c, const char *const *ids, size_t n, bool marked);
/* Forgets one that is being noted. */
void contact_prompt_free(struct console *c);

#endif
