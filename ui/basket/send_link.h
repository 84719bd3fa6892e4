/*
 * send_link.h - sends recovery links to the user's terminal or clipboard, and reports the result
 * (send.h).
 */
#ifndef UI_BASKET_SEND_LINK_H
#define UI_BASKET_SEND_LINK_H

#include "ui/basket/link_dialog.h"

/* The actions offered by the link dialog. */
extern const struct link_dialog_actions link_dialog_actions;

/* Sends a basket's recovery link; asks for confirmation first if there is a reason. */
void send_link(struct console *c, struct str basket_id, unsigned confirmed);
/* Sends the links of several baskets, one per line. Leaves out and counts links that fail a
 * check and people who must not be contacted. Each question of a single link is asked once for
 * all. */
void send_links(struct console *c, const char *const *ids, size_t n);
/* Shows only the link on the screen. */
void send_link_raw(struct console *c, struct str basket_id);
/* Writes the link to a private file, and shows its path. */
void send_link_to_file(struct console *c, struct str basket_id);
/* Deletes the files written by send_link_to_file(), and shows how many. */
void send_delete_link_files(struct console *c);
/* Shows the link as a QR code if it fits; asks first if a check failed. */
void send_as_qr_code(struct console *c, struct str basket_id);

#endif
