/*
 * send_link.h - recovery links on their way to the person in front of the terminal, and what was done
 * (send.h).
 */
#ifndef UI_BASKET_SEND_LINK_H
#define UI_BASKET_SEND_LINK_H

#include "ui/basket/link_dialog.h"

/* For the link dialog. */
extern const struct link_routes link_routes;

/* Sends a basket's recovery link, asking first where there is a reason to. */
void send_link(struct console *c, struct str basket_id, unsigned confirmed);
/* Sends the links of several baskets, one per line; those that fail a check, and those of people
 * not to be contacted, are left out and counted. The questions for single links are asked once
 * for all. */
void send_links(struct console *c, const char *const *ids, size_t n);
/* The link alone on the screen. */
void send_link_raw(struct console *c, struct str basket_id);
/* The link to a private file; says where. */
void send_to_file(struct console *c, struct str basket_id);
/* Removes the files that are there of that; says how many. */
void send_delete_files(struct console *c);
/* The link as a code for a camera, where it fits; a check that failed asks first. */
void send_as_code(struct console *c, struct str basket_id);

#endif
