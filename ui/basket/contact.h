/*
 * contact.h - the console's contact log: opened, read again before a link is sent, and added to
 * afterwards. The questions before a link is sent are in link_questions.h.
 */
#ifndef UI_BASKET_CONTACT_H
#define UI_BASKET_CONTACT_H

#include "ui/kit/console.h"

/* Opens the environment's contact log, which determines the sent marks of baskets. Reports
 * unreadable entries and uses the rest. A script and the demo keep the log in memory. */
void contact_log_open(struct console *c);
void contact_log_close(struct console *c);
/* Reads entries that other consoles added to the log, and updates the rows' marks. Returns false
 * and shows a message if the log cannot be read. */
bool contact_log_reload(struct console *c);
/* Records the contact status for each row's person. Shows a message and returns false if it
 * could not be recorded. */
bool contact_record(struct console *c, enum contact_status kind,
    const struct basket_row *const *rows, size_t n, struct str remark);

/* Asks for the reason for contacting a basket's person in spite of a do-not-contact entry, then
 * continues with `on_yes`. The next link that is recorded for this basket takes it as its remark.
 */
void contact_override_ask(struct console *c, struct str basket_id, unsigned confirmed,
    void (*on_yes)(struct console *c, struct str basket_id, unsigned confirmed));
void contact_override_free(struct console *c);
/* Appends the reason for the basket to a remark, and forgets it. */
void contact_override_take(struct console *c, struct str basket_id, struct buf *remark);

/* Like contact_record() for a person whose row may have changed. Returns false and sets err,
 * without a message. */
bool contact_record_identifiers(struct console *c, enum contact_status kind,
    const struct contact_identifiers *who, struct str remark, struct err *err);

/*
 * The `outcome` action: the user chooses a contact status for a person and may add
 * a remark; both are recorded.
 */

/* Offers the outcomes for the marked baskets, or for the basket under the cursor. */
void contact_menu_open(struct console *c, const char *const *ids, size_t n, bool marked);
/* Discards an outcome that is waiting for its remark. */
void contact_prompt_free(struct console *c);

#endif
